from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn import BLUE, RED, lattice, lay, number_card, wooden_table
from tests.vision.cards.test_unlike import checked_cloth
from vision.cards.edges import EdgeMap
from vision.cards.faces import Faces
from vision.cards.outlines import Outline
from vision.cards.partial import find_partial, unexplained, with_more
from vision.cards.plan import Plan
from vision.cards.reader import CutCard, ValueRead
from vision.cards.rectangles import canvas_of
from vision.cards.rectify import Quad
from vision.cards.selection import MOST_COVERED, Reading
from vision.cards.table import TableReader
from vision.cards.unlike import small_table

HEIGHT_PX = 182
PLAN = Plan(np.diag([0.5, 0.5, 1.0]), ((59.0, 91.0),))
FACES = Faces(tuple(range(10)), backs=False)


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader()


def two_cards(turn_deg: float = 8) -> tuple[np.ndarray, Quad, Quad]:
    """A table with a card, and another that hides its right half."""
    table = wooden_table()
    below = lay(table, number_card("7", ground=RED), (420, 360), HEIGHT_PX, turn_deg)
    return table, below, lay(table, number_card("4", ground=BLUE), (478, 390), HEIGHT_PX, turn_deg + 4)


def tried(table: np.ndarray, outlines: list[Outline], known: list[Quad]) -> list[Outline]:
    unlike = small_table(table, PLAN).unlike(known)
    return find_partial(outlines, canvas_of(table, PLAN), plan=PLAN, edges=EdgeMap(table), unlike=unlike)


def reading(left: float, confidence: float, *, indexed: bool = True) -> Reading:
    quad = np.array([[left, 0], [left + 60, 0], [left + 60, 90], [left, 90]])
    card = CutCard(np.zeros((240, 156, 3), np.uint8))
    return Reading(Outline(quad, 1.0), card, ValueRead(3, confidence, indexed=indexed))


def test_sides_under_a_known_card_need_no_edge() -> None:
    table, below, top = two_cards()
    found = tried(table, [Outline(below, 0.6)], [top])
    assert [np.abs(one.quad - below).max() < 6 for one in found] == [True]
    assert found[0].score > 0.9


@pytest.mark.parametrize("turn_deg", [0, 12])
@pytest.mark.parametrize("skin", [(80, 120, 175), (100, 140, 200), (60, 80, 110)])
def test_a_hand_on_a_patterned_cloth_is_not_taken_for_more_of_it(turn_deg: float, skin: tuple[int, int, int]) -> None:
    cloth = checked_cloth()
    below = lay(cloth, lattice(), (560, 420), HEIGHT_PX, turn_deg)
    hand = np.array([(530, 719), (560, 300), (610, 260), (670, 300), (730, 719)])
    cv2.fillPoly(cloth, [hand], skin, cv2.LINE_AA)
    assert [np.abs(one.quad - below).max() < 8 for one in tried(cloth, [Outline(below, 0.6)], [])] == [True]


def test_sides_that_should_show_on_the_bare_table_do() -> None:
    table, below, top = two_cards()
    assert tried(table, [Outline(below - (40, 0), 0.6), Outline(below - (0, 40), 0.6)], [top]) == []
    bare = wooden_table()
    lay(bare, number_card("4", ground=BLUE), (478, 390), HEIGHT_PX, 12)
    assert tried(bare, [Outline(below, 0.6)], [top]) == []


def test_a_corner_of_a_larger_sheet_is_no_card() -> None:
    table = wooden_table()
    cv2.rectangle(table, (300, 200), (620, 600), (240, 244, 246), -1)
    corner = np.array([[300.0, 200], [418, 200], [418, 382], [300, 382]])
    assert tried(table, [Outline(corner, 0.6)], []) == []
    cv2.rectangle(table, (419, 200), (620, 600), (140, 170, 215), -1)
    cv2.rectangle(table, (300, 383), (620, 600), (140, 170, 215), -1)
    assert len(tried(table, [Outline(corner, 0.6)], [])) == 1


def test_what_a_known_card_covers_all_but_a_rim_of_is_left_alone() -> None:
    table, below, top = two_cards()
    unlike = small_table(table, PLAN).unlike([top])
    rim, half = Outline(top - (8, 0), 0.9), Outline(below, 0.6)
    assert unexplained([rim, half], unlike, PLAN, MOST_COVERED) == [half]
    assert unexplained([rim, half], unlike, replace(PLAN, blocked=(below,)), MOST_COVERED) == []


def test_a_card_half_under_another_is_read_by_its_index(reader: TableReader) -> None:
    table, below, _ = two_cards()
    lay(table, number_card("9", ground=BLUE), (720, 260), HEIGHT_PX, -20)
    lay(table, number_card("2", ground=BLUE), (200, 300), HEIGHT_PX, 3)
    seen = [card for card in reader.read(table, FACES) if card.value == 7]
    assert [card.confidence >= 0.5 for card in seen] == [True]
    assert np.abs(np.mean(seen[0].quad, 0) - below.mean(0)).max() < 10


@pytest.mark.parametrize("tip", [(560, 470), (450, 480)])
def test_a_card_under_a_hand_is_read_by_its_index(reader: TableReader, tip: tuple[int, int]) -> None:
    table = wooden_table()
    for text, x in (("5", 180), ("2", 330)):
        lay(table, number_card(text, ground=BLUE), (x, 200), HEIGHT_PX, 0)
    lay(table, number_card("8", ground=RED), (500, 420), HEIGHT_PX, 0)
    cv2.line(table, tip, (tip[0] + 150, 900), (140, 170, 215), 80, cv2.LINE_AA)
    assert [card.value for card in reader.read(table, FACES) if card.confidence >= 0.5 and card.value == 8] == [8]


def test_only_what_an_index_tells_surely_is_added_and_takes_the_place_of_a_doubt() -> None:
    doubt, sure = reading(0, 0.2), reading(200, 0.9)
    assert with_more([doubt, sure], [reading(0, 0.9, indexed=False), reading(0, 0.4)]) == [doubt, sure]
    better, same = reading(3, 0.8), reading(0, 0.7)
    assert with_more([doubt, sure], [same, better]) == [better, sure]
    beside = reading(40, 0.6)
    assert with_more([doubt, sure], [beside]) == [beside, doubt, sure]
