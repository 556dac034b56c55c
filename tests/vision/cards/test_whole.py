"""Whole cards are compared where the faces of a deck differ."""

import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn import number_card, write
from vision.cards.whole import both_ways, nearness, telling, wholes

WORDS = np.array(["3", "4", "8"])


def in_one_corner(text: str) -> np.ndarray:
    """A card with the same large picture in every middle; one corner alone says which it is."""
    card = number_card("W", indices=False)
    write(card, text, (32, 32), 24, (250, 250, 250))
    return card


def lead(near: np.ndarray) -> float:
    first, second = np.sort(near)[::-1][:2]
    return float(first - second)


def test_a_card_turned_by_half_is_what_its_picture_turned_by_half_is() -> None:
    card = number_card("4")
    _, turned = both_ways(card)
    again = wholes(np.ascontiguousarray(card[::-1, ::-1]))
    everywhere = np.ones(turned.shape[1:3], np.float32)
    assert nearness(turned, again[:1], everywhere)[0] > 0.97


def test_what_all_faces_have_in_common_tells_nothing() -> None:
    shown = np.stack([wholes(in_one_corner(word))[0] for word in WORDS])
    counts = telling(shown, WORDS)
    assert counts[:9, :9].sum() > 0.99 * counts.sum()


@pytest.mark.parametrize("word", WORDS)
def test_a_blurred_card_cut_aside_is_nearest_to_its_own_face_though_one_corner_alone_tells(word: str) -> None:
    shown = np.stack([wholes(in_one_corner(one))[0] for one in WORDS])
    blurred = cv2.GaussianBlur(np.roll(in_one_corner(word), (2, -2), (0, 1)), (0, 0), 1.2)
    seen = wholes(np.asarray(blurred, np.uint8))
    near = nearness(seen, shown, telling(shown, WORDS))
    assert WORDS[near.argmax()] == word
    assert lead(near) > lead(nearness(seen, shown, np.ones(shown.shape[1:3], np.float32)))


def test_a_deck_of_one_face_counts_every_place() -> None:
    shown = wholes(number_card("4"))[:1]
    assert nearness(wholes(number_card("4")), shown, telling(shown, np.array(["4"])))[0] == pytest.approx(1, abs=1e-3)
