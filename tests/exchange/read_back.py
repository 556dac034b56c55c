"""Cards laid on a cloth, photographed and read by the camera's own reader."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.exchange.cloths import DARK, Cloth
from tests.exchange.printed import Picture, laid
from vision.cards.faces import Faces
from vision.cards.table import TableReader
from vision.readings import CardSeen

FULL_PX = 330
"""Height of a card that `laid` lays without a scale."""


def label_of(seen: CardSeen) -> str:
    """What was read, as decks name it."""
    return f"{seen.colour or ''}{seen.value}" if seen.value != "bomb" else "bomb"


def place_of(seen: CardSeen, *, scale: float = 1.0) -> int:
    """Which of the six places of `laid` a card lies on."""
    x, y = (sum(axis) / 4 / scale for axis in zip(*seen.quad, strict=True))
    return int(round((x - 230) / 410) + 3 * round((y - 250) / 450))


def count_right(
    cards: Sequence[tuple[str, Picture]], faces: Faces, reader: TableReader, *, height_px: int, cloth: Cloth = DARK
) -> int:
    """How many cards, named and six to a picture, are read right where a card is `height_px` high."""
    rng, scale, right = Random(1), height_px / FULL_PX, 0
    for start in range(0, len(cards), 6):
        six = cards[start : start + 6]
        seen = reader.read(laid([card for _, card in six], rng, scale=scale, cloth=cloth), faces)
        # The oval or the ground of a card may be taken for a card in the card; the surest reading of a place counts.
        surest = {place_of(card, scale=scale): label_of(card) for card in sorted(seen, key=lambda one: one.confidence)}
        right += sum(surest.get(place) == label for place, (label, _) in enumerate(six))
    return right
