"""Will it topple? The one question the rest of the program asks of this package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from physics.contacts import UNSURE_LEVEL_SIGMAS, Contact, find_contacts
from physics.edges import SHORTEST_MM
from physics.equilibrium import pile_balance
from physics.noise import Noise
from physics.pieces import Piece, Tower
from physics.pile_probability import pile_p_stands
from physics.placement import Span, safe_spans
from physics.probability import p_stands
from physics.scene import CORNER_NOISE_MM
from physics.statics import Balance, Support, balance, find_supports

Answer = Literal["stands", "falls", "too_close"]
SURE = 0.9995  # so that of sure answers 99.9 % are right where all towers lie near their limit, too


@dataclass(frozen=True, slots=True)
class Statics:
    """Everything that follows from the outlines alone.

    Args:
        tower: what was asked about.
        contacts: where its pieces touch.
        supports: the one support of each piece, or None for a pile that needs the force programme.
        balance: margins of every contact.
    """

    tower: Tower
    contacts: tuple[Contact, ...]
    supports: tuple[Support, ...] | None
    balance: Balance


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said about a tower.

    Args:
        stands: exact for the outlines as given.
        p_topple: probability that the real tower falls, given how well it was measured, 0..1.
        answer: the word for the players; "too_close" where neither outcome is 99.95 % sure (sure answers together are
            right in more than 99.9 %).
        margin_mm: smallest horizontal distance of a centre of mass to the nearer end of its support; negative
            where it falls over.
        tilt_deg: largest tilt of the table that it survives, by tipping or sliding; negative where it falls.
        friction_deg: slope that friction still holds beyond the steepest contact; negative where it slides.
        culprit: the contact (below the piece of that index) that gives way most, None where it stands.
        failing: all contacts that give way, from below.
        safe_mm: where the centroid of the next piece may come to lie (x, mm); None where none was asked about.
    """

    stands: bool
    p_topple: float
    answer: Answer
    margin_mm: float
    tilt_deg: float
    friction_deg: float
    culprit: int | None
    failing: tuple[int, ...]
    safe_mm: tuple[Span, ...] | None = None


def statics_of(
    tower: Tower, noise_mm: float = CORNER_NOISE_MM, turn_rad: float = 0.0, corner_mm: float | None = None
) -> Statics:
    """Return contacts and balance of a tower: closed form for trees of pieces, forces for the rest.

    Args:
        tower: pieces in the table's frame.
        noise_mm: standard deviation of a corner; it only decides which gaps are closed in thought.
        turn_rad: standard deviation of the turn of a whole piece; likewise.
        corner_mm: that of a corner within its piece, where it is less than `noise_mm`.

    Raises:
        Floating, Overlapping: see `find_contacts`.
    """
    contacts = find_contacts(tower, noise_mm, turn_rad=turn_rad, corner_mm=corner_mm)
    supports = find_supports(tower, contacts)
    found = pile_balance(tower, contacts) if supports is None else balance(tower, supports)
    return Statics(tower, contacts, supports, found)


def statics_seen(tower: Tower, noise: Noise) -> Statics:
    """Return contacts and balance of a tower whose measurement is described in full; otherwise as `statics_of`."""
    return statics_of(tower, noise.place_mm, noise.turn_rad, noise.corner_mm)


def judge(
    tower: Tower,
    *,
    noise_mm: float = CORNER_NOISE_MM,
    next_piece: Piece | None = None,
    noise: Noise | None = None,
) -> Verdict:
    """Return the verdict on a tower.

    Args:
        tower: pieces in the table's frame, base first.
        noise_mm: standard deviation of one corner in mm.
        next_piece: in its own frame, base on y = 0; asks where it may go on the last piece.
        noise: the full description of the measurement where more than `noise_mm` is known.

    Raises:
        Floating, Overlapping: the outlines are no tower.
    """
    measured = noise or Noise(noise_mm)
    found = statics_seen(tower, measured)
    p_topple = p_topple_of(found, measured)
    safe = None if next_piece is None else safe_spans(tower, found.supports, next_piece)
    return _verdict(found.balance, p_topple, safe)


def p_topple_of(found: Statics, noise: Noise) -> float:
    """Return the probability that the real tower falls, given the statics of the measured one.

    Where a second support seems a little too low to carry, or just beside, both cases count alike.
    """
    stands = _p_stands(found, noise)
    if noise == Noise(0.0):
        return 1.0 - stands
    unsure = find_contacts(found.tower, noise.place_mm, UNSURE_LEVEL_SIGMAS, noise.turn_rad, noise.corner_mm)
    contacts = tuple(_perhaps(contact, unsure) for contact in unsure)
    if len(contacts) == len(found.contacts):
        return 1.0 - stands
    other = replace(found, contacts=contacts, supports=find_supports(found.tower, contacts))
    return 1.0 - (stands + _p_stands(other, noise)) / 2


def _perhaps(contact: Contact, contacts: Sequence[Contact]) -> Contact:
    """Return a contact with another piece than the sure ones as one that may have a length."""
    sure = {c.lower for c in contacts if c.upper == contact.upper and c.is_flat and c.carries}
    if contact.is_missed and sure and contact.lower not in sure:
        return replace(contact, length_mm=SHORTEST_MM)
    return contact


def _p_stands(found: Statics, noise: Noise) -> float:
    if found.supports is None:
        return pile_p_stands(found.tower, found.contacts, found.balance, noise)
    return p_stands(found.tower, found.contacts, found.supports, found.balance, noise)


def _verdict(found: Balance, p_topple: float, safe: tuple[Span, ...] | None) -> Verdict:
    return Verdict(
        stands=found.stands,
        p_topple=p_topple,
        answer=answer_of(p_topple),
        margin_mm=min(found.margins_mm),
        tilt_deg=min(found.tilts_deg),
        friction_deg=min(found.slips_deg),
        culprit=found.culprit,
        failing=found.failing,
        safe_mm=safe,
    )


def answer_of(p_topple: float) -> Answer:
    """Return the word for a probability of falling."""
    if p_topple >= SURE:
        return "falls"
    return "stands" if p_topple <= 1 - SURE else "too_close"
