"""Bucket pyramids: drawn by the twin, and the rendered measuring set."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rulebook.zone import Zone
from tests.kit import SHARED
from vision.bucket_colours import Look, bucket_evidence, look_at, name_buckets, settled
from vision.buckets import Pyramid, carried, read_pyramid, read_pyramids
from vision.colour import balanced
from vision.marker_layout import SRGB
from vision.side_scene import lamp_gains
from vision.simulated_side import SimulatedSide

FULL = (("red", "blue", "green", "yellow"), ("violet", "red", "blue"), ("green", "yellow"), ("violet",))
LATER = (("red", "", "green", "yellow"), ("", "", "blue"), ("", ""), ("",))
LEFT_ONLY = (("blue", "", "", ""), ("", "", ""), ("", ""), ("",))


def shown(*pyramids: tuple[tuple[str, ...], ...], seed: int = 2) -> np.ndarray:
    side = SimulatedSide(seed)
    side.show([Zone(f"pyramid{i}", "buckets", rows, (), 0) for i, rows in enumerate(pyramids)])
    return side.read().picture


def with_gaps(rows: tuple[tuple[str, ...], ...]) -> tuple[tuple[str | None, ...], ...]:
    return tuple(tuple(colour or None for colour in row) for row in rows)


@pytest.mark.parametrize("rows", [LEFT_ONLY, LATER, FULL], ids=["one bucket", "half gone", "full"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_pyramid_before_the_back_card_is_read_place_by_place(rows: tuple, seed: int) -> None:
    pyramid = read_pyramid(shown(rows, seed=seed))
    assert pyramid.rows == with_gaps(rows)
    assert min(min(row) for row in pyramid.confidence) >= 0.5


def test_several_pyramids_in_one_picture_are_each_read() -> None:
    found = sorted(read_pyramids(shown(FULL, LATER, FULL), limit=3), key=lambda p: p.boxes[0][0][0])
    assert [pyramid.rows for pyramid in found] == [with_gaps(rows) for rows in (FULL, LATER, FULL)]


@pytest.mark.parametrize("warmth", [0.0, 2.2])
def test_a_warm_lamp_that_the_camera_does_not_balance_changes_no_name(warmth: float) -> None:
    pyramids = shown(FULL, LATER, seed=4)
    warm = balanced(pyramids, np.exp([-0.69 * warmth, 0.0, 0.31 * warmth]))
    found = sorted(read_pyramids(warm, limit=2), key=lambda p: p.boxes[0][0][0])
    assert [pyramid.rows for pyramid in found] == [with_gaps(rows) for rows in (FULL, LATER)]


@pytest.mark.parametrize("table", [(60, 110, 160), (200, 120, 80), (150, 155, 160)], ids=["oak", "blue cloth", "white"])
def test_a_table_of_any_colour_is_no_lamp(table: tuple[int, int, int]) -> None:
    picture = np.full((480, 640, 3), 170, np.uint8)
    picture[200:] = table
    assert lamp_gains(picture) == pytest.approx(1.0, abs=0.05)


def test_an_empty_room_is_no_pyramid_and_not_sure() -> None:
    empty = read_pyramid(np.full((480, 640, 3), 120, np.uint8))
    assert empty.standing == 0
    assert max(max(row) for row in empty.confidence) < 0.5


def test_the_inventory_names_two_buckets_of_each_colour() -> None:
    pyramid = read_pyramid(shown(FULL), full=True)
    names = [colour for row in pyramid.rows for colour in row]
    assert sorted(names) == sorted([c for row in FULL for c in row])


@pytest.mark.parametrize("cut", [0.4, 1.0])
def test_a_place_that_the_picture_cuts_off_is_not_surely_empty(cut: float) -> None:
    picture = shown(FULL)
    _, top, _, height = read_pyramid(picture).boxes[3][0]
    pyramid = read_pyramid(picture[round(top + cut * height) :])
    assert pyramid.rows[:3] == with_gaps(FULL[:3])
    assert pyramid.rows[3][0] == "violet" or pyramid.confidence[3][0] < 0.5


def test_a_place_behind_a_patch_that_is_no_bucket_found_is_not_surely_empty() -> None:
    picture = shown((*FULL[:3], ("",)))
    x, y, width, height = (round(value) for value in read_pyramid(picture).boxes[3][0])
    cv2.rectangle(picture, (x, y - height // 2), (x + round(1.5 * width), y + height // 2), (200, 60, 40), -1)
    pyramid = read_pyramid(picture)
    assert pyramid.rows[:3] == with_gaps(FULL[:3])
    assert pyramid.rows[3][0] is not None or pyramid.confidence[3][0] < 0.5


@pytest.mark.parametrize("lit", [0.0, 0.46])
def test_a_place_of_which_half_shows_a_colour_is_not_surely_empty_though_no_patch_is_found_there(lit: float) -> None:
    picture = shown((*FULL[:3], ("",)))
    x, y, width, height = (round(value) for value in read_pyramid(picture).boxes[3][0])
    if lit:
        cv2.rectangle(picture, (x, y), (x + width, y + height), (25, 25, 25), -1)
        cv2.rectangle(picture, (x, y), (round(x + lit * width), y + height), SRGB["violet"][::-1], -1)
    pyramid = read_pyramid(picture)
    assert pyramid.rows == with_gaps((*FULL[:3], ("",)))
    assert (pyramid.confidence[3][0] < 0.5) is (lit > 0)


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the measuring material is not beside the checkout")
def test_rendered_pyramids_are_read_without_a_silent_error() -> None:
    right = places = silent = 0
    for label in sorted((SHARED / "photos/renders-side").glob("pyramid_*.json")):
        picture = cv2.imread(str(label.with_suffix(".jpg")))
        assert picture is not None
        pyramid = read_pyramid(np.asarray(picture, np.uint8))
        truth = json.loads(label.read_text())["rows"]
        for seen, sure, true in zip(pyramid.rows, pyramid.confidence, truth, strict=True):
            places += len(true)
            right += sum(a == b for a, b in zip(seen, true, strict=True))
            silent += sum(a != b and c >= 0.5 for a, b, c in zip(seen, true, sure, strict=True))
    assert silent == 0
    assert right / places >= 0.99


def test_a_pyramid_aside_that_may_have_lost_either_end_is_unsure() -> None:
    found = sorted(read_pyramids(shown(LATER, FULL, FULL), limit=3), key=lambda p: p.boxes[0][0][0])
    assert max(max(row) for row in found[0].confidence) >= 0.5
    left = sorted(read_pyramids(shown(LEFT_ONLY, FULL, FULL), limit=3), key=lambda p: p.boxes[0][0][0])
    lone = next(pyramid for pyramid in left if pyramid.standing == 1)
    assert max(lone.confidence[0]) < 0.5
    assert min(lone.confidence[3]) >= 0.5


def test_what_is_no_clear_patch_does_not_tell_where_a_pyramid_among_others_ends() -> None:
    without_left = (("", "red", "blue", "green"), ("", "", "yellow"), ("", ""), ("",))
    filled = shown(FULL, (("violet", *without_left[0][1:]), *without_left[1:]))
    x, y, width, height = (round(v) for v in max(read_pyramids(filled, limit=2), key=_left).boxes[0][0])
    picture = shown(FULL, without_left)
    picture[y : y + height + 8, x + width // 8 : x + 7 * width // 8] = SRGB["violet"][::-1]
    picture[y + height + 4 : y + 2 * height, 2:-2] = SRGB["violet"][::-1]
    found = max(read_pyramids(picture, limit=2), key=_left)
    assert max(found.confidence[0]) < 0.5


def test_a_cup_in_line_before_the_card_may_be_no_bucket_of_the_pyramid() -> None:
    rows = (("", "red", "blue", "green"), ("", "", "yellow"), ("", ""), ("",))
    picture = shown(rows)
    boxes = read_pyramid(picture).boxes[0]
    (x, y, width, height), step = boxes[3], boxes[3][0] - boxes[2][0]
    left, top, right, foot = (round(v) for v in (x + step, y, x + step + 0.85 * width, y + height))
    picture[top:foot, left:right] = SRGB["violet"][::-1]
    pyramid = read_pyramid(picture)
    assert pyramid.rows[0] == with_gaps(rows)[0] or max(pyramid.confidence[0]) < 0.5


def _left(pyramid: Pyramid) -> float:
    return pyramid.boxes[0][0][0]


PLACES = [(row, place) for row in range(4) for place in range(4 - row)]
CHANCES = st.lists(st.floats(0.01, 0.99), min_size=10, max_size=10)


@given(CHANCES)
def test_no_bucket_is_likelier_than_those_that_carry_it(chances: list[float]) -> None:
    present = carried(dict(zip(PLACES, chances, strict=True)))
    for row, place in PLACES:
        assert 0 <= present[row, place] <= 1
        for under in ((row - 1, place), (row - 1, place + 1)) if row else ():
            assert present[row, place] <= present[under] + 1e-9


def test_a_bucket_that_is_seen_speaks_for_one_below_that_hides_among_its_colour() -> None:
    alone = dict.fromkeys(PLACES, 0.01) | {(0, 1): 0.97, (0, 2): 0.25, (1, 1): 0.97}
    present = carried(alone)
    assert min(present[0, 1], present[0, 2], present[1, 1]) > 0.85
    assert carried(alone | {(1, 1): 0.01})[0, 2] < 0.3


def test_a_patch_above_nothing_is_no_bucket() -> None:
    assert carried(dict.fromkeys(PLACES, 0.01) | {(2, 0): 0.97})[2, 0] < 0.1


def test_what_stands_before_the_upper_part_of_a_place_does_not_hide_its_colour() -> None:
    picture = np.full((100, 100, 3), 200, np.uint8)
    picture[20:80, 30:70] = (40, 40, 200)
    picture[20:44, 20:80] = (200, 60, 40)
    box = (28.0, 20.0, 44.0, 60.0)
    assert bucket_evidence(picture, box)[0] < 0.3
    share, contrast = bucket_evidence(picture, box, covered=0.4)
    assert share > 0.9
    assert contrast > 18


def test_a_label_on_a_bucket_does_not_hide_its_colour() -> None:
    picture = np.full((100, 100, 3), 200, np.uint8)
    picture[20:80, 30:70] = (40, 40, 200)
    picture[52:72, 52:66] = 230
    assert bucket_evidence(picture, (28.0, 20.0, 44.0, 60.0))[0] > 0.9


@pytest.mark.parametrize("stripe", ["white", "yellow", "red"])
@pytest.mark.parametrize(("colour", "foot"), [("blue", 66), ("", 54)], ids=["a patch", "no patch"])
def test_a_stripe_round_a_bucket_does_not_change_its_colour(stripe: str, colour: str, foot: int) -> None:
    picture = np.full((100, 100, 3), 128, np.uint8)
    picture[20:80, 20:80] = SRGB["blue"][::-1]
    plain = look_at(picture, (20.0, 20.0, 60.0, 60.0), present=1.0)
    picture[40:foot, 20:80] = SRGB[stripe][::-1]
    striped = look_at(picture, (20.0, 20.0, 60.0, 60.0), present=1.0, colour=colour)
    assert striped.hue == pytest.approx(plain.hue, abs=3)


def test_a_place_paler_than_its_likes_is_no_bucket() -> None:
    found = {(0, 0): Look(0.97, 31.0, 80.0), (0, 1): Look(0.97, 290.0, 60.0)}
    table, cloth, bucket = Look(0.9, 33.0, 20.0), Look(0.9, 288.0, 38.0), Look(0.9, 33.0, 70.0)
    assert settled(found | {(0, 3): table}, found)[0, 3].present < 0.3
    assert settled(found | {(0, 3): cloth}, found)[0, 3].present < 0.3
    assert settled(found | {(0, 3): bucket}, found)[0, 3].present == pytest.approx(0.9)


@pytest.mark.parametrize("place", [(0, 1), (1, 0)])
def test_a_doubtful_place_that_touches_its_like_is_not_taken_for_a_bucket(place: tuple[int, int]) -> None:
    found = {(0, 0): Look(0.97, 31.0, 80.0), (0, 2): Look(0.97, 290.0, 60.0)}
    doubtful = Look(0.53, 33.0, 75.0)
    assert settled(found | {place: doubtful}, found)[place].present < 0.5
    assert settled(found | {(0, 3): doubtful}, found)[0, 3].present > 0.5


def test_a_hue_between_two_colours_is_sure_only_beside_a_bucket_of_the_other() -> None:
    between, violet = Look(0.97, 299.0, 60.0), Look(0.97, 322.0, 60.0)
    assert name_buckets({(0, 0): between}, full=False)[0, 0].confidence < 0.5
    beside = name_buckets({(0, 0): between, (0, 1): violet}, full=False)
    assert [(one.name, one.confidence >= 0.5) for one in beside.values()] == [("blue", True), ("violet", True)]


def test_a_hue_far_from_every_colour_is_not_sure() -> None:
    assert name_buckets({(0, 0): Look(0.97, 242.0, 17.0)}, full=False)[0, 0].confidence < 0.5
    assert name_buckets({(0, 0): Look(0.97, 260.0, 17.0)}, full=False)[0, 0].confidence >= 0.5


def test_a_bucket_half_above_the_picture_is_seen() -> None:
    picture = shown(FULL)
    _, top, _, height = read_pyramid(picture).boxes[3][0]
    assert read_pyramid(picture[round(top + 0.5 * height) :]).rows == with_gaps(FULL)


def test_dusky_red_is_violet_only_beside_a_red_bucket() -> None:
    dusky, red = Look(0.97, 341.0, 35.0), Look(0.97, 31.0, 60.0)
    assert name_buckets({(0, 0): dusky}, full=False)[0, 0].confidence < 0.5
    assert name_buckets({(0, 0): dusky, (0, 1): red}, full=False)[0, 0].confidence >= 0.5


def test_of_two_lone_buckets_neither_is_surely_the_pyramid() -> None:
    picture = shown(LEFT_ONLY, LEFT_ONLY)
    assert max(max(row) for row in read_pyramid(picture).confidence) < 0.5
    assert all(max(pyramid.confidence[3]) >= 0.5 for pyramid in read_pyramids(picture, limit=2))


def test_the_size_of_the_lone_pyramid_beside_others_tells_it_from_a_smudge() -> None:
    picture = shown(LEFT_ONLY, FULL, FULL)
    cv2.rectangle(picture, (400, 560), (440, 600), (40, 40, 200), -1)
    names = {colour for pyramid in read_pyramids(picture, limit=3) for colour in pyramid.rows[0]}
    assert sorted(p.standing for p in read_pyramids(picture, limit=3)) == [1, 10, 10]
    assert "blue" in names


def test_a_place_behind_a_hand_is_not_surely_empty_while_it_carries_a_bucket() -> None:
    picture = shown(FULL)
    x, y, width, height = (round(value) for value in read_pyramid(picture).boxes[0][1])
    cv2.rectangle(picture, (x, y + height // 3), (x + width, y + height), (120, 150, 200), -1)
    pyramid = read_pyramid(picture)
    assert pyramid.rows[1] == FULL[1]
    assert pyramid.confidence[0][1] < 0.5
