"""Rows of four, three, two and one, however far apart buckets stand."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.lattice import ROWS, Boxes, find_lattices

_PLACES = [(row, place) for row, count in enumerate(ROWS) for place in range(count)]
_BUCKET = np.array([60.0, 52.0])


def pyramid(spacing: float, pitch: float, rng: np.random.Generator) -> Boxes:
    """Ten boxes; `spacing` and `pitch` are steps across and up in widths and heights of a box; a unit of noise."""
    steps = np.array([(place + row / 2, row) for row, place in _PLACES])
    centres = 200 + steps * _BUCKET * (spacing, pitch) + rng.normal(0, 1, (10, 2))
    return Boxes(centres, _BUCKET + rng.normal(0, 1, (10, 2)))


@given(st.floats(1.0, 1.3), st.floats(0.6, 1.3), st.integers(0, 2**32 - 1))
def test_a_whole_pyramid_is_one_lattice_whatever_its_spacing(spacing: float, pitch: float, seed: int) -> None:
    lattice = find_lattices(pyramid(spacing, pitch, np.random.default_rng(seed)))[0]
    first = lattice.members[0][1]
    assert {i: (row, place - first) for i, (row, place) in lattice.members.items()} == dict(enumerate(_PLACES))


@given(st.sampled_from([((0, 0), (1, 0)), ((0, 1), (1, 0)), ((0, 0), (0, 3))]), st.integers(0, 2**32 - 1))
def test_what_is_left_of_a_pyramid_is_one_lattice_on_either_side(left: tuple[tuple[int, int], ...], seed: int) -> None:
    whole = pyramid(1.1, 1.0, np.random.default_rng(seed))
    kept = [_PLACES.index(place) for place in left]
    lattice = find_lattices(Boxes(whole.centres[kept], whole.sizes[kept]))[0]
    (row, first), (other, second) = (lattice.members[i] for i in range(2))
    assert (other - row, second - first) == (left[1][0] - left[0][0], left[1][1] - left[0][1])


def test_a_bucket_whose_patch_was_found_twice_belongs_to_one_pyramid() -> None:
    whole = pyramid(1.1, 1.0, np.random.default_rng(1))
    twice = Boxes(np.vstack([whole.centres, whole.centres[3] + 4]), np.vstack([whole.sizes, 1.2 * whole.sizes[3]]))
    assert len(find_lattices(twice)) == 1
