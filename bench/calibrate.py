"""Fit the constants of `physics.probability`: ``python -m bench.calibrate [--towers 4000] [--seed 1]``.

Known towers are measured with noisy corners, aside only and in both directions; a logistic function of what the copies
say is fitted to whether the true tower stands. Copy the printed row to `WEIGHTS`. Check it with `bench.physics`,
which uses other towers.
"""

import argparse
import random
from collections.abc import Iterator

import numpy as np
from rich.console import Console
from rich.progress import track
from scipy.optimize import minimize
from scipy.special import expit

from physics.errors import PhysicsError
from physics.judge import statics_of
from physics.noise import Noise
from physics.pieces import Tower, piece, tower
from physics.probability import features, margin_copies
from tests.physics.random_towers import mixed_tower

NOISES_MM = (0.25, 0.5, 1.0)
KINDS = ((1.0, 0.0), (1.0, 1.0))


def measured(known: Tower, noise_mm: float, kind: tuple[float, float], rng: random.Random) -> Tower:
    """A tower as a camera sees it: every corner off by Gaussian noise aside, and upright where `kind` says so."""
    pieces = []
    for part in known.pieces:
        corners = [
            (x + rng.gauss(0, noise_mm * kind[0]), y + rng.gauss(0, noise_mm * kind[1])) for x, y in part.outline_mm
        ]
        pieces.append(piece(corners, part.grams))
    return tower(pieces, friction=known.friction)


def seen_features(seen: Tower, noise_mm: float) -> np.ndarray | None:
    """What the recalibration looks at; None for a pile."""
    found = statics_of(seen, noise_mm)
    if found.supports is None:
        return None
    margins = margin_copies(seen, found.contacts, found.supports, Noise(noise_mm))
    return features(np.array(found.balance.margins_mm), margins)


def examples(towers: int, seed: int) -> Iterator[tuple[np.ndarray, float]]:
    """Pairs of features and whether the true tower stands."""
    rng = random.Random(seed)
    for number in track(range(towers), description="measuring"):
        known = mixed_tower(rng, number)
        for noise_mm in NOISES_MM:
            for kind in KINDS:
                try:
                    looked_at = seen_features(measured(known.tower, noise_mm, kind, rng), noise_mm)
                except PhysicsError:
                    continue  # noise this strong can make an outline cross itself
                if looked_at is not None:
                    yield looked_at, float(known.margin_mm > 0)


def fitted(looked_at: np.ndarray, stands: np.ndarray) -> np.ndarray:
    """Weights of the logistic function with the largest likelihood, drawn slightly towards zero."""
    signs = 2 * stands - 1

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = looked_at @ weights
        pull = 1e-5 * np.append(0.0, weights[1:])
        slope = -looked_at.T @ (signs * expit(-signs * scores)) / len(signs)
        return float(np.logaddexp(0, -signs * scores).mean() + pull @ weights), slope + 2 * pull

    return np.asarray(minimize(loss, np.zeros(looked_at.shape[1]), jac=True, method="BFGS").x)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--towers", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rows = list(examples(asked.towers, asked.seed))
    weights = fitted(np.array([row for row, _ in rows]), np.array([truth for _, truth in rows]))
    Console().print(f"WEIGHTS = ({', '.join(f'{weight:.4f}' for weight in weights)})", soft_wrap=True)


if __name__ == "__main__":
    main()
