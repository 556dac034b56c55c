"""How small printed things may be in a picture and still be read. ``python -m bench.printed_cards``, with pdftoppm.

Cards are laid on several cloths. Cards of shop decks, cut from the photographs in ``../shared/photos`` where it lies
there, are laid out and photographed by the same means; pyramids of printed buckets are built on their printed board,
and folded figures stand in the printed house.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.vision_cards import PHOTOS, SUITS, UNO, Job, four_cards, one_card
from companion.art.look import PAPER
from companion.exchange.decks import games_with_decks
from companion.exchange.print_boards import FIGURES
from tests.exchange.cloths import CLOTHS, DARK, Cloth
from tests.exchange.paper_buckets import PaperBuckets
from tests.exchange.paper_house import PaperHouse
from tests.exchange.printed import Picture, printed_faces
from tests.exchange.read_back import count_right
from vision.buckets import read_pyramid
from vision.cards.faces import DECKS, Faces
from vision.cards.table import TableReader
from vision.errors import NotCalibrated
from vision.house import read_house
from vision.pictures import load_picture

HEIGHTS_PX = (330, 110, 55, 44, 36, 28, 22)
HEIGHTS_ELSEWHERE_PX = (110, 55, 36, 28, 22)
"""On other cloths than the dark one."""
PAGES_PX = (960, 640, 480, 360, 240, 160)
PICTURES_PX = (1280, 800, 640, 480)
HOUSES = 20
SHOP_CARDS = 60
LEAST_READ, LEAST_READ_ELSEWHERE = 120, 60
"""So many cards are read of each deck at each height: of small ones every card several times, otherwise turned."""

Deck: TypeAlias = tuple[str, list[tuple[str, Picture]], Faces]
"""Its name, its cards by their labels, and the faces looked for."""


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


def decks(folder: Path) -> Iterator[Deck]:
    """The printed decks, and those of shops where the photographs lie beside the checkout."""
    for game in games_with_decks():
        yield f"{game}, printed", list(printed_faces(game, folder).items()), DECKS[game]
    if PHOTOS.is_dir():
        yield "uno-phone-four-tables, shop", shop(one_card("uno-phone-four-tables")), UNO
        yield "uno-two-other-decks, shop", shop(one_card("uno-two-other-decks")), UNO
        yield "table-four-cards, hand lettered", shop(four_cards()), SUITS


def on_cloth(name: str, cloth: Cloth, shown: Sequence[Deck], reader: TableReader) -> Table:
    """The share of cards of each deck that are read right on a cloth, by the height of a card in the picture, px."""
    dark = cloth is DARK
    heights, least = (HEIGHTS_PX, LEAST_READ) if dark else (HEIGHTS_ELSEWHERE_PX, LEAST_READ_ELSEWHERE)
    title = f"Cards read right, {name} cloth, by the height of a card in the picture, px"
    table = Table(title=title, title_justify="left")
    for heading in ("deck", "cards", *map(str, heights)):
        table.add_column(heading, justify="left" if heading == "deck" else "right")
    for deck, cards, faces in shown:
        laid_out = cards * -(-least // len(cards))
        right = (count_right(laid_out, faces, reader, height_px=height, cloth=cloth) for height in heights)
        table.add_row(deck, str(len(cards)), *(f"{100 * count / len(laid_out):.1f} %" for count in right))
    return table


def main() -> None:
    reader, console = TableReader(), Console(width=150)
    with tempfile.TemporaryDirectory() as folder:
        shown = list(decks(Path(folder)))
        for name, cloth in {"dark": DARK, **CLOTHS}.items():
            console.print(on_cloth(name, cloth, shown, reader))
        console.print(pyramids(PaperBuckets.printed(Path(folder))))
        console.print(houses(PaperHouse.printed(Path(folder))))


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
