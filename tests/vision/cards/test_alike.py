import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit import SHARED
from tests.vision.cards.drawn import BLUE, CARD_MM, RED, SHAPE, laid_at, on_tilted_table, sign_card, wooden_table
from vision.cards.alike import cards_alike
from vision.cards.faces import Faces
from vision.cards.outlines import Shape, find_shapes
from vision.cards.rectify import overlap
from vision.cards.table import TableReader
from vision.pictures import load_picture

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
    told = cards_alike(full([*others, *cards]), SHAPE)
    assert sorted(quad.mean() for quad in told) == sorted(quad.mean() for quad in cards)


def test_two_things_of_one_size_may_be_anything() -> None:
    assert cards_alike(full(on_tilted_table(0.1, 0.4, PLACES[:2])), SHAPE) == []
    assert cards_alike([], SHAPE) == []


def test_one_card_outlined_many_times_is_one() -> None:
    (quad,) = on_tilted_table(0.0, 0.5, PLACES[:1])
    assert cards_alike(full([quad + shift for shift in np.linspace(0, 2, 7)]), SHAPE) == []


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
    alike = cards_alike(find_shapes(load_picture(path)), load_picture(path).shape)
    assert len(alike) >= 11
    for quad in alike:
        assert max(overlap(np.array(card.quad), quad) for card in seen) > 0.9
