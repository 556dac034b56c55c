"""The value of a card that stands upright: what its index corners and its middle say together."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.candidates import FIRST, REST, Candidate, Zone, find_candidates
from vision.cards.faces import CLASSES, PICTURES, Faces
from vision.cards.kinds import SURELY, Kind, KindNetwork
from vision.cards.network import AT_ONCE, NumeralNetwork
from vision.cards.rectify import Picture
from vision.cards.votes import EITHER, Said, best_said, counted, heard_once, is_faint, is_indexed, lead, told_apart
from vision.readings import BACK

LEAST_GUESS, GUESSED = 0.02, 0.01
THRESHOLD = 2.6
ENOUGH, ENOUGH_BY_FAR = 0.9, 0.97
"""So sure a card need not be looked at by local thresholds, and so sure nowhere but in two corners, or if faint."""
TIE = 1.5
STAGES = ((FIRST, False), (REST, False), (FIRST, True), (REST, True))
LEAST_KIND = 0.1
DOUBT = {BACK: 8.0, "bomb": 4.0}
"""So many times likelier than all else must be what is named by its look alone: figures on ovals look like backs."""
SURE = 0.5
FAINT = 1.5
"""Votes that patterns and pictures get too."""
LEAST_ASIDE = 0.8
NOTHING_READ = 0.2
UNSURE = 0.45
LETTERLIKE = (0, 1, 2, 3, 6, 7, 9)
"""Figures that letters on their side pass for."""
BURNT_OUT, FULL, GLARE_PX, LEAST_GLARE, DESPITE_GLARE = 245, 255, 13, 0.04, 0.95
"""So bright in every channel, over squares of so many px, on such a share of a card; a back surer than that is one."""
IN_GLARE = 0.25
"""A back less sure than that is not borne out by a taught back that it resembles as little."""
UNREAD, ODD_BOMB = 0.05, 0.3
"""Of faces, how many show no numeral that can be read; in a deck with bombs, how many of those may be bombs."""
SURELY_READ = 0.985
SURELY_BACK, SURELY_BOMB = 0.995, 0.8
SURELY_CARD = 0.1
COVERED = Kind(0.0, 1.0, 0.0, 0.0)


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
    tinted: float = 1.0
    """The probability of that colour."""
    kind: Kind | None = None
    """What the whole card looks like."""


NOTHING = ValueRead(None, 0.0)


@dataclass(frozen=True, slots=True)
class CutCard:
    """A card cut from a picture: `picture` (240, 156, 3) uint8 BGR, `covered` (240, 156) bool where others lie on it.

    `likely` says which way up it is read if nothing on it tells: "upper" as it is, "lower" turned by half; `plain` that
    it shows the colours of the table. It is read if the probability that it is no card is below `most_none`. `gains`
    (3,) make what is grey in its light neutral, None where that is not known.
    """

    picture: Picture
    covered: npt.NDArray[np.bool_] | None = None
    likely: str = "upper"
    plain: bool = False
    most_none: float = SURELY
    gains: npt.NDArray[np.float64] | None = None


@dataclass(slots=True)
class _Look:
    """What has been found on one card so far, `odds` (n, classes) of the candidates `found`."""

    card: CutCard
    kind: Kind
    found: list[Candidate] = field(default_factory=list)
    odds: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, len(CLASSES)), np.float32))
    value: ValueRead = NOTHING


class CardReader:
    """Reads upright cards: with one network what they are, with another their numerals."""

    def __init__(self, network: NumeralNetwork | None = None) -> None:
        self.network = network or NumeralNetwork()
        self.kinds = KindNetwork()
        self._threads = ThreadPoolExecutor(AT_ONCE)

    def read(self, cards: Iterable[CutCard], faces: Faces) -> list[ValueRead]:
        """The value of each card; "back" and "bomb" only where `faces` have them.

        First only two opposite corners are looked at; the rest where these do not agree or leave a doubt; where there
        still is one the corners by local thresholds, then the rest so, then numerals printed sideways. Cards may be cut
        one by one: some are read while the next are cut.
        """
        return list(self._threads.map(partial(self._read, faces=faces), cards))

    def _read(self, card: CutCard, faces: Faces) -> ValueRead:
        """The value of one card."""
        look = _Look(card, COVERED if card.covered is not None else self._kind(card, faces))
        if look.kind.none < card.most_none and look.kind.back < SURELY_BACK:
            for stage, (zones, thorough) in enumerate(STAGES):
                if not stage or _is_open(look, thorough=thorough):
                    more = _seen(look, zones, thorough=thorough)
                    look.found, look.odds = look.found + more, np.vstack([look.odds, self._odds(more)])
                    look.value = judge(look.found, look.odds, faces, likely=card.likely)
            if _may_lie_aside(look):
                look.value = _believed_aside(look.value, self._aside(card, faces))
        return _doubted(settled(look.value, look.kind, faces, whole=card.covered is None), card.picture)

    def _kind(self, card: CutCard, faces: Faces) -> Kind:
        """What a whole card looks like, of what may lie there."""
        (kind,) = self.kinds.kinds([card.picture])
        return _possible(kind, faces)

    def _aside(self, card: CutCard, faces: Faces) -> ValueRead:
        """What the card says when read from one of its long sides."""
        view = np.asarray(cv2.rotate(card.picture, cv2.ROTATE_90_CLOCKWISE), np.uint8)
        found = find_candidates(view, (*FIRST, *REST), thorough=False)
        return judge(found, self._odds(found), faces)

    def judge_each(self, found: list[Candidate], faces: Faces) -> list[ValueRead]:
        """The reading of each candidate by itself."""
        return [judge([one], row[None], faces) for one, row in zip(found, self._odds(found), strict=True)]

    def _odds(self, found: list[Candidate]) -> npt.NDArray[np.float32]:
        return self.network.odds([candidate.crop for candidate in found])


def _seen(look: _Look, zones: tuple[Zone, ...], *, thorough: bool) -> list[Candidate]:
    """What was not yet found on a card; the thorough look comes last."""
    known = look.found if thorough else None
    return find_candidates(look.card.picture, zones, thorough=thorough, covered=look.card.covered, known=known)


def _is_open(look: _Look, *, thorough: bool) -> bool:
    """Whether looking closer may tell more: bombs are drawn anyhow; of what others cover, the kind tells nothing."""
    covered = look.card.covered is not None
    by_kind = look.kind.is_worth_a_closer_look if thorough else look.kind.is_worth_reading
    worth = by_kind if not covered else not thorough
    drawn = thorough and look.kind.bomb > SURELY_BOMB
    empty = thorough and not look.found and look.kind.none > SURELY_CARD
    faint = thorough and is_faint(look.found, look.odds, look.value.value)
    enough = ENOUGH if thorough and not faint else ENOUGH_BY_FAR
    return look.value.confidence < enough and worth and not (drawn or empty)


def _may_lie_aside(look: _Look) -> bool:
    """Whether a face shows nothing, read from its short sides."""
    unread = look.value.confidence < NOTHING_READ and look.value.votes < FAINT
    return unread and look.kind.is_worth_a_closer_look and look.card.covered is None


def _believed_aside(value: ValueRead, aside: ValueRead) -> ValueRead:
    """The value, or what is read surely from a long side; unsure what letters on their side pass for."""
    if aside.confidence <= LEAST_ASIDE:
        return value
    return aside if aside.value not in LETTERLIKE else replace(aside, confidence=UNSURE)


def judge(found: list[Candidate], odds: npt.NDArray[np.float32], faces: Faces, *, likely: str = "upper") -> ValueRead:
    """One reading from all candidates of a card, `odds` (n, classes).

    In each zone the best crop for a label votes, by the logarithm of the doubt it leaves. A digit inside a number of
    two is not heard. Where a figure reads both ways up and nothing else tells, the `likely` way makes the guess, which
    stays unsure.
    """
    best = best_said(found, odds)
    said = counted(best)
    votes = heard_once(said, best, found, odds)
    read = _verdict(votes, best, faces)
    if read is NOTHING:
        return _guess(odds, faces)
    if read.value in EITHER:
        apart = told_apart(votes, best)
        told = _verdict(apart, best, faces)
        if told.value in EITHER and is_indexed(best, told.value) and told.confidence > read.confidence:
            read, votes = told, apart
        elif apart[str(read.value)] < votes[str(read.value)] and not is_indexed(best, read.value):
            read = replace(read, confidence=min(read.confidence, UNSURE))
    if _both_ways(read, votes):
        read = replace(read, value=_facing(best, likely, read))
    places = sum(label == str(read.value) for _, label in best)
    read = replace(read, votes=said[str(read.value)], places=places, indexed=is_indexed(best, read.value))
    return replace(read, turned=_is_turned(best, read, likely))


def _guess(odds: npt.NDArray[np.float32], faces: Faces) -> ValueRead:
    """The likeliest number where none is likely, as people guess at what they can hardly see; nothing in its favour."""
    labels = [CLASSES.index(str(value)) for value in faces.values]
    chances = odds[:, labels].max(0, initial=0)
    if chances.max(initial=0) < LEAST_GUESS:
        return NOTHING
    return ValueRead(faces.values[int(chances.argmax())], GUESSED)


def _possible(kind: Kind, faces: Faces) -> Kind:
    """The kind where a deck has no bombs or no backs: what looks like them is a face then."""
    bomb, back = kind.bomb * faces.bombs, kind.back * faces.backs
    return Kind(kind.none, 1 - kind.none - back - bomb, back, bomb)


def settled(value: ValueRead, kind: Kind, faces: Faces, *, whole: bool) -> ValueRead:
    """What numerals and the look of the whole card say together: the value, or "back", or "bomb".

    Numerals seen with probability p, whichever they are, make a face p / (1 - p) times as likely. What is not `whole`
    is judged by its numerals alone.
    """
    value = replace(value, kind=kind)
    if not whole:
        return value
    seen = min(float(1 / (1 + np.exp(THRESHOLD - value.votes))), SURELY_READ) if value.votes > 0 else 0.0
    read = "bomb" if value.value == "bomb" else "face"
    kind = _possible(kind, faces)
    chances = {"face": kind.face, "bomb": kind.bomb, BACK: kind.back, "none": kind.none}
    # Nearly every face has numerals that can be read; a bomb may be drawn anyhow.
    chances[read] *= max(seen / (1 - seen), 1.0 if read == "bomb" else UNREAD / (1 - seen))
    total = sum(chances.values())
    best = max((BACK, "bomb"), key=lambda name: chances[name])
    odd = ODD_BOMB * kind.face if best == BACK and faces.bombs else 0.0
    chance = chances[best] / (chances[best] + DOUBT[best] * (total - chances[best] + odd))
    if chance >= SURE or (value.votes < FAINT and chance > max(LEAST_KIND, value.confidence)):
        return replace(value, value=best, confidence=chance, runner_up=value.value if value.votes > 0 else None)
    if value.value is None and faces.bombs and kind.none < SURELY:
        return replace(value, value="bomb", confidence=GUESSED)
    return replace(value, confidence=min(value.confidence, chances[read] / (total - chances["none"])))


def _doubted(value: ValueRead, card: Picture) -> ValueRead:
    """The value, unsure where a back is seen in the mirror image of a lamp: its glare hides every print.

    What still shows an index there is a face.
    """
    if value.value != BACK or value.confidence > DESPITE_GLARE:
        return value
    burnt = cv2.erode(cv2.inRange(card, (BURNT_OUT,) * 3, (FULL,) * 3), np.ones((GLARE_PX, GLARE_PX), np.uint8))
    if cv2.countNonZero(burnt) / burnt.size < LEAST_GLARE:
        return value
    value = replace(value, confidence=min(value.confidence, IN_GLARE))
    if value.indexed and isinstance(value.runner_up, int):
        return replace(value, value=value.runner_up, runner_up=BACK)
    return value


def _both_ways(read: ValueRead, votes: dict[str, float]) -> bool:
    return {read.value, read.runner_up} == set(EITHER) and read.confidence < 0.5 and abs(votes["6"] - votes["9"]) < TIE


def _facing(best: Said, likely: str, read: ValueRead) -> int | str | None:
    chances = {label: best.get((f"{likely} middle", str(label)), 0.0) for label in EITHER}
    return max(chances, key=lambda label: chances[label]) if any(chances.values()) else read.value


def _is_turned(best: Said, read: ValueRead, likely: str) -> bool:
    up, down = (best.get((f"{half} middle", str(read.value)), 0.0) for half in ("upper", "lower"))
    if abs(up - down) < 0.2:
        return likely == "lower" and up + down > 0
    return down > up


def _verdict(votes: dict[str, float], best: Said, faces: Faces) -> ValueRead:
    wanted = [str(value) for value in faces.values] + (["bomb"] if faces.bombs else [])
    ranked = sorted((label for label in wanted if votes[label] > 0), key=lambda label: -votes[label])[:2]
    if not ranked:
        return NOTHING
    first = max(ranked, key=lambda label: lead(votes, best, label))
    runner_up = next((_value(label) for label in ranked if label != first), None)
    confidence = 1 / (1 + np.exp(THRESHOLD - lead(votes, best, first)))
    return ValueRead(_value(first), float(confidence), runner_up, votes[first])


def _value(label: str) -> int | str:
    return label if label in PICTURES else int(label)
