"""What physics says of a tower as the screen shows it: whether it stands, where the next piece may go, how it falls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.exchange.tower_lines import measured_tower, noise_of
from physics.catalogue import Kind, splash_set
from physics.collapse import FRAMES_PER_S, collapse
from physics.dynamics import posed
from physics.errors import PhysicsError
from physics.judge import Statics, answer_of, p_topple_of, statics_seen
from physics.next_piece import Risk, risks
from physics.noise import Noise
from vision.towers import PieceSeen, TowerSeen

Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class GivenRisk:
    """How risky it is to be given a piece, by whoever must place it (Splash's real question).

    `piece` as the game names it ("plate/red"); `p_topple` 0..1 where it is placed as well as can be; `best_mm` the
    place for its centroid (x, mm), None where it can stand nowhere.
    """

    piece: str
    p_topple: float
    best_mm: float | None


@dataclass(frozen=True, slots=True)
class TowerLook:
    """A tower with what physics says of it: the value in `picture.tower`.

    `pieces` from the base up, outlines in mm; `p_topple` 0..1, and `answer` the word for it: "stands", "falls" or
    "too_close"; `margin_mm` of the weakest contact, `culprit` that contact where it falls; `safe_mm` where the next
    piece may stand (centroid, mm), in the posture that is best for it.

    `risks` for each piece that may be given now, or that is being placed, the riskiest first; empty in other games and
    phases.

    `fall` the outlines of all pieces at the end of a fall, `frames` the way there: outlines in the order of `pieces`
    at every 1 / `frames_per_s` s; `stacks` what remains: indices of pieces from below, tallest stack first. All three
    are empty where the tower stands.
    """

    pieces: tuple[PieceSeen, ...]
    p_topple: float
    margin_mm: float
    culprit: int | None
    safe_mm: tuple[tuple[float, float], ...]
    fall: tuple[Outline, ...]
    answer: str = "too_close"
    risks: tuple[GivenRisk, ...] = ()
    frames: tuple[tuple[Outline, ...], ...] = ()
    frames_per_s: int = FRAMES_PER_S
    stacks: tuple[tuple[int, ...], ...] = ()


def judged(seen: TowerSeen, hand: tuple[str, ...], *, is_given: bool) -> TowerLook | None:
    """What physics says of a tower that was seen, and of the pieces in `hand`; `is_given` one of them has been chosen.

    None where what was seen cannot be a tower: a hand in the way, a piece in the air.
    """
    noise = Noise(noise_of(seen))
    try:
        found = statics_seen(measured_tower(seen), noise)
        p_topple = p_topple_of(found, noise)
        told = {risk.name: risk for risk in risks(found, _kinds(hand), noise=noise)}
    except PhysicsError:
        return None
    looked = TowerLook(
        pieces=seen.pieces,
        p_topple=p_topple,
        margin_mm=min(found.balance.margins_mm),
        culprit=found.balance.culprit,
        safe_mm=told[_shape(hand[0])].advice.safe_mm if is_given and hand else (),
        fall=(),
        answer=answer_of(p_topple),
        risks=_given_risks(hand, told),
    )
    return looked if found.balance.stands else _with_fall(looked, found)


def _kinds(hand: tuple[str, ...]) -> tuple[Kind, ...]:
    """The shapes in a hand, each once: colour weighs nothing."""
    catalogue = splash_set()
    return tuple(catalogue.kind(shape) for shape in dict.fromkeys(map(_shape, hand)))


def _shape(piece: str) -> str:
    return piece.split("/", maxsplit=1)[0]


def _given_risks(hand: tuple[str, ...], told: Mapping[str, Risk]) -> tuple[GivenRisk, ...]:
    found = [(piece, told[_shape(piece)]) for piece in hand]
    listed = [GivenRisk(piece, risk.p_topple, risk.advice.best_mm) for piece, risk in found]
    return tuple(sorted(listed, key=lambda risk: -risk.p_topple))


def _with_fall(looked: TowerLook, found: Statics) -> TowerLook:
    """The look with the way of its fall and what remains of it."""
    fall = collapse(found)
    if fall is None:
        return looked
    pieces = found.tower.pieces
    frames = tuple(
        tuple(posed(part.outline_mm, part.centroid_mm, pose) for part, pose in zip(pieces, frame.poses, strict=True))
        for frame in fall.frames
    )
    return replace(looked, fall=frames[-1], frames=frames, stacks=fall.stacks)
