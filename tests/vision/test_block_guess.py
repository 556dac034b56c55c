"""Blocks of one colour: a seam, or a height no block has, tells whether there may be one more or one less."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_blocks import EYE, FRONT_MM, GREEN, RED, blocks, box, leaning, seen
from tests.vision.test_towers import named, standing
from vision.back_card import find_back_card
from vision.block_canvas import BlockCanvas, Blocks
from vision.block_fit import begun
from vision.block_forms import BOX, TRAPEZIUM, TRIANGLE
from vision.block_guess import blocks_told, counted, guess_blocks
from vision.colour import Floats
from vision.markers import Picture
from vision.simulated_side import SimulatedSide
from vision.tower_faces import Step
from vision.tower_foot import Stand
from vision.tower_guess import Guess
from vision.tower_planes import Plane, Window, see_plane
from vision.tower_poses import box as solid_box
from vision.tower_shapes import Face
from vision.towers import TowerSeen, read_tower

PLANK, TWO, ONE = box(GREEN, -25, 25, 12), box(RED, -20, 22, 20), box(RED, -20, 22, 40)
WOOD = (solid_box("plank", 48, 11, 25), solid_box("rectangle", 44, 34, 25))


def guess(some: Blocks, behind: float = 0.0, unlike: float = 0.0) -> Guess:
    """Return a guess whose blocks their own faces bear out, so far behind the best, that leaves so much unexplained."""
    found = [(*some.pose(i), colour) for i, (_, colour) in enumerate(some.kinds)]
    feet = some.feet_mm.tolist()
    steps = [Step(pose, colour, x, y, 0.0, 0.0, 0.0) for (pose, x, colour), y in zip(found, feet, strict=True)]
    return Guess(tuple(steps), 30.0, -behind, unlike, (1.0,) * len(steps))


def sure(best: Blocks, *others: Guess, seam: float = 0.3) -> list[bool]:
    return [borne > 0.5 for borne in counted(guess(best), others, [seam] * (len(best.kinds) - 1)).borne]


def test_the_edge_between_two_fronts_is_measured_where_it_is() -> None:
    true = blocks(PLANK, TWO, leaning(RED))
    plane = seen(true)
    assert BlockCanvas(plane, FRONT_MM, EYE, 3.0).seams(true) == [1.0, 1.0]
    faded = replace(plane, along=np.zeros_like(plane.along))
    assert BlockCanvas(faded, FRONT_MM, EYE, 3.0).seams(true) == [0.0, 0.0]
    hardly = blocks(PLANK, box(RED, 24, 40, 20))
    assert BlockCanvas(faded, FRONT_MM, EYE, 3.0).seams(hardly) == [1.0]


def test_neighbours_of_one_colour_count_as_two_only_where_a_seam_parts_them() -> None:
    assert sure(blocks(PLANK, TWO, TWO, PLANK)) == [True] * 4
    assert sure(blocks(PLANK, TWO, TWO, PLANK), seam=0.08) == [True, False, False, False]
    assert sure(blocks(PLANK, TWO, PLANK, TWO), seam=0.08) == [True] * 4


def test_a_block_that_may_as_well_be_a_plank_is_unsure() -> None:
    true = blocks(TWO, box(GREEN, -20, 22, 13.6), TWO)
    canvas = BlockCanvas(seen(true), FRONT_MM, EYE, 3.0)
    (told,) = blocks_told([canvas.rated(true)], canvas)
    assert [borne > 0.5 for borne in told.borne] == [True, False, True]


@pytest.mark.parametrize(("high", "is_one"), [(50, True), (60, False)])
def test_what_is_higher_than_blocks_are_may_be_two(high: float, *, is_one: bool) -> None:
    assert sure(blocks(PLANK, box(RED, -20, 22, high), PLANK)) == [True, is_one, is_one]


def test_one_block_is_unsure_where_two_in_its_place_look_nearly_as_good() -> None:
    one, two = blocks(PLANK, ONE, PLANK), blocks(PLANK, TWO, TWO, PLANK)
    assert sure(one, guess(two, behind=3)) == [True, False, False]
    assert sure(one, guess(two, behind=10)) == [True] * 3
    assert sure(two, guess(one, behind=3)) == [True] * 4
    otherwise = blocks(PLANK, leaning(RED), PLANK), blocks(PLANK, TWO, box(GREEN, -20, 22, 20), PLANK)
    assert sure(one, *(guess(other, behind=3) for other in otherwise)) == [True] * 3


@pytest.mark.parametrize(("behind", "unlike", "is_sure"), [(4, 0, False), (12, 0, True), (4, 30, True)])
def test_a_block_is_unsure_where_a_rarer_form_explains_more_and_is_hardly_behind(
    behind: float, unlike: float, *, is_sure: bool
) -> None:
    one, other = blocks(PLANK, ONE, PLANK), blocks(PLANK, leaning(RED), PLANK)
    best = counted(guess(one, unlike=20), [guess(other, behind, unlike)], [1.0, 1.0])
    assert [borne > 0.5 for borne in best.borne] == [True, is_sure, is_sure]


def test_a_tower_near_the_camera_is_looked_at_up_to_its_top(monkeypatch: pytest.MonkeyPatch) -> None:
    side = SimulatedSide(1, poses=WOOD)
    side.show([standing(("plank/red",))])
    picture, windows = side.read().picture, []

    def watched(picture: Picture, window: Window, to_px: Callable[[Floats], Floats]) -> Plane:
        windows.append(window)
        return see_plane(picture, window, to_px)

    monkeypatch.setattr("vision.block_guess.see_plane", watched)
    card, near = find_back_card(picture), Stand(-30.0, 30.0, 30.0, 68.0, 1.0)
    guess_blocks(picture, card, near)
    eye = card.view.eye_mm
    top = near.seen_in(near.middle_mm(12.5) + 12.5, eye).top_mm
    assert 30.0 < top < windows[0].top_mm


def drawn(*labels: str, seed: int) -> TowerSeen:
    side = SimulatedSide(seed, poses=WOOD)
    side.show([standing(*((label,) for label in labels), ("",))])
    return read_tower(side.read().picture, ())


@pytest.mark.parametrize("seed", [1, 2])
def test_two_blocks_without_a_seam_leave_all_from_them_on_unsure(seed: int) -> None:
    labels = ("plank/blue", "rectangle/red", "rectangle/violet", "plank/green")
    plain = drawn(*labels, seed=seed)
    assert named(plain) == list(labels)
    assert all(piece.confidence > 0.5 for piece in plain.pieces)
    base, *rest = drawn("plank/blue", "rectangle/red", "rectangle/red", "plank/green", seed=seed).pieces
    assert base.confidence > 0.5
    assert rest
    assert all(piece.confidence < 0.5 for piece in rest)


def test_no_triangle_carries_anything_at_first_sight() -> None:
    pointed = Face(0.0, 30.0, RED, (-20.0, -10.0, 0.0), (20.0, 10.0, 0.0), 1.0)
    upright = Face(30.0, 50.0, GREEN, (-15.0, -15.0, -15.0), (15.0, 15.0, 15.0), 1.0)
    kinds, sizes = begun((pointed, upright, pointed), is_top=True)
    assert kinds == ((TRAPEZIUM, RED), (BOX, GREEN), (TRIANGLE, RED))
    assert sizes.shape == (3, 9)
    assert begun((pointed,), is_top=False)[0] == ((TRAPEZIUM, RED),)
    assert begun((), is_top=True)[1].shape == (0, 9)


def test_a_block_that_cannot_be_is_no_tower(monkeypatch: pytest.MonkeyPatch) -> None:
    low = Face(0.0, 2.0, RED, (-30.0,) * 3, (-18.0,) * 3, 1.0)
    monkeypatch.setattr("vision.block_guess.find_blocks", lambda *_: ((low,), 25.0))
    assert drawn("rectangle/red", "plank/blue", seed=1).pieces == ()
