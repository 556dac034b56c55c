"""The judge of towers beside its peers: ``python -m bench.physics [--columns 2000] [--rollouts 400] [--noisy 1500]``.

Four tables: statics against the truth the towers were built with and against the linear programme; rollouts against
statics (ours, pymunk as it comes, Box2D where installed); calibration; where the next piece may go. Times are of
the processor, so other work on the machine hardly disturbs them.
"""

import argparse
import importlib.util
import math
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

import numpy as np
import pymunk
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scipy.special import expit

from bench.calibrate import KINDS, NOISES_MM, measured, seen_features
from physics.contacts import find_contacts
from physics.dynamics import Pace, rollout
from physics.equilibrium import can_rest, largest_tilt_deg, pushes
from physics.errors import PhysicsError
from physics.judge import SURE, Statics, judge, statics_of
from physics.outline import Outline, convex_parts
from physics.pieces import Piece, Tower, piece, tower
from physics.placement import find_seat, safe_spans, seated
from physics.probability import WEIGHTS
from physics.seating import reseated
from physics.statics import balance
from tests.physics.random_towers import CROWNS, Known, game_tower, mixed_tower, shuffled

BINS_MM = (0.0, 0.05, 0.25, 0.5, 1.0, math.inf)


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


def table(title: str, *headings: str) -> Table:
    made = Table(title=title, title_justify="left")
    for heading in headings:
        made.add_column(heading, justify="left" if heading == headings[0] else "right")
    return made


def statics_table(columns: int) -> Table:
    rng = random.Random(101)
    clocks = {name: Clock() for name in ("contacts", "closed form", "judge, 12 pieces", "force LP (scipy)")}
    right = failing = equal = far = 0
    worst_mm = worst_deg = 0.0
    for number in track(range(columns), description="statics"):
        friction = 0.4 if number % 3 else 0.1
        known = mixed_tower(rng, number) if friction == 0.4 else game_tower(rng, friction=friction)
        seen = shuffled(known.tower, rng)
        contacts = clocks["contacts"](partial(find_contacts, seen, 0.5))
        found = statics_of(seen, 0.5)
        assert found.supports is not None
        clocks["closed form"](partial(balance, seen, found.supports))
        rests = clocks["force LP (scipy)"](partial(can_rest, seen, pushes(contacts)))
        equal += rests == found.balance.stands
        if rests and number < 500:
            lowest = min(*found.balance.tilts_deg, *found.balance.slips_deg)
            worst_deg = max(worst_deg, abs(largest_tilt_deg(seen, pushes(contacts)) - lowest))
        worst_mm = max(worst_mm, *(abs(a - b) for a, b in zip(found.balance.margins_mm, known.margins_mm, strict=True)))
        if friction == 0.4 and abs(known.margin_mm) >= 0.05:
            far += 1
            right += found.balance.stands == (known.margin_mm > 0)
            failing += found.balance.failing == tuple(i for i, m in enumerate(known.margins_mm) if m < 0)
    for _ in range(100):
        clocks["judge, 12 pieces"](partial(judge, game_tower(rng, count=12).tower, noise_mm=0.5))
    made = table("Statics", "what", "figure")
    made.add_row("columns, a third of them at friction 0.1", str(columns))
    made.add_row("closed form = force LP", f"{equal} of {columns}")
    made.add_row("largest difference in tilt to the LP's load factor", f"{worst_deg:.1e} deg")
    made.add_row("stands or falls right, margin at least 0.05 mm", f"{right} of {far}")
    made.add_row("failing contacts named", f"{failing} of {far}")
    made.add_row("largest error of a margin (outlines rounded to 0.001 mm)", f"{worst_mm:.4f} mm")
    for name, clock in clocks.items():
        made.add_row(f"{name}, ms median / p95", str(clock))
    return made


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


def rollout_rows(name: str, falls: Callable[[Tower], bool], cases: Sequence[tuple[Tower, float]]) -> list[str]:
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
    return [name, f"{agreement:.4f}", str(wrong_falls), str(wrong_stands), str(clock), *shares]


def rollout_table(rollouts: int) -> Table:
    rng = random.Random(202)
    cases, pivots = [], []
    for number in range(rollouts):
        built, found = seated_statics(mixed_tower(rng, number))
        cases.append((built, min(found.balance.margins_mm)))
        if not found.balance.stands:
            pivots.append(rollout(built).pivot in found.balance.failing)
    steps = [f"{low:g} mm up" for low in BINS_MM[:-1]]
    made = table(
        f"Rollouts against statics, {rollouts} towers (a fall's pivot is a failing contact: {np.mean(pivots):.4f})",
        "engine",
        "agreement",
        "false falls",
        "false stands",
        "ms standing, median / p95",
        *steps,
    )
    made.add_row(*rollout_rows("ours (pymunk, tuned)", lambda built: rollout(built).fell, cases))
    research = Pace(step_s=1 / 2000, calm_s=9.0)
    made.add_row(*rollout_rows("pymunk, 1/2000 s, no early end", lambda b: rollout(b, research).fell, cases))
    made.add_row(*rollout_rows("pymunk, defaults", naive_pymunk, cases))
    if importlib.util.find_spec("Box2D") is None:
        made.add_row("Box2D 2.3", "not installed")
        return made
    settings = {
        "Box2D 2.3, cm, 1/60 s": {"scale": 0.1, "step_s": 1 / 60, "iterations": (10, 10), "lasts_s": 2.0},
        "Box2D 2.3, mm, 1/1000 s": {"scale": 1.0, "step_s": 1 / 1000, "iterations": (30, 10), "lasts_s": 1.0},
    }
    for name, setting in settings.items():
        made.add_row(*rollout_rows(name, partial(box2d, **setting), cases))
    return made


