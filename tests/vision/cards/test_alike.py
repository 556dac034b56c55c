import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit import SHARED
from tests.vision.cards.drawn import (
    BLUE,
    CARD_MM,
    RED,
    SHAPE,
    laid_at,
    on_tilted_table,
    sign_card,
    slopes,
    wooden_table,
)
from vision.cards.alike import cards_alike, of_one_size
from vision.cards.faces import Faces
from vision.cards.outlines import Shape, find_shapes
from vision.cards.rectify import overlap
from vision.cards.table import TableReader
from vision.pictures import load_picture

LEVEL = np.zeros(2)
PLACES = [(-150.0, -90.0, 0.1), (0.0, -80.0, 1.2), (140.0, -60.0, -0.4), (-90.0, 70.0, 0.7), (110.0, 80.0, 2.0)]
STRANGE_MM = {"a square": (1.0, 0.65), "a box": (2.2, 1.6), "a strip": (0.4, 1.3), "a match box": (0.6, 0.6)}


def full(quads: list[np.ndarray]) -> list[Shape]:
    return [Shape(quad, 1.0, 1e9) for quad in quads]


@settings(max_examples=40, deadline=None)
@given(sideways=st.floats(-0.5, 0.5), forward=st.floats(-0.9, 0.9))
def test_equal_cards_are_told_from_other_things_on_a_table_tilted_anyhow(sideways: float, forward: float) -> None:
    cards = on_tilted_table(sideways, forward, PLACES)
    others = [
        on_tilted_table(sideways, forward, [(-40.0 + 90 * index, 150.0, 0.3 * index)], CARD_MM * size)[0]
        for index, size in enumerate(STRANGE_MM.values())
    ]
    told = cards_alike(full([*others, *cards]), SHAPE, slopes(sideways, forward) + np.array([0.05, -0.06]))
    assert sorted(quad.mean() for quad in told) == sorted(quad.mean() for quad in cards)


@pytest.mark.parametrize("forward", [0.0, 0.4, 0.9])
def test_cards_that_are_alike_are_told_though_the_tilt_was_taken_wrongly(forward: float) -> None:
    cards = on_tilted_table(0.1, forward, PLACES)
    told = cards_alike(full(cards), SHAPE, slopes(0.1, forward) + np.array([0.5, 0.4]))
    assert len(told) >= 3


def test_of_cards_and_panels_printed_on_them_the_most_that_are_of_one_size_are_believed() -> None:
    cards, panels = (on_tilted_table(0.0, 0.4, PLACES, CARD_MM * share) for share in (1.0, 0.6))
    leaning = slopes(0.0, 0.4)
    assert of_one_size([panels[0], *cards[:3], panels[4]], SHAPE, leaning) == [1, 2, 3]
    assert of_one_size([*panels[:2], *cards[:2]], SHAPE, leaning) == [2, 3]


def test_two_things_of_one_size_may_be_anything() -> None:
    assert cards_alike(full(on_tilted_table(0.1, 0.4, PLACES[:2])), SHAPE, LEVEL) == []
    assert cards_alike([], SHAPE, LEVEL) == []


def test_one_card_outlined_many_times_is_one() -> None:
    (quad,) = on_tilted_table(0.0, 0.5, PLACES[:1])
    assert cards_alike(full([quad + shift for shift in np.linspace(0, 2, 7)]), SHAPE, LEVEL) == []


def test_cards_without_numerals_are_found_on_a_table_seen_from_the_side() -> None:
    table = wooden_table(4, SHAPE[:2])
    quads = on_tilted_table(0.1, 0.85, PLACES)
    for quad, tone, count in zip(quads, (RED, BLUE, RED, BLUE, RED), (1, 2, 3, 1, 2), strict=True):
        laid_at(table, sign_card(tone, count), quad)
    seen = TableReader().read(table, Faces(tuple(range(10)), ("red", "blue")))
    for quad in quads:
        assert max(overlap(np.array(card.quad), quad) for card in seen) > 0.9


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.parametrize("name", ["table_4.jpg", "table_7.jpg"])
def test_twelve_cards_with_signs_are_found_on_a_photograph(name: str) -> None:
    path = SHARED / "photos" / "set-cards" / name
    if not path.exists():
        pytest.skip(f"{path}: expected a photograph there, found none")
    seen = TableReader().read(load_picture(path), Faces(tuple(range(10))))
    alike = cards_alike(find_shapes(load_picture(path)), load_picture(path).shape, LEVEL)
    assert len(alike) >= 11
    for quad in alike:
        assert max(overlap(np.array(card.quad), quad) for card in seen) > 0.9
