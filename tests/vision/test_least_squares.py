"""Least squares for a handful of unknowns: SciPy's is the measure."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from vision.least_squares import least_squares

Floats = npt.NDArray[np.float64]


def curve(values: Floats, t: Floats) -> Floats:
    return np.asarray(values[0] * np.exp(-values[1] * t) + values[2], np.float64)


@settings(max_examples=60)
@given(
    st.floats(0.5, 5),
    st.floats(0.3, 2),
    st.floats(-2, 2),
    st.integers(0, 2**31),
)
def test_a_curve_with_noise_is_fitted_as_well_as_by_scipy(height: float, rate: float, level: float, seed: int) -> None:
    t = np.linspace(0, 4, 40)
    seen = curve(np.array([height, rate, level]), t) + np.random.default_rng(seed).normal(0, 0.01, 40)

    def misses(values: Floats) -> Floats:
        return curve(values, t) - seen

    start = np.array([1.0, 1.0, 0.0])
    own = least_squares(misses, start, most_steps=60)
    known = optimize.least_squares(misses, start, method="lm").x
    assert (misses(own) ** 2).sum() <= (misses(known) ** 2).sum() * (1 + 1e-6)


def test_a_bent_valley_is_followed_to_its_end() -> None:
    def rosenbrock(values: Floats) -> Floats:
        return np.array([10 * (values[1] - values[0] ** 2), 1 - values[0]])

    assert np.allclose(least_squares(rosenbrock, [-1.2, 1.0], most_steps=100), [1.0, 1.0], atol=1e-6)


def test_unknowns_of_very_different_size_do_not_disturb_it() -> None:
    t = np.linspace(0, 1, 30)

    def misses(values: Floats) -> Floats:
        return np.asarray(1e-5 * values[0] * t + np.sin(1e4 * values[1] * t) - (0.03 * t + np.sin(2 * t)), np.float64)

    assert np.allclose(least_squares(misses, [2900.0, 1.9e-4], most_steps=60), [3000.0, 2e-4], rtol=1e-4)


def test_an_unknown_that_changes_nothing_stays_where_it_was() -> None:
    found = least_squares(lambda values: np.array([values[0] - 3.0, 0.5]), [0.0, 7.0], most_steps=20)
    assert np.allclose(found, [3.0, 7.0])


def test_what_is_least_already_is_returned_as_it_is() -> None:
    assert np.allclose(least_squares(lambda values: values, [0.0, 0.0], most_steps=20), [0.0, 0.0])
