"""Where the next piece may go, held against linear programmes."""

import random
from collections.abc import Iterator
from functools import partial

from bench.physics_figures import Clock, Row
from bench.physics_peers import force_lp
from physics.contacts import find_contacts
from physics.equilibrium import pushes
from physics.errors import PhysicsError
from physics.judge import statics_of
from physics.pieces import Piece, Tower, piece, tower
from physics.placement import find_seat, safe_spans, seated
from tests.physics.random_piles import random_pile
from tests.physics.random_towers import CROWNS, game_tower, shuffled


def placement_rows(count: int) -> Iterator[Row]:
    rng = random.Random(404)
    for name, make in (("columns", partial(game_tower, rng)), ("piles", None)):
        clock, errors = Clock(), []
        while len(errors) < count:
            built = make(count=rng.randint(1, 11)).tower if make else random_pile(rng, rng.randint(3, 9))
            part = piece(rng.choice(CROWNS)(rng).outline, 5)
            found = statics_of(shuffled(built, rng), 0.0)
            seat = find_seat(built.pieces[-1])
            if seat is None or min(found.balance.margins_mm) < 0.1 or (found.supports is None) == bool(make):
                continue
            spans = clock(partial(safe_spans, found.tower, found.supports, part))
            errors += [abs(_bisected(built, part, low, high) - low) for low, high in spans if high - low > 1]
        yield f"the next piece on {name}: safe spans held against the LP", str(len(errors)), ""
        yield "    largest error of an end", f"{max(errors):.4f} mm", "0.05"
        yield "    ms median / p95", str(clock), "0.3" if make else ""


def _bisected(built: Tower, part: Piece, low: float, high: float) -> float:
    """The left end of a safe span by the linear programme, to 0.002 mm."""
    seat = find_seat(built.pieces[-1])

    def rests(x: float) -> bool:
        taller = tower([*built.pieces, seated(part, seat, x)], friction=built.friction)
        try:
            return force_lp(taller, pushes(find_contacts(taller)))
        except PhysicsError:
            return False

    good, bad = (low + high) / 2, low - 2.0
    while good - bad > 0.002:
        middle = (good + bad) / 2
        good, bad = (middle, bad) if rests(middle) else (good, middle)
    return (good + bad) / 2
