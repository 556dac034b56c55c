"""The judge of towers beside its peers: ``python -m bench.physics [--columns 2000] [--piles 120] [--rollouts 300]``.

One table: statics against the truth the towers were built with and against a linear programme a tower; piles; where the
next piece may go; rollouts against statics (ours, pymunk as it comes, Box2D where installed); and how far the
probabilities are from frequencies, in several mixes of towers, beside what chance alone would show. Times are of the
processor, so other work on the machine disturbs them little.
"""

import argparse
import importlib.util
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise

import numpy as np
import pymunk
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scipy.optimize import linprog

from bench.calibrate import KINDS, NOISES_MM, Look, aside_and_upright, looked, mixes
from physics.contacts import find_contacts
from physics.dynamics import Pace, rollout
from physics.equilibrium import STEEPEST, can_rest, pushes
from physics.errors import PhysicsError
from physics.forces import Push, forces_of
from physics.judge import SURE, Statics, judge, statics_of
from physics.outline import Outline, convex_parts
from physics.pieces import Piece, Tower, piece, tower
from physics.placement import find_seat, safe_spans, seated
from physics.probability import tempered
from physics.seating import reseated
from physics.statics import balance
from tests.physics.random_piles import random_pile
from tests.physics.random_towers import CROWNS, Known, game_tower, mixed_tower, near_tower, shuffled

Row = tuple[str, str, str]
"""What was measured, what came, and what was wanted."""

BINS_MM = (0.0, 0.05, 0.25, 0.5, 1.0, math.inf)
CLEAR_MM = 0.05  # a tower farther from the limit must be judged right
ROUNDED_MM = 0.002  # outlines are rounded to 0.001 mm, so a contact nearer to its limit counts neither way
WANTED_ECE = {0.25: 0.005, 0.5: 0.008, 1.0: 0.012}


class Clock:
    """Processor time of calls, in ms."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    def __call__(self, work: Callable[[], object]) -> object:
        started = time.process_time()
        result = work()
        self.taken.append(1000 * (time.process_time() - started))
        return result

    def __str__(self) -> str:
        return f"{np.median(self.taken):.2f} / {np.percentile(self.taken, 95):.2f}" if self.taken else "-"


def force_lp(built: Tower, points: Sequence[Push]) -> bool:
    """The peer: one linear programme a tower."""
    forces = forces_of(built, points)
    columns = forces.columns(built.friction)
    return linprog(np.zeros(columns.shape[1]), A_eq=columns, b_eq=forces.weights, method="highs").status == 0


def tilt_by_lp(built: Tower, points: Sequence[Push]) -> float:
    """The load factor: the largest tilt of the table in degrees, by a linear programme to each side."""
    forces = forces_of(built, points)
    columns = forces.columns(built.friction)
    cost = np.append(np.zeros(columns.shape[1]), -1.0)
    bounds = [(0.0, None)] * columns.shape[1] + [(0.0, STEEPEST)]
    tilts = []
    for sign in (1.0, -1.0):
        loaded = np.column_stack([columns, -sign * forces.sideways])
        tilts.append(-linprog(cost, A_eq=loaded, b_eq=forces.weights, bounds=bounds, method="highs").fun)
    return math.degrees(math.atan(min(tilts)))


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
            lowest = min(*found.balance.tilts_deg, *found.balance.slips_deg)
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
        _timed(column, partial(judge, seen, noise=noise))
        seen, noise = aside_and_upright(random_pile(rng, 12), 0.5, rng)
        _timed(pile, partial(judge, seen, noise=noise))
    yield "verdict with probability, 12 pieces, ms median / p95", str(column), "10"
    yield "the same for piles with bridges, 12 to 15 pieces", str(pile), "10"


def _timed(clock: Clock, work: Callable[[], object]) -> None:
    timed = Clock()
    try:
        timed(work)
    except PhysicsError:
        return
    clock.taken += timed.taken


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


def naive_pymunk(built: Tower) -> bool:
    """As the manual's first page does it: no ids used up, no ramp, 1/60 s, 10 iterations."""
    space = pymunk.Space()
    space.gravity = (0, -9810)
    table_top = pymunk.Segment(space.static_body, (-3000, -50), (3000, -50), 50)
    table_top.friction = math.sqrt(built.friction)
    space.add(table_top)
    bodies = []
    for part in built.pieces:
        body = pymunk.Body(part.grams, part.grams * 100)
        cx, cy = part.centroid_mm
        shapes = [pymunk.Poly(body, [(x - cx, y - cy) for x, y in c]) for c in convex_parts(part.outline_mm)]
        body.moment = sum(pymunk.moment_for_poly(part.grams / len(shapes), s.get_vertices()) for s in shapes)
        body.position = (cx, cy)
        for shape in shapes:
            shape.friction = math.sqrt(built.friction)
        space.add(body, *shapes)
        bodies.append(body)
    for _ in range(120):
        space.step(1 / 60)
    return any(
        abs(body.angle) > math.radians(10) or math.dist(body.position, part.centroid_mm) > 8
        for body, part in zip(bodies, built.pieces, strict=True)
    )


