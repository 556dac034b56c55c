"""Decks that were shown instead of known, end to end: ``python -m bench.vision_taught``.

Each deck is taught from some of its pictures and read, from finding the card to the answer, in all others. Right =
found, right value and colour; refused = below 0.5; silent = wrong with 0.5 or more; invented = as sure where no card
lies, or another. Exposures are cut where the labels say, as a guided lesson has people lay one card at a time. The sets
lie beside the checkout in ``../shared/photos``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from bench.vision_cards import PHOTOS, RENDERED, SUITS, UNO, Tally, Truth, compare, readable, rows_of
from vision.cards import rectify
from vision.cards.faces import DECKS, Faces
from vision.cards.selection import Reading
from vision.cards.table import TableReader
from vision.cards.taught import TaughtDeck, TaughtFace, teach
from vision.pictures import load_picture
from vision.readings import CardSeen


@dataclass(frozen=True)
class Shown:
    """A card of a set: where it lies, which face it is, and its part in the set (a table, a game, a print)."""

    path: Path
    value: int | str
    colour: str | None
    part: str
    quad: np.ndarray | None = None
    point: tuple[float, float] | None = None
    readable: bool = True
    sign: str = ""
    """What tells this card from others of its value and colour: its suit."""

    @property
    def face(self) -> tuple[int | str, str | None, str]:
        return self.value, self.colour, self.sign

    @property
    def truth(self) -> Truth:
        return Truth(self.value, self.colour, self.quad, self.point, self.readable)


def uno() -> list[Shown]:
    return [
        Shown(
            PHOTOS / "uno-phone-four-tables" / row["file"],
            int(row["value"]),
            row["colour"],
            row["table"],
            point=(float(row["index_cx"]), float(row["index_cy"])),
        )
        for row in rows_of("uno-phone-four-tables")
    ]


def four_cards() -> list[Shown]:
    shown = []
    for row in rows_of("table-four-cards", "card_quads.csv"):
        rank, suit = row["card"]
        quad = np.array([float(row[axis + corner]) for corner in "1234" for axis in "xy"]).reshape(4, 2)
        quad = np.roll(quad, 2 if row["seat"] in "NW" else 0, axis=0)
        value = int(rank) if rank.isdigit() else rank
        path = PHOTOS / "table-four-cards" / row["file"]
        shown.append(Shown(path, value, "red" if suit in "DH" else "black", row["file"][:2], quad, sign=suit))
    return shown


def rendered(deck: str) -> list[Shown]:
    shown = []
    for label in sorted((PHOTOS / "renders-top").glob("*.json")):
        scene = json.loads(label.read_text())
        if scene["deck"] != deck:
            continue
        for card in scene["cards"]:
            quad = np.array(card["quad"])
            path = label.with_suffix(".jpg")
            shown.append(Shown(path, card["value"], card["colour"], scene["print"], quad, readable=readable(card)))
    return shown


class Sight:
    """Finds the cards of each picture once, then reads them with as many decks as there are."""

    def __init__(self, faces: Faces) -> None:
        self.reader = TableReader()
        self._faces = faces
        self._found: dict[Path, tuple[list[Reading], float]] = {}

    def read(self, path: Path, deck: TaughtDeck) -> tuple[list[CardSeen], float]:
        """The cards of a picture and the processor time for finding and reading, ms."""
        if path not in self._found:
            begun = time.process_time()
            self._found[path] = (self.reader.find(load_picture(path), self._faces), time.process_time() - begun)
        found, spent = self._found[path]
        begun = time.process_time()
        seen = self.reader.recognised(found, self._faces, deck)
        return seen, 1000 * (spent + time.process_time() - begun)

    def quad(self, card: Shown) -> np.ndarray | None:
        """Where a card lies, by its label or as it was found."""
        if card.quad is not None:
            return card.quad
        if card.path not in self._found:
            begun = time.process_time()
            self._found[card.path] = (self.reader.find(picture(card.path), self._faces), time.process_time() - begun)
        fits = [one.outline.quad for one in self._found[card.path][0] if card.truth.fits(one.outline.quad) > 0]
        return fits[0] if fits else None

    def exposure(self, card: Shown) -> TaughtFace | None:
        """The card cut out upright, as people lay it in a lesson."""
        quad = self.quad(card)
        if quad is None:
            return None
        return TaughtFace(card.value, card.colour, rectify.cut(picture(card.path), np.asarray(quad, np.float64)))


@cache
def picture(path: Path) -> np.ndarray:
    return load_picture(path)


def lesson(sight: Sight, cards: Iterable[Shown], each: int) -> tuple[TaughtDeck, set[int]]:
    """The deck of the first `each` exposures of every face, and which cards these are."""
    shown: list[TaughtFace] = []
    used: set[int] = set()
    count: Counter[tuple[int | str, str | None, str]] = Counter()
    for number, card in enumerate(cards):
        if count[card.face] < each and card.readable and (exposure := sight.exposure(card)) is not None:
            shown.append(exposure)
            used.add(number)
            count[card.face] += 1
    return teach(sight.reader.looker, shown), used


def by_parts(cards: list[Shown], sight: Sight, each: int, *, others_only: bool) -> Iterator[tuple[TaughtDeck, list]]:
    """For each part of a set a deck taught of it, filled up from the rest, and the cards that are to be read."""
    for part in dict.fromkeys(card.part for card in cards):
        ordered = [c for c in cards if c.part == part] + ([] if others_only else [c for c in cards if c.part != part])
        deck, used = lesson(sight, ordered, each)
        exposed = {(ordered[n].path, ordered[n].face) for n in used}
        yield deck, [c for c in cards if c.part != part and (c.path, c.face) not in exposed]


def within_parts(cards: list[Shown], sight: Sight, each: int) -> Iterator[tuple[TaughtDeck, list]]:
    """For each part, which is a deck of its own, a deck taught of its first pictures, and its other cards."""
    for part in dict.fromkeys(card.part for card in cards):
        mine = [card for card in cards if card.part == part]
        deck, used = lesson(sight, mine, each)
        known = {mine[n].face for n in used}
        yield deck, [card for n, card in enumerate(mine) if n not in used and card.face in known]


def measured(sight: Sight, jobs: Iterator[tuple[TaughtDeck, list[Shown]]], everything: list[Shown]) -> Tally:
    """What the cards of the jobs are read as; what else lies in their pictures is no invention where it is right."""
    tally = Tally()
    for deck, cards in jobs:
        asked = {id(card) for card in cards}
        for path in dict.fromkeys(card.path for card in cards):
            seen, ms = sight.read(path, deck)
            tally.ms.append(ms)
            here = [card for card in everything if card.path == path]
            beside = [replace(card.truth, readable=False) for card in here if id(card) not in asked]
            compare(tally, [card.truth for card in here if id(card) in asked] + beside, seen)
    return tally


def sets() -> dict[str, Callable[[], Tally]]:
    def four(each: int) -> Tally:
        sight, cards = Sight(SUITS), four_cards()
        return measured(sight, by_parts(cards, sight, each, others_only=False), cards)

    def tables() -> Tally:
        sight, cards = Sight(UNO), uno()
        return measured(sight, by_parts(cards, sight, 1, others_only=True), cards)

    def renders(deck: str, each: int) -> Tally:
        sight, cards = Sight(DECKS[RENDERED[deck]]), rendered(deck)
        return measured(sight, within_parts(cards, sight, each), cards)

    return {
        "uno-phone-four-tables, shown once on one table": tables,
        "table-four-cards, shown once": lambda: four(1),
        "table-four-cards, shown three times": lambda: four(3),
        **{
            f"renders-top {deck}, shown {each} x": lambda deck=deck, each=each: renders(deck, each)
            for deck in RENDERED
            for each in (1, 3)
        },
    }


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--only", default="", help="sets whose name begins so")
    told = ask.parse_args()
    if not PHOTOS.is_dir():
        sys.exit(f"the measuring material is not beside the checkout: {PHOTOS}")
    cv2.setNumThreads(1)
    table = Table(title="Taught decks, end to end (ms: median processor time a picture)")
    for head in ("set", "cards", "found", "right", "refused", "silent", "invented", "ms"):
        table.add_column(head, justify="left" if head == "set" else "right")
    for name, measure in sets().items():
        if name.startswith(told.only):
            table.add_row(*measure().row(name))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
