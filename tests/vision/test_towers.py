"""Towers: the parts of the search, and whole towers drawn by the twin and rendered."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.exchange.piece_sets import SPLASH
from companion.rulebook.zone import Zone
from tests.kit import SHARED
from vision.back_card import find_back_card
from vision.piece_colours import PIECE_COLOURS
from vision.simulated_side import SimulatedSide
from vision.tower_check import Sketch
from vision.tower_faces import Step
from vision.tower_foot import Stand, find_stand
from vision.tower_guess import Guess
from vision.tower_planes import Plane, Window, see_plane
from vision.tower_poses import Pose, bent_prism, box, prism
from vision.towers import TowerSeen, guess_tower, read_stacks, read_tower


def standing(*rows: tuple[str, ...]) -> Zone:
    return Zone("tower", "tower", rows, ())


def drawn(*labels: str, seed: int = 1) -> TowerSeen:
    side = SimulatedSide(seed, poses=SPLASH)
    side.show([standing(*((label,) for label in labels), ("",))])
    return read_tower(side.read().picture, SPLASH)


def named(tower: TowerSeen) -> list[str]:
    return [f"{piece.shape}/{piece.colour}" for piece in tower.pieces]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "labels",
    [
        ("large_cube/green",),
        ("plate/red", "large_cube/red", "octagon/blue", "stick/blue", "small_cube/green"),
        ("large_cube/violet", "large_cube/yellow", "plate/orange", "octagon/orange"),
    ],
    ids=["one piece", "five", "four"],
)
def test_drawn_towers_are_named_from_the_base_up(labels: tuple[str, ...], seed: int) -> None:
    assert named(drawn(*labels, seed=seed)) == list(labels)


def test_pieces_are_snapped_to_contact() -> None:
    tower = drawn("plate/red", "large_cube/blue", "stick/yellow")
    tops = [max(y for _, y in piece.outline_mm) for piece in tower.pieces]
    feet = [min(y for _, y in piece.outline_mm) for piece in tower.pieces]
    assert feet == pytest.approx([0.0, *tops[:-1]])


def test_an_empty_back_card_carries_no_tower() -> None:
    assert drawn().pieces == ()


@pytest.mark.parametrize("size", [(1, 1), (1, 700), (2, 900), (5, 900), (900, 2), (3, 3)])
def test_pictures_as_flat_as_a_line_show_no_tower(size: tuple[int, int]) -> None:
    picture = np.random.default_rng(0).integers(0, 255, (*size, 3)).astype(np.uint8)
    assert guess_tower(picture, (SPLASH, ())).pieces == ()


def test_without_a_back_card_nothing_is_measured() -> None:
    assert read_tower(np.full((480, 640, 3), 128, np.uint8), SPLASH).pieces == ()


def test_a_lying_prism_shows_its_thickness_and_a_standing_one_its_height() -> None:
    section = ((-3.0, 0.0), (3.0, 0.0), (5.0, 5.0), (3.0, 10.0), (-3.0, 10.0), (-5.0, 5.0))
    lying = bent_prism("hexagon", section, 4.0, lying=True)
    standing = bent_prism("hexagon", section, 4.0, lying=False)
    assert (lying.height_mm, standing.height_mm) == (4.0, 10.0)
    assert lying.base_mm == (-5.0, 5.0)
    assert standing.top_mm == (-2.0, 2.0)


def test_a_pose_knows_what_it_stands_on() -> None:
    wedge = prism("wedge", ((-10.0, 0.0), (10.0, 0.0), (2.0, 12.0), (-2.0, 12.0)), 6.0)
    assert wedge.base_mm == pytest.approx((-10, 10), abs=1e-3)
    assert wedge.top_mm == pytest.approx((-2, 2), abs=1e-3)
    assert box("cube", 7, 7, 7).front_mm == 3.5


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the measuring material is not beside the checkout")
@pytest.mark.parametrize(("pieces_of", "poses", "least"), [("splash", SPLASH, 0.95), ("big", (), 0.9)])
def test_rendered_towers_before_a_card_are_named_and_measured(
    pieces_of: str, poses: tuple[Pose, ...], least: float
) -> None:
    right = pieces = 0
    off: list[float] = []
    for label in sorted((SHARED / "photos/renders-side").glob("tower_*.json")):
        truth = json.loads(label.read_text())
        if truth["set"] != pieces_of or not truth["card"]:
            continue
        picture = cv2.imread(str(label.with_suffix(".jpg")))
        assert picture is not None
        seen = read_tower(np.asarray(picture, np.uint8), poses).pieces
        pieces += len(truth["pieces"])
        for one, true in zip(seen, truth["pieces"], strict=False):
            if (one.shape, one.colour) == (true["shape"], true["colour"]):
                right += 1
                off.append(float(np.linalg.norm(_middle(one.outline_mm) - _middle(true["outline_mm"]))))
    assert right / pieces >= least
    assert float(np.median(off)) < 1.0


def _middle(outline: object) -> np.ndarray:
    points = np.array(outline)
    return (points.min(axis=0) + points.max(axis=0)) / 2


def test_after_a_fall_every_stack_and_single_piece_is_read() -> None:
    side = SimulatedSide(3, poses=SPLASH)
    stacks = (("large_cube/red", "plate/blue"), ("octagon/green",), ("large_cube/violet",))
    side.show([Zone(f"stack{i}", "tower", tuple((label,) for label in stack), ()) for i, stack in enumerate(stacks)])
    seen = read_stacks(side.read().picture, SPLASH)
    assert sorted(named(stack) for stack in seen) == sorted(list(stack) for stack in stacks)


def test_a_standing_tower_is_one_stack() -> None:
    side = SimulatedSide(3, poses=SPLASH)
    side.show([standing(("large_cube/red",), ("plate/blue",))])
    assert len(read_stacks(side.read().picture, SPLASH)) == 1


@pytest.mark.parametrize("label", ["plate/red", "octagon/yellow", "small_cube/blue"])
def test_a_single_flat_piece_on_the_table_is_read_though_others_would_not_fit_into_the_picture(label: str) -> None:
    assert named(drawn(label, seed=3)) in ([label], [])


@pytest.mark.parametrize("plane_mm", [36.0, 70.0])
def test_a_stand_is_seen_in_another_plane_along_the_rays_of_the_camera(plane_mm: float) -> None:
    eye = np.array([20.0, 160.0, 500.0])
    stand = Stand(-10.0, 15.0, 50.0, 36.0, 1.0)
    seen = stand.seen_in(plane_mm, eye)
    for x, seen_x in ((stand.left_mm, seen.left_mm), (stand.right_mm, seen.right_mm)):
        rays = np.array([x, stand.top_mm, 36.0]) - eye, np.array([seen_x, seen.top_mm, plane_mm]) - eye
        np.testing.assert_allclose(np.cross(*rays), 0, atol=1e-6)


def test_what_has_no_room_before_the_card_or_reaches_far_out_is_doubtful() -> None:
    stand = Stand(-10.0, 15.0, 50.0, 36.0, 1.0)
    assert not stand.is_doubtful
    assert replace(stand, foot_mm=18.0).is_doubtful
    assert replace(stand, right_mm=97.0).is_doubtful
    assert replace(stand, left_mm=-97.0).is_doubtful


def test_what_stands_so_that_it_passes_for_another_is_unsure_and_so_is_what_it_carries() -> None:
    side = SimulatedSide(1, poses=SPLASH)
    side.show([standing(("large_cube/green",), ("plate/red",), ("large_cube/blue",))])
    picture = side.read().picture
    rare = tuple(replace(pose, rarity=4.0) if pose.height_mm == 5 and pose.width_mm == 20 else pose for pose in SPLASH)
    plain, doubted = read_tower(picture, SPLASH), read_tower(picture, rare)
    assert named(plain) == named(doubted) == ["large_cube/green", "plate/red", "large_cube/blue"]
    assert all(piece.confidence > 0.9 for piece in plain.pieces)
    base, plate, top = (piece.confidence for piece in doubted.pieces)
    assert plate < 0.5
    assert top < 0.5 < base


@pytest.mark.parametrize(("second", "is_sure"), [("yellow", False), ("green", True)])
def test_where_pieces_of_one_colour_part_is_doubted_for_both(
    monkeypatch: pytest.MonkeyPatch, second: str, *, is_sure: bool
) -> None:
    plate, octagon, *others = (
        next(pose for pose in SPLASH if (pose.shape, pose.height_mm) == kind)
        for kind in (("plate", 5), ("octagon", 8), ("stick", 5), ("small_cube", 7), ("large_cube", 15))
    )

    def guess(pose: Pose) -> Guess:
        colours = (PIECE_COLOURS.index(name) for name in ("yellow", second))
        steps = (
            Step(one, colour, 0.0, y, 0, 0, 0) for one, colour, y in zip((plate, pose), colours, (0, 5), strict=True)
        )
        return Guess(tuple(steps), 30.0, 0.0, 0.0, (1.0, 1.0))

    monkeypatch.setattr("vision.towers.fit_stacks_closely", lambda *_: [guess(pose) for pose in (octagon, *others)])
    base, above = drawn("plate/yellow").pieces
    assert above.confidence < 0.3
    assert (base.confidence > 0.5) is is_sure


def test_a_foot_seen_nowhere_leaves_only_where_feet_usually_are() -> None:
    seen, far = Stand(-10.0, 15.0, 50.0, 36.0, 1.0), Stand(-10.0, 15.0, 50.0, 36.0, 60.0)
    assert 1.0 > seen.middle_sigma_mm > 0.9
    assert far.middle_sigma_mm == pytest.approx(8.9, abs=0.1)


@pytest.mark.parametrize("label", ["stick/orange", "plate/green", "small_cube/blue"])
def test_a_mirror_image_on_the_table_does_not_hide_the_foot(label: str) -> None:
    camera = SimulatedSide(3, poses=SPLASH)
    camera.show([standing((label,), ("large_cube/red",), ("octagon/red",))])
    picture = camera.read().picture
    card = find_back_card(picture)
    plain = find_stand(picture, card)
    low = round(float(card.view.to_px(np.array([[0.0, 0.0, plain[0].foot_mm]]))[0, 1]))
    half = 0.55 * picture[low - 1 : low - 41 : -1].astype(float) + 0.45 * picture[low : low + 40].astype(float)
    mirrored = picture.copy()
    mirrored[low : low + 40] = half.astype(np.uint8)
    assert min(abs(stand.foot_mm - plain[0].foot_mm) for stand in find_stand(mirrored, card)) < 7


def test_a_tower_whose_foot_is_not_seen_is_unsure() -> None:
    side = SimulatedSide(1, poses=SPLASH)
    side.show([standing(("small_cube/red",), ("large_cube/blue",), ("plate/green",))])
    picture = side.read().picture.copy()
    whole = read_tower(picture, SPLASH)
    assert [piece.confidence > 0.5 for piece in whole.pieces] == [True] * 3
    hue = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    middle = picture.shape[0] // 2
    red = (
        (np.minimum(hue[..., 0], 180 - hue[..., 0]) < 8) & (hue[..., 1] > 90) & (np.arange(len(hue)) > middle)[:, None]
    )
    picture[cv2.dilate(red.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0] = picture[-5, 5]
    rest = read_tower(picture, SPLASH).pieces
    assert [piece.confidence < 0.5 for piece in rest] == [True] * len(rest)


def test_a_base_like_the_cloth_it_stands_on_leaves_what_it_carries_unsure() -> None:
    side = SimulatedSide(1, poses=SPLASH)
    side.show([standing(("plate/green",), ("large_cube/orange",), ("plate/violet",))])
    picture = side.read().picture.copy()
    hue = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    low = (np.arange(len(hue)) > len(hue) // 2)[:, None]
    base = (np.abs(hue[..., 0].astype(int) - 60) < 22) & (hue[..., 1] > 90) & low
    cloth = np.abs(picture.astype(int) - picture[-5, 5].astype(int)).max(axis=2) < 14
    painted = picture.astype(float)
    painted[cloth], painted[base] = _bgr(24, -16, 8), _bgr(24, -27, 14)
    painted[cloth | base] += np.random.default_rng(0).normal(0, 10, (np.count_nonzero(cloth | base), 3))
    seen = read_tower(np.clip(painted, 0, 255).astype(np.uint8), SPLASH)
    assert "large_cube/orange" in named(seen)
    assert all(piece.confidence < 0.5 for piece in seen.pieces)


def _bgr(*lab: float) -> np.ndarray:
    return np.rint(255 * cv2.cvtColor(np.array([[lab]], np.float32), cv2.COLOR_Lab2BGR))[0, 0]


def test_part_of_a_plane_keeps_its_places() -> None:
    window = Window(-20.0, 20.0, -5.0, 60.0)
    cells = np.arange(195 * 120, dtype=np.float32).reshape(195, 120)
    plane = Plane(np.zeros((195, 120), np.uint8), cells % 7 == 0, cells, cells, window)
    part = plane.within(-10.0, 5.0, 30.0)
    assert (part.window.left_mm, part.window.right_mm, part.window.top_mm) == pytest.approx((-10.0, 5.0, 30.0))
    np.testing.assert_array_equal(part.across, cells[90:, 30:75])
    np.testing.assert_array_equal(part.between, cells[90:, 30:75] % 7 == 0)


@pytest.mark.parametrize(
    ("hue_deg", "name", "between"),
    [(31, "red", False), (39, "red", True), (42, "orange", True), (50, "orange", False), (285, "blue", False)],
)
def test_a_hue_between_two_colours_is_marked(hue_deg: float, name: str, *, between: bool) -> None:
    turn = np.radians(hue_deg)
    picture = np.full((120, 180, 3), 150, np.uint8)
    paint = np.array([[[50, 45 * np.cos(turn), 45 * np.sin(turn)]]], np.float32)
    picture[40:80, 70:110] = np.rint(255 * cv2.cvtColor(paint, cv2.COLOR_Lab2BGR))[0, 0]
    plane = see_plane(picture, Window(0.0, 60.0, 0.0, 40.0), lambda mm: np.array([0, 120]) + mm * (3, -3))
    inside = (slice(45, 75), slice(75, 105))
    for seen in (plane, plane.moved(np.array([[1.0, 0, 0], [0, 1, 0]]))):
        assert (seen.classes[inside] == PIECE_COLOURS.index(name) + 1).all()
        assert (seen.between[inside] == between).all()


def test_a_drawn_piece_explains_what_it_shows_and_only_that() -> None:
    window = Window(-20.0, 20.0, -5.0, 60.0)
    none, never = np.zeros((195, 120), np.float32), np.zeros((195, 120), bool)
    cube = box("cube", 10, 10, 10)
    eye = np.array([0.0, 40.0, 500.0])
    step = Step(cube, 2, 0.0, 0.0, 1.0, 1.0, 0.0)
    bare = Sketch(Plane(np.zeros((195, 120), np.uint8), never, none, none, window), 36.0, eye, 30.0, 30.0)
    shown = bare.drawn(bare.empty(), step)
    sketch = Sketch(Plane(shown, never, none, none, window), 36.0, eye, 30.0, 30.0)
    assert sketch.mismatches(shown, 0.0) == (0, 0)
    assert sketch.mismatches(sketch.empty(), 0.0)[0] == bare.mismatches(shown, 0.0)[0] < 0
    assert sketch.mismatches(sketch.empty(), -5.0)[1] == 0
