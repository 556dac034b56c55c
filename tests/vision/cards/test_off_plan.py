"""Cards of which nothing but themselves tells how large they are."""

import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn import SHAPE, checked_cloth, laid_at, lay, number_card, on_tilted_table, wooden_table
from vision.cards.faces import Faces
from vision.cards.rectify import CARD_HEIGHT_PX, CARD_WIDTH_PX, overlap
from vision.cards.table import TableReader

PLACES = [(-150.0, -90.0, 0.1), (20.0, -80.0, 1.2), (140.0, -60.0, -0.4), (-90.0, 70.0, 0.7), (110.0, 80.0, 2.0)]
NUMBERS = (2, 4, 5, 7, 8)


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader()


def misread(reader: TableReader, table: np.ndarray, cards: list[np.ndarray]) -> list[int]:
    """The numbers of those cards that are not found where they lie and read surely."""
    sure = [one for one in reader.read(table, Faces()) if one.confidence >= 0.5]
    return [
        number
        for number, quad in zip(NUMBERS, cards, strict=False)
        if not any(one.value == number and overlap(np.array(one.quad), quad) > 0.85 for one in sure)
    ]


@pytest.mark.parametrize("forward", [0.0, 0.35, 0.6])
def test_cards_on_a_checked_cloth_are_read_however_it_is_tilted(reader: TableReader, forward: float) -> None:
    table = checked_cloth(0.0, forward)
    cards = on_tilted_table(0.0, forward, PLACES)
    for number, quad in zip(NUMBERS, cards, strict=True):
        laid_at(table, number_card(str(number)), quad)
    assert misread(reader, cv2.GaussianBlur(table, (0, 0), 0.8), cards) == []


def panelled(number: int) -> np.ndarray:
    """A card with a white panel right across its middle, numerals above and below it."""
    card = number_card("", indices=False, middle=False)
    card[:] = (60, 150, 40)
    card[CARD_HEIGHT_PX // 4 : -CARD_HEIGHT_PX // 4] = 240
    for _ in range(2):
        cv2.putText(card, str(number), (12, 42), cv2.FONT_HERSHEY_DUPLEX, 1.2, (250, 250, 250), 3, cv2.LINE_AA)
        card = np.ascontiguousarray(card[::-1, ::-1])
    cv2.ellipse(card, (CARD_WIDTH_PX // 2, CARD_HEIGHT_PX // 2), (44, 26), 0, 0, 300, (60, 150, 40), -1, cv2.LINE_AA)
    return card


@pytest.mark.parametrize("forward", [0.0, 0.4])
def test_panels_across_cards_are_not_taken_for_cards(reader: TableReader, forward: float) -> None:
    table = wooden_table(5, SHAPE[:2])
    cards = on_tilted_table(0.0, forward, PLACES)
    for number, quad in zip(NUMBERS, cards, strict=True):
        laid_at(table, panelled(number), quad)
    assert misread(reader, cv2.GaussianBlur(table, (0, 0), 0.8), cards) == []


def test_a_large_sheet_beside_cards_that_touch_does_not_end_the_search(reader: TableReader) -> None:
    table = wooden_table(6, SHAPE[:2])
    cv2.rectangle(table, (700, 60), (1220, 840), (200, 205, 205), -1)
    cards = [lay(table, number_card(str(NUMBERS[0])), (140.0, 170.0), 150.0, 8.0)]
    for index, number in enumerate(NUMBERS[1:]):
        middle = (330.0 + 98 * (index % 2), 480.0 + 151 * (index // 2))
        cards.append(lay(table, number_card(str(number)), middle, 150.0, 0.0))
    assert misread(reader, table, cards) == []
