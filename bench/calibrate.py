"""Fit the constants of `physics.probability`: ``python -m bench.calibrate [--towers 6000] [--seed 1]``.

Towers of known truth are measured with noise and judged; the constants make what happened likeliest, all mixes of
`FITTED` and all noises counting alike by their weight there. Copy the printed lines. Check them with `bench.physics`,
which uses other towers.
"""

import argparse
import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from rich.console import Console
from rich.progress import track
from scipy.optimize import minimize

from physics.errors import PhysicsError
from physics.judge import p_topple_of, statics_seen
from physics.noise import Noise
from physics.pieces import Tower, piece, placed, tower
from physics.probability import MARGINS_MM, PULLED, RAREST, TEMPER
from tests.physics.random_towers import Known, game_tower, random_tower

NOISES_MM = (0.25, 0.5, 1.0)
NEAR_MM = 1.0
RESEARCH_MM = 3.0
EVEN_MM = (-4.0, -2.0, -1.0, -0.5, -0.1, 0.1, 0.5, 1.0, 2.0, 4.0)
FITTED = {"half within 3 mm (research)": 2.0, "half within 1 mm": 1.0, "even in 11 bins of margin": 1.0}
WANTED_ECE = {0.25: 0.005, 0.5: 0.008, 1.0: 0.012}
ARM_MM = 20.0  # a piece turns by its error aside over this length


@dataclass(frozen=True, slots=True)
class Look:
    """One measurement: which noise and kind, how likely the tower is said to stand, and the truth."""

    noise_mm: float
    kind: str
    p_stands: float
    margin_mm: float
    source: str
    count: int


def aside(known: Tower, noise_mm: float, rng: random.Random) -> tuple[Tower, Noise]:
    """Every corner off to the side; heights as they are."""
    return _corners_off(known, (noise_mm, 0.0), rng), Noise(noise_mm)


def aside_and_upright(known: Tower, noise_mm: float, rng: random.Random) -> tuple[Tower, Noise]:
    """Every corner off in both directions."""
    return _corners_off(known, (noise_mm, noise_mm), rng), Noise(noise_mm)


def whole_pieces(known: Tower, noise_mm: float, rng: random.Random) -> tuple[Tower, Noise]:
    """Outlines of a catalogue, off in pose; a piece that is off to the right leans to the right too."""
    turn = noise_mm / ARM_MM
    lean = 0.5 * noise_mm * turn
    pose = ((noise_mm**2, 0.0, -lean), (0.0, noise_mm**2, 0.0), (-lean, 0.0, turn**2))
    chance = np.random.default_rng(rng.randrange(2**32))
    pieces = []
    for part in known.pieces:
        (x, y), (dx, dy, spin) = part.centroid_mm, chance.multivariate_normal(np.zeros(3), pose)
        there = placed(placed(part, (-x, -y)), (x + dx, y + dy), turn_rad=spin)
        pieces.append(there)
    return tower(pieces, friction=known.friction), Noise(0.0, poses=(pose,) * len(pieces))


def _corners_off(known: Tower, by_mm: tuple[float, float], rng: random.Random) -> Tower:
    pieces = []
    for part in known.pieces:
        corners = [(x + rng.gauss(0, by_mm[0]), y + rng.gauss(0, by_mm[1])) for x, y in part.outline_mm]
        pieces.append(piece(corners, part.grams))
    return tower(pieces, friction=known.friction)


KINDS: dict[str, Callable[[Tower, float, random.Random], tuple[Tower, Noise]]] = {
    "aside": aside,
    "aside, upright": aside_and_upright,
    "poses": whole_pieces,
}


def near(rng: random.Random, number: int) -> Known:
    """A tower within `NEAR_MM` of the limit, grown in play or at random."""
    while True:
        made = game_tower(rng) if number % 2 else random_tower(rng)
        if abs(made.margin_mm) < NEAR_MM:
            return made


