"""How small printed things may be in a picture and still be read. ``python -m bench.printed_cards``, with pdftoppm.

Cards of shop decks, cut from the photographs in ``../shared/photos`` where it lies there, are laid out and
photographed by the same means; pyramids of printed buckets are built on their printed board, and folded figures stand
in the printed house.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from random import Random

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.vision_cards import PHOTOS, SUITS, UNO, Job, four_cards, one_card
from companion.art.look import PAPER
from companion.exchange.decks import games_with_decks
from companion.exchange.print_boards import FIGURES
from tests.exchange.paper_buckets import PaperBuckets
from tests.exchange.paper_house import PaperHouse
from tests.exchange.printed import Picture, laid, printed_faces
from tests.exchange.test_print import label_of, place_of
from vision.buckets import read_pyramid
from vision.cards.faces import DECKS, Faces
from vision.cards.table import TableReader
from vision.errors import NotCalibrated
from vision.house import read_house
from vision.pictures import load_picture

HEIGHTS_PX = (330, 110, 55, 44, 36, 28, 22)
PAGES_PX = (960, 640, 480, 360, 240, 160)
PICTURES_PX = (1280, 800, 640, 480)
HOUSES = 20
SHOP_CARDS = 60
LEAST_READ = 120
"""So many cards are read of each deck at each height: of small ones every card several times, otherwise turned."""


def shop(jobs: Iterable[Job]) -> list[tuple[str, Picture]]:
    """Cards of a shop deck, straightened from photographs, with what is on them."""
    finder, cards = TableReader(), []
    for path, faces, truths in jobs:
        for found in finder.find(load_picture(path), faces):
            best = max(truths, key=lambda truth: truth.fits(np.array(found.outline.quad)))
            if best.value is not None and best.fits(np.array(found.outline.quad)) > 0.5:
                cards.append((f"{best.colour}{best.value}", found.card.picture))
        if len(cards) >= SHOP_CARDS:
            break
    return cards[:SHOP_CARDS]


def right(cards: Sequence[tuple[str, Picture]], faces: Faces, reader: TableReader, height_px: int) -> str:
    """The share of cards that are read right where a card is `height_px` high."""
    rng, count = Random(1), 0
    scale = height_px / 330
    shown = list(cards) * -(-LEAST_READ // len(cards))
    for start in range(0, len(shown), 6):
        six = shown[start : start + 6]
        picture = laid([card for _, card in six], rng, scale=scale)
        seen = sorted(reader.read(picture, faces), key=lambda card: card.confidence)
        surest = {place_of(card, scale=scale): label_of(card) for card in seen}
        count += sum(surest.get(place) == label for place, (label, _) in enumerate(six))
    return f"{100 * count / len(shown):.1f} %"


def main() -> None:
    reader = TableReader()
    table = Table(title="Cards read right, by the height of a card in the picture, px", title_justify="left")
    for heading in ("deck", "cards", *map(str, HEIGHTS_PX)):
        table.add_column(heading, justify="left" if heading == "deck" else "right")
    with tempfile.TemporaryDirectory() as folder:
        decks = [
            (f"{game}, printed", list(printed_faces(game, Path(folder)).items()), DECKS[game])
            for game in games_with_decks()
        ]
        if PHOTOS.is_dir():
            decks.append(("uno-phone-four-tables, shop", shop(one_card("uno-phone-four-tables")), UNO))
            decks.append(("uno-two-other-decks, shop", shop(one_card("uno-two-other-decks")), UNO))
            decks.append(("table-four-cards, hand lettered", shop(four_cards()), SUITS))
        for name, cards, faces in decks:
            table.add_row(name, str(len(cards)), *(right(cards, faces, reader, height) for height in HEIGHTS_PX))
        boards = (pyramids(PaperBuckets.printed(Path(folder))), houses(PaperHouse.printed(Path(folder))))
    console = Console(width=150)
    console.print(table)
    for board in boards:
        console.print(board)


def pyramids(paper: PaperBuckets) -> Table:
    """Places of forty pyramids read right and read wrong though sure, by the width of the printed board in px."""
    table = Table(
        title="Places of printed pyramids, by the width of the board in the picture, px", title_justify="left"
    )
    for heading in ("", *map(str, PAGES_PX)):
        table.add_column(heading, justify="right")
    rows = {"right": [], "silent": []}
    for width_px in PAGES_PX:
        rng, good, silent = Random(1), 0, 0
        for taken in range(40):
            truth = paper.pyramid(rng, taken=taken % 7)
            seen = read_pyramid(paper.picture(truth, rng, width_px=width_px), full=taken % 7 == 0)
            for told, true, sure in zip(
                *(chain.from_iterable(r) for r in (seen.rows, truth, seen.confidence)), strict=True
            ):
                good += told == true
                silent += told != true and sure >= 0.5
        rows["right"].append(f"{good} / 400")
        rows["silent"].append(str(silent))
    for name, figures in rows.items():
        table.add_row(name, *figures)
    return table


def houses(paper: PaperHouse) -> Table:
    """Places of printed houses read right and read wrong though sure, and pictures refused, by their width in px."""
    table = Table(
        title="Places of printed houses right, wrong though sure, pictures refused, by the width of the picture, px",
        title_justify="left",
    )
    for heading in ("degrees above the table", *map(str, PICTURES_PX)):
        table.add_column(heading, justify="right")
    colours = [(round(255 * r), round(255 * g), round(255 * b)) for r, g, b, _ in PAPER.seats[: len(FIGURES)]]
    for height_deg in (90, 70, 50):
        cells = []
        for width_px in PICTURES_PX:
            rng, good, silent, lost = Random(1), 0, 0, 0
            for _ in range(HOUSES):
                truth = paper.peopled(rng, share=0.6)
                try:
                    seen = read_house(paper.picture(truth, rng, width_px=width_px, height_deg=height_deg), colours)
                except NotCalibrated:
                    lost += 1
                    continue
                for told, true, sure in zip(
                    *(chain.from_iterable(r) for r in (seen.floors, truth, seen.confidence)), strict=True
                ):
                    good += told == true
                    silent += told != true and sure >= 0.5
            cells.append(f"{good} / {31 * (HOUSES - lost)}, {silent}, {lost}")
        table.add_row(str(height_deg), *cells)
    return table


if __name__ == "__main__":
    main()
