"""The network that names single numerals, run by OpenCV."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.faces import CLASSES

Odds: TypeAlias = npt.NDArray[np.float32]
SIDE_PX = 32
FEATURES = 88 * 4 * 4
BATCH = 16  # larger ones fall out of the cache and take three times as long a crop


class NumeralNetwork:
    """Names crops of numerals: 27 numbers from -1 to 25, bomb, animal, or none of these.

    One per thread: OpenCV's networks keep state between calls.
    """

    @cached_property
    def _net(self) -> cv2.dnn.Net:
        weights = np.frombuffer(files("vision.models").joinpath("numerals.onnx").read_bytes(), np.uint8)
        return cv2.dnn.readNetFromONNX(weights)

    def odds(self, crops: npt.NDArray[np.uint8]) -> Odds:
        """Probabilities (n, classes) in the order of `CLASSES` for crops (n, 32, 32, 3) uint8 BGR, upright."""
        logits = self._run(crops, "answer", len(CLASSES))
        rising = np.exp(logits - logits.max(1, keepdims=True, initial=0))
        return np.asarray(rising / rising.sum(1, keepdims=True), np.float32)

    def features(self, crops: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """What the network saw before it named the crops: (n, 1408) float32, alike for like figures, named or not."""
        return self._run(crops, "features", FEATURES)

    def _run(self, crops: npt.NDArray[np.uint8], output: str, width: int) -> npt.NDArray[np.float32]:
        rows = np.zeros((len(crops), width), np.float32)
        for start in range(0, len(crops), BATCH):
            part = slice(start, start + BATCH)
            self._net.setInput(_normalised(crops[part]))
            rows[part] = self._net.forward(output)
        return rows


def _normalised(crops: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """(n, 3, 32, 32): the mean of each channel taken out (a colour cast), then the common spread (a dim lamp)."""
    blob = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32)
    blob -= blob.mean((2, 3), keepdims=True)
    return np.asarray(blob / (blob.std((1, 2, 3), keepdims=True) + 4.0), np.float32)
