"""Dim pictures are brought to the brightness of good ones."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.exposure import well_lit


def picture(level: int) -> np.ndarray:
    grey = np.full((64, 64, 3), level // 3, np.uint8)
    grey[:24, :24] = level
    return grey


def test_a_picture_with_bright_parts_stays_as_it_is() -> None:
    bright = picture(210)
    assert well_lit(bright) is bright


@given(level=st.integers(55, 125))
def test_the_brightest_parts_of_a_dim_picture_become_bright_and_the_rest_in_proportion(level: int) -> None:
    lit = well_lit(picture(level))
    assert abs(int(lit[0, 0, 0]) - 200) <= 2
    assert abs(int(lit[-1, -1, 0]) - 200 * (level // 3) / level) <= 3


def test_a_nearly_black_picture_is_not_brightened_without_end() -> None:
    assert well_lit(picture(10)).max() == 40
