"""The network that names single numerals, and how networks of ours are run by OpenCV."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.resources import as_file, files
from itertools import chain, islice
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.faces import CLASSES
from vision.cards.rectify import Picture

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

    def odds(self, crops: Iterable[Picture]) -> Odds:
        """Probabilities (n, classes) in the order of `CLASSES` for n crops (32, 32, 3) uint8 BGR, upright."""
        return softmax(self._net.run(crops, "answer", len(CLASSES)))

    def features(self, crops: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """What the network saw before it named the crops: (n, 1408) float32, alike for like figures, named or not."""
        return self._net.run(crops, "features", FEATURES)


class Network:
    """A network among our models, by its file's name. Two copies work side by side: one alone keeps one core busy."""

    def __init__(self, name: str) -> None:
        # The older engine takes two thirds of the time of the new one; read from memory, OpenCV ignores the choice.
        with as_file(files("vision.models").joinpath(name)) as path:
            self._idle = [cv2.dnn.readNetFromONNX(str(path), cv2.dnn.ENGINE_CLASSIC) for _ in range(COPIES)]

    def run(self, pictures: Iterable[Picture], output: str, width: int) -> npt.NDArray[np.float32]:
        """What the network puts out, (n, width), for pictures (h, w, 3) uint8 BGR.

        They may be made one by one: some are seen while the next are made.
        """
        source = iter(pictures)
        first = list(islice(source, BATCH))
        if len(first) < BATCH:
            rows = [self._seen(first, output)] if first else []
        else:
            more = iter(lambda: list(islice(source, BATCH)), [])
            with ThreadPoolExecutor(COPIES) as pool:
                rows = list(pool.map(lambda some: self._seen(some, output), chain([first], more)))
        return np.vstack([np.zeros((0, width), np.float32), *rows])

    def _seen(self, pictures: list[Picture], output: str) -> npt.NDArray[np.float32]:
        copy = self._idle.pop()
        try:
            copy.setInput(normalised(np.stack(pictures)))
            return np.array(copy.forward(output), np.float32)
        finally:
            self._idle.append(copy)


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
