"""Piles with several supports, held against linear programmes."""

import random
from collections.abc import Iterator

from rich.progress import track

from bench.physics_figures import CLEAR_MM, Row
from bench.physics_peers import force_lp
from physics.contacts import find_contacts
from physics.equilibrium import pushes
from physics.errors import PhysicsError
from physics.forces import Push
from physics.judge import statics_of
from physics.pieces import Tower, piece, tower
from tests.physics.random_piles import random_pile
from tests.physics.random_towers import shuffled


def pile_rows(piles: int) -> Iterator[Row]:
    rng = random.Random(606)
    right = far = near = 0
    errors: list[float] = []
    for _ in track(range(piles), description="piles"):
        built = random_pile(rng, rng.randint(4, 14))
        if rng.random() < 0.5:
            built = _at_its_limit(built, rng)
        seen = shuffled(built, rng)
        margin = _margin_by_lp(built)
        found = statics_of(seen, 0.5).balance
        near += abs(margin) < 1
        if abs(margin) >= CLEAR_MM:
            far += 1
            right += found.stands == (margin > 0)
        if margin > 0:
            errors.append(abs(min(found.margins_mm) - margin))
    yield f"piles with several supports, {near} within 1 mm of the limit", str(piles), ""
    yield f"stands or falls as the LP, margin at least {CLEAR_MM} mm", f"{right} of {far}", "all"
    yield "largest error of a margin to the LP, bisected", f"{max(errors):.4f} mm", "0.01"


def _at_its_limit(built: Tower, rng: random.Random) -> Tower:
    """The pile with its last piece moved to where it nearly tips, to either side."""
    far = rng.choice((-60.0, 60.0))
    rests, falls = 0.0, far
    if not force_lp(built, pushes(find_contacts(built))) or _rests_at(built, far):
        return built
    while abs(falls - rests) > 0.01:
        middle = (rests + falls) / 2
        rests, falls = (middle, falls) if _rests_at(built, middle) else (rests, middle)
    return _moved_last(built, rests + rng.uniform(-1, 1))


def _moved_last(built: Tower, by_mm: float) -> Tower:
    last = built.pieces[-1]
    corners = [(x + by_mm, y) for x, y in last.outline_mm]
    return tower([*built.pieces[:-1], piece(corners, last.grams)], friction=built.friction)


def _rests_at(built: Tower, by_mm: float) -> bool:
    moved = _moved_last(built, by_mm)
    try:
        return force_lp(moved, pushes(find_contacts(moved)))
    except PhysicsError:
        return False


def _margin_by_lp(built: Tower) -> float:
    """How far all supports may be narrowed, by linear programmes, to 0.001 mm; -1 where the pile falls."""
    contacts = find_contacts(built)
    points = pushes(contacts)
    if not force_lp(built, points):
        return -1.0
    spans = {
        p.upper: (
            min(q.at[0] for q in points if q.upper == p.upper),
            max(q.at[0] for q in points if q.upper == p.upper),
        )
        for p in points
    }

    def rests(by: float) -> bool:
        ends = ((p, spans[p.upper]) for p in points)
        moved = [
            Push(p.upper, p.lower, (min(max(p.at[0], low + by), high - by), p.at[1]), p.normal)
            for p, (low, high) in ends
        ]
        return force_lp(built, moved)

    good, bad = 0.0, min(high - low for low, high in spans.values()) / 2
    while bad - good > 0.001:
        middle = (good + bad) / 2
        good, bad = (middle, bad) if rests(middle) else (good, middle)
    return (good + bad) / 2
