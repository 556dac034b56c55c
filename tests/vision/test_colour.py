"""Colours: linear light, white balance, names alone and under known counts."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit import SHARED
from vision import colour
from vision.marker_layout import SRGB
from vision.patches import PatchSeen, white_gains

SIX = {"red": (196, 30, 40), "orange": (235, 110, 20), "yellow": (235, 215, 60), "green": (0, 140, 70)}


@given(st.integers(0, 255))
def test_encoding_is_the_inverse_of_linear_light(value: int) -> None:
    assert int(colour.encoded(colour.linear(value))) == value


def test_lab_of_white_is_100_without_hue() -> None:
    assert colour.lab(np.ones(3)) == pytest.approx([100, 0, 0], abs=0.1)


@given(st.floats(0.4, 1.6), st.floats(0.4, 1.6), st.floats(0.5, 1.0))
def test_counts_name_colours_whatever_the_lamp(blue: float, green: float, red: float) -> None:
    palette = colour.Palette.from_srgb(SIX)
    light = colour.linear(np.array([SIX[name][::-1] for name in SIX] * 3)) * (blue, green, red) * 0.6
    named = colour.name_counted(colour.features(light), palette, dict.fromkeys(SIX, 3))
    assert [one.name for one in named] == list(SIX) * 3


def test_counts_that_do_not_sum_up_are_refused() -> None:
    with pytest.raises(ValueError, match="expected counts for 2 samples, got 3"):
        colour.name_counted(np.zeros((2, 4)), colour.Palette.from_srgb(SIX), {"red": 3})


def test_a_colour_between_two_prototypes_is_unsure() -> None:
    palette = colour.Palette.from_srgb(SIX)
    middle = (np.array(palette.prototypes[0]) + np.array(palette.prototypes[1])) / 2
    assert colour.name_each(middle[None], palette)[0].confidence < 0.55


def test_taught_colours_are_the_middle_of_their_samples() -> None:
    samples = {"a": np.array([[10, 20, 200], [12, 20, 200], [255, 255, 255]]), "b": np.array([[200, 20, 10]])}
    palette = colour.Palette.taught(samples)
    assert colour.name_each(colour.features(colour.linear([[11, 20, 199]])), palette)[0].name == "a"


def test_balanced_picture_has_a_neutral_grey_patch() -> None:
    cast = np.array([1.4, 1.0, 0.6])
    grey = colour.encoded(colour.linear(np.array([128, 128, 128])) / cast)
    patch = PatchSeen("grey", (float(grey[0]), float(grey[1]), float(grey[2])), 1.0)
    gains = white_gains((patch,))
    assert gains is not None
    balanced = colour.balanced(np.full((4, 4, 3), grey, np.uint8), gains)
    assert balanced[0, 0] == pytest.approx([128, 128, 128], abs=2)


def test_patches_behind_something_coloured_are_outvoted() -> None:
    red = [PatchSeen("ground", (42.0, 44.0, 185.0), 2.0)] * 3
    blue = [PatchSeen("ground", (170.0, 60.0, 30.0), 2.0)] * 2
    white = [PatchSeen("ground", (190.0, 200.0, 210.0), 2.0)] * 4
    gains = white_gains((*red, *blue, *white))
    assert gains is not None
    blue_gain, _, red_gain = gains / gains[1]
    assert blue_gain > 1 > red_gain > 0.8


def test_clipped_patches_speak_for_the_grey_that_shows_their_light() -> None:
    grey = PatchSeen("grey", (76.0, 118.0, 164.0), 2.0)
    clipped = [PatchSeen("ground", (136.0, 203.0, 255.0), 0.0)] * 3
    green = [PatchSeen("ground", (35.0, 108.0, 70.0), 2.0)] * 2
    gains = white_gains((grey, *clipped, *green))
    assert gains is not None
    assert gains == pytest.approx(white_gains((grey,)))


@pytest.mark.parametrize(
    "patch",
    [
        PatchSeen("white", (255.0, 255.0, 255.0), 1.0),
        PatchSeen("grey", (3.0, 3.0, 3.0), 1.0),
        PatchSeen("grey", (90.0, 90.0, 90.0), 60.0),
        PatchSeen("red", (40.0, 35.0, 205.0), 1.0),
    ],
    ids=["clipped", "too dark", "half covered", "coloured"],
)
def test_patches_that_say_nothing_about_the_light_give_no_gains(patch: PatchSeen) -> None:
    assert white_gains((patch,)) is None


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the measuring material is not beside the checkout")
def test_cube_squares_with_known_counts_are_named_right() -> None:
    cubes = _cubes()
    wrong = total = 0
    for held, rows in cubes.items():
        others = defaultdict(list)
        for name, bgr in (row for cube, many in cubes.items() if cube != held for row in many):
            others[name].append(bgr)
        palette = colour.Palette.taught({name: np.array(values) for name, values in others.items()})
        truth = [name for name, _ in rows]
        light = colour.features(colour.linear(np.array([bgr for _, bgr in rows])))
        named = colour.name_counted(light, palette, Counter(truth))
        wrong += sum(one.name != name for one, name in zip(named, truth, strict=True))
        total += len(rows)
    assert wrong / total <= 0.01


def _cubes() -> dict[str, list[tuple[str, tuple[int, int, int]]]]:
    cubes = defaultdict(list)
    with (SHARED / "photos/cube-colours/rgb_labels.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            cubes[row["cube"]].append((row["colour"], (int(row["b"]), int(row["g"]), int(row["r"]))))
    return cubes


def test_the_printed_game_colours_have_names_of_their_own() -> None:
    palette = colour.Palette.from_srgb(SRGB)
    light = colour.features(colour.linear(np.array([value[::-1] for value in SRGB.values()])))
    assert [one.name for one in colour.name_each(light, palette)] == list(SRGB)