def expected_error(chances: np.ndarray, truths: np.ndarray) -> float:
    """Mean distance between said and seen frequency over ten bins."""
    error = 0.0
    for low in np.arange(10) / 10:
        inside = (chances >= low) & ((chances < low + 0.1) | (low == 0.9))
        if inside.any():
            error += inside.mean() * abs(chances[inside].mean() - truths[inside].mean())
    return float(error)


def calibration_table(noisy: int) -> Table:
    rng = random.Random(303)
    seen: dict[tuple[float, tuple[float, float]], list[tuple[float, float, float]]] = {}
    for number in track(range(noisy), description="calibration"):
        known = mixed_tower(rng, number)
        for noise_mm in NOISES_MM:
            for kind in KINDS:
                try:
                    looked_at = seen_features(measured(known.tower, noise_mm, kind, rng), noise_mm)
                except PhysicsError:
                    continue
                if looked_at is not None:
                    chance = float(expit(looked_at @ np.array(WEIGHTS)))
                    row = (chance, float(expit(looked_at[1])), float(known.margin_mm > 0))
                    seen.setdefault((noise_mm, kind), []).append(row)
    made = table(
        f"Calibration on {noisy} towers that the fit has not seen",
        "noise of a corner",
        "n",
        "ECE",
        "ECE by chance alone",
        "Brier",
        "raw ECE",
        "raw Brier",
        "sure",
        "sure and right",
    )
    luck = np.random.default_rng(1)
    for (noise_mm, kind), rows in sorted(seen.items()):
        chances, raw, truths = np.array(rows).T
        sure = (chances > SURE) | (chances < 1 - SURE)
        right = (chances > 0.5) == (truths > 0.5)
        by_chance = [expected_error(chances, luck.random(len(chances)) < chances) for _ in range(20)]
        made.add_row(
            f"{noise_mm} mm {'aside' if kind[1] == 0 else 'aside and upright'}",
            str(len(rows)),
            f"{expected_error(chances, truths):.4f}",
            f"{np.mean(by_chance):.4f}",
            f"{np.mean((chances - truths) ** 2):.4f}",
            f"{expected_error(raw, truths):.4f}",
            f"{np.mean((raw - truths) ** 2):.4f}",
            f"{sure.mean():.3f}",
            f"{right[sure].mean():.4f}",
        )
    return made


def placement_table(count: int) -> Table:
    rng = random.Random(404)
    clock, errors = Clock(), []
    while len(errors) < count:
        known = game_tower(rng, count=rng.randint(1, 11))
        part = piece(rng.choice(CROWNS)(rng).outline, 5)
        found = statics_of(shuffled(known.tower, rng), 0.0)
        seat = find_seat(known.tower.pieces[-1])
        if seat is None or known.margin_mm < 0.1 or found.supports is None:
            continue
        spans = clock(partial(safe_spans, found.tower, found.supports, part))
        errors += [abs(_bisected(known.tower, part, low, high) - low) for low, high in spans if high - low > 1]
    made = table("The next piece", "what", "figure")
    made.add_row("safe spans compared with the force LP, bisected", str(len(errors)))
    made.add_row("largest error of an end", f"{max(errors):.4f} mm")
    made.add_row("ms median / p95", str(clock))
    return made


def _bisected(built: Tower, part: Piece, low: float, high: float) -> float:
    """The left end of a safe span by the linear programme, to 0.002 mm."""
    seat = find_seat(built.pieces[-1])

    def rests(x: float) -> bool:
        taller = tower([*built.pieces, seated(part, seat, x)], friction=built.friction)
        try:
            return can_rest(taller, pushes(find_contacts(taller)))
        except PhysicsError:
            return False

    good, bad = (low + high) / 2, low - 2.0
    while good - bad > 0.002:
        middle = (good + bad) / 2
        good, bad = (middle, bad) if rests(middle) else (good, middle)
    return (good + bad) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--columns", type=int, default=2000)
    parser.add_argument("--rollouts", type=int, default=400)
    parser.add_argument("--noisy", type=int, default=1500)
    parser.add_argument("--places", type=int, default=100)
    asked = parser.parse_args()
    console = Console(width=150)
    if asked.columns:
        console.print(statics_table(asked.columns))
    if asked.places:
        console.print(placement_table(asked.places))
    if asked.rollouts:
        console.print(rollout_table(asked.rollouts))
    if asked.noisy:
        console.print(calibration_table(asked.noisy))


if __name__ == "__main__":
    main()
