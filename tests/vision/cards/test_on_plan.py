from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn import RED, lattice, lay, number_card, wooden_table
from tests.vision.cards.test_silhouettes import zigzags
from tests.vision.cards.test_unlike import checked_cloth
from vision.cards import on_plan, rectangles
from vision.cards.faces import Faces
from vision.cards.on_plan import find_on_plan
from vision.cards.outlines import Outline
from vision.cards.plan import Plan
from vision.cards.reader import CardReader, CutCard, ValueRead
from vision.cards.rectangles import canvas_of, find_rectangles
from vision.cards.rectify import overlap

PLAN = Plan(np.diag([0.5, 0.5, 1.0]), ((59.0, 91.0),))
FACES = Faces(tuple(range(10)), backs=False)
BACKS = Faces(tuple(range(10)), bombs=False)


class Recorder(CardReader):
    """Notes each card that all of is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[bytes] = []

    def read(self, cards: Iterable[CutCard], faces: Faces) -> list[ValueRead]:
        some = list(cards)
        self.seen += [card.picture.tobytes() for card in some if card.covered is None]
        return super().read(some, faces)


def test_what_was_no_card_is_not_looked_at_again() -> None:
    table = wooden_table()
    lay(table, number_card("4", ground=RED), (250, 300), 182, 12)
    for left in (420, 640):
        cv2.rectangle(table, (left, 200), (left + 118, 382), (60, 60, 60), -1)
    reader = Recorder()
    found = find_on_plan(table, PLAN, FACES, reader)
    assert [one.value.value for one in found if one.value.confidence >= 0.5] == [4]
    assert len(reader.seen) > 3
    assert len(set(reader.seen)) == len(reader.seen)


def test_a_bare_table_shows_no_rectangle() -> None:
    assert find_rectangles(canvas_of(np.full((720, 960, 3), 120, np.uint8), PLAN), PLAN) == []


def test_what_a_canvas_shows_of_an_area_lies_where_it_lies_on_the_table() -> None:
    table = wooden_table()
    quad = lay(table, number_card("4", ground=RED), (700, 400), 182, 12)
    canvas = canvas_of(table, PLAN)
    low, high = quad.min(0) / 2 - 20, quad.max(0) / 2 + 20
    part = canvas.within((low, high))
    assert np.all(np.array(part.strength.shape[::-1]) < (high - low) * part.px_per_mm + 3)
    best = find_rectangles(part, PLAN)[0].quad
    assert np.abs(best - quad).max() < 8
    assert canvas.within((low - 5000, high + 5000)).strength.shape == canvas.strength.shape


def test_the_edges_of_a_table_are_sought_once_however_often_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    table = checked_cloth()
    lay(table, number_card("7", ground=RED), (250, 250), 182, 8)
    lay(table, number_card("4", ground=RED), (700, 250), 182, 8)
    cv2.fillPoly(table, [np.array([(640, 719), (660, 260), (700, 220), (740, 719)])], (130, 150, 190), cv2.LINE_AA)
    seen: list[tuple[int, ...]] = []
    plain = rectangles.gradients
    monkeypatch.setattr(rectangles, "gradients", lambda picture: (seen.append(picture.shape), plain(picture))[1])
    find_on_plan(table, PLAN, BACKS, CardReader())
    assert len(seen) == 1


def test_backs_patterned_up_to_their_rims_are_named_where_they_lie_between_faces() -> None:
    table = wooden_table()
    places = [(250 + 140 * column, 250 + 210 * row) for column in range(4) for row in range(2)]
    laid = [
        lay(table, zigzags() if number % 2 else number_card(str(number), ground=RED), place, 182, 4 * (number % 3 - 1))
        for number, place in enumerate(places)
    ]
    found = find_on_plan(table, PLAN, BACKS, CardReader())
    sure = [one for one in found if one.value.confidence >= 0.5]
    backs = [one.outline.quad for one in sure if one.value.value == "back"]
    assert sorted(one.value.value for one in sure if one.value.value != "back") == [0, 2, 4, 6]
    assert len(backs) == 4
    assert all(max(overlap(quad, back) for back in backs) > 0.93 for quad in laid[1::2])


@pytest.mark.parametrize("turn_deg", [-12, 0, 12])
def test_a_back_partly_under_a_hand_is_named_unsurely(turn_deg: float, monkeypatch: pytest.MonkeyPatch) -> None:
    table = checked_cloth()
    lay(table, number_card("7", ground=RED), (250, 250), 182, 8)
    below = lay(table, lattice(), (560, 420), 182, turn_deg)
    hand = np.array([(545, 719), (575, 300), (625, 260), (685, 300), (745, 719)])
    cv2.fillPoly(table, [hand], (130, 150, 190), cv2.LINE_AA)
    monkeypatch.setattr(on_plan, "find_rectangles", lambda *_: [Outline(below, 0.65)])
    found = on_plan.find_on_plan(table, PLAN, BACKS, CardReader())
    near = [one for one in found if overlap(one.outline.quad, below) > 0.9]
    assert [(one.value.value, one.value.confidence < 0.5) for one in near] == [("back", True)]
