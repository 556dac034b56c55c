"""What is no pyramid is not read as one, surely: cards on a table, a cube, a tower, a cup beside the card."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.test_buckets import FULL, shown
from vision.buckets import Pyramid, read_pyramid
from vision.lattice import Boxes, Lattice
from vision.marker_layout import SRGB
from vision.markers import Picture
from vision.pyramid_doubts import is_doubtful
from vision.side_scene import prepare

COLOURS = ("red", "blue", "green", "yellow", "violet")
PYRAMID = [(0.0, 0.0), (1.1, 0.0), (2.2, 0.0), (0.55, 0.9), (1.65, 0.9), (1.1, 1.8)]
ROW = [(0.0, 0.0), (1.1, 0.0), (2.2, 0.0)]
GRID = [(0.0, 0.0), (1.1, 0.0), (0.0, 1.1), (1.1, 1.1)]
CARDS = [(1.1 * x, 1.1 * y) for x in range(4) for y in range(2)]
BASE = ((*FULL[0][:2], "", ""), ("", "", ""), ("", ""), ("",))


def drawn(places: list[tuple[float, float]], *, side_px: int = 100, turned: float = 0.0, colours: int = 5) -> Picture:
    """Return squares of the colours in turn, at places given in their sides, x right and y up, turned in degrees."""
    picture = np.full((960, 1280, 3), 150, np.uint8)
    turn = np.radians(turned)
    for i, (x, y) in enumerate(places):
        left = 560 + side_px * (x * np.cos(turn) - y * np.sin(turn))
        top = 600 - side_px * (y * np.cos(turn) + x * np.sin(turn))
        at = np.s_[round(top) : round(top) + side_px, round(left) : round(left) + side_px]
        picture[at] = SRGB[COLOURS[i % colours]][::-1]
    return picture


def surely(pyramid: Pyramid) -> int:
    """Return how many buckets are read surely."""
    cells = zip(pyramid.rows, pyramid.confidence, strict=True)
    return sum(name is not None and sure >= 0.5 for row in cells for name, sure in zip(*row, strict=True))


def test_buckets_that_stand_on_others_are_a_pyramid_without_a_card() -> None:
    assert surely(read_pyramid(drawn(PYRAMID))) == len(PYRAMID)


@pytest.mark.parametrize(
    "picture",
    [
        drawn(ROW),
        drawn(GRID),
        drawn(CARDS),
        drawn(PYRAMID, colours=2),
        drawn(PYRAMID, turned=20),
        drawn(PYRAMID, side_px=30),
    ],
    ids=["a row", "the side of a cube", "a table of cards", "two colours", "lying", "printed patches"],
)
def test_what_is_no_pyramid_is_not_surely_one_without_a_card(picture: Picture) -> None:
    assert surely(read_pyramid(picture)) == 0


@pytest.mark.parametrize("missed", [1, None], ids=["a row between", "nothing"])
def test_a_row_of_which_no_patch_was_found_is_no_part_of_a_pyramid(missed: int | None) -> None:
    named = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)]
    found = [(row, place) for row, place in named if row != missed]
    across, up, size = np.array([50.0, 0.0]), np.array([0.0, 45.0]), np.array([46.0, 50.0])
    lattice = Lattice(np.array([-50.0, -60.0]), across, up, size, dict(enumerate(found)))
    centres = np.array([lattice.node(*place) for place in found])
    boxes = Boxes(centres, np.tile(size, (len(found), 1)), np.arange(len(found)) // 2)
    scene = prepare(drawn(PYRAMID), width_px=640)
    assert is_doubtful(scene, lattice, named, boxes) is (missed == 1)


@pytest.mark.parametrize("width", [46.0, 60.0])
def test_what_is_wider_than_its_distance_from_the_next_is_no_bucket(width: float) -> None:
    nodes = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)]
    across, up, size = np.array([50.0, 0.0]), np.array([0.0, 45.0]), np.array([width, 50.0])
    lattice = Lattice(np.array([-50.0, -60.0]), across, up, size, dict(enumerate(nodes)))
    centres = np.array([lattice.node(*place) for place in nodes])
    boxes = Boxes(centres, np.tile(size, (len(nodes), 1)), np.arange(len(nodes)) // 2)
    assert is_doubtful(prepare(drawn(PYRAMID), width_px=640), lattice, nodes, boxes) is (width > 50)


@pytest.mark.parametrize(("table", "sure"), [("yellow", False), ("blue", True)])
def test_the_end_of_a_row_that_may_be_the_table_is_not_sure(table: str, sure: bool) -> None:
    picture = drawn([*PYRAMID, (3.3, 0.0)])
    picture[600:700, 890:990] = SRGB["yellow"][::-1]
    picture[712:, 2:-2] = SRGB[table][::-1]
    pyramid = read_pyramid(picture)
    assert pyramid.rows[0] == ("red", "blue", "green", "yellow")
    assert (pyramid.confidence[0][3] >= 0.5) is sure


def test_a_jar_beside_that_hardly_anything_carries_does_not_tell_where_a_pyramid_stands() -> None:
    pyramid = drawn([(x - 0.7, y) for x, y in PYRAMID])
    picture = np.full_like(pyramid, 150)
    picture[510:700, 100:535] = SRGB["blue"][::-1]
    picture[420:520, 490:590] = SRGB["green"][::-1]
    there = (pyramid != 150).any(axis=2)
    picture[there] = pyramid[there]
    assert surely(read_pyramid(picture)) == 0


def test_books_above_a_gap_put_no_bucket_into_it() -> None:
    pyramid = drawn([(x - 0.6, y) for x, y in [(0, 0), (1.1, 0), (2.2, 0), (3.3, 0), (0.55, 0.9), (2.75, 0.9)]])
    picture = np.full_like(pyramid, 150)
    picture[500:610, 2:-2] = (90, 80, 130)
    picture[100:512, 612:708] = SRGB["green"][::-1]
    picture[100:512, 722:818] = SRGB["blue"][::-1]
    there = (pyramid != 150).any(axis=2)
    picture[there] = pyramid[there]
    read = read_pyramid(picture)
    assert surely(read) == 6
    assert read.rows[1][1] is None


@pytest.mark.parametrize("steps", [[(4.0, 0.0)], [(0.5, 0.0)], [(0.0, -1.3)], [(0.0, 0.0), (0.0, 1.0)]])
def test_a_cup_aside_or_afloat_and_a_tower_are_not_surely_a_pyramid_before_the_card(
    steps: list[tuple[float, float]],
) -> None:
    boxes = read_pyramid(shown(BASE)).boxes[0]
    picture, (x, y, width, height), across = before_an_empty_card(), boxes[1], boxes[1][0] - boxes[0][0]
    for i, (right, up) in enumerate(steps):
        left, top = x + right * across, y - up * height
        at = np.s_[round(top) : round(top + height), round(left) : round(left + width)]
        picture[at] = SRGB[COLOURS[i]][::-1]
    assert surely(read_pyramid(picture)) == 0


def test_a_bucket_in_its_place_before_the_card_is_sure() -> None:
    assert surely(read_pyramid(shown(BASE))) == len(BASE[0]) / 2


def before_an_empty_card() -> Picture:
    return shown((("",) * 4, ("",) * 3, ("",) * 2, ("",)))


def test_a_flower_pot_beside_a_pyramid_carries_nothing_and_is_none_of_it() -> None:
    rows = (("", "red", "blue", "green"), ("", "", "yellow"), ("", ""), ("",))
    picture = shown(rows)
    x, y, width, height = (round(value) for value in read_pyramid(picture).boxes[1][0])
    cv2.rectangle(picture, (x + 12, y), (x + width - 12, y + height), (45, 75, 150), -1)
    pyramid = read_pyramid(picture)
    assert pyramid.rows[0] == (None, "red", "blue", "green")
    assert pyramid.rows[1][0] is None or pyramid.confidence[1][0] < 0.5
