"""How small a printed card may be in a picture and still be read. ``python -m bench.printed_cards``, with pdftoppm."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from companion.exchange.decks import deck_of, games_with_decks
from companion.exchange.print_deck import card_grid, pages_of, write_deck
from companion.texts import Texts
from tests.exchange.printed import Picture, cut, laid, rendered
from tests.exchange.test_print import label_of, place_of
from vision.cards.faces import DECKS
from vision.cards.table import TableReader

HEIGHTS_PX = (330, 110, 55, 44, 36, 28)


def printed(game: str, folder: Path) -> dict[str, Picture]:
    """Every face of the printed deck."""
    pdf, grid = folder / f"{game}.pdf", card_grid("A4")
    write_deck(pdf, game=game, paper="A4", words=Texts("en"), with_backs=False)
    cards: dict[str, Picture] = {}
    for page, labels in zip(rendered(pdf), pages_of(deck_of(game), grid), strict=True):
        cards |= {label: cut(page, frame) for label, frame in zip(labels, grid.frames, strict=False)}
    return cards


def right(cards: dict[str, Picture], game: str, reader: TableReader, height_px: int) -> int:
    """How many faces are read right where a card is `height_px` high."""
    faces, rng, count = list(cards), Random(1), 0
    scale = height_px / 330
    for start in range(0, len(faces), 6):
        six = faces[start : start + 6]
        picture = laid([cards[label] for label in six], rng, scale=scale)
        seen = sorted(reader.read(picture, DECKS[game]), key=lambda card: card.confidence)
        surest = {place_of(card, scale=scale): label_of(card) for card in seen}
        count += sum(surest.get(place) == label for place, label in enumerate(six))
    return count


def main() -> None:
    reader = TableReader()
    table = Table(title="Faces read right, by the height of a card in the picture, px", title_justify="left")
    for heading in ("deck", "faces", *map(str, HEIGHTS_PX)):
        table.add_column(heading, justify="right")
    with tempfile.TemporaryDirectory() as folder:
        for game in games_with_decks():
            cards = printed(game, Path(folder))
            figures = [right(cards, game, reader, height) for height in HEIGHTS_PX]
            table.add_row(game, str(len(cards)), *map(str, figures))
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
