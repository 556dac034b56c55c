"""The network that names single numerals, and how networks of ours are run by OpenCV."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.resources import as_file, files
from queue import SimpleQueue
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.faces import CLASSES
from vision.cards.rectify import Picture

Odds: TypeAlias = npt.NDArray[np.float32]
SIDE_PX = 32
FEATURES = 88 * 4 * 4
AT_ONCE = 2
"""Threads that read cards, and copies of each network."""


class NumeralNetwork:
    """Names crops of numerals: 27 numbers from -1 to 25, bomb, animal, or none of these."""

    @cached_property
    def _net(self) -> Network:
        return Network("numerals.onnx")

    def odds(self, crops: Sequence[Picture]) -> Odds:
        """Probabilities (n, classes) in the order of `CLASSES` for n crops (32, 32, 3) uint8 BGR, upright."""
        return softmax(self._net.run(crops, "answer", len(CLASSES)))

    def features(self, crops: Sequence[Picture]) -> npt.NDArray[np.float32]:
        """What the network saw before it named the crops: (n, 1408) float32, alike for like figures, named or not."""
        return self._net.run(crops, "features", FEATURES)


class Network:
    """A network among our models, by its file's name, in copies, for they keep state: a thread waits for a free one."""

    def __init__(self, name: str) -> None:
        self._idle: SimpleQueue[cv2.dnn.Net] = SimpleQueue()
        # The older engine takes two thirds of the time of the new one; read from memory, OpenCV ignores the choice.
        with as_file(files("vision.models").joinpath(name)) as path:
            for _ in range(AT_ONCE):
                self._idle.put(cv2.dnn.readNetFromONNX(str(path), cv2.dnn.ENGINE_CLASSIC))

    def run(self, pictures: Sequence[Picture], output: str, width: int) -> Odds:
        """What the network puts out, (n, width), for pictures (h, w, 3) uint8 BGR."""
        if not len(pictures):
            return np.zeros((0, width), np.float32)
        copy = self._idle.get()
        try:
            copy.setInput(normalised(np.stack(pictures)))
            return np.array(copy.forward(output), np.float32)
        finally:
            self._idle.put(copy)


def normalised(crops: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """(n, h, w, 3) uint8 as (n, 3, h, w): the mean of each channel taken out (a colour cast), then the common spread
    (a dim lamp)."""
    blob = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32)
    blob -= blob.mean((2, 3), keepdims=True)
    spread = np.sqrt(np.einsum("nchw,nchw->n", blob, blob) / blob[0].size)
    return np.asarray(blob / (spread[:, None, None, None] + 4.0), np.float32)


def softmax(logits: npt.NDArray[np.float32]) -> Odds:
    """Logits (n, k) as probabilities, each row summing to 1."""
    rising = np.exp(logits - logits.max(1, keepdims=True, initial=0))
    return np.asarray(rising / rising.sum(1, keepdims=True), np.float32)
