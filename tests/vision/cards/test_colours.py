import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn import number_card, write
from vision.cards.colours import read_colour
from vision.colour import encoded, linear

PRINTS = {
    "red": (35, 30, 200),
    "yellow": (20, 200, 245),
    "green": (50, 140, 30),
    "blue": (180, 90, 25),
    "violet": (150, 45, 120),
}
LAMPS = {"daylight": (1.0, 1.0, 1.0), "warm": (0.5, 0.8, 1.0), "green": (0.75, 1.0, 0.7), "dim": (0.3, 0.33, 0.36)}


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("name", PRINTS)
def test_a_colour_keeps_its_name_under_every_lamp(name: str, lamp: str) -> None:
    card = (number_card("7", ground=PRINTS[name]) * np.array(LAMPS[lamp])).astype(np.uint8)
    read = read_colour(card, tuple(PRINTS))
    assert (name, True) == (read.name, read.confidence > 0.5)


@pytest.mark.parametrize(
    "lamp", [(0.06, 1.0, 2.8), (0.15, 1.0, 2.31), (0.38, 1.0, 1.67)], ids=["2400 K", "2700 K", "3500 K"]
)
@pytest.mark.parametrize("name", PRINTS)
def test_a_colour_keeps_its_name_under_a_warm_lamp_that_no_camera_balanced(
    name: str, lamp: tuple[float, float, float]
) -> None:
    card = encoded(linear(number_card("7", ground=PRINTS[name])) * np.array(lamp) / max(lamp))
    read = read_colour(card, tuple(PRINTS))
    assert (name, True) == (read.name, read.confidence > 0.5)


@pytest.mark.parametrize("name", PRINTS)
def test_a_colour_keeps_its_name_where_no_paper_shows(name: str) -> None:
    card = np.full((240, 156, 3), PRINTS[name], np.uint8)
    card[80:160, 50:110] = (30, 26, 26)
    read = read_colour(card, tuple(PRINTS))
    assert (name, True) == (read.name, read.confidence > 0.5)


TINTS = {"red": (200, 195, 255), "green": (205, 245, 190), "blue": (255, 205, 180), "violet": (235, 180, 205)}


def tinted_card(name: str) -> np.ndarray:
    """A pale ground with a paler panel and a dark figure of its own hue."""
    card = np.full((240, 156, 3), TINTS[name], np.uint8)
    card[60:180, 40:116] = (np.array(TINTS[name]) + 255) // 2
    card[90:150, 60:96] = np.array(TINTS[name]) // 4
    return card


@pytest.mark.parametrize("light", [1.0, 0.4])
@pytest.mark.parametrize("name", TINTS)
def test_a_pale_ground_is_a_colour_of_its_own_and_no_paper(name: str, light: float) -> None:
    card = (tinted_card(name) * light).astype(np.uint8)
    read = read_colour(card, tuple(PRINTS))
    assert (name, True) == (read.name, read.confidence > 0.5)


@pytest.mark.parametrize("light", [0.95, 0.6])
@pytest.mark.parametrize("name", TINTS)
def test_what_is_left_blank_on_a_pale_ground_is_its_paper(name: str, light: float) -> None:
    card = np.full((240, 156, 3), TINTS[name], np.uint8)
    cv2.ellipse(card, (78, 120), (35, 70), 0, 0, 360, (255, 255, 255), -1, cv2.LINE_AA)
    cv2.circle(card, (78, 120), 20, (60, 60, 60), -1, cv2.LINE_AA)
    card = card * np.linspace(0.8, 1.0, 156)[:, None] * light
    read = read_colour(card.astype(np.uint8), tuple(PRINTS))
    assert (name, True) == (read.name, read.confidence > 0.5)


@pytest.mark.parametrize("name", ["red", "green"])
def test_print_that_a_lamp_has_washed_out_is_guessed_at_but_not_believed(name: str) -> None:
    card = np.full((240, 156, 3), 225, np.uint8)
    write(card, "7", (30, 30), 30, PRINTS[name])
    write(card, "7", (78, 120), 90, PRINTS[name])
    read = read_colour((0.85 * 235 + 0.15 * card).astype(np.uint8), ("red", "green"))
    assert (name, True) == (read.name, read.confidence < 0.5)


