"""The value of a card that stands upright: what its index corners and its middle say together."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.cards.candidates import FIRST, REST, Box, Candidate, Zone, find_candidates
from vision.cards.faces import CLASSES, PICTURES, Faces
from vision.cards.network import NumeralNetwork
from vision.cards.rectify import Picture

WEIGHT_CORNER = 1.0
WEIGHT_MIDDLE = 0.9
LEAST_ODDS = 0.2
DOUBT_FLOOR = 0.002
THRESHOLD = 2.6
ENOUGH = 0.97
RIVAL_WEIGHT = 1.3
MOST_COVERED = 0.2
TIE = 1.5
TWO_DIGITS = np.array([len(label) == 2 for label in CLASSES])
PERHAPS_TWO = 0.35


@dataclass(frozen=True, slots=True)
class ValueRead:
    """A value with its confidence and the next best; `votes` is what spoke for it (a sum of log odds)."""

    value: int | str | None
    confidence: float
    runner_up: int | str | None = None
    votes: float = 0.0
    turned: bool = False
    """Whether the card's own top is at the bottom of what was read."""
    indexed: bool = False
    """Whether a corner of the card says so too."""
    places: int = 0
    """In how many places of the card it says so."""
    colour: str | None = None
    """The colour, where the value alone does not say which face it is: of taught decks."""


NOTHING = ValueRead(None, 0.0)


@dataclass(frozen=True, slots=True)
class CutCard:
    """A card cut from a picture: `picture` (240, 156, 3) uint8 BGR, `covered` (240, 156) bool where others lie on it.

    `likely` says which way up it is read if nothing on it tells: "upper" as it is, "lower" turned by half.
    """

    picture: Picture
    covered: npt.NDArray[np.bool_] | None = None
    likely: str = "upper"


class CardReader:
    """Reads upright cards with one numeral network."""

    def __init__(self, network: NumeralNetwork | None = None) -> None:
        self.network = network or NumeralNetwork()

    def read(self, cards: list[CutCard], faces: Faces) -> list[ValueRead]:
        """The value of each card.

        First only two opposite corners are looked at; all the rest where these do not agree or leave a doubt.
        """
        found = [_seen(card, FIRST, thorough=False) for card in cards]
        odds = self._named(found)
        reads = [judge(*pair, faces) for pair in zip(found, odds, strict=True)]
        unsure = [index for index, read in enumerate(reads) if read.confidence < ENOUGH]
        more = [_fresh(_seen(cards[index], (*FIRST, *REST), thorough=True), found[index]) for index in unsure]
        for index, extra, extra_odds in zip(unsure, more, self._named(more), strict=True):
            all_odds = np.vstack([odds[index], extra_odds])
            reads[index] = judge(found[index] + extra, all_odds, faces, likely=cards[index].likely)
        return reads

    def judge_each(self, found: list[Candidate], faces: Faces) -> list[ValueRead]:
        """The reading of each candidate by itself."""
        if not found:
            return []
        odds = self.network.odds(np.stack([candidate.crop for candidate in found]))
        return [judge([one], row[None], faces) for one, row in zip(found, odds, strict=True)]

    def _named(self, found: list[list[Candidate]]) -> list[npt.NDArray[np.float32]]:
        crops = [candidate.crop for one in found for candidate in one]
        rows = self.network.odds(np.stack(crops)) if crops else np.zeros((0, len(CLASSES)), np.float32)
        ends = np.cumsum([len(one) for one in found])
        return np.split(rows, ends[:-1]) if found else []


def _seen(card: CutCard, zones: tuple[Zone, ...], *, thorough: bool) -> list[Candidate]:
    found = find_candidates(card.picture, zones, thorough=thorough)
    if card.covered is None:
        return found
    return [one for one in found if not _is_covered(one, card.covered)]


def _fresh(more: list[Candidate], known: list[Candidate]) -> list[Candidate]:
    """What the first look did not see."""
    places = {(one.zone, one.box) for one in known}
    return [one for one in more if (one.zone, one.box) not in places]


