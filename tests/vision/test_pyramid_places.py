"""Which row of a lattice is the base, and which place the left end."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_buckets import FULL, LATER, shown
from vision.blobs import find_blobs
from vision.bucket_colours import BUCKETS
from vision.buckets import plane_boxes
from vision.lattice import Lattice, find_lattices
from vision.pyramid_places import Stand, likeliest_shift, moved, on_table, one_colour, shifts, standing
from vision.side_scene import Scene, prepare

WIDE = Lattice(np.array([-150.0, -50.0]), np.array([40.0, 0.0]), np.array([0.0, 36.0]), np.array([36.0, 40.0]), {})


def seen(*pyramids: tuple[tuple[str, ...], ...]) -> tuple[Scene, list[Lattice]]:
    scene = prepare(shown(*pyramids), width_px=640)
    return scene, find_lattices(plane_boxes(scene, find_blobs(scene.small, BUCKETS)))


@pytest.mark.parametrize("pyramids", [(FULL,), (FULL, LATER)], ids=["before the card", "without a card"])
def test_a_base_whose_patches_were_missed_is_found_below(pyramids: tuple) -> None:
    scene, lattices = seen(*pyramids)
    whole = next(iter(standing(scene, lattices))).lattice
    upper = {i: (row - 1, place) for i, (row, place) in whole.members.items() if row}
    found = next(iter(standing(scene, [replace(whole, origin=whole.node(1, 0), members=upper)])))
    assert {i: whole.members[i] for i in upper} == found.lattice.members
    assert found.sure >= 0.5


def test_a_row_in_the_air_before_the_card_is_not_the_base() -> None:
    scene, lattices = seen(FULL)
    whole = next(iter(standing(scene, lattices))).lattice
    upper = {i: (row - 1, place) for i, (row, place) in whole.members.items() if row}
    dark = replace(scene, small=np.zeros_like(scene.small))
    found = next(iter(standing(dark, [replace(whole, origin=whole.node(1, 0), members=upper)])))
    assert {i: whole.members[i] for i in upper} == found.lattice.members


def test_a_base_on_a_table_is_the_base() -> None:
    scene, lattices = seen(FULL)
    assert next(iter(standing(scene, lattices))).sure == pytest.approx(1)


def test_a_place_seen_from_steep_above_shows_its_colour_below_what_it_carries() -> None:
    picture = np.full((100, 100, 3), 200, np.uint8)
    picture[20:80, 28:72] = (40, 40, 200)
    picture[20:50, 24:50], picture[20:50, 50:76] = (200, 60, 40), (40, 160, 60)
    scene = replace(prepare(picture, width_px=100), small=picture)
    box = (28.0, 20.0, 44.0, 60.0)
    assert one_colour(scene, replace(WIDE, up=np.array([0.0, 38.0])), box)[0] < 0.5
    assert one_colour(scene, replace(WIDE, up=np.array([0.0, 20.0])), box)[0] > 0.9


@pytest.mark.parametrize(("row", "stands"), [(-1.0, False), (0.0, True), (0.5, False), (1.0, False)])
def test_a_base_stands_on_the_table_of_the_card_and_neither_higher_nor_lower(row: float, stands: bool) -> None:
    scene, lattices = seen(FULL)
    whole = next(iter(standing(scene, lattices))).lattice
    assert scene.card is not None
    assert on_table(replace(whole, origin=whole.node(row, 0)), scene.card) is stands


def test_a_pyramid_stands_where_no_other_does() -> None:
    scene, _ = seen(FULL, FULL)
    held = [(0, 0), (0, 1), (1, 0)]
    beside = replace(WIDE, origin=WIDE.node(0, 4.4))
    free = shifts(scene, Stand(beside, 1.0, ()), held, alone=False)
    assert sorted(free) == [0, 1, 2]
    assert max(free.values()) < 0.5
    chances = shifts(scene, Stand(beside, 1.0, (WIDE,)), held, alone=False)
    assert likeliest_shift(chances) == 0
    assert chances[0] > 0.85


@pytest.mark.parametrize(("aside", "sure"), [(0.0, False), (0.3, False), (0.5, True), (-0.45, True)])
def test_three_in_a_row_without_a_card_are_placed_surely_only_where_one_end_is_half_a_place_aside(
    aside: float, sure: bool
) -> None:
    scene = prepare(np.full((480, 640, 3), 150, np.uint8), width_px=640)
    row = replace(WIDE, origin=(aside - 1) * WIDE.across)
    chances = shifts(scene, Stand(row, 1.0, ()), [(0, 0), (0, 1), (0, 2), (1, 0)], alone=True)
    assert (max(chances.values()) ** 4 > 0.5) is sure


def test_a_lattice_is_moved_without_moving_in_the_picture() -> None:
    lattice = replace(WIDE, members={0: (0, 0), 1: (1, 0)})
    right = moved(lattice, 2)
    assert right.members == {0: (0, 2), 1: (1, 2)}
    for i, node in lattice.members.items():
        assert right.node(*right.members[i]) == pytest.approx(lattice.node(*node))
