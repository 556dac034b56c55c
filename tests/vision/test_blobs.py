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


@pytest.mark.parametrize("stripe", [(225, 225, 225), SRGB["yellow"][::-1]], ids=["white", "of a game colour"])
@pytest.mark.parametrize("thick", [8, 16, 24])
def test_a_stripe_all_round_a_bucket_leaves_one_patch(stripe: tuple[int, int, int], thick: int) -> None:
    picture = np.full((480, 640, 3), 128, np.uint8)
    picture[300:360, 300:360] = SRGB["blue"][::-1]
    picture[322 : 322 + thick, 300:360] = stripe
    found = [blob for blob in find_blobs(picture, ("blue", "yellow")) if blob.colour == "blue"]
    assert [(blob.y, blob.height) for blob in found] == [(300, 60)]


def test_two_buckets_one_above_the_other_are_no_bucket_with_a_stripe() -> None:
    picture = np.full((480, 640, 3), 128, np.uint8)
    picture[240:295, 300:360] = picture[305:360, 300:360] = SRGB["blue"][::-1]
    assert sorted(blob.height for blob in find_blobs(picture, ("blue",))) == [55, 55]