def without_straight_corners(corners: Outline) -> Outline:
    """Box2D aborts the process on some polygons with three corners in a line."""
    around = zip((corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False)
    return tuple(
        b
        for a, b, c in around
        if (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 1e-6 * math.dist(a, c)
    )


def box2d(built: Tower, *, scale: float, step_s: float, iterations: tuple[int, int], lasts_s: float) -> bool:
    import Box2D as b2  # noqa: N813, PLC0415 a peer that need not be installed

    world = b2.b2World(gravity=(0, -9810 * scale), doSleep=False)
    flat = [(-300, -10), (300, -10), (300, 0), (-300, 0)]
    ground = b2.b2PolygonShape(vertices=[(10 * x * scale, 10 * y * scale) for x, y in flat])
    world.CreateStaticBody(fixtures=b2.b2FixtureDef(shape=ground, friction=built.friction))
    bodies = []
    for part in built.pieces:
        cx, cy = part.centroid_mm
        shapes = []
        for corners in convex_parts(part.outline_mm):
            sharp = without_straight_corners(corners)
            kept = [sharp[round(k)] for k in np.linspace(0, len(sharp) - 1, min(8, len(sharp)))]
            shapes.append(b2.b2PolygonShape(vertices=[((x - cx) * scale, (y - cy) * scale) for x, y in kept]))
        fixtures = [b2.b2FixtureDef(shape=shape, density=1.0, friction=built.friction) for shape in shapes]
        bodies.append(world.CreateDynamicBody(position=(cx * scale, cy * scale), fixtures=fixtures))
    starts = [tuple(body.worldCenter) for body in bodies]
    for _ in range(round(lasts_s / step_s)):
        world.Step(step_s, *iterations)
    return any(
        abs(body.angle) > math.radians(10) or math.dist(body.worldCenter, start) > 8 * scale
        for body, start in zip(bodies, starts, strict=True)
    )


def seated_statics(known: Known) -> tuple[Tower, Statics]:
    found = statics_of(known.tower, 0.0)
    assert found.supports is not None
    return reseated(found.tower, found.contacts, found.supports), found


def engine_rows(name: str, falls: Callable[[Tower], bool], cases: Sequence[tuple[Tower, float]]) -> Iterator[Row]:
    clock = Clock()
    wrong_falls = wrong_stands = 0
    rights: list[tuple[float, bool]] = []
    for built, margin in track(cases, description=name):
        timed = Clock()
        fell = bool(timed(partial(falls, built)))
        if not fell:
            clock.taken += timed.taken
        wrong_falls += fell and margin > 0
        wrong_stands += not fell and margin < 0
        rights.append((abs(margin), fell == (margin < 0)))
    shares = []
    for low, high in pairwise(BINS_MM):
        inside = [right for margin, right in rights if low <= margin < high]
        shares.append(f"{np.mean(inside):.3f}" if inside else "-")
    agreement = np.mean([right for _, right in rights])
    yield f"{name}: agrees with statics", f"{agreement:.4f}", "0.997"
    yield "    by margin from " + ", ".join(f"{low:g}" for low in BINS_MM[:-1]) + " mm", " ".join(shares), ""
    yield "    false falls / false stands", f"{wrong_falls} / {wrong_stands}", "- / 0"
    yield "    ms of a standing tower, median / p95", str(clock), "30"


def rollout_rows(rollouts: int) -> Iterator[Row]:
    rng = random.Random(202)
    cases, pivots = [], []
    for number in track(range(rollouts), description="rollouts"):
        built, found = seated_statics(mixed_tower(rng, number))
        cases.append((built, min(found.balance.margins_mm)))
        if not found.balance.stands:
            pivots.append(rollout(built).pivot in found.balance.failing)
    yield "rollouts", str(rollouts), ""
    yield "a fall begins at a failing contact", f"{np.mean(pivots):.4f}", "0.99"
    yield from engine_rows("ours (pymunk, tuned)", lambda built: rollout(built).fell, cases)
    research = Pace(step_s=1 / 2000, calm_s=9.0)
    yield from engine_rows("pymunk, 1/2000 s, no early end", lambda b: rollout(b, research).fell, cases)
    yield from engine_rows("pymunk, defaults", naive_pymunk, cases)
    if importlib.util.find_spec("Box2D") is None:
        yield "Box2D 2.3", "not installed", ""
        return
    settings = {
        "Box2D 2.3, cm, 1/60 s": {"scale": 0.1, "step_s": 1 / 60, "iterations": (10, 10), "lasts_s": 2.0},
        "Box2D 2.3, mm, 1/1000 s": {"scale": 1.0, "step_s": 1 / 1000, "iterations": (30, 10), "lasts_s": 1.0},
    }
    for name, setting in settings.items():
        yield from engine_rows(name, partial(box2d, **setting), cases)


def expected_error(chances: np.ndarray, truths: np.ndarray, weights: np.ndarray) -> float:
    """Mean distance between said and seen frequency over ten bins."""
    tenth = np.minimum((chances * 10).astype(int), 9)
    gaps = np.bincount(tenth, weights * (chances - truths), minlength=10)
    return float(np.abs(gaps).sum() / weights.sum())


def calibration_rows(towers: int) -> Iterator[Row]:
    looks = looked(towers, seed=303)
    for mix, weights in mixes(looks).items():
        for noise_mm in NOISES_MM:
            for kind in KINDS:
                told = [(look, w) for look, w in zip(looks, weights, strict=True) if w and _is_of(look, noise_mm, kind)]
                if told:
                    yield _calibration_row(f"{mix}, {noise_mm} mm {kind}", told, WANTED_ECE[noise_mm])


def _is_of(look: Look, noise_mm: float, kind: str) -> bool:
    return look.noise_mm == noise_mm and look.kind == kind


def _calibration_row(name: str, told: Sequence[tuple[Look, float]], wanted: float) -> Row:
    chances = np.array([tempered(look.share) for look, _ in told])
    truths = np.array([look.margin_mm > 0 for look, _ in told], dtype=float)
    weights = np.array([weight for _, weight in told])
    luck = np.random.default_rng(1)
    by_chance = [expected_error(chances, luck.random(len(chances)) < chances, weights) for _ in range(20)]
    sure = ((chances > SURE) | (chances < 1 - SURE)) * weights
    right = ((chances > 0.5) == (truths > 0.5)) * sure
    brier = float((weights * (chances - truths) ** 2).sum() / weights.sum())
    error = expected_error(chances, truths, weights)
    figures = f"{error:.4f} ({np.mean(by_chance):.4f}) {brier:.4f} {sure.sum() / weights.sum():.3f}"
    return f"{name}, n {len(told)}", f"{figures} {right.sum() / sure.sum():.5f}", f"{wanted} - - - 0.999"


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("columns", 2000), ("piles", 120), ("places", 60), ("rollouts", 300), ("noisy", 1500)):
        parser.add_argument(f"--{name}", type=int, default=default)
    asked = parser.parse_args()
    made = Table(title="Towers (calibration: ECE, in brackets by chance alone; Brier; sure; sure and right)")
    for heading in ("what", "figure", "wanted"):
        made.add_column(heading, justify="left" if heading == "what" else "right")
    parts = (
        (asked.columns, statics_rows),
        (asked.columns and 100, verdict_rows),
        (asked.piles, pile_rows),
        (asked.places, placement_rows),
        (asked.rollouts, rollout_rows),
        (asked.noisy, calibration_rows),
    )
    for count, rows in parts:
        if count:
            for row in rows(count):
                made.add_row(*row)
            made.add_section()
    Console(width=150).print(made)


if __name__ == "__main__":
    main()
