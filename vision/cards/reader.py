"""The value of a card that stands upright: what its index corners and its middle say together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.cards.candidates import Candidate, find_candidates
from vision.cards.faces import CLASSES, PICTURES, Faces
from vision.cards.network import NumeralNetwork
from vision.cards.rectify import Picture

WEIGHT_CORNER = 1.0
WEIGHT_MIDDLE = 0.9
LEAST_ODDS = 0.3


@dataclass(frozen=True, slots=True)
class ValueRead:
    """A value with its confidence and the next best; `votes` is what spoke for it (a sum of log odds)."""

    value: int | str | None
    confidence: float
    runner_up: int | str | None = None
    votes: float = 0.0


NOTHING = ValueRead(None, 0.0)


class CardReader:
    """Reads upright cards with one numeral network."""

    def __init__(self, network: NumeralNetwork | None = None) -> None:
        self.network = network or NumeralNetwork()

    def read(self, cards: list[Picture], faces: Faces) -> list[ValueRead]:
        """The value of each card (288, 188, 3) uint8 BGR, all in one pass of the network."""
        candidates = [find_candidates(card) for card in cards]
        crops = [candidate.crop for found in candidates for candidate in found]
        odds = self.network.odds(np.stack(crops)) if crops else np.zeros((0, len(CLASSES)), np.float32)
        reads, at = [], 0
        for found in candidates:
            reads.append(judge(found, odds[at : at + len(found)], faces))
            at += len(found)
        return reads


def judge(found: list[Candidate], odds: npt.NDArray[np.float32], faces: Faces) -> ValueRead:
    """One reading from all candidates of a card.

    Args: `odds` (n, classes). The best crop of each zone votes with the logarithm of its doubt removed;
    the middle, readable both ways up, never decides between 6 and 9 alone.
    """
    votes = {label: 0.0 for label in CLASSES}
    best: dict[tuple[str, str], float] = {}
    for candidate, row in zip(found, odds, strict=True):
        for index in np.flatnonzero(row > LEAST_ODDS):
            key = (candidate.zone, CLASSES[index])
            best[key] = max(best.get(key, 0.0), float(row[index]))
    for (zone, label), chance in best.items():
        weight = WEIGHT_MIDDLE if zone.endswith("middle") else WEIGHT_CORNER
        votes[label] -= weight * float(np.log(1.002 - chance))
    return _verdict(votes, faces)


def _verdict(votes: dict[str, float], faces: Faces) -> ValueRead:
    wanted = [str(value) for value in faces.values] + (["bomb"] if faces.bombs else [])
    ranked = sorted(wanted, key=lambda label: -votes[label])
    first, second = ranked[0], ranked[1] if len(ranked) > 1 else None
    if votes[first] <= 0:
        return NOTHING
    others = [votes[label] for label in CLASSES if label != first and label not in PICTURES]
    rival = max(others, default=0.0)
    confidence = 1 / (1 + np.exp(-(votes[first] - 1.3 * rival - 2.5)))
    return ValueRead(
        _value(first), float(confidence), _value(second) if second and votes[second] else None, votes[first]
    )


def _value(label: str) -> int | str:
    return label if label in PICTURES else int(label)
