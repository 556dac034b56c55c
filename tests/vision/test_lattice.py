"""Rows of four, three, two and one, however far apart buckets stand."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.lattice import EACH, ROWS, Boxes, find_lattices

_PLACES = [(row, place) for row, count in enumerate(ROWS) for place in range(count)]
_BUCKET = np.array([60.0, 52.0])
_COLOURS = np.arange(len(_PLACES)) // EACH


def pyramid(spacing: float, pitch: float, rng: np.random.Generator) -> Boxes:
    """Ten boxes; `spacing` and `pitch` are steps across and up in widths and heights of a box; a unit of noise."""
    steps = np.array([(place + row / 2, row) for row, place in _PLACES])
    centres = 200 + steps * _BUCKET * (spacing, pitch) + rng.normal(0, 1, (10, 2))
    return Boxes(centres, _BUCKET + rng.normal(0, 1, (10, 2)), _COLOURS)


@given(st.floats(1.0, 1.3), st.floats(0.6, 1.3), st.integers(0, 2**32 - 1))
def test_a_whole_pyramid_is_one_lattice_whatever_its_spacing(spacing: float, pitch: float, seed: int) -> None:
    lattice = find_lattices(pyramid(spacing, pitch, np.random.default_rng(seed)))[0]
    first = lattice.members[0][1]
    assert {i: (row, place - first) for i, (row, place) in lattice.members.items()} == dict(enumerate(_PLACES))


@given(st.sampled_from([((0, 0), (1, 0)), ((0, 1), (1, 0)), ((0, 0), (0, 3))]), st.integers(0, 2**32 - 1))
def test_what_is_left_of_a_pyramid_is_one_lattice_on_either_side(left: tuple[tuple[int, int], ...], seed: int) -> None:
    whole = pyramid(1.1, 1.0, np.random.default_rng(seed))
    kept = [_PLACES.index(place) for place in left]
    lattice = find_lattices(Boxes(whole.centres[kept], whole.sizes[kept], _COLOURS[kept]))[0]
    (row, first), (other, second) = (lattice.members[i] for i in range(2))
    assert (other - row, second - first) == (left[1][0] - left[0][0], left[1][1] - left[0][1])


def test_a_bucket_whose_patch_was_found_twice_belongs_to_one_pyramid() -> None:
    whole = pyramid(1.1, 1.0, np.random.default_rng(1))
    twice = Boxes(
        np.vstack([whole.centres, whole.centres[3] + 4]),
        np.vstack([whole.sizes, 1.2 * whole.sizes[3]]),
        np.append(_COLOURS, _COLOURS[3]),
    )
    assert len(find_lattices(twice)) == 1


def test_the_stripes_of_ten_buckets_are_no_better_a_pyramid_than_the_buckets() -> None:
    buckets = pyramid(1.1, 1.0, np.random.default_rng(1))
    stripes = Boxes(buckets.centres + np.array([0, 25]), np.tile(_BUCKET * (1, 0.8), (10, 1)), np.full(10, 4))
    both = [np.concatenate(pair) for pair in zip(_arrays(stripes), _arrays(buckets), strict=True)]
    best = find_lattices(Boxes(*both))[0]
    assert sorted(best.members) == list(range(10, 20))
    assert best.strays == 0


def test_what_stands_on_others_is_likelier_of_the_pyramid_than_a_cup_in_line() -> None:
    centres = np.array([[252.0, 0], [296, -3], [344, -7], [274, 35], [204, 16]])
    sizes = np.array([[44.0, 49], [42, 48], [45, 52], [43, 47], [43, 51]])
    assert sorted(find_lattices(Boxes(centres, sizes, np.arange(5)))[0].members) == [0, 1, 2, 3]


@given(st.integers(0, 2**32 - 1))
def test_a_box_with_its_mirror_image_below_tilts_no_row(seed: int) -> None:
    whole = pyramid(1.1, 1.0, np.random.default_rng(seed))
    kept = [_PLACES.index(place) for place in ((0, 2), (0, 3), (1, 2))]
    centres, sizes = whole.centres[kept], whole.sizes[kept]
    centres[1, 1] -= 0.2 * _BUCKET[1]
    sizes[1, 1] += 0.4 * _BUCKET[1]
    lattice = find_lattices(Boxes(centres, sizes, _COLOURS[kept]))[0]
    assert abs(lattice.across[1]) < 0.16 * lattice.across[0]


def _arrays(boxes: Boxes) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return boxes.centres, boxes.sizes, boxes.colours
