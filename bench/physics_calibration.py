"""How far said probabilities are from frequencies, in several mixes of towers, beside what chance alone would show."""

from collections.abc import Iterator, Sequence

import numpy as np

from bench.calibrate import NOISES_MM, WANTED_ECE, Look, expected_error, looked, mixes
from bench.physics_figures import Row
from physics.judge import SURE

ERRING = {"corners": ("aside", "aside, upright"), "whole pieces": ("poses",)}


def calibration_rows(towers: int) -> Iterator[Row]:
    looks = looked(towers, seed=303)
    for mix, weights in mixes(looks).items():
        for noise_mm in NOISES_MM:
            for name, kinds in ERRING.items():
                pairs = zip(looks, weights, strict=True)
                told = [(k, w) for k, w in pairs if w and k.noise_mm == noise_mm and k.kind in kinds]
                if told:
                    yield _calibration_row(f"{mix}, {name} {noise_mm} mm", told, WANTED_ECE[noise_mm])


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