def looks_at(seed: int, towers: int) -> list[Look]:
    """All measurements of a few towers: a third grown in play, a third at random, a third near the limit."""
    rng = random.Random(seed)
    out: list[Look] = []
    for number in range(towers):
        source = ("play", "random", "near")[number % 3]
        makers = {"play": game_tower, "random": random_tower, "near": partial(near, number=number // 3)}
        known = makers[source](rng)
        out += _looks(known, source, rng)
    return out


def _looks(known: Known, source: str, rng: random.Random) -> Iterator[Look]:
    for noise_mm in NOISES_MM:
        for kind, measured in KINDS.items():
            try:
                seen, noise = measured(known.tower, noise_mm, rng)
                p_stands = 1.0 - p_topple_of(statics_seen(seen, noise), noise)
            except PhysicsError:
                continue  # noise this strong can make an outline cross itself
            yield Look(noise_mm, kind, p_stands, known.margin_mm, source, len(known.margins_mm))


def looked(towers: int, seed: int) -> list[Look]:
    """All measurements of many towers, on all processors."""
    jobs = [(seed * 1_000_003 + k, min(60, towers - k)) for k in range(0, towers, 60)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        done = pool.map(looks_at, *zip(*jobs, strict=True))
        return [look for batch in track(done, total=len(jobs), description="measuring") for look in batch]


def mixes(looks: list[Look]) -> dict[str, np.ndarray]:
    """What each measurement counts in mixes of towers that are made differently: (looks,) weights of each."""
    margin = np.array([look.margin_mm for look in looks])
    source = np.array([look.source for look in looks])
    count = np.array([look.count for look in looks])
    plain, near = source != "near", np.abs(margin) < NEAR_MM
    bins = np.digitize(margin, EVEN_MM)
    return {
        "in play": (source == "play").astype(float),
        "at random": (source == "random").astype(float),
        "half within 3 mm (research)": _halves(plain, plain & (np.abs(margin) < RESEARCH_MM)),
        "half within 1 mm": _halves(near, plain & ~near),
        "even in 11 bins of margin": 1.0 / np.bincount(bins)[bins],
        "2 to 5 pieces": _halves(near & (count <= 5), plain & ~near & (count <= 5)),
        "9 to 12 pieces": _halves(near & (count >= 9), plain & ~near & (count >= 9)),
    }


def _halves(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return one / max(one.sum(), 1) + other / max(other.sum(), 1)


def expected_error(chances: np.ndarray, truths: np.ndarray, weights: np.ndarray) -> float:
    """Mean distance between said and seen frequency over ten bins."""
    tenth = np.minimum((chances * 10).astype(int), 9)
    gaps = np.bincount(tenth, weights * (chances - truths), minlength=10)
    return float(np.abs(gaps).sum() / weights.sum())


def fitted(looks: list[Look]) -> tuple[float, float, float]:
    """TEMPER, MARGINS_MM and PULLED that make what happened likeliest."""
    chances = np.clip([look.p_stands for look in looks], RAREST, 1 - RAREST)
    sign = np.array([1.0 if look.margin_mm > 0 else -1.0 for look in looks])
    noise = np.array([look.noise_mm for look in looks])
    odds = (np.log(chances / (1 - chances)) - PULLED * noise) * (1 + noise / MARGINS_MM) / TEMPER
    weights = np.zeros(len(looks))
    for name, weight in mixes(looks).items():
        for noise_mm in NOISES_MM:
            group = weight * (noise == noise_mm)
            weights += FITTED.get(name, 0.0) * group / group.sum()

    def loss(constants: np.ndarray) -> float:
        temper, margins_mm, pulled = constants
        said = temper * odds / (1 + noise / margins_mm) + pulled * noise
        return float((weights * np.logaddexp(0.0, -sign * said)).sum())

    temper, margins_mm, pulled = minimize(loss, (TEMPER, MARGINS_MM, PULLED), method="Nelder-Mead").x
    return float(temper), float(margins_mm), float(pulled)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--towers", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    temper, margins_mm, pulled = fitted(looked(asked.towers, asked.seed))
    Console().print(f"TEMPER = {temper:.2f}\nMARGINS_MM = {margins_mm:.1f}\nPULLED = {pulled:.2f}")


if __name__ == "__main__":
    main()
