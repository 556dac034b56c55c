"""Stacks fitted closely: what is drawn is compared face by face, and pieces are exchanged where it looks otherwise."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.exchange.piece_sets import SPLASH
from vision.tower_canvas import Built, Canvas
from vision.tower_fit import Fitter
from vision.tower_planes import Plane, Window
from vision.tower_poses import Pose
from vision.tower_sums import PlaneSums

EYE = np.array([15.0, 200.0, 480.0])
WINDOW = Window(-30.0, 30.0, -8.0, 80.0)
PLANE_MM = 36.0
RED, YELLOW, GREEN = 0, 2, 3


def pose(shape: str, height_mm: float, width_mm: float) -> Pose:
    return next(p for p in SPLASH if (p.shape, p.height_mm) == (shape, height_mm) and abs(p.width_mm - width_mm) < 0.1)


CUBE, PLATE = pose("large_cube", 15, 15), pose("plate", 20, 20)
STICK, FLAT = pose("stick", 5, 25), pose("plate", 5, 20)


def built(*pieces: tuple[Pose, int, float], z_mm: float = 30.0) -> Built:
    places = np.array([(x, 0.0, z_mm) for _, _, x in pieces])
    return Built(tuple((one, colour) for one, colour, _ in pieces), places).settled()


def seen(stack: Built, *, between: int | None = None) -> Canvas:
    """Return a canvas that shows a stack and nothing else, with an edge wherever what is drawn borders on something.

    What is of the colour `between` may as well be of another.
    """
    none, never = np.zeros((264, 180), np.float32), np.zeros((264, 180), bool)
    blank = Canvas(Plane(np.zeros((264, 180), np.uint8), never, none, none, WINDOW), PLANE_MM, EYE)
    ids, names = blank.drawn(stack)
    across, along = none.copy(), none.copy()
    across[:, 1:] = ids[:, 1:] != ids[:, :-1]
    along[1:] = ids[1:] != ids[:-1]
    doubted = never if between is None else names[ids] == between + 1
    return Canvas(Plane(names[ids], doubted, across, along, WINDOW), PLANE_MM, EYE)


def fitted(canvas: Canvas, *starts: Built) -> Built:
    return Fitter(canvas, SPLASH, lambda _: 30.0).fitted(list(starts))[0]


def test_a_stack_looks_best_where_it_stands() -> None:
    true = built((FLAT, GREEN, 2.0), (CUBE, RED, 0.0))
    canvas = seen(true)
    here = canvas.rated(true, 30.0).worth
    for right, nearer in ((1.0, 0.0), (-1.0, 0.0), (0.0, 2.0), (0.0, -2.0)):
        assert canvas.rated(true.moved(slice(1, None), right, nearer, EYE), 30.0).worth < here
    assert canvas.unlike(true)[0] == 0


def test_a_colour_that_may_be_another_does_not_bear_a_piece_out() -> None:
    true = built((FLAT, GREEN, 2.0), (CUBE, RED, 0.0))
    unlike, (flat, cube) = seen(true, between=RED).unlike(true)
    assert unlike == 0
    assert cube < 0 < flat


def test_a_cube_on_a_stick_of_its_colour_is_not_left_a_plate() -> None:
    true = built((STICK, RED, 1.0), (CUBE, RED, -1.0), (FLAT, GREEN, 0.0))
    start = built((PLATE, RED, 0.0), (FLAT, GREEN, 0.0))
    assert fitted(seen(true), start).kinds == true.kinds


def test_a_right_stack_is_kept_and_moved_to_where_it_stands() -> None:
    true = built((CUBE, GREEN, -1.0), (FLAT, RED, 2.0), (CUBE, RED, 1.0))
    start = built((CUBE, GREEN, -0.4), (FLAT, RED, 2.5), (CUBE, RED, 0.4), z_mm=32.0)
    found = fitted(seen(true), start)
    assert found.kinds == true.kinds
    np.testing.assert_allclose(found.places[:, 0], true.places[:, 0], atol=0.6)
    np.testing.assert_allclose(found.places[:, 2], true.places[:, 2], atol=1.6)


def test_another_colour_at_a_pieces_height_is_thought_of() -> None:
    true = built((CUBE, GREEN, 0.0), (CUBE, RED, 0.0))
    start = replace(true, kinds=((CUBE, GREEN), (CUBE, 1)))
    assert fitted(seen(true), start).kinds == true.kinds


@pytest.mark.parametrize(
    ("stack", "possible"),
    [
        (built((CUBE, RED, 0.0), (CUBE, GREEN, 5.0)), True),
        (built((CUBE, RED, 0.0), (CUBE, RED, 5.0)), False),
        (built((CUBE, RED, 0.0), (CUBE, GREEN, 16.0)), False),
    ],
    ids=["resting", "the same piece twice", "beside each other"],
)
def test_pieces_rest_on_each_other_and_no_set_holds_one_twice(stack: Built, *, possible: bool) -> None:
    assert stack.may_be() is possible


def test_what_looks_otherwise_is_trouble_for_the_piece_at_its_height_alone() -> None:
    true = built((CUBE, GREEN, 0.0), (CUBE, RED, 0.0), (FLAT, GREEN, 0.0))
    trouble = seen(true).trouble(replace(true, kinds=((CUBE, GREEN), (CUBE, 1), (FLAT, GREEN))))
    assert int(trouble.argmax()) == 1
    assert trouble[1] > 5 * np.delete(trouble, 1).max()


def test_what_matches_the_piece_below_is_likelier_than_a_stranger() -> None:
    like, strange = built((FLAT, GREEN, 0.0), (CUBE, GREEN, 0.0)), built((FLAT, GREEN, 0.0), (CUBE, RED, 0.0))
    assert like.unlikely() < strange.unlikely() == built((FLAT, GREEN, 0.0), (CUBE, RED, 2.0)).unlikely()
    assert built((replace(FLAT, rarity=3.0), GREEN, 0.0)).unlikely() == built((FLAT, GREEN, 0.0)).unlikely() + 3.0


def test_a_small_cube_is_not_left_a_stick_seen_from_its_end() -> None:
    small = next(pose for pose in SPLASH if pose.shape == "small_cube")
    end = next(pose for pose in SPLASH if pose.shape == "stick" and pose.width_mm == pose.height_mm)
    true = built((small, RED, 0.0), (CUBE, GREEN, 0.0), (FLAT, GREEN, 0.0))
    wrong = built((end, RED, 0.0), (CUBE, GREEN, 0.0), (FLAT, GREEN, 0.0), z_mm=30.0 - 9.0)
    middles = {True: 21.0, False: 30.0}
    fitter = Fitter(seen(true), SPLASH, lambda pose: middles[pose is end])
    assert fitter.fitted([wrong])[0].kinds == true.kinds


def test_an_ill_known_distance_costs_less() -> None:
    true = built((FLAT, GREEN, 0.0), (CUBE, RED, 0.0))
    canvas = seen(true)
    assert canvas.rated(true, 48.0).worth < canvas.rated(true, 48.0, 9.0).worth < canvas.rated(true, 30.0).worth


def test_an_exchange_that_looked_bad_is_tried_again_once_what_it_stands_with_is_mended() -> None:
    lying, colours = pose("octagon", 8, 15), (RED, YELLOW, YELLOW, YELLOW)
    true = built(*zip((CUBE, STICK, lying, CUBE), colours, (0.6, 0.1, 0.1, 3.1), strict=True))
    start = built(*zip((CUBE, STICK, lying, PLATE), colours, (2.7, 0.2, -2.4, 2.8), strict=True))
    assert fitted(seen(true), start).kinds == true.kinds


def test_what_stands_on_a_base_half_hidden_below_it_is_not_read_as_standing_on_the_table() -> None:
    feet = {STICK: 30.5, FLAT: 23.0}
    above = ((FLAT, GREEN, 0.0), (FLAT, RED, 0.0), (FLAT, YELLOW, 0.0))
    true = built((STICK, GREEN, 1.0), *above, z_mm=feet[STICK])
    lower = true.moved(slice(1, None), 0.0, feet[FLAT] - feet[STICK], EYE)
    start = Built(lower.kinds[1:], lower.places[1:]).settled()
    fitter = Fitter(seen(true), SPLASH, lambda pose: feet.get(pose, 30.0))
    assert fitter.fitted([start])[0].kinds == true.kinds


@pytest.mark.parametrize(("astray_mm", "z_mm"), [(0.3, 31.0), (0.4, 32.0)])
def test_a_likely_start_is_moved_to_where_it_looks_best_before_another_is_preferred(
    astray_mm: float, z_mm: float
) -> None:
    octagon, lying = pose("octagon", 15, 15), pose("octagon", 8, 15)
    above = ((lying, GREEN, 1.0), (CUBE, GREEN, 1.0))
    true = built((FLAT, RED, 0.0), (octagon, RED, 0.4), *above)
    other = built((FLAT, RED, 0.0), (CUBE, RED, 0.4), *above, z_mm=31.0)
    astray = true.moved(slice(1, 2), astray_mm, 0.0, EYE).moved(slice(3, 4), -astray_mm, 0.0, EYE)
    start = replace(astray, places=astray.places + np.array([0.0, 0.0, z_mm - 30.0]))
    assert fitted(seen(true), other, start).kinds == true.kinds


def test_a_piece_exchanged_for_a_wider_one_is_put_where_its_colour_is_seen() -> None:
    small = pose("small_cube", 7, 7)
    below, above = ((CUBE, GREEN, 0.0), (FLAT, RED, -6.0)), (STICK, GREEN, 0.0)
    true, start = built(*below, (STICK, RED, -6.0), above), built(*below, (small, RED, 2.5), above)
    assert fitted(seen(true), start).kinds == true.kinds


def test_an_octagon_on_its_own_colour_is_not_left_a_cube_though_few_corners_tell() -> None:
    octagon = pose("octagon", 15, 15)
    true, start = (built((FLAT, RED, 0.0), (one, RED, 0.5), (STICK, GREEN, 0.0)) for one in (octagon, CUBE))
    assert fitted(seen(true), start).kinds == true.kinds


@pytest.mark.parametrize("aside_mm", [-6.0, 5.0])
def test_a_piece_fills_what_is_seen_of_its_colour_or_is_not_told_where_it_is(aside_mm: float) -> None:
    canvas, place = seen(built((FLAT, GREEN, 0.0), (STICK, RED, aside_mm))), np.array([0.0, 5.0, 30.0])
    assert canvas.middle_at(STICK, place, RED) == pytest.approx(aside_mm, abs=0.7)
    assert canvas.middle_at(CUBE, place, RED) is None
    assert canvas.middle_at(STICK, place, YELLOW) is None


@pytest.mark.parametrize(("better", "is_taken"), [(12.0, True), (5.0, False)])
def test_a_stack_of_another_count_must_look_clearly_better(better: float, *, is_taken: bool) -> None:
    one, two = built((CUBE, GREEN, 0.0)), built((CUBE, GREEN, 0.0), (CUBE, RED, 0.0))

    class Partial:
        """A canvas on which two pieces look better than one."""

        eye_mm = EYE

        def rated(self, built: Built, _base_mm: float, _sigma_mm: float) -> Built:
            return replace(built, worth={one.kinds: 0.0, two.kinds: better}.get(built.kinds, -99.0))

        def trouble(self, built: Built) -> np.ndarray:
            return np.zeros(len(built.kinds))

        def colour_at(self, _pose: Pose, _place: np.ndarray) -> None:
            return None

    fitter = Fitter(Partial(), (CUBE,), lambda _: 30.0)
    assert (fitter.fitted([one, two])[0].kinds == two.kinds) is is_taken


@pytest.mark.parametrize(("side", "counts"), [(9, False), (15, True)], ids=["a speck", "the end of a stick"])
def test_a_speck_of_a_colour_is_no_piece(side: int, *, counts: bool) -> None:
    classes = np.zeros((264, 180), np.uint8)
    classes[100:200, 60:120] = RED + 1
    classes[100 : 100 + side, 20 : 20 + side] = GREEN + 1
    none, never = np.zeros(classes.shape, np.float32), np.zeros(classes.shape, bool)
    sums = PlaneSums.of(Plane(classes, never, none, none, WINDOW))
    assert sums.colours.tolist() == ([RED, GREEN] if counts else [RED])
