"""How far said probabilities are from frequencies, in several mixes of towers, beside what chance alone would show."""

from collections.abc import Iterator, Sequence

import numpy as np

from bench.calibrate import KINDS, NOISES_MM, WANTED_ECE, Look, expected_error, looked, mixes
from bench.physics_figures import Row
from physics.judge import SURE


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
    chances = np.array([look.p_stands for look, _ in told])
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
