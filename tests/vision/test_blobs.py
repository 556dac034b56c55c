"""Hues of the game colours."""

from __future__ import annotations

import numpy as np
import pytest

from vision.blobs import HUES
from vision.colour import lab, linear
from vision.marker_layout import SRGB


@pytest.mark.parametrize("name", [name for name in HUES if name in SRGB])
def test_a_colour_has_the_hue_of_its_printed_patch(name: str) -> None:
    _, a, b = lab(linear(np.array([SRGB[name][::-1]])))[0]
    assert np.degrees(np.arctan2(b, a)) % 360 == pytest.approx(HUES[name], abs=3)
