"""Hues of the game colours."""

from __future__ import annotations

import cv2
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


@pytest.mark.parametrize("shaded_from", [400, 348], ids=["lit", "shaded on one side"])
@pytest.mark.parametrize("pictured", [(230, 230, 230), (20, 20, 20), SRGB["red"][::-1]], ids=["blank", "dark", "red"])
def test_a_paper_label_in_the_middle_of_a_bucket_leaves_one_patch(
    shaded_from: int, pictured: tuple[int, int, int]
) -> None:
    picture = np.full((480, 640, 3), 200, np.uint8)
    cv2.fillPoly(picture, [np.array([(312, 300), (347, 300), (359, 359), (300, 359)])], SRGB["blue"][::-1])
    shade = (picture[..., 0] > picture[..., 2]) & (np.arange(640) >= shaded_from)
    picture[shade] = (40, 36, 36)
    picture[310:348, 314:346] = 230
    picture[320:338, 324:336] = pictured
    found = find_blobs(picture, ("blue", "red"))
    assert [(blob.x, blob.height) for blob in found if blob.colour == "blue"] == [(300, 60)]


def test_a_gap_between_buckets_is_no_label() -> None:
    picture = np.full((480, 640, 3), 200, np.uint8)
    for (x, y), colour in {(300, 300): "blue", (330, 240): "red", (360, 300): "green"}.items():
        picture[y : y + 58, x : x + 46] = SRGB[colour][::-1]
    picture[358:, 2:-2] = (60, 90, 120)
    assert [blob.width for blob in find_blobs(picture, ("blue", "red", "green"))] == [46] * 3


def test_two_buckets_one_above_the_other_are_no_bucket_with_a_stripe() -> None:
    picture = np.full((480, 640, 3), 128, np.uint8)
    picture[240:295, 300:360] = picture[305:360, 300:360] = SRGB["blue"][::-1]
    assert sorted(blob.height for blob in find_blobs(picture, ("blue",))) == [55, 55]
