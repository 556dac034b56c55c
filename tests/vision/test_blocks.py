"""Blocks of any size: drawn as solids, changed until they look like the picture, named by their form."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.block_canvas import BlockCanvas, Blocks
from vision.block_fit import BlockFitter
from vision.block_forms import (
    BOX,
    FORMS,
    HEIGHT,
    HEXAGON,
    NEARER,
    TRAPEZIUM,
    TRIANGLE,
    TURN,
    Form,
    formed,
    is_doubtfully_named,
    leaning_as,
    shape_named,
)
from vision.tower_blocks import Camera, find_blocks
from vision.tower_planes import Plane, Window
from vision.tower_shapes import Face

EYE = np.array([60.0, 220.0, 520.0])
WINDOW = Window(-60.0, 60.0, -8.0, 150.0)
FRONT_MM = 42.5
RED, GREEN = 0, 3

Block = tuple[Form, int, tuple[float, ...]]


def blocks(*some: Block, front_mm: float = FRONT_MM) -> Blocks:
    """Return blocks of (form, colour, x of the left side at foot, middle and top, of the right side, height)."""
    kinds = tuple((form, colour) for form, colour, _ in some)
    return Blocks(kinds, np.array([(*sizes, 0.0, 0.0) for *_, sizes in some]), front_mm, 25.0)


def box(colour: int, left: float, right: float, high: float) -> Block:
    return BOX, colour, (left, left, left, right, right, right, high)


def leaning(colour: int) -> Block:
    return TRAPEZIUM, colour, (-26.0, -21.0, -16.0, 24.0, 18.0, 12.0, 34.0)


def seen(true: Blocks) -> Plane:
    """Return a plane that shows blocks and nothing else, with an edge wherever what is drawn borders on something."""
    rows, columns = 474, 360
    none, never = np.zeros((rows, columns), np.float32), np.zeros((rows, columns), bool)
    bare = BlockCanvas(Plane(np.zeros((rows, columns), np.uint8), never, none, none, WINDOW), FRONT_MM, EYE, 3.0)
    ids, classes = (
        np.asarray(cv2.resize(part, (columns, rows), interpolation=cv2.INTER_NEAREST)) for part in bare.drawn(true)
    )
    across, along = none.copy(), none.copy()
    across[:, 1:] = ids[:, 1:] != ids[:, :-1]
    along[1:] = ids[1:] != ids[:-1]
    near = np.ones((3, 3), np.uint8)
    across, along = (np.asarray(cv2.dilate(edges, near), np.float32) for edges in (across, along))
    return Plane(classes, never, across, along, WINDOW)


def fitted(true: Blocks, start: Blocks) -> list[Blocks]:
    plane = seen(true)
    return BlockFitter(BlockCanvas(plane, FRONT_MM, EYE, 3.0), plane).fitted(start)


def shapes(some: Blocks) -> list[str]:
    return [shape_named(form, sizes) for (form, _), sizes in zip(some.kinds, some.sizes, strict=True)]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_sizes_brought_to_a_form_stay_in_it_whatever_is_changed(form: Form) -> None:
    sizes = formed(np.array([-20.0, -24.0, -14.0, 22.0, 26.0, 12.0, 30.0, 1.0, 0.02]), form)
    for change in form.changes:
        np.testing.assert_allclose(formed(sizes + change, form), sizes + change, atol=1e-9)


def test_a_box_much_wider_than_high_is_a_plank() -> None:
    assert shapes(blocks(box(RED, -25, 25, 12), box(RED, -25, 25, 30))) == ["plank", "rectangle"]


def test_blocks_look_best_as_they_are() -> None:
    true = blocks(box(RED, -20, 22, 30), leaning(GREEN))
    canvas = BlockCanvas(seen(true), FRONT_MM, EYE, 3.0)
    here = canvas.rated(true).worth
    for i, (form, _) in enumerate(true.kinds):
        for change in form.changes[:-2]:
            for sign in (-2, 2):
                sizes = true.sizes.copy()
                sizes[i] += sign * change
                assert canvas.rated(replace(true, sizes=sizes)).worth < here
    assert canvas.unlike(true)[0] == 0


@pytest.mark.parametrize(
    "bad",
    [
        blocks(box(RED, -20, 22, 2)),
        blocks(box(RED, 10, 11, 20)),
        blocks(box(RED, -20, 0, 20), box(GREEN, 5, 30, 20)),
        blocks((TRIANGLE, RED, (-10, 0, 10, 10, 0, -10, 20))),
    ],
    ids=["too low", "too narrow", "beside the one below", "crossed sides"],
)
def test_what_cannot_stand_so_is_worth_nothing(bad: Blocks) -> None:
    canvas = BlockCanvas(seen(blocks(box(RED, -20, 22, 30))), FRONT_MM, EYE, 3.0)
    assert canvas.rated(bad).worth == -np.inf


def test_a_block_of_another_form_is_found_and_measured() -> None:
    true = blocks(box(RED, -20, 22, 30), leaning(GREEN), box(RED, -24, 26, 11))
    start = blocks(box(RED, -19, 21, 29), box(GREEN, -22, 20, 36), box(RED, -24, 26, 11))
    best, *others = fitted(true, start)
    assert shapes(best) == ["rectangle", "trapezium", "plank"]
    np.testing.assert_allclose(best.sizes[:, :7], true.sizes[:, :7], atol=1.5)
    assert any(other.kinds == start.kinds for other in others)


@pytest.mark.parametrize("depth_mm", [13.0, 25.0, 30.0])
@pytest.mark.parametrize("narrower_mm", [4.0, 4.4, 4.8, 6.0, 9.0])
def test_a_block_that_hardly_narrows_is_told_from_a_box_at_whatever_depth_it_is_begun(
    narrower_mm: float, depth_mm: float
) -> None:
    in_mm = narrower_mm / 2
    middle, top = (-16.7 + in_mm / 2, 17.2 - in_mm / 2), (-16.7 + in_mm, 17.2 - in_mm)
    slim = (TRAPEZIUM, GREEN, (-16.7, middle[0], top[0], 17.2, middle[1], top[1], 26.0))
    true = blocks(box(RED, -22, 21, 30), box(RED, -30, 25, 13), slim, leaning(RED))
    start = blocks(box(RED, -22, 21, 30), box(RED, -29, 24, 13), box(GREEN, -15, 15, 26), leaning(RED), front_mm=40.0)
    found = fitted(true, replace(start, depth_mm=depth_mm))[0]
    assert shapes(found) == ["rectangle", "plank", "trapezium", "trapezium"]


def test_a_side_leans_about_its_middle_as_a_face_does() -> None:
    wide = Face(0.0, 30.0, RED, (-30.0, -28.0, -26.0), (40.0, 39.0, 38.0), 1.0)
    sizes = leaning_as(blocks(box(RED, -20, 22, 25)).sizes[0], wide)
    assert sizes.tolist() == [-22, -20, -18, 23, 22, 21, 25, 0, 0]


def test_what_is_low_is_rather_a_plank_and_what_ends_in_a_point_a_triangle() -> None:
    def cost(form: Form, top_mm: float, high: float) -> float:
        side = (25.0, (25 + top_mm) / 2, top_mm)
        return blocks((form, RED, (*(-x for x in side), *side, high))).unlikely()

    assert cost(TRAPEZIUM, 18, 12) > cost(TRAPEZIUM, 18, 20) + 5
    assert cost(TRAPEZIUM, 18, 20) == cost(TRAPEZIUM, 18, 40)
    assert cost(BOX, 25, 12) == cost(BOX, 25, 40)
    assert cost(TRAPEZIUM, 2, 30) > cost(TRIANGLE, 0, 30) + 12
    assert cost(TRAPEZIUM, 18, 30) == cost(TRAPEZIUM, 12, 30)


@pytest.mark.parametrize(("wide_mm", "is_doubtful"), [(30.0, False), (38.5, True), (41.0, True), (48.0, False)])
def test_a_block_near_to_being_called_otherwise_is_doubtful(wide_mm: float, *, is_doubtful: bool) -> None:
    sizes = blocks(box(RED, 0, wide_mm, 13)).sizes[0]
    assert is_doubtfully_named(BOX, sizes) is is_doubtful
    assert not is_doubtfully_named(TRAPEZIUM, sizes)


def test_two_blocks_of_one_colour_are_not_left_one() -> None:
    true = blocks(box(RED, -28, 26, 12), box(RED, -14, 16, 32))
    best = fitted(true, blocks((TRAPEZIUM, RED, (-28, -22, -14, 26, 20, 16, 44))))[0]
    assert shapes(best) == ["plank", "rectangle"]


def test_one_block_is_not_left_two() -> None:
    true = blocks(box(GREEN, -18, 20, 24), (HEXAGON, RED, (-8, -17, -8, 10, 19, 10, 31)))
    start = blocks(box(GREEN, -18, 20, 24), box(RED, -12, 14, 16), box(RED, -12, 14, 16))
    assert shapes(fitted(true, start)[0]) == ["rectangle", "hexagon"]


@pytest.mark.parametrize(
    ("nearer_mm", "turns", "depth_mm"),
    [((0.6, 0.9, -1.7), (-0.03, -0.06, 0.06), 25.6), ((0.3, 1.8, 0.9), (-0.06, 0.08, -0.08), 36.0)],
)
def test_turned_blocks_are_not_left_more_between_which_nothing_is_seen(
    nearer_mm: tuple[float, ...], turns: tuple[float, ...], depth_mm: float
) -> None:
    plank, half = box(GREEN, -25, 25, 12), box(RED, -20, 22, 20)
    true = blocks(plank, box(RED, -20, 22, 40), plank)
    true.sizes[:, NEARER], true.sizes[:, TURN] = nearer_mm, turns
    plane = seen(replace(true, depth_mm=depth_mm))
    dim = replace(plane, along=plane.along * np.float32(0.8))
    fitter = BlockFitter(BlockCanvas(dim, FRONT_MM, EYE, 3.0), dim)
    assert shapes(fitter.fitted(blocks(plank, half, half, plank))[0]) == ["plank", "rectangle", "plank"]


def test_a_turned_block_shows_its_flank_and_keeps_its_form() -> None:
    sizes = blocks(box(RED, -20, 22, 30)).sizes
    sizes[0, TURN] = 0.1
    turned = replace(blocks(box(RED, -20, 22, 30)), sizes=sizes)
    assert shapes(fitted(turned, blocks(box(RED, -20, 22, 30)))[0]) == ["rectangle"]
    pose, x = turned.pose(0)
    assert pose.width_mm == pytest.approx(42 * np.cos(0.1) + 25 * np.sin(0.1), abs=0.01)
    assert x == pytest.approx(1.0)
    assert pose.height_mm == turned.sizes[0, HEIGHT]


@pytest.mark.parametrize("depth_mm", [18.0, 36.0])
def test_blocks_of_another_depth_are_seen_where_they_were(depth_mm: float) -> None:
    true = blocks(box(RED, -20, 22, 30), (TRAPEZIUM, GREEN, (-16.0, -14.0, -12.0, 14.0, 12.0, 10.0, 34.0)))
    canvas = BlockCanvas(seen(true), FRONT_MM, EYE, 3.0)
    same, plain = canvas.deepened(true, depth_mm), replace(true, depth_mm=depth_mm)
    assert same.depth_mm == depth_mm
    assert canvas.unlike(same)[0] < 0.6 * canvas.unlike(plain)[0]
    np.testing.assert_allclose(canvas.deepened(same, true.depth_mm).sizes, true.sizes, atol=0.05)


@pytest.mark.parametrize("aside_mm", [-40.0, 0.0, 40.0])
@pytest.mark.parametrize("top", FORMS, ids=lambda form: form.name)
def test_blocks_of_every_form_may_have_another_depth(top: Form, aside_mm: float) -> None:
    sizes = formed(np.array([-18.0, -12.0, -6.0, 14.0, 10.0, 6.0, 26.0, 0.0, 0.0]), top)
    sizes[:6] += aside_mm
    true = blocks(box(RED, aside_mm - 20, aside_mm + 22, 30), (top, GREEN, tuple(sizes[:7])))
    canvas = BlockCanvas(seen(true), FRONT_MM, EYE, 3.0)
    for depth_mm in (16.0, 34.0):
        other = canvas.deepened(true, depth_mm)
        assert other.may_be()
        np.testing.assert_allclose(formed(other.sizes[1], top), other.sizes[1], atol=1e-6)


@pytest.mark.parametrize("depth_mm", [12.0, 13.0, 38.0])
def test_the_depth_blocks_are_begun_at_hardly_matters(depth_mm: float) -> None:
    hexagon, triangle = (
        (form, GREEN, tuple(formed(np.array([*(3 * [-19.0]), *(3 * [right]), high, 0.0, 0.0]), form)[:7]))
        for form, right, high in ((HEXAGON, 19.0, 33.0), (TRIANGLE, 22.0, 28.0))
    )
    true = blocks(box(RED, -20, 22, 30), hexagon, triangle)
    start = BlockCanvas(seen(true), FRONT_MM, EYE, 3.0).deepened(true, depth_mm)
    best = fitted(true, start)[0]
    assert shapes(best) == ["rectangle", "hexagon", "triangle"]
    assert abs(best.depth_mm - true.depth_mm) < 2


@pytest.mark.parametrize("thin_mm", [7.5, 9.5])
def test_a_top_taken_for_a_thin_block_is_none_once_blocks_are_deep_enough(thin_mm: float) -> None:
    true = blocks(box(RED, -20, 22, 30), box(GREEN, -14, 16, 40))
    thin = blocks(box(RED, -20, 22, 30), box(GREEN, -14, 16, 40), box(GREEN, -14, 16, thin_mm))
    canvas = BlockCanvas(seen(true), FRONT_MM, EYE, 3.0)
    assert canvas.deepened(replace(thin, depth_mm=20.0), 20.0).kinds == thin.kinds
    same = canvas.deepened(replace(thin, depth_mm=10.0), 45.0)
    assert same.kinds == true.kinds
    assert same.may_be()
    assert shapes(fitted(true, replace(thin, depth_mm=14.0))[0]) == ["rectangle", "rectangle"]


@pytest.mark.parametrize(("wide_mm", "name"), [(38.5, "rectangle"), (42.0, "plank")])
def test_a_plank_is_more_than_about_three_times_as_wide_as_high(wide_mm: float, name: str) -> None:
    assert shapes(blocks(box(RED, 0, wide_mm, 13))) == [name]


@pytest.mark.parametrize("depth_mm", [14.5, 38.0])
def test_a_depth_begun_far_off_is_found(depth_mm: float) -> None:
    true = blocks(box(RED, -28, 18, 11), leaning(RED), box(GREEN, -20, 25, 40))
    start = BlockCanvas(seen(true), FRONT_MM, EYE, 3.0).deepened(true, depth_mm)
    best = fitted(true, start)[0]
    assert shapes(best) == ["plank", "trapezium", "rectangle"]
    assert abs(best.depth_mm - true.depth_mm) < 4
    np.testing.assert_allclose(best.sizes[:, HEIGHT], true.sizes[:, HEIGHT], atol=1.5)


def test_a_step_in_the_outline_parts_blocks_of_one_colour_without_a_seam() -> None:
    true = blocks(box(GREEN, -20, 22, 38), box(GREEN, -32, 12, 34), box(GREEN, -14, 25, 36))
    plane = seen(true)
    faces, _ = find_blocks(replace(plane, along=np.zeros_like(plane.along)), Camera(60.0, 220.0, 477.5))
    assert len(faces) == 3
