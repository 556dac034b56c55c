"""The network that names single numerals, and how networks of ours are run by OpenCV."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
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
BATCH = 8
COPIES = 2


class NumeralNetwork:
    """Names crops of numerals: 27 numbers from -1 to 25, bomb, animal, or none of these.

    One per thread: OpenCV's networks keep state between calls.
    """

    @cached_property
    def _net(self) -> Network:
        return Network("numerals.onnx")

    def odds(self, crops: npt.NDArray[np.uint8]) -> Odds:
        """Probabilities (n, classes) in the order of `CLASSES` for crops (n, 32, 32, 3) uint8 BGR, upright."""
        return softmax(self._net.run(crops, "answer", len(CLASSES)))

    def features(self, crops: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """What the network saw before it named the crops: (n, 1408) float32, alike for like figures, named or not."""
        return self._net.run(crops, "features", FEATURES)


class Network:
    """A network among our models, by its file's name. Two copies work side by side: one alone keeps one core busy."""

    def __init__(self, name: str) -> None:
        weights = np.frombuffer(files("vision.models").joinpath(name).read_bytes(), np.uint8)
        self._copies = [cv2.dnn.readNetFromONNX(weights) for _ in range(COPIES)]

    def run(self, pictures: npt.NDArray[np.uint8], output: str, width: int) -> npt.NDArray[np.float32]:
        """What the network puts out, (n, width), for pictures (n, h, w, 3) uint8 BGR."""
        rows = np.zeros((len(pictures), width), np.float32)
        parts = [slice(start, start + BATCH) for start in range(0, len(pictures), BATCH)]

        def work(copy: int) -> None:
            for part in parts[copy::COPIES]:
                self._copies[copy].setInput(normalised(pictures[part]))
                rows[part] = self._copies[copy].forward(output)

        if len(parts) < COPIES:
            work(0)
        else:
            with ThreadPoolExecutor(COPIES) as pool:
                list(pool.map(work, range(COPIES)))
        return rows


def normalised(crops: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """(n, h, w, 3) uint8 as (n, 3, h, w): the mean of each channel taken out (a colour cast), then the common spread
    (a dim lamp)."""
    blob = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32)
    blob -= blob.mean((2, 3), keepdims=True)
    return np.asarray(blob / (blob.std((1, 2, 3), keepdims=True) + 4.0), np.float32)


def softmax(logits: npt.NDArray[np.float32]) -> Odds:
    """Logits (n, k) as probabilities, each row summing to 1."""
    rising = np.exp(logits - logits.max(1, keepdims=True, initial=0))
    return np.asarray(rising / rising.sum(1, keepdims=True), np.float32)
