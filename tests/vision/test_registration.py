"""Corner cards, back card, four corners by hand: where things lie, in mm."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.kit import SHARED
from vision.back_card import find_back_card
from vision.by_hand import PointedAt, from_corners
from vision.colour import Floats
from vision.errors import NotCalibrated
from vision.lens import Lens, View
from vision.marker_layout import BACK_PAGE, BACK_PAGE_A3, CORNER_IDS
from vision.markers import Picture, find_markers
from vision.registration import CardPlace, Registration, calibrate, locate, marker_on_page, register, shows_more
from vision.simulated import SimulatedTable
from vision.simulated_side import SimulatedSide
from vision.table_plan import plan_table

LENS = Lens(1024.0, (639.5, 479.5), known=True)
ABOVE = View(LENS, (0.15, 0.02, 0.01), (5.0, -8.0, 700.0))
PLACES = tuple(
    CardPlace(i, x, y, turn)
    for i, x, y, turn in ((0, -300, -220, 0.05), (1, 210, -215, 1.2), (2, 215, 120, -0.4), (3, -290, 110, 3.0))
)


def corners(place: CardPlace) -> Floats:
    return ABOVE.to_px(place.to_table(marker_on_page(place.id)))


@pytest.fixture(scope="module")
def table() -> Picture:
    return SimulatedTable(3).read().picture


def test_a_lens_straightens_what_it_bent() -> None:
    lens = Lens(900.0, (600.0, 400.0), k1=-0.08)
    flat = np.array([[0.0, 0.0], [0.5, -0.3], [-0.6, 0.4]])
    assert lens.straight(lens.bent(flat)) == pytest.approx(flat, abs=1e-5)


def test_rays_meet_the_plane_where_the_points_were() -> None:
    points = np.array([[10.0, 20.0, 0.0], [-200.0, 90.0, 0.0]])
    assert ABOVE.on_plane(ABOVE.to_px(points), axis=2, at_mm=0.0) == pytest.approx(points, abs=1e-6)


def test_simulated_corner_cards_are_found_where_the_plan_laid_them(table: Picture) -> None:
    seen = calibrate(table)
    plan = plan_table(())
    assert set(seen.seen) == set(CORNER_IDS)
    for place in seen.layout:
        middle = place.to_table(np.array([[45.0, 45.0]]))[0, :2]
        assert np.linalg.norm(middle - plan.card_centres[place.id]) < 4.0


def test_points_come_back_from_pixels_to_the_same_mm(table: Picture) -> None:
    seen = calibrate(table)
    points = np.array([[0.0, 0.0], [100.0, -50.0]])
    assert seen.to_mm(seen.to_px(points)) == pytest.approx(points, abs=1e-6)


def test_two_cards_are_enough_once_the_layout_is_known() -> None:
    known = Registration(ABOVE, PLACES, CORNER_IDS)
    here = locate({place.id: corners(place) for place in PLACES[:2]}, known)
    assert here.to_mm(ABOVE.to_px(np.array([[0.0, 0.0, 0.0]]))) == pytest.approx(np.array([[0, 0]]), abs=0.3)


def test_a_card_that_moved_is_named_and_left_out() -> None:
    known = Registration(ABOVE, PLACES, CORNER_IDS)
    found = {place.id: corners(place) for place in PLACES}
    found[2] = np.add(found[2], [6.0, 3.0])
    here = locate(found, known)
    assert here.moved == (2,)
    assert here.to_mm(ABOVE.to_px(np.array([[50.0, 60.0, 0.0]]))) == pytest.approx(np.array([[50, 60]]), abs=0.3)


@pytest.mark.parametrize("number", CORNER_IDS)
@pytest.mark.parametrize("by_mm", [(2.5, 0.0), (0.0, 4.0), (-5.0, 5.0)])
def test_whichever_card_moved_a_little_is_the_one_named(number: int, by_mm: tuple[float, float]) -> None:
    known = Registration(ABOVE, PLACES, CORNER_IDS)
    found = {place.id: corners(place) for place in PLACES}
    place = next(place for place in PLACES if place.id == number)
    found[number] = corners(replace(place, x_mm=place.x_mm + by_mm[0], y_mm=place.y_mm + by_mm[1]))
    assert locate(found, known).moved == (number,)
    found.pop(next(other for other in CORNER_IDS if other != number))
    assert locate(found, known).moved == (number,)


def test_a_camera_that_was_nudged_moves_no_card() -> None:
    nudged = replace(ABOVE, shift_mm=(ABOVE.shift_mm[0] + 4.0, *ABOVE.shift_mm[1:]))
    known = Registration(nudged, PLACES, CORNER_IDS)
    assert locate({place.id: corners(place) for place in PLACES}, known).moved == ()


def test_two_cards_that_disagree_ask_for_a_new_layout() -> None:
    known = Registration(ABOVE, PLACES, CORNER_IDS)
    found = {0: corners(PLACES[0]), 1: np.add(corners(PLACES[1]), [40.0, 0.0])}
    with pytest.raises(NotCalibrated, match="disagree"):
        locate(found, known)


def test_a_table_without_cards_says_what_is_missing() -> None:
    with pytest.raises(NotCalibrated, match="got none"):
        calibrate(np.full((480, 640, 3), 90, np.uint8))


def test_one_card_left_is_too_few_to_go_on(table: Picture) -> None:
    known = calibrate(table)
    covered = table.copy()
    covered[:, : covered.shape[1] // 2] = 60
    covered[: covered.shape[0] // 2] = 60
    with pytest.raises(NotCalibrated, match="two or more"):
        register(covered, known)


def test_an_id_seen_twice_is_no_marker_of_ours(table: Picture) -> None:
    twice = np.hstack([table, table])
    assert find_markers(twice, CORNER_IDS) == {}


def test_the_back_card_gives_mm_before_it() -> None:
    picture = SimulatedSide(4).read().picture
    card = find_back_card(picture)
    assert card.page is BACK_PAGE
    assert set(card.seen) == {10, 11, 12, 13}
    page = np.array([[22.0, 22.0]])
    px = card.view.to_px(card.page_to_world(page))
    assert find_markers(picture, (10,))[10].mean(axis=0) == pytest.approx(px[0], abs=1.0)


def test_the_back_card_needs_two_markers() -> None:
    picture = SimulatedSide(4).read().picture
    picture[:, : picture.shape[1] // 2] = 128
    picture[: picture.shape[0] // 2] = 128
    with pytest.raises(NotCalibrated, match="two markers"):
        find_back_card(picture)


def test_the_a3_page_is_the_same_page_enlarged() -> None:
    assert [mark.id for mark in BACK_PAGE_A3.marks] == [20, 21, 22, 23]
    assert BACK_PAGE_A3.width_mm == pytest.approx(420, abs=0.5)


def test_corners_kept_as_shares_hold_for_a_picture_of_another_size() -> None:
    points = np.array([[-200.0, -150, 0], [200, -150, 0], [200, 150, 0], [-200, 150, 0]])
    quad = tuple((float(x) / 1280, float(y) / 960) for x, y in ABOVE.to_px(points))
    half = PointedAt(quad, (400.0, 300.0)).registration(
        np.zeros((480, 640, 3), np.uint8), Lens(512.0, (319.5, 239.5), known=True)
    )
    middle = ABOVE.to_px(np.array([[60.0, 40.0, 0.0]])) / 2
    assert half.to_mm(middle)[0] == pytest.approx((60, 40), abs=1.0)


def test_four_corners_by_hand_measure_a_rectangle() -> None:
    points = np.array([[-200.0, -150, 0], [200, -150, 0], [200, 150, 0], [-200, 150, 0]])
    seen = from_corners(ABOVE.to_px(points), size_mm=(400.0, 300.0), picture_px=(1280, 960))
    assert seen.to_mm(ABOVE.to_px(np.array([[100.0, 75.0, 0.0]]))) == pytest.approx(np.array([[100, 75]]), abs=1.5)


def test_corners_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(NotCalibrated, match="clockwise"):
        from_corners(np.array([[0.0, 0], [0, 9], [9, 9], [9, 0]]), size_mm=(9, 9), picture_px=(10, 10))


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the measuring material is not beside the checkout")
def test_rendered_tables_are_measured_to_half_a_mm_on_average() -> None:
    names = ("sh_000", "sh_003", "sh_010", "sh_019", "sh_028", "sh_031", "sh_036", "sh_042")
    assert np.mean([_error_mm(name) for name in names]) < 0.5


def _error_mm(name: str) -> float:
    """Mean distance of card corners from where the render put them, after the best rigid move of the frame."""
    folder = SHARED / "photos/renders-top"
    truth = {c["id"]: c for c in json.loads((folder / f"{name}.json").read_text())["corner_cards"]}
    picture = cv2.imread(str(folder / f"{name}.jpg"))
    assert picture is not None
    seen = calibrate(np.asarray(picture, np.uint8))
    page = np.array([[0.0, 0], [90, 0], [90, 90], [0, 90]])
    ours = np.vstack([place.to_table(page)[:, :2] for place in seen.layout])
    theirs = np.vstack([_turned(truth[place.id], page - 45.0) for place in seen.layout])
    return float(np.linalg.norm(_moved_onto(ours, theirs) - theirs, axis=1).mean())


def _turned(card: dict[str, object], page: Floats) -> Floats:
    turn = np.radians(card["rot_deg"])
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(page @ matrix + np.array(card["centre_mm"]), np.float64)


def _moved_onto(points: Floats, target: Floats) -> Floats:
    one, other = points - points.mean(axis=0), target - target.mean(axis=0)
    left, _, right = np.linalg.svd(one.T @ other)
    return np.asarray(one @ left @ right + target.mean(axis=0))


def hidden(picture: Picture, *numbers: int) -> Picture:
    """The picture with some corner cards covered."""
    covered = picture.copy()
    for number, quad in find_markers(picture, numbers).items():
        cv2.fillConvexPoly(covered, np.rint(quad).astype(np.int32), (60, 80, 110))
        assert number in numbers
    return covered


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_corner_card_hidden_from_the_start_does_not_move_the_table(number: int) -> None:
    picture = SimulatedTable(4).read().picture
    whole, three = calibrate(picture), calibrate(hidden(picture, number))
    assert three.anchored
    points = np.array([[0.0, 0.0], [100.0, -60.0], [-80.0, 70.0]])
    assert np.abs(whole.to_mm(three.to_px(points)) - points).max() < 4.0
    assert shows_more(picture, three)
    assert not shows_more(hidden(picture, number), three)


def test_the_middle_of_the_table_is_unknown_with_two_cards_side_by_side() -> None:
    picture = SimulatedTable(4).read().picture
    assert not calibrate(hidden(picture, 0, 1)).anchored
    assert calibrate(hidden(picture, 0, 2)).anchored
    assert not calibrate(hidden(picture, 0, 1, 2)).anchored
