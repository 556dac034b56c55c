"""The printed house of Büro Crazy: its figures, stood on it, are read back by the camera."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from companion.art.look import PAPER
from companion.commands import read_house as command
from companion.exchange.print_boards import FIGURES
from tests.exchange.paper_house import PaperHouse
from tests.exchange.printed import Picture, needs_poppler
from vision.errors import NotCalibrated
from vision.house import HouseSeen, read_house
from vision.house_board import BOARD_MM, HOUSE_MARKS, PLACE_RADIUS_MM, PLACES, centres_of
from vision.markers import find_markers

pytestmark = needs_poppler
COLOURS = [(round(255 * r), round(255 * g), round(255 * b)) for r, g, b, _ in PAPER.seats[: len(FIGURES)]]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> PaperHouse:
    return PaperHouse.printed(tmp_path_factory.mktemp("house"))


def read(picture: Picture) -> HouseSeen:
    return read_house(picture, COLOURS)


def hidden(picture: Picture, *numbers: int) -> Picture:
    """The picture with some of the board's markers painted over, counted clockwise from the upper left."""
    covered = picture.copy()
    found = find_markers(picture, tuple(mark.id for mark in HOUSE_MARKS))
    for number in numbers:
        cv2.fillConvexPoly(covered, np.rint(found[HOUSE_MARKS[number].id]).astype(np.int32), (120, 120, 120))
    return covered


@pytest.mark.slow
@given(st.randoms(use_true_random=False), st.integers(900, 1600), st.floats(50, 90), st.floats(0, 1))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_figures_on_the_house_are_read_from_straight_above_and_from_the_side(
    house: PaperHouse, rng: Random, width_px: int, height_deg: float, share: float
) -> None:
    floors = house.peopled(rng, share=share)
    assert read(house.picture(floors, rng, width_px=width_px, height_deg=height_deg)).floors == floors


def test_an_empty_house_and_a_full_one_are_read_surely(house: PaperHouse) -> None:
    for share in (0.0, 1.0):
        floors = house.peopled(Random(1), share=share)
        seen = read(house.picture(floors, Random(1), width_px=1280, height_deg=80))
        assert seen.floors == floors
        assert min(min(row) for row in seen.confidence) > 0.9


def test_a_warm_lamp_does_not_change_whose_figures_stand_there(house: PaperHouse) -> None:
    floors = house.peopled(Random(2), share=0.6)
    picture = house.picture(floors, Random(2), width_px=1280, height_deg=70)
    warm = np.asarray(picture * np.array([0.6, 0.85, 1.0]), np.uint8)
    assert read(warm).floors == floors


def test_two_markers_across_from_each_other_are_enough_and_two_on_a_side_are_not(house: PaperHouse) -> None:
    floors = house.peopled(Random(3), share=0.5)
    picture = house.picture(floors, Random(3), width_px=1280, height_deg=75)
    assert read(hidden(picture, 0, 2)).floors == floors
    assert read(hidden(picture, 3)).floors == floors
    with pytest.raises(NotCalibrated, match=r"two across, in view, got \(45, 46\)"):
        read(hidden(picture, 0, 3))
    with pytest.raises(NotCalibrated, match=r"got \(47,\)"):
        read(hidden(picture, 0, 1, 2))


def test_the_command_prints_every_floor_and_goes_on_after_a_picture_without_a_house(
    house: PaperHouse, tmp_path: Path
) -> None:
    floors = house.peopled(Random(4), share=0.7)
    cv2.imwrite(str(tmp_path / "house.png"), house.picture(floors, Random(4), width_px=1280, height_deg=75))
    cv2.imwrite(str(tmp_path / "table.png"), np.full((300, 400, 3), 90, np.uint8))
    done = CliRunner().invoke(command.app, [str(tmp_path / "table.png"), str(tmp_path / "house.png")])
    table, read_back = (json.loads(line) for line in done.output.splitlines())
    assert done.exit_code == 1
    assert table["error"] == "unreadable_picture"
    assert read_back["floors"] == [list(row) for row in floors]
    assert [len(row) for row in read_back["confidence"]] == list(PLACES)


def test_places_lie_on_the_board_and_apart_from_each_other_and_from_its_markers() -> None:
    spots = [np.array(spot) for floor in range(len(PLACES)) for spot in centres_of(floor)]
    for number, spot in enumerate(spots):
        assert (spot > PLACE_RADIUS_MM).all()
        assert (spot < np.array(BOARD_MM) - PLACE_RADIUS_MM).all()
        assert all(np.linalg.norm(spot - other) > 2 * PLACE_RADIUS_MM for other in spots[:number])
        for mark in HOUSE_MARKS:
            assert np.abs(spot - (mark.x_mm, mark.y_mm)).max() > mark.size_mm / 2 + PLACE_RADIUS_MM


def test_each_place_lies_above_the_two_that_meet_for_it() -> None:
    for floor in range(1, len(PLACES)):
        below = centres_of(floor - 1)
        for place, (x, y) in enumerate(centres_of(floor)):
            first, second = below[2 * place], below[2 * place + 1]
            assert x == pytest.approx((first[0] + second[0]) / 2)
            assert y < min(first[1], second[1])