@pytest.mark.parametrize("name", TINTS)
def test_a_ground_that_a_lamp_may_have_tinted_is_never_surely_of_another_colour(name: str) -> None:
    card = np.array(TINTS[name]) + (255 - np.array(TINTS[name])) * np.linspace(0, 1, 24)[:, None]
    for tint in card.astype(np.uint8):
        read = read_colour(np.where(tinted_card(name) == TINTS[name], tint, 255).astype(np.uint8), tuple(PRINTS))
        assert read.name in (name, None) or read.confidence < 0.5, tint


@pytest.mark.parametrize("name", PRINTS)
def test_a_colour_that_only_the_indices_have_is_named(name: str) -> None:
    card = number_card("5", ground=(236, 238, 240), indices=False)
    card[80:160, 50:110] = (30, 28, 28)
    for _ in range(2):
        write(card, "5", (32, 32), 20, PRINTS[name])
        card = np.ascontiguousarray(card[::-1, ::-1])
    read = read_colour(card, tuple(PRINTS))
    assert (name, True) == (read.name, read.confidence > 0.5)


def test_a_speck_of_colour_is_named_but_not_believed() -> None:
    card = np.full((240, 156, 3), 236, np.uint8)
    card[100:104, 70:74] = PRINTS["red"]
    assert read_colour(card, ("red", "blue")).confidence < 0.5


def test_ink_without_any_colour_is_black() -> None:
    card = number_card("7", ground=(235, 238, 240))
    card[90:150, 60:100] = (25, 25, 25)
    assert read_colour(card, ("red", "black")).name == "black"
    card[90:150, 60:100] = (30, 30, 200)
    assert read_colour(card, ("red", "black")).name == "red"


def test_no_names_asked_for_give_none_surely() -> None:
    read = read_colour(number_card("1"), ())
    assert (read.name, read.confidence) == (None, 1.0)


def test_a_card_without_colour_names_none_of_them() -> None:
    read = read_colour(np.full((240, 156, 3), 200, np.uint8), ("red", "blue"))
    assert (read.name, read.confidence) == (None, 0.0)


def test_a_colour_halfway_between_two_is_not_sure() -> None:
    hues = [read_colour(number_card("7", ground=(170, 60, red)), ("blue", "violet")) for red in range(20, 140, 4)]
    assert (hues[0].name, hues[-1].name) == ("blue", "violet")
    assert min(one.confidence for one in hues) < 0.5
    assert min(hues[0].confidence, hues[-1].confidence) > 0.6


def test_what_is_hidden_on_a_card_has_no_say_in_its_colour() -> None:
    card, hidden = number_card("7", ground=PRINTS["yellow"]), np.zeros((240, 156), bool)
    card[80:], hidden[80:] = PRINTS["red"], True
    assert read_colour(card, tuple(PRINTS)).name == "red"
    read = read_colour(card, tuple(PRINTS), hidden=hidden)
    assert (read.name, read.confidence > 0.5) == ("yellow", True)


def test_the_colour_of_a_card_that_is_hidden_all_over_is_still_guessed() -> None:
    assert read_colour(number_card("7", ground=PRINTS["blue"]), ("red", "blue"), hidden=np.ones((240, 156), bool)).name


CASTS = {"bluish": (1.33, 1.0, 0.74), "warm": (0.6, 1.0, 1.4), "green": (0.54, 1.0, 0.72)}


@pytest.mark.parametrize("cast", CASTS)
@pytest.mark.parametrize("name", TINTS)
def test_a_pale_ground_keeps_its_name_under_a_cast_that_greys_beside_it_tell(name: str, cast: str) -> None:
    light = np.array(CASTS[cast])
    card = encoded(linear(tinted_card(name)) * light / light.max())
    read = read_colour(card, tuple(PRINTS), gains=1 / light)
    assert (name, True) == (read.name, read.confidence > 0.5)
