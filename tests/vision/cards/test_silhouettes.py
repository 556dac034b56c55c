"""Where no straight edge shows where a card ends, the colours of the table do."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn import lay, number_card, wooden_table
from tests.vision.cards.test_unlike import checked_cloth
from vision.cards.outlines import Outline
from vision.cards.plan import Plan
from vision.cards.rectangles import canvas_of
from vision.cards.rectify import Picture, Quad, overlap
from vision.cards.silhouettes import clearness, find_silhouettes
from vision.cards.unlike import small_table

HEIGHT_PX = 182
PLAN = Plan(np.diag([0.5, 0.5, 1.0]), ((59.0, 91.0),))


def zigzags() -> Picture:
    """A back of steep zigzags up to its rim."""
    y, x = np.mgrid[:240, :156]
    colours = np.array([(200, 60, 230), (220, 210, 60), (30, 30, 30)], np.uint8)
    return colours[((y + 1.5 * np.abs(x % 26 - 13)) % 30 // 10).astype(int)]


def found(table: Picture, known: list[Quad]) -> list[Outline]:
    return find_silhouettes(canvas_of(table, PLAN), PLAN, small_table(table, PLAN).unlike(known))


def are_there(outlines: list[Outline], quads: list[Quad]) -> bool:
    near = [max(overlap(one.quad, quad) for one in outlines) > 0.94 for quad in quads]
    return len(outlines) == len(quads) and all(near)


@pytest.mark.parametrize("turn_deg", [0, 17, 52])
def test_a_back_patterned_up_to_its_rim_is_found_as_it_lies(turn_deg: float) -> None:
    table = wooden_table()
    quad = lay(table, zigzags(), (480, 350), HEIGHT_PX, turn_deg)
    assert are_there(found(table, []), [quad])


def test_backs_side_by_side_are_told_apart() -> None:
    table = wooden_table()
    places = [(300 + 132 * column, 240 + 196 * row) for column, row in np.ndindex(3, 2)]
    laid = [lay(table, zigzags(), place, HEIGHT_PX, 0) for place in places]
    assert are_there(found(table, laid[:1]), laid[1:])


def test_a_card_beside_an_angle_of_something_else_is_found_once() -> None:
    table = wooden_table()
    quad = lay(table, zigzags(), (480, 350), HEIGHT_PX, 0)
    cv2.rectangle(table, (270, 180), (315, 590), (180, 60, 60), cv2.FILLED)
    cv2.rectangle(table, (270, 545), (640, 590), (180, 60, 60), cv2.FILLED)
    assert len([one for one in found(table, []) if overlap(one.quad, quad) > 0.5]) == 1


def test_neither_a_bare_table_nor_what_is_larger_or_smaller_has_the_shape_of_a_card() -> None:
    table = wooden_table()
    assert found(table, []) == []
    cv2.circle(table, (250, 350), 90, (60, 170, 90), cv2.FILLED)
    lay(table, zigzags(), (480, 350), 130, 10)
    lay(table, zigzags(), (760, 350), 270, 10)
    assert found(table, []) == []


def test_a_card_is_clear_of_a_cloth_of_its_colours_and_another_piece_of_cloth_is_not() -> None:
    cloth = checked_cloth()
    card = lay(cloth, zigzags(), (300, 350), HEIGHT_PX, 12)
    face = lay(cloth, number_card("8"), (700, 350), HEIGHT_PX, 12)
    unlike = small_table(cloth, PLAN).unlike([face])
    clear = clearness(canvas_of(cloth, PLAN), PLAN, unlike, [card, card + np.array([200, 0])])
    assert clear[0] > 0.8
    assert clear[1] < 0.2
