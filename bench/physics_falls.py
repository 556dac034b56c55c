"""Rollouts held against statics: ours, pymunk as it comes, Box2D where installed."""

import importlib.util
import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise

import numpy as np
from rich.progress import track

from bench.physics_figures import Clock, Row
from bench.physics_peers import box2d, naive_pymunk
from physics.dynamics import Pace, rollout
from physics.judge import Statics, statics_of
from physics.pieces import Tower
from physics.seating import reseated
from tests.physics.random_towers import Known, mixed_tower

BINS_MM = (0.0, 0.05, 0.25, 0.5, 1.0, math.inf)


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
