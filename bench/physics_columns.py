"""Columns held against the truth they were built with and against a linear programme each; what a verdict takes."""

import random
from collections.abc import Iterator
from functools import partial

from rich.progress import track

from bench.calibrate import aside_and_upright
from bench.physics_figures import CLEAR_MM, Clock, Row, timed
from bench.physics_peers import force_lp, tilt_by_lp
from physics.contacts import find_contacts
from physics.equilibrium import can_rest, pushes
from physics.judge import judge, statics_of
from physics.statics import balance
from tests.physics.random_piles import random_pile
from tests.physics.random_towers import Known, game_tower, mixed_tower, near_tower, shuffled

ROUNDED_MM = 0.002  # outlines are rounded to 0.001 mm, so a contact nearer to its limit counts neither way


def statics_rows(columns: int) -> Iterator[Row]:
    rng = random.Random(101)
    clocks = {name: Clock() for name in ("contacts", "closed form", "least squares of forces", "scipy LP a tower")}
    right = failing = equal = far = contacts_failing = 0
    worst_mm = worst_deg = 0.0
    for number in track(range(columns), description="statics"):
        friction = 0.4 if number % 3 else 0.1
        known = (near_tower(rng, 1.0) if number % 2 else mixed_tower(rng, number)) if number % 3 else _slippery(rng)
        seen = shuffled(known.tower, rng)
        contacts = clocks["contacts"](partial(find_contacts, seen, 0.5))
        found = statics_of(seen, 0.5)
        assert found.supports is not None
        clocks["closed form"](partial(balance, seen, found.supports))
        rests = clocks["least squares of forces"](partial(can_rest, seen, pushes(contacts)))
        equal += rests == found.balance.stands == clocks["scipy LP a tower"](partial(force_lp, seen, pushes(contacts)))
        if rests and number < 500:
            lowest = min(found.balance.tilts_deg)
            worst_deg = max(worst_deg, abs(tilt_by_lp(seen, pushes(contacts)) - lowest))
        worst_mm = max(worst_mm, *(abs(a - b) for a, b in zip(found.balance.margins_mm, known.margins_mm, strict=True)))
        if friction == 0.4 and abs(known.margin_mm) >= CLEAR_MM:
            far += 1
            right += found.balance.stands == (known.margin_mm > 0)
            clear = [(i, m < 0) for i, m in enumerate(known.margins_mm) if abs(m) > ROUNDED_MM]
            failing += all((i in found.balance.failing) == fails for i, fails in clear)
            contacts_failing += sum(fails for _, fails in clear)
    yield "columns, a third at friction 0.1, a third within 1 mm", str(columns), ""
    yield "closed form = least squares = LP", f"{equal} of {columns}", "all"
    yield "largest difference in tilt to the load factor", f"{worst_deg:.1e} deg", "1e-9"
    yield f"stands or falls right, margin at least {CLEAR_MM} mm", f"{right} of {far}", "all"
    yield f"all of {contacts_failing} failing contacts named, no other", f"{failing} of {far}", "all"
    yield "largest error of a margin (outlines rounded to 0.001 mm)", f"{worst_mm:.4f} mm", "0.01"
    for name, clock in clocks.items():
        yield f"{name}, ms median / p95", str(clock), "0.3" if name == "closed form" else ""


def _slippery(rng: random.Random) -> Known:
    return game_tower(rng, friction=0.1)


def verdict_rows(count: int) -> Iterator[Row]:
    rng = random.Random(505)
    column, pile = Clock(), Clock()
    for _ in range(count):
        seen, noise = aside_and_upright(game_tower(rng, count=12).tower, 0.5, rng)
        timed(column, partial(judge, seen, noise=noise))
        seen, noise = aside_and_upright(random_pile(rng, 12), 0.5, rng)
        timed(pile, partial(judge, seen, noise=noise))
    yield "verdict with probability, 12 pieces, ms median / p95", str(column), "10"
    yield "the same for piles with bridges, 12 to 15 pieces", str(pile), "10"
