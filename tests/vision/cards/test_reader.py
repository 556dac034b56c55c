from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn import number_card, write
from vision.cards.candidates import Candidate
from vision.cards.faces import CLASSES, NUMBERS, Faces
from vision.cards.reader import CardReader, CutCard, judge


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader()


@pytest.mark.parametrize("number", NUMBERS)
def test_every_number_is_read_from_its_indices(reader: CardReader, number: int) -> None:
    read = reader.read([CutCard(number_card(str(number)))], Faces())[0]
    assert (number, True) == (read.value, read.confidence >= 0.5)


def test_a_card_on_its_head_reads_the_same(reader: CardReader) -> None:
    cards = [CutCard(np.ascontiguousarray(number_card(str(number))[::-1, ::-1])) for number in NUMBERS]
    assert list(NUMBERS) == [read.value for read in reader.read(cards, Faces())]


def test_six_and_nine_are_told_apart_by_where_the_index_stands(reader: CardReader) -> None:
    for number in (6, 9):
        read = reader.read([CutCard(number_card(str(number), middle=False))], Faces())[0]
        assert number == read.value
        assert read.confidence >= 0.5


def test_a_lone_figure_that_may_be_six_or_nine_stays_unsure(reader: CardReader) -> None:
    for likely, guess in (("upper", 6), ("lower", 9)):
        read = reader.read([CutCard(number_card("6", indices=False), likely=likely)], Faces())[0]
        assert read.confidence < 0.5
        assert guess == read.value


def test_a_blank_card_has_no_value(reader: CardReader) -> None:
    read = reader.read([CutCard(np.full((240, 156, 3), 240, np.uint8))], Faces())[0]
    assert (read.value, read.confidence) == (None, 0.0)


def test_no_cards_give_no_readings(reader: CardReader) -> None:
    assert reader.read([], Faces()) == []


def test_letters_are_not_sure_numbers(reader: CardReader) -> None:
    cards = [CutCard(number_card(letter)) for letter in "JQKAMWRHX"]
    assert [
        letter for letter, read in zip("JQKAMWRHX", reader.read(cards, Faces()), strict=True) if read.confidence >= 0.5
    ] == []


def test_numbers_survive_a_dim_warm_lamp_and_blur(reader: CardReader) -> None:
    lamp = np.array([0.25, 0.4, 0.55])
    cards = [CutCard(cv2.GaussianBlur((number_card(str(n)) * lamp).astype(np.uint8), (0, 0), 1.8)) for n in range(11)]
    reads = reader.read(cards, Faces(tuple(range(-1, 12))))
    assert [n for n, read in enumerate(reads) if read.value != n] == []


def test_what_others_cover_is_not_read(reader: CardReader) -> None:
    covered = np.zeros((240, 156), bool)
    covered[:, 50:] = True
    picture = number_card("3")
    picture[:, 50:] = number_card("8")[:, :106]
    read = reader.read([CutCard(picture, covered)], Faces())[0]
    assert read.value == 3


def test_a_digit_inside_a_number_of_two_is_not_heard() -> None:
    crop = np.zeros((32, 32, 3), np.uint8)
    found = [Candidate("upper left", (10, 10, 30, 20), crop), Candidate("upper left", (28, 10, 12, 20), crop)]
    odds = np.full((2, len(CLASSES)), 1e-4, np.float32)
    odds[0, CLASSES.index("10")], odds[1, CLASSES.index("0")] = 0.8, 0.99
    assert judge(found, odds, Faces()).value == 10


@pytest.mark.parametrize(("inner", "nought"), [("1", False), ("none", True), ("0", True)])
def test_a_disc_about_a_small_figure_is_no_nought(inner: str, nought: bool) -> None:
    boxes = ((4, 6, 33, 34), (17, 16, 7, 14))
    found = [Candidate("upper left", box, np.zeros((32, 32, 3), np.uint8)) for box in boxes]
    odds = np.full((2, len(CLASSES)), 1e-4, np.float32)
    odds[0, CLASSES.index("0")], odds[1, CLASSES.index(inner)] = 0.95, 0.8
    assert (judge(found, odds, Faces()).value == 0) == nought


def crops(*said: tuple[str, str, float]) -> tuple[list[Candidate], np.ndarray]:
    """One crop in each zone, named with a chance."""
    found = [Candidate(zone, (10, 10, 20, 30), np.zeros((32, 32, 3), np.uint8)) for zone, _, _ in said]
    odds = np.full((len(said), len(CLASSES)), 1e-4, np.float32)
    for row, (_, label, chance) in enumerate(said):
        odds[row, CLASSES.index(label)] = chance
    return found, odds


