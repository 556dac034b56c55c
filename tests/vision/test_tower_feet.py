"""Feet of towers: which of what is seen before the back card is one, and which counts where two are seen."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.exchange.piece_sets import SPLASH
from tests.vision.test_towers import standing
from vision.back_card import find_back_card
from vision.simulated_side import SimulatedSide
from vision.tower_foot import find_stand
from vision.tower_mass import look_closely, masses_from_afar
from vision.towers import PieceSeen, TowerSeen, likeliest, read_tower


@pytest.mark.parametrize("aside_mm", [0.1, 0.2, 0.3, 0.4])
def test_a_bright_spot_on_the_table_before_a_tower_is_not_taken_for_it(aside_mm: float) -> None:
    camera = SimulatedSide(1, poses=SPLASH)
    camera.show([standing(("plate/green",), ("large_cube/red",), ("stick/blue",))])
    picture = camera.read().picture.copy()
    card = find_back_card(picture)
    plain = find_stand(picture, card)[0]
    middle = (plain.left_mm + plain.right_mm) / 2 + aside_mm
    around = [(middle + x, 0.0, z) for x, z in ((-12, 60), (12, 60), (12, 85), (-12, 85))]
    cv2.fillConvexPoly(picture, np.rint(card.view.to_px(np.array(around))).astype(np.int32), (20, 20, 200))
    assert find_stand(picture, card)[0].top_mm == pytest.approx(plain.top_mm, abs=1.0)


def test_a_tower_is_read_on_each_foot_that_was_seen_the_nearest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    side = SimulatedSide(1, poses=SPLASH)
    side.show([standing(("octagon/orange",), ("large_cube/green",), ("plate/green",))])
    picture = side.read().picture
    near = find_stand(picture, find_back_card(picture))[0]
    judged: list[list[TowerSeen]] = []
    monkeypatch.setattr("vision.towers.likeliest", lambda towers: judged.append(towers) or towers[0])
    for stands in ((near,), (replace(near, foot_mm=near.foot_mm - 8), near)):
        monkeypatch.setattr("vision.towers.find_stand", lambda *_, stands=stands: stands)
        read_tower(picture, SPLASH)
    alone, both = judged
    assert len(alone) == 1
    assert len(both) == 2
    assert both[0] == alone[0] != both[1]


def test_of_feet_that_explain_about_as_much_the_nearest_counts_and_is_unsure_where_they_disagree() -> None:
    def seen(unexplained: float, *shapes: str) -> TowerSeen:
        outline = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
        pieces = tuple(PieceSeen(shape, "red", outline, 0.9, (1.0, 1.0, 0.1), 1.0) for shape in shapes)
        return TowerSeen(pieces, 1.0, unexplained, 0.95)

    nearest = seen(100.0, "plate", "cube")
    tied, worse, better = likeliest([nearest, seen(95.0, "cube")]), seen(140.0, "cube"), seen(70.0, "cube")
    assert [(piece.shape, piece.confidence < 0.5) for piece in tied.pieces] == [("plate", True), ("cube", True)]
    assert likeliest([nearest, worse]) == nearest
    assert likeliest([nearest, better]) == better
    assert likeliest([nearest, seen(98.0, "plate", "cube")]) == nearest


@pytest.mark.parametrize("seed", [1, 2])
def test_what_the_table_shows_before_a_foot_is_not_held_against_the_tower(seed: int) -> None:
    camera = SimulatedSide(seed, poses=SPLASH)
    camera.show([standing(("small_cube/green",), ("plate/red",))])
    picture = camera.read().picture.copy()
    card = find_back_card(picture)
    stand = find_stand(picture, card)[0]
    ends = np.array([[x, 0.0, stand.foot_mm] for x in (stand.left_mm, stand.right_mm)])
    (left, _), (right, low) = np.rint(card.view.to_px(ends)).astype(int)
    part = picture[low + 1 : low + 30, left:right]
    faint = np.linspace(0.3, 0, len(part))[:, None, None]
    part[:] = ((1 - faint) * part + faint * np.array([20, 90, 190])).astype(np.uint8)
    seen = read_tower(picture, SPLASH).pieces
    assert [(piece.shape, piece.colour) for piece in seen] == [("small_cube", "green"), ("plate", "red")]
    assert all(piece.confidence > 0.5 for piece in seen)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_sticks_that_lie_far_aside_of_each_other_are_no_wider_than_one(seed: int) -> None:
    camera = SimulatedSide(seed, poses=SPLASH)
    camera.show([standing(("large_cube/red",), ("stick/yellow",))])
    picture = cv2.GaussianBlur(camera.read().picture, (0, 0), 1.2)
    card = find_back_card(picture)
    below = find_stand(picture, card)[0]
    left, right, low, foot_mm = below.left_mm - 15, below.left_mm + 10, 20.0, below.foot_mm
    stick = [(left, low, foot_mm), (right, low, foot_mm), (right, low + 5, foot_mm), (left, low + 5, foot_mm)]
    cv2.fillConvexPoly(picture, np.rint(card.view.to_px(np.array(stick))).astype(np.int32), (40, 120, 20))
    both = find_stand(cv2.GaussianBlur(picture, (0, 0), 1.2), card)[0]
    assert both.right_mm - both.left_mm > below.right_mm - below.left_mm + 10
    assert both.widest_mm < below.widest_mm + 8


def test_a_tower_that_comes_apart_from_afar_is_whole_when_looked_at_closely() -> None:
    camera = SimulatedSide(1, poses=SPLASH)
    cubes = [(f"large_cube/{colour}",) for colour in ("red", "green", "violet", "orange")]
    camera.show([standing(*cubes, ("plate/yellow",))])
    picture = camera.read().picture
    card = find_back_card(picture)
    (afar,) = masses_from_afar(picture, card)
    rows = np.flatnonzero(afar.any(axis=1))
    lower = afar.copy()
    lower[: (rows[0] + rows[-1]) // 2] = False
    whole, part = look_closely(picture, card, afar), look_closely(picture, card, lower)
    assert whole is not None
    assert part is not None
    assert part.extent_mm == pytest.approx(whole.extent_mm, abs=0.5)
