"""Towers without a back card: found before whatever lies or stands about, blocks named however the camera looks."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.exchange.piece_sets import SETS
from tests.vision.test_towers import standing
from vision import simulated_side
from vision.lens import Lens, View
from vision.markers import Picture
from vision.simulated_side import SimulatedSide
from vision.tower_column import find_column
from vision.tower_poses import box, prism
from vision.towers import guess_tower

BLOCKS = (
    box("rectangle", 44, 34, 26),
    box("plank", 58, 12, 26),
    prism("hexagon", ((-11, 0), (11, 0), (22, 19), (11, 38), (-11, 38), (-22, 19)), 26),
    prism("trapezium", ((-26, 0), (26, 0), (15, 30), (-15, 30)), 26),
)
TOWER = ("trapezium/red", "rectangle/blue", "plank/orange", "hexagon/green")
PAINTS = ((60, 60, 200), (40, 190, 230), (180, 90, 40), (150, 60, 130))


def plain(picture: Picture, view: View, rng: np.random.Generator) -> None:
    del picture, view, rng


def flowers(picture: Picture, view: View, rng: np.random.Generator) -> None:
    for x, z in rng.uniform((-220, -200), (220, 260), (60, 2)):
        (u, v), (other, _) = view.to_px([[x, 0, z], [x + 7, 0, z]]).round().astype(int).tolist()
        size = max(abs(other - u), 2)
        cv2.ellipse(picture, (u, v), (size, size // 2), 0, 0, 360, PAINTS[int(rng.integers(4))], -1)


def checks(picture: Picture, view: View, rng: np.random.Generator) -> None:
    turn, size = math.radians(rng.uniform(10, 30)), 28.0
    across, along = np.array([math.cos(turn), 0, math.sin(turn)]), np.array([-math.sin(turn), 0, math.cos(turn)])
    for i in range(-9, 9):
        for j in range(-6 + i % 2, 8, 2):
            corners = [(i + u) * size * across + (j + v) * size * along for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]
            cv2.fillConvexPoly(picture, view.to_px(corners).round().astype(np.int32), PAINTS[0])


def books(picture: Picture, view: View, rng: np.random.Generator) -> None:
    for i, x in enumerate(np.arange(-300.0, 300.0, 30.0)):
        high = rng.uniform(90, 160)
        corners = [[x, 0, -200], [x + 28, 0, -200], [x + 28, high, -200], [x, high, -200]]
        cv2.fillConvexPoly(picture, view.to_px(corners).round().astype(np.int32), PAINTS[i % 4])


def camera_looking(down_deg: float, right_deg: float) -> View:
    """Return a camera half a metre before a tower, as the drawn room wants it: for a picture of twice the size."""
    lens = Lens.usual(2560, 1920)
    tilt, turn = (
        np.asarray(cv2.Rodrigues(np.radians(axis))[0]) for axis in ((down_deg, 0.0, 0.0), (0.0, -right_deg, 0.0))
    )
    rotation = tilt @ np.diag([1.0, -1.0, -1.0]) @ turn
    vector = np.asarray(cv2.Rodrigues(rotation)[0]).ravel().tolist()
    shift = np.array([0.0, 0.0, 0.25 * lens.focal_px]) - rotation @ np.array([0.0, 50.0, 30.0])
    return View(lens, (vector[0], vector[1], vector[2]), tuple(shift.tolist()))


@pytest.fixture(params=(plain, flowers, checks, books), ids=lambda room: room.__name__)
def bare(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Picture:
    """A tower from the right and above without the card, with print on the cloth or things behind in its place."""
    rng = np.random.default_rng(5)
    monkeypatch.setattr(simulated_side, "_camera", lambda *_: camera_looking(17.0, 16.0))
    monkeypatch.setattr(simulated_side, "_draw_back_card", lambda picture, view: request.param(picture, view, rng))
    side = SimulatedSide(3, poses=BLOCKS)
    side.show([standing(*((piece,) for piece in TOWER))])
    return side.read().picture


@pytest.mark.parametrize("bare", [plain, flowers, checks], indirect=True, ids=lambda room: room.__name__)
def test_blocks_without_a_card_are_named_on_any_cloth_and_never_sure(bare: Picture) -> None:
    pieces = guess_tower(bare, tuple(SETS.values())).pieces
    assert [f"{piece.shape}/{piece.colour}" for piece in pieces] == list(TOWER)
    assert all(piece.confidence < 0.5 for piece in pieces)


def test_a_tower_is_found_where_it_stands_and_as_wide_as_it_is(bare: Picture) -> None:
    column = find_column(bare)
    assert column is not None
    ((x, y), (left, _), (right, _)) = camera_looking(17.0, 16.0).to_px([[0, 0, 43], [-29, 70, 43], [29, 70, 43]]) / 2
    assert (column.foot.x_px, column.foot.y_px) == pytest.approx((x, y), abs=14)
    assert column.widest_px == pytest.approx(right - left, rel=0.2)
