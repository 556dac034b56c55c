"""Towers on printed cloths: what repeats is the cloth, what stands on it is not."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.exchange.piece_sets import SPLASH
from tests.vision.test_towers import named, standing
from vision.back_card import find_back_card
from vision.markers import Picture
from vision.simulated_side import SimulatedSide
from vision.tower_cloth import without_print
from vision.tower_print import foretold
from vision.towers import read_tower

WHITE, RED, GREEN, BLUE = (225, 228, 230), (45, 40, 170), (70, 130, 60), (150, 85, 40)


def checked(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    return (np.floor(x / 13) + np.floor(z / 13)) % 2 > 0


def striped(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    return (x + 0.6 * z) % 45 < 14


def photographed(labels: tuple[str, ...], seed: int) -> Picture:
    side = SimulatedSide(seed, poses=SPLASH)
    side.show([standing(*((label,) for label in labels), ("",))])
    return np.asarray(side.read().picture)


def on_cloth(
    labels: tuple[str, ...],
    print_: Callable[[np.ndarray, np.ndarray], np.ndarray],
    ink: tuple[int, int, int],
    seed: int,
) -> Picture:
    """Return a tower on a cloth painted over the table."""
    picture, bare = photographed(labels, seed), photographed((), seed)
    stands = np.abs(picture.astype(int) - bare.astype(int)).max(axis=2) > 20
    corners = np.array([(x, 0.0, z) for x in (-150.0, 150.0) for z in (0.0, 200.0)])
    px = find_back_card(bare).view.to_px(corners).astype(np.float32)
    to_table = cv2.getPerspectiveTransform(px, corners[:, ::2].astype(np.float32))
    rows, columns = np.indices(stands.shape)
    x, z, over = np.moveaxis(np.stack([columns, rows, np.ones_like(rows)], axis=2) @ to_table.T, 2, 0)
    x, z = x / over, z / over
    table = (z > 0.5) & (z < 400) & ~stands
    flat = cv2.GaussianBlur(np.where(print_(x, z)[..., None], ink, WHITE).astype(np.float32), (0, 0), 0.8)
    cloth = flat + np.random.default_rng(seed).normal(0, 3, flat.shape)
    painted = picture.copy()
    painted[table] = np.clip(cloth[table], 0, 255).astype(np.uint8)
    return painted


@pytest.mark.parametrize("ink", [RED, GREEN, BLUE], ids=["red", "green", "blue"])
@pytest.mark.parametrize("print_", [checked, striped])
def test_towers_on_printed_cloths_are_named_from_the_base_up(
    print_: Callable[[np.ndarray, np.ndarray], np.ndarray], ink: tuple[int, int, int]
) -> None:
    labels = ("plate/violet", "large_cube/yellow", "stick/yellow")
    picture = on_cloth(labels, print_, ink, 2)
    assert named(read_tower(picture, SPLASH)) == list(labels)


@pytest.mark.parametrize(("base", "ink"), [("large_cube/red", RED), ("large_cube/green", GREEN), ("plate/blue", BLUE)])
def test_a_base_of_a_colour_of_the_checks_it_stands_on_is_seen(base: str, ink: tuple[int, int, int]) -> None:
    labels = (base, "large_cube/yellow")
    assert named(read_tower(on_cloth(labels, checked, ink, 1), SPLASH)) == list(labels)


def test_a_plain_table_is_left_as_it_is() -> None:
    picture = photographed(("large_cube/red", "plate/green"), 1)
    assert without_print(picture, find_back_card(picture)) is picture


def test_a_print_goes_on_where_it_is_hidden() -> None:
    rows, columns = np.indices((60, 90))
    whole = np.stack([(rows // 7 + columns // 9) % 2, columns % 12 < 5], axis=2).astype(np.float32)
    free = np.ones((60, 90), bool)
    free[5:30, 30:60] = False
    seen = np.where(free[..., None], whole, 9).astype(np.float32)
    told, known = foretold(seen, free)
    np.testing.assert_array_equal(known, ~free)
    np.testing.assert_array_equal(told, whole)


def test_what_never_repeats_foretells_nothing() -> None:
    tints = np.random.default_rng(0).normal(0, 1, (60, 90, 2)).astype(np.float32)
    free = np.ones((60, 90), bool)
    free[5:30, 30:60] = False
    assert not foretold(tints, free)[1].any()
