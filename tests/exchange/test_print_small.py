"""Printed decks in small pictures, on a dark, a white and a checked cloth: read where cards of shop decks are not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.exchange.card_faces import BLEED_MM, rim_of
from companion.exchange.decks import deck_of, games_with_decks
from companion.exchange.print_deck import card_grid, pages_of, write_deck
from companion.texts import Texts
from tests.exchange.cloths import CLOTHS, DARK, Cloth
from tests.exchange.printed import Picture, cut, needs_poppler, printed_faces, rendered
from tests.exchange.read_back import count_right
from vision.cards.faces import DECKS
from vision.cards.table import TableReader

LEAST_READ = 40
"""Decks of few different cards are laid out several times."""
pytestmark = [needs_poppler, pytest.mark.slow]


@pytest.fixture(scope="module", params=games_with_decks())
def deck(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Picture]]:
    return request.param, printed_faces(request.param, tmp_path_factory.mktemp("deck"))


@pytest.mark.parametrize(
    ("cloth", "height_px", "share"),
    [(DARK, 44, 0.95), (CLOTHS["white"], 36, 0.95), (CLOTHS["checked"], 36, 0.75)],
    ids=["dark", "white", "checked"],
)
def test_a_printed_deck_is_read_in_a_small_picture(
    deck: tuple[str, dict[str, Picture]], cloth: Cloth, height_px: int, share: float
) -> None:
    game, cards = deck
    laid_out = list(cards.items()) * -(-LEAST_READ // len(cards))
    right = count_right(laid_out, DECKS[game], TableReader(), height_px=height_px, cloth=cloth)
    # Of shop decks 27 to 92 % are read so (bench/printed_cards.py); one card may lie badly, where a deck has many.
    assert right >= share * len(laid_out)


def test_a_blade_that_misses_a_little_finds_the_colour_of_the_card_all_round(tmp_path: Path) -> None:
    pdf, grid, missed_mm = tmp_path / "deck.pdf", card_grid("A4"), BLEED_MM - 0.4
    write_deck(pdf, game="die_bombe", paper="A4", words=Texts("en"), with_backs=False)
    for page, labels in zip(rendered(pdf), pages_of(deck_of("die_bombe"), grid), strict=True):
        for label, frame in zip(labels, grid.frames, strict=False):
            colour = np.array([255 * tone for tone in rim_of(label)[2::-1]])
            for off_mm in (-missed_mm, missed_mm):
                edge = cut(page, frame.inset(off_mm))
                rim = np.concatenate([edge[0], edge[-1], edge[:, 0], edge[:, -1]])
                assert abs(rim - colour).max() < 12, label
