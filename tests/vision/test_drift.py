"""Another light is told once several cards show it, and becomes the usual one after a while."""

from __future__ import annotations

import numpy as np
import pytest

from vision.drift import Drift, DriftWatch
from vision.markers import Picture
from vision.registration import Registration, calibrate
from vision.simulated import SimulatedTable


@pytest.fixture(scope="module")
def table() -> tuple[Picture, Registration]:
    picture = np.asarray(SimulatedTable(4).read().picture * 0.85, np.uint8)
    return picture, calibrate(picture)


def lit(picture: Picture, *gains: float) -> Picture:
    return np.clip(picture * np.array(gains), 0, 255).astype(np.uint8)


def told(watch: DriftWatch, shown: list[Picture], here: Registration, *, since_s: float = 0.0) -> list[Drift | None]:
    return [watch.feed(picture, here, since_s + i) for i, picture in enumerate(shown)]


def test_a_light_that_stays_is_not_told_of(table: tuple[Picture, Registration]) -> None:
    picture, here = table
    shown = [lit(picture, g, g, g) for g in (1.0, 1.01, 0.99, 1.02, 1.0, 0.98)]
    assert told(DriftWatch(), shown, here) == [None] * 6


@pytest.mark.parametrize(("gains", "drift"), [((0.8, 0.8, 0.8), Drift.BRIGHTNESS), ((0.75, 0.95, 1.05), Drift.COLOUR)])
def test_another_light_is_told_after_three_measurements(
    table: tuple[Picture, Registration], gains: tuple[float, ...], drift: Drift
) -> None:
    picture, here = table
    watch = DriftWatch()
    assert told(watch, [picture, picture] + [lit(picture, *gains)] * 4, here) == [None] * 4 + [drift] * 2


def test_the_new_light_is_the_usual_one_after_a_while(table: tuple[Picture, Registration]) -> None:
    picture, here = table
    watch, other = DriftWatch(), lit(table[0], 0.8, 0.8, 0.8)
    assert told(watch, [picture] + [other] * 9, here) == [None] * 3 + [Drift.BRIGHTNESS] * 6 + [None]
    assert told(watch, [other] * 5, here, since_s=20.0) == [None] * 5


def test_a_shadow_on_one_card_is_no_other_light(table: tuple[Picture, Registration]) -> None:
    picture, here = table
    shadowed = picture.copy()
    height, width = picture.shape[:2]
    shadowed[: height // 2, : width // 2] = shadowed[: height // 2, : width // 2] * 0.6
    assert told(DriftWatch(), [picture, *[shadowed] * 5], here) == [None] * 6
