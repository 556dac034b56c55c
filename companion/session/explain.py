"""From seen to proposed: which legal action would make the table look as it was seen.

Every legal action is applied in thought and the zones it predicts are scored against the cells that were seen (sum of
log-likelihoods). Candidates that lead to equal states are one. "Nothing happened" is a candidate like any other, so
the camera keeps silent about a table that already agrees. The rules filter the camera: a label that no legal action
explains is never believed. What the camera leaves open it may have missed: a label that it only guesses at is not
believed either, though no other action explains the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import exp, log
from typing import Any, Final

from companion.rulebook.course import Course
from companion.rulebook.domain import Domain, OneOf, Open
from companion.rulebook.errors import IllegalAction
from companion.rulebook.game import Option
from companion.rulebook.zone import Zone
from vision.readings import CellSeen, Seen

CLEAR: Final = log(20)
"""A winner must be twenty times as likely as the next different state."""
PLAUSIBLE: Final = log(100)
"""Less likely ones than this, against the best, are not offered as a choice."""
STRANGE: Final = log(1e-4)
"""What a label costs that the camera did not even consider."""
POSSIBLE: Final = 0.02
"""A label seen nowhere with this probability is not tried: it could not become a proposal."""
SURE_CELL: Final = 0.9
"""A cell read with this confidence must be explained, or the candidate does not fit."""
DOUBTS: Final = 4
"""So many next best labels are tried where cards are read together, each alone and two at a time."""


Place = tuple[str, int, int]
"""Zone, row, column."""
Labels = tuple[tuple[str, ...], ...]
"""The labels of a zone, row by row."""
Contradictions = frozenset[tuple[Place, str]]
"""Places read otherwise than recorded, each with the label read there."""
NONE_KNOWN: Final[Contradictions] = frozenset()


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that would explain the table, and how likely it is among those considered."""

    action: Any
    probability: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a look at the table means.

    `choices` are at most three actions, the likeliest first; `clear` tells that the first one stands out. Where no
    action explains what lies there, `differs` names the places (zone, row, column) that the records contradict.
    """

    choices: tuple[Choice, ...] = ()
    clear: bool = False
    differs: tuple[tuple[str, int, int], ...] = ()

    @property
    def meaning(self) -> tuple[Any, ...]:
        """What it says, without how sure: the actions offered and the places that differ."""
        return (tuple(choice.action for choice in self.choices), self.clear, self.differs)


def explain(course: Course, seen: Mapping[str, Seen], known: Contradictions = NONE_KNOWN) -> Explanation:
    """The most likely actions behind `seen` (by zone name), or silence where the table agrees.

    `known` are contradictions that people have seen and gone on with: a place read wrongly must not keep the camera
    from understanding all others, so these need no explanation.
    """
    game = course.game
    differs = differences(game.zones(course.state), seen)
    if not differs:
        return Explanation()
    unchanged = likelihood(game.zones(course.state), seen)
    ranked = _ranked(course, seen, known)
    fitting = [(score, action) for score, action, fits in ranked if fits]
    if not fitting:
        return Explanation(differs=tuple(place for place in differs if _binds(seen, place, known)))
    if unchanged + CLEAR > fitting[0][0]:
        return Explanation()
    explained = game.zones(game.apply(course.state, fitting[0][1]).state)
    return _chosen(fitting, borne_out=_is_borne_out(game.zones(course.state), explained, seen))


def _chosen(fitting: list[tuple[float, Any]], *, borne_out: bool) -> Explanation:
    best = fitting[0][0]
    weights = [exp(score - best) for score, _ in fitting]
    clear = borne_out and (len(fitting) == 1 or best - fitting[1][0] >= CLEAR)
    shown = [one for one in fitting[: 1 if clear else 3] if one[0] >= best - PLAUSIBLE]
    total = sum(weights)
    return Explanation(
        tuple(Choice(action, weight / total) for (_, action), weight in zip(shown, weights, strict=False)), clear
    )


def contradictions(course: Course, seen: Mapping[str, Seen]) -> Contradictions:
    """The places read otherwise than the record says, with what was read there."""
    places = differences(course.game.zones(course.state), seen)
    return frozenset((place, _cell(seen, place).label) for place in places)


def _binds(seen: Mapping[str, Seen], place: Place, known: Contradictions) -> bool:
    """Whether a place that differs must be explained."""
    cell = _cell(seen, place)
    return cell.confidence >= SURE_CELL and (place, cell.label) not in known


def _is_borne_out(before: Iterable[Zone], after: Iterable[Zone], seen: Mapping[str, Seen]) -> bool:
    """Whether each label that an action brings is as likely as all that the camera did not name on its place."""
    brought = set(_places(after, seen)) - set(_places(before, seen))
    cells = [(_cell(seen, place), label) for place, label in brought]
    return all(_likely(cell, label) >= 1 - sum(share for _, share in cell.likelihoods) for cell, label in cells)


def _ranked(course: Course, seen: Mapping[str, Seen], known: Contradictions) -> list[tuple[float, Any, bool]]:
    """Every different state one action away: score, action, and whether it explains each sure cell."""
    game, judged = course.game, _Judge(course.game.zones(course.state), seen, known)
    by_state: dict[Any, tuple[float, Any, bool]] = {}
    for action in candidates(game.options(course.state), seen):
        try:
            state = game.apply(course.state, action).state
        except IllegalAction:
            continue
        if state not in by_state:
            score, fits = judged.verdict(game.zones(state))
            by_state[state] = (score, action, fits)
    return sorted(by_state.values(), key=lambda one: -one[0])


class _Judge:
    """Scores predicted tables against the cells seen; a zone that an action leaves alone is scored once."""

    def __init__(self, zones: Iterable[Zone], seen: Mapping[str, Seen], known: Contradictions) -> None:
        self._seen = seen
        self._known_wrong = known
        self._known = {zone: self._scored(zone) for zone in zones}

    def verdict(self, zones: Iterable[Zone]) -> tuple[float, bool]:
        """The log-likelihood of the cells if the table looked so, and whether each sure cell is explained."""
        scored = [self._known.get(zone) or self._scored(zone) for zone in zones]
        return sum(score for score, _ in scored), all(fits for _, fits in scored)

    def _scored(self, zone: Zone) -> tuple[float, bool]:
        places = differences((zone,), self._seen)
        fits = not any(_binds(self._seen, place, self._known_wrong) for place in places)
        return likelihood((zone,), self._seen), fits


def candidates(options: Iterable[Option], seen: Mapping[str, Seen]) -> Iterator[Any]:
    """The actions worth trying: open fields limited to labels that were seen, structures read from the looks."""
    labels = {
        label
        for look in seen.values()
        for row in look.cells
        for cell in row
        for label, probability in cell.likelihoods
        if probability >= POSSIBLE
    }
    rows = tuple(readings(seen))
    for option in options:
        limited: list[tuple[str, Domain]] = []
        for name, domain in option.domains:
            if isinstance(domain, OneOf) and domain.shown:
                limited.append((name, OneOf(tuple(v for v in domain if str(v) in labels))))
            elif isinstance(domain, Open):
                limited.append((name, OneOf(_read(domain, rows))))
            else:
                limited.append((name, domain))
        yield from replace(option, domains=tuple(limited)).actions()


def readings(seen: Mapping[str, Seen]) -> Iterator[dict[str, Labels]]:
    """The labels of all zones as they are likeliest, then with the next best label at one or two doubtful places.

    Where the likeliest cards cannot lie there (one of them is used up, or not allowed), the next likely ones may.
    """
    likeliest = {zone: look.labels for zone, look in seen.items()}
    yield likeliest
    doubts = sorted(_doubts(seen), key=lambda doubt: -doubt[1])[:DOUBTS]
    for changes in (*((one,) for one in doubts), *combinations(doubts, 2)):
        if len({place for place, _, _ in changes}) == len(changes):
            yield _with(likeliest, [(place, label) for place, _, label in changes])


def _doubts(seen: Mapping[str, Seen]) -> Iterator[tuple[Place, float, str]]:
    for zone, look in seen.items():
        for r, row in enumerate(look.cells):
            for c, cell in enumerate(row):
                if cell.confidence < SURE_CELL:
                    yield from (((zone, r, c), p, label) for label, p in cell.likelihoods[1:3] if p >= POSSIBLE)


def _with(labels: Mapping[str, Labels], changes: Iterable[tuple[Place, str]]) -> dict[str, Labels]:
    changed = {zone: [list(row) for row in rows] for zone, rows in labels.items()}
    for (zone, row, column), label in changes:
        changed[zone][row][column] = label
    return {zone: tuple(map(tuple, rows)) for zone, rows in changed.items()}


def _read(domain: Open, rows: Iterable[Mapping[str, Labels]]) -> tuple[Any, ...]:
    """What a structure may be, by each of the readings; only what the rules allow."""
    if domain.read is None:
        return ()
    found: list[Any] = []
    for labels in rows:
        value = domain.read(labels)
        if value is not None and value not in found and value in domain:
            found.append(value)
    return tuple(found)


def likelihood(zones: Iterable[Zone], seen: Mapping[str, Seen]) -> float:
    """The log-likelihood of the cells seen if the table looked as `zones` say."""
    return sum(_log(_likely(_cell(seen, place), label)) for place, label in _places(zones, seen))


def differences(zones: Iterable[Zone], seen: Mapping[str, Seen]) -> tuple[Place, ...]:
    """The places (zone, row, column) where the likeliest label seen is not the one expected."""
    expected = ((_cell(seen, place), place, label) for place, label in _places(zones, seen))
    return tuple(place for cell, place, label in expected if cell.likelihoods and cell.label != label)


def _places(zones: Iterable[Zone], seen: Mapping[str, Seen]) -> Iterator[tuple[Place, str]]:
    """The places that were looked at, with the labels expected there."""
    for zone in (one for one in zones if one.name in seen):
        for r, (labels, cells) in enumerate(zip(zone.rows, seen[zone.name].cells, strict=False)):
            yield from (((zone.name, r, c), label) for c, (label, _) in enumerate(zip(labels, cells, strict=False)))


def _cell(seen: Mapping[str, Seen], place: Place) -> CellSeen:
    zone, row, column = place
    return seen[zone].cells[row][column]


def _likely(cell: CellSeen, label: str) -> float:
    return dict(cell.likelihoods).get(label, 0.0) if cell.likelihoods else 1.0


def _log(probability: float) -> float:
    return max(STRANGE, log(probability)) if probability > 0 else STRANGE
