"""Hues of the game colours."""

from __future__ import annotations

import numpy as np
import pytest

from vision.blobs import HUES, find_blobs
from vision.colour import lab, linear
from vision.marker_layout import SRGB


@pytest.mark.parametrize("name", [name for name in HUES if name in SRGB])
def test_a_colour_has_the_hue_of_its_printed_patch(name: str) -> None:
    _, a, b = lab(linear(np.array([SRGB[name][::-1]])))[0]
    assert np.degrees(np.arctan2(b, a)) % 360 == pytest.approx(HUES[name], abs=3)


@pytest.mark.parametrize("at", [(0, 200), (200, 0), (580, 200), (200, 420)])
def test_a_patch_cut_by_the_edge_of_the_picture_is_no_bucket(at: tuple[int, int]) -> None:
    picture = np.full((480, 640, 3), 128, np.uint8)
    for x, y in (at, (300, 300)):
        picture[y : y + 60, x : x + 60] = SRGB["red"][::-1]
    assert [(blob.x, blob.y) for blob in find_blobs(picture, ("red",))] == [(300, 300)]


def test_a_handle_across_a_bucket_does_not_cut_its_patch() -> None:
    picture = np.full((480, 640, 3), 128, np.uint8)
    picture[300:360, 300:350] = SRGB["red"][::-1]
    picture[328:331, 295:355] = 235
    assert [(blob.y, blob.height) for blob in find_blobs(picture, ("red",))] == [(300, 60)]