@pytest.mark.parametrize(("label", "turned"), [("6", "9"), ("9", "6")])
def test_indices_tell_which_way_up_a_figure_without_a_mark_stands(label: str, turned: str) -> None:
    corners = (("upper left", label, 0.9), ("lower left", label, 0.9))
    middle = (("upper middle", turned, 0.999), ("lower middle", label, 0.999))
    read = judge(*crops(*corners, *middle), Faces())
    assert (int(label), True) == (read.value, read.confidence >= 0.5)


def test_what_is_hardly_seen_is_guessed_at_and_never_believed() -> None:
    read = judge(*crops(("upper left", "4", 0.05), ("lower left", "7", 0.12)), Faces())
    assert (read.value, read.votes, read.confidence < 0.05) == (7, 0.0, True)


def test_no_number_is_guessed_that_the_deck_does_not_have() -> None:
    read = judge(*crops(("upper left", "4", 0.05), ("lower left", "7", 0.12)), Faces((3, 4)))
    assert read.value == 4


def test_a_figure_in_the_middle_alone_is_no_surer_for_being_seen_both_ways() -> None:
    for chance in (0.97, 0.7):
        read = judge(*crops(("upper middle", "9", 0.999), ("lower middle", "6", chance)), Faces())
        assert read.confidence < 0.5


@pytest.mark.parametrize("thick", [6, 12, 18])
def test_a_ring_in_the_middle_is_no_sure_nought(reader: CardReader, thick: int) -> None:
    card = np.full((240, 156, 3), 235, np.uint8)
    cv2.circle(card, (78, 120), 40, (60, 40, 30), thick, cv2.LINE_AA)
    assert reader.read([CutCard(card)], Faces())[0].confidence < 0.5


@pytest.mark.parametrize("label", ["1", "3", "4", "7", "11"])
def test_a_ring_in_the_middle_does_not_contradict_indices(reader: CardReader, label: str) -> None:
    card = number_card(label, middle=False)
    cv2.circle(card, (78, 120), 40, (250, 250, 250), 14, cv2.LINE_AA)
    read = reader.read([CutCard(card)], Faces())[0]
    assert (int(label), True) == (read.value, read.confidence >= 0.5)
    ring = ("upper middle", "0", 0.97), ("lower middle", "0", 0.97)
    assert judge(*crops(("upper left", label, 0.9), ("lower left", label, 0.7), *ring), Faces()).confidence >= 0.5


def test_a_nought_that_its_corners_say_too_is_sure() -> None:
    read = judge(*crops(("upper left", "0", 0.9), ("upper middle", "0", 0.97), ("lower middle", "0", 0.97)), Faces())
    assert (read.value, read.confidence >= 0.5) == (0, True)


def test_a_figure_that_reads_both_ways_up_is_one_figure() -> None:
    found, odds = crops(("upper middle", "8", 0.9), ("lower middle", "8", 0.9))
    one = [replace(candidate, box=(63, 95, 30, 50)) for candidate in found]
    two = [replace(candidate, box=(63, 40, 30, 50)) for candidate in found]
    assert judge(one, odds, Faces()).confidence == judge(one[:1], odds[:1], Faces()).confidence
    assert judge(two, odds, Faces()).confidence > judge(one, odds, Faces()).confidence


def test_what_a_figure_looks_like_on_its_head_does_not_contradict_its_index() -> None:
    upright = ("upper left", "5", 0.9), ("upper middle", "5", 0.8)
    on_its_head = ("lower middle", "9", 0.97)
    assert judge(*crops(*upright, on_its_head), Faces()).confidence == judge(*crops(*upright), Faces()).confidence
    assert judge(*crops(("upper middle", "5", 0.8), on_its_head), Faces()).confidence < 0.5


def test_a_middle_that_shows_another_number_more_clearly_contradicts_the_corners() -> None:
    corners = ("upper left", "8", 0.88), ("lower left", "8", 0.96)
    middle = ("upper middle", "5", 0.84), ("upper middle", "8", 0.59), ("lower middle", "9", 0.98)
    assert judge(*crops(*corners, *middle), Faces()).confidence < 0.5


@pytest.mark.parametrize("quarters", [1, 3])
@pytest.mark.parametrize("number", [2, 4, 5, 7, 10])
def test_numbers_printed_along_the_long_side_are_read(reader: CardReader, number: int, quarters: int) -> None:
    card = np.full((156, 240, 3), 240, np.uint8)
    for _ in range(2):
        write(card, str(number), (34, 30), 24, (40, 40, 40))
        card = np.ascontiguousarray(card[::-1, ::-1])
    write(card, str(number), (120, 78), 62, (40, 40, 40))
    read = reader.read([CutCard(np.ascontiguousarray(np.rot90(card, quarters)))], Faces())[0]
    assert read.value == number
