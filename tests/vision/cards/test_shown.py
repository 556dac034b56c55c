"""Cards shown by themselves: a lesson needs the card, not its panel nor the light about it."""

import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn import lay, number_card, wooden_table, write
from vision.cards.shown import outermost
from vision.cards.table import TableReader


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader()


def dark_card(text: str) -> np.ndarray:
    card = np.full((240, 156, 3), 32, np.uint8)
    for _ in range(2):
        write(card, text, (32, 32), 24, (230, 230, 230))
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def shown_alone(ground: tuple[int, ...], card: np.ndarray, blur: float) -> tuple[np.ndarray, np.ndarray]:
    """A card on a plain table, seen softly and lit from below, and where it lies."""
    table = np.full((640, 480, 3), ground, np.uint8)
    quad = lay(table, cv2.resize(card, (312, 480), interpolation=cv2.INTER_CUBIC), (240, 320), 480, 3)
    light = np.linspace(0.75, 1, 640)[:, None, None]
    noise = np.random.default_rng(0).normal(0, 2, table.shape)
    return np.clip(cv2.GaussianBlur(table, (0, 0), blur) * light + noise, 0, 255).astype(np.uint8), quad


@pytest.mark.parametrize("blur", [1.6, 3.5])
@pytest.mark.parametrize("ground", [(120, 150, 90), (180, 200, 165), (150, 150, 150), (40, 60, 30)])
@pytest.mark.parametrize("card", [number_card("7"), dark_card("7")], ids=["panel", "dark"])
def test_a_card_is_cut_with_its_border_and_without_the_light_about_it(
    reader: TableReader, card: np.ndarray, ground: tuple[int, ...], blur: float
) -> None:
    picture, quad = shown_alone(ground, card, blur)
    first, *others = reader.shown(picture)
    assert np.abs(first.outline.quad - quad).max() < 4.5
    assert others == []


def test_what_lies_beside_the_card_is_told_too(reader: TableReader) -> None:
    table = wooden_table(1, (720, 960))
    for at in (260, 700):
        lay(table, number_card("7"), (at, 360), 440, 2)
    assert len(reader.shown(table)) == 2


def test_an_empty_table_shows_no_card() -> None:
    assert outermost(np.full((480, 640, 3), 140, np.uint8)) == []
