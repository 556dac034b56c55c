"""Cards about the panels printed on them."""

import numpy as np
import pytest

from tests.vision.cards.drawn import CARD_MM, SHAPE, laid_at, number_card, on_tilted_table, slopes, wooden_table
from vision.cards.edges import EdgeMap
from vision.cards.panels import cards_about
from vision.cards.plan import plan_by_cards
from vision.cards.rectify import overlap

PLACES = [(-150.0, -90.0, 0.1), (20.0, -80.0, 1.2), (140.0, -60.0, -0.4), (-90.0, 70.0, 0.7), (110.0, 80.0, 2.0)]
BANDS = {"a frame": (0.88, 0.92), "a panel across": (1.0, 0.5)}


def with_panel(share: tuple[float, float]) -> np.ndarray:
    """A blue card with a white panel in its middle, which takes such shares of its width and height."""
    card = number_card("", indices=False, middle=False)
    rows, columns = card.shape[:2]
    down, right = round(rows * (1 - share[1]) / 2), round(columns * (1 - share[0]) / 2)
    card[:] = (150, 70, 30)
    card[down : rows - down, right : columns - right] = 240
    return card


@pytest.mark.parametrize("share", BANDS.values(), ids=BANDS)
@pytest.mark.parametrize("forward", [0.0, 0.5])
def test_panels_that_are_alike_tell_where_the_cards_about_them_end(share: tuple[float, float], forward: float) -> None:
    table = wooden_table(3, SHAPE[:2])
    cards = on_tilted_table(0.0, forward, PLACES)
    for quad in cards:
        laid_at(table, with_panel(share), quad)
    panels = on_tilted_table(0.0, forward, PLACES, CARD_MM * share)
    about = cards_about(panels, plan_by_cards(panels, SHAPE, slopes(0.0, forward)), EdgeMap(table))
    assert any(all(overlap(one, card) > 0.95 for one, card in zip(same, cards, strict=True)) for same in about)


def test_about_whole_cards_there_is_but_the_table() -> None:
    table = wooden_table(3, SHAPE[:2])
    cards = on_tilted_table(0.0, 0.3, PLACES)
    for number, quad in enumerate(cards):
        laid_at(table, number_card(str(number)), quad)
    plan = plan_by_cards(cards, SHAPE, slopes(0.0, 0.3))
    assert [same for same in cards_about(cards, plan, EdgeMap(table)) if plan.size_of(same[0]) < 1.5] == []