def _is_covered(candidate: Candidate, covered: npt.NDArray[np.bool_]) -> bool:
    seen = covered if candidate.zone.startswith("upper") else covered[::-1, ::-1]
    x, y, w, h = candidate.box
    return bool(seen[y : y + h, x : x + w].mean() > MOST_COVERED)


def judge(found: list[Candidate], odds: npt.NDArray[np.float32], faces: Faces, *, likely: str = "upper") -> ValueRead:
    """One reading from all candidates of a card, `odds` (n, classes).

    In each zone the best crop for a label votes, by the logarithm of the doubt it leaves. A digit inside a number of
    two is not heard. Where a figure reads both ways up and nothing else tells, the `likely` way makes the guess, which
    stays unsure.
    """
    best: dict[tuple[str, str], float] = {}
    for candidate, row in zip(found, _heard(found, odds), strict=True):
        for index in np.flatnonzero(row > LEAST_ODDS):
            key = (candidate.zone, CLASSES[index])
            best[key] = max(best.get(key, 0.0), float(row[index]))
    votes = dict.fromkeys(CLASSES, 0.0)
    for (zone, label), chance in best.items():
        weight = WEIGHT_MIDDLE if zone.endswith("middle") else WEIGHT_CORNER
        votes[label] -= weight * float(np.log(1 + DOUBT_FLOOR - chance))
    read = _verdict(votes, faces)
    if _both_ways(read, votes):
        read = replace(read, value=_facing(best, likely, read))
    places = [zone for zone, label in best if label == str(read.value)]
    indexed = not all(zone.endswith("middle") for zone in places)
    return replace(read, turned=_is_turned(best, read, likely), indexed=indexed, places=len(places))


def _both_ways(read: ValueRead, votes: dict[str, float]) -> bool:
    return {read.value, read.runner_up} == {6, 9} and read.confidence < 0.5 and abs(votes["6"] - votes["9"]) < TIE


def _facing(best: dict[tuple[str, str], float], likely: str, read: ValueRead) -> int | str | None:
    chances = {label: best.get((f"{likely} middle", str(label)), 0.0) for label in (6, 9)}
    return max(chances, key=lambda label: chances[label]) if any(chances.values()) else read.value


def _is_turned(best: dict[tuple[str, str], float], read: ValueRead, likely: str) -> bool:
    up, down = (best.get((f"{half} middle", str(read.value)), 0.0) for half in ("upper", "lower"))
    if abs(up - down) < 0.2:
        return likely == "lower" and up + down > 0
    return down > up


def _heard(found: list[Candidate], odds: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The odds without those of single digits that lie inside a box that may be read as a number of two."""
    heard = odds.copy()
    two = np.flatnonzero(odds[:, TWO_DIGITS].max(1, initial=0) > PERHAPS_TWO)
    for i in (i for i, row in enumerate(odds) if not TWO_DIGITS[row.argmax()]):
        for j in two:
            same = found[j].zone == found[i].zone
            if i != j and same and _inside(found[i].box, found[j].box):
                heard[i] = 0
    return heard


def _inside(box: Box, other: Box) -> bool:
    x, y, w, h = box
    ox, oy, ow, oh = other
    slack = 0.1 * oh
    within = x >= ox - slack and x + w <= ox + ow + slack and y >= oy - slack and y + h <= oy + oh + slack
    return within and w < 0.75 * ow


def _verdict(votes: dict[str, float], faces: Faces) -> ValueRead:
    wanted = [str(value) for value in faces.values] + (["bomb"] if faces.bombs else [])
    ranked = sorted(wanted, key=lambda label: -votes[label])
    first, second = ranked[0], ranked[1] if len(ranked) > 1 else None
    if votes[first] <= 0:
        return NOTHING
    rival = max(votes[label] for label in CLASSES if label not in (first, *PICTURES))
    confidence = 1 / (1 + np.exp(-(votes[first] - RIVAL_WEIGHT * rival - THRESHOLD)))
    runner_up = _value(second) if second and votes[second] > 0 else None
    return ValueRead(_value(first), float(confidence), runner_up, votes[first])


def _value(label: str) -> int | str:
    return label if label in PICTURES else int(label)
