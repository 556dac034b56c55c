"""Pictures as a camera takes them, path traced: read right, and never surely wrong (`rendered/SOURCE.md`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.exchange.piece_sets import SPLASH
from vision.buckets import read_pyramid
from vision.cards.faces import DECKS
from vision.cards.table import TableReader
from vision.pictures import load_picture
from vision.towers import read_tower

HERE = Path(__file__).parent / "rendered"


def shown(name: str) -> tuple[np.ndarray, dict[str, Any]]:
    """A picture and what lies there."""
    return load_picture(HERE / f"{name}.jpg"), json.loads((HERE / "truth.json").read_text(encoding="utf-8"))[name]


@pytest.mark.parametrize("name", ["pale_deck", "backs_alike"])
def test_cards_of_prints_never_shown_are_read_surely(name: str) -> None:
    picture, truth = shown(name)
    seen = TableReader().read(picture, DECKS[truth["deck"]])
    for card in truth["cards"]:
        at = [one for one in seen if cv2.pointPolygonTest(np.float32(one.quad), card["middle"], measureDist=False) > 0]
        best = max(at, key=lambda one: one.confidence)
        assert (best.value, best.colour, best.confidence >= 0.5) == (card["value"], card["colour"], True), card


def test_buckets_with_labels_are_read_surely_and_empty_places_too() -> None:
    picture, truth = shown("labelled_buckets")
    pyramid = read_pyramid(picture)
    assert [list(row) for row in pyramid.rows] == truth["rows"]
    assert min(min(row) for row in pyramid.confidence) >= 0.5


def test_a_small_tower_of_one_colour_is_read_piece_by_piece() -> None:
    picture, truth = shown("small_tower")
    pieces = read_tower(picture, SPLASH).pieces
    assert [f"{piece.shape}/{piece.colour}" for piece in pieces] == truth["pieces"]
