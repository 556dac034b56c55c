import cv2
import numpy as np
import pytest

from companion.rulebook.zone import Zone
from tests.kit import SHARED
from tests.vision.cards.drawn import BLUE, RED, lay, number_card, sign_card, wooden_table
from vision.cards.closeup import beyond
from vision.cards.faces import DECKS, Faces, labels_of
from vision.cards.table import TableReader
from vision.colour import balanced
from vision.errors import NoCardThere
from vision.pictures import load_picture
from vision.simulated import SimulatedTable

UNO = Faces(tuple(range(10)), ("red", "yellow", "green", "blue"))


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader()


@pytest.mark.parametrize("shrunk", [1, 4], ids=["large", "small"])
def test_cards_turned_anyhow_are_found_and_read_in_a_picture_of_any_size(reader: TableReader, shrunk: int) -> None:
    table = wooden_table()
    laid = {
        (7, "blue"): lay(table, number_card("7", ground=BLUE), (180, 170), 190, 8),
        (3, "red"): lay(table, number_card("3", ground=RED), (480, 180), 190, 200),
        (5, "blue"): lay(table, number_card("5", ground=BLUE), (760, 220), 190, 95),
        (2, "red"): lay(table, number_card("2", ground=RED), (330, 520), 190, -40),
    }
    picture = cv2.resize(table, None, fx=1 / shrunk, fy=1 / shrunk, interpolation=cv2.INTER_AREA)
    seen = {(card.value, card.colour): card for card in reader.read(picture, UNO)}
    assert set(laid) == set(seen)
    for name, quad in laid.items():
        assert seen[name].confidence >= 0.5
        # A card of two like halves may begin at either of its own top lefts.
        corners = np.array(seen[name].quad) * shrunk
        off = min(np.abs(np.roll(corners, roll, 0) - quad).max() for roll in (0, 2))
        assert off < max(8, 3.5 * shrunk)


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((20, 3000, 3), np.uint8),
        np.full((480, 640, 3), 255, np.uint8),
        wooden_table(2),
        np.random.default_rng(0).integers(0, 256, (240, 320, 3), np.uint8),
    ],
    ids=["one pixel", "a strip", "white", "an empty table", "noise"],
)
def test_pictures_without_cards_give_no_sure_card(reader: TableReader, picture: np.ndarray) -> None:
    assert [card for card in reader.read(picture, UNO) if card.confidence >= 0.5] == []


@pytest.mark.parametrize("lying", [False, True], ids=["upright", "on its side"])
def test_a_picture_that_is_all_card_is_read(reader: TableReader, lying: bool) -> None:
    card = number_card("4", ground=RED)
    seen = reader.read(cv2.rotate(card, cv2.ROTATE_90_CLOCKWISE) if lying else card, UNO)
    assert [(one.value, one.colour) for one in seen] == [(4, "red")]


def test_a_face_may_be_shown_as_a_picture_that_is_all_card(reader: TableReader) -> None:
    shown = reader.largest(sign_card(RED, 2), where="2.png")
    assert np.abs(shown.astype(int) - sign_card(RED, 2)).mean() < 5


def test_a_picture_that_is_all_card_names_its_colour_where_nothing_is_written(reader: TableReader) -> None:
    seen = reader.read(cv2.resize(sign_card(RED, 2), (320, 480)), UNO)
    assert [one.colour for one in seen] == ["red"]
    assert seen[0].confidence < 0.5


def test_a_card_cut_by_the_frame_is_read_by_its_index(reader: TableReader) -> None:
    table = wooden_table(3, (480, 640))
    lay(table, number_card("4", ground=RED), (420, 520), 900, 2)
    assert [(card.value, card.colour) for card in reader.read(table, UNO)] == [(4, "red")]


def test_the_largest_card_is_cut_for_teaching_or_its_lack_told(reader: TableReader) -> None:
    table = wooden_table()
    lay(table, number_card("7"), (480, 360), 300, 4)
    assert np.median(np.abs(reader.largest(table, where="here").astype(int) - number_card("7"))) < 12
    with pytest.raises(NoCardThere, match="bare"):
        reader.largest(wooden_table(2), where="bare")


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.skipif(not (SHARED / "photos").is_dir(), reason="needs ../shared/photos")
def test_uno_cards_on_wood_and_cloth_are_right(reader: TableReader) -> None:
    files = sorted((SHARED / "photos" / "uno-phone-four-tables").glob("*.jpg"))[::8]
    wrong = []
    for file in files:
        _, colour, value = file.stem.split("_")
        seen = [card for card in reader.read(load_picture(file), UNO) if card.confidence >= 0.5]
        if [(int(value), colour)] != [(card.value, card.colour) for card in seen]:
            wrong.append(file.name)
    assert wrong == []


def test_what_lies_beside_the_picture_of_a_card_held_near_is_known_to_be_hidden() -> None:
    quad = np.array([[10.0, 20.0], [110.0, 20.0], [110.0, 170.0], [10.0, 170.0]])
    hidden = beyond(quad, (95, 60, 3))
    assert (hidden[:115, :75].any(), hidden[125:].all(), hidden[:, 82:].all()) == (False, True, True)


def test_what_covers_the_rim_of_a_card_held_near_has_no_say_in_its_colour(reader: TableReader) -> None:
    card = cv2.resize(number_card("7", ground=(40, 200, 235)), None, fx=5, fy=5, interpolation=cv2.INTER_CUBIC)
    picture = np.ascontiguousarray(np.vstack([np.full((30, 480, 3), 200, np.uint8), card[:450, :480]]))
    picture[-12:] = (30, 30, 220)
    (seen,) = reader.read(picture, Faces(tuple(range(10)), ("red", "yellow")))
    assert (seen.value, seen.colour, seen.confidence > 0.5) == (7, "yellow", True)


@pytest.mark.parametrize("cast", [(1.4, 1.0, 0.7), (0.7, 1.0, 1.3)], ids=["bluish", "warm"])
def test_corner_cards_tell_the_lamp_of_every_card_that_has_a_colour(
    reader: TableReader, cast: tuple[float, float, float]
) -> None:
    labels = labels_of(DECKS["die_bombe"])
    table = SimulatedTable(3)
    table.show([Zone("grid", "cards", (("red7", "green5", "red3"),), labels)])
    lit = balanced(table.read().picture, 0.7 * np.array(cast))
    plain, told = (reader.find(lit, DECKS[deck]) for deck in ("allegra", "die_bombe"))
    assert [one.card.gains for one in plain] == [None] * len(plain)
    assert len(told) == 3
    for one in told:
        assert one.card.gains * cast == pytest.approx((1.0, 1.0, 1.0), abs=0.12)
    assert {card.colour for card in reader.recognised(told, DECKS["die_bombe"])} == {"red", "green"}
