"""Number cards on photographs, set by set: ``python -m bench.vision_cards``.

Right = found, right value and colour. Refused = confidence below 0.5. Silent = wrong with a confidence of 0.5 or more.
The sets lie beside the checkout in ``../shared/photos``.
"""

import csv
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from companion import process
from tests.kit import SHARED
from vision.cards.faces import DECKS, Faces
from vision.cards.off_plan import find_off_plan
from vision.cards.table import TableReader
from vision.pictures import load_picture
from vision.readings import CardSeen

PHOTOS = SHARED / "photos"
UNO = Faces(tuple(range(10)), ("red", "yellow", "green", "blue"))
SUITS = Faces(tuple(range(10)), ("red", "black"))
SIGNS = Faces(UNO.values, ("red", "green", "violet"))
RENDERED = {"allegra": "allegra", "eimer": "alles_im_eimer", "bombe": "die_bombe", "influence": "buero_crazy"}
MOST_HIDDEN, LEAST_CONTRAST = 0.3, 25
PARTLY = 0.3


@dataclass(frozen=True)
class Truth:
    """A card that lies there: its value, its colour (None: any), a quad or one point of it.

    One that is hidden or blotted out need not be found, but may be.
    """

    value: int | str | None
    colour: str | None
    quad: np.ndarray | None = None
    point: tuple[float, float] | None = None
    readable: bool = True

    def is_right(self, seen: CardSeen) -> bool:
        return seen.value == self.value and self.colour in (None, seen.colour)

    def fits(self, seen: np.ndarray) -> float:
        """How well a quad found covers it, 0..1."""
        found = seen.astype(np.float32)
        if self.quad is None:
            point = self.point or (0.0, 0.0)
            return 0.9 * (cv2.pointPolygonTest(found, point, measureDist=False) >= 0)
        truth = self.quad.astype(np.float32)
        shared = cv2.intersectConvexConvex(truth, found)[0]
        return float(shared / (cv2.contourArea(truth) + cv2.contourArea(found) - shared + 1e-6))


@dataclass
class Tally:
    """What came of one set."""

    cards: int = 0
    found: int = 0
    right: int = 0
    refused: int = 0
    silent: int = 0
    invented: int = 0
    ms: list[float] = field(default_factory=list)

    def row(self, name: str) -> list[str]:
        shares = [f"{100 * n / max(self.cards, 1):.1f} %" for n in (self.found, self.right, self.refused, self.silent)]
        return [name, str(self.cards), *shares, str(self.invented), f"{np.median(self.ms):.0f}"]


Job = tuple[Path, Faces, list[Truth]]


def rows_of(folder: str, table: str = "labels.csv") -> list[dict[str, str]]:
    with (PHOTOS / folder / table).open(encoding="utf-8") as lines:
        return [row for row in csv.DictReader(lines) if (PHOTOS / folder / row["file"]).exists()]


def four_cards() -> Iterator[Job]:
    """Hand-lettered 0-9; jacks, queens and kings lie there too and must not become numbers."""
    by_file: dict[str, list[Truth]] = {}
    for row in rows_of("table-four-cards", "card_quads.csv"):
        quad = np.array([float(row[axis + corner]) for corner in "1234" for axis in "xy"]).reshape(4, 2)
        rank, suit = row["card"]
        value = int(rank) if rank.isdigit() else None
        by_file.setdefault(row["file"], []).append(Truth(value, "red" if suit in "DH" else "black", quad))
    for name, truths in sorted(by_file.items()):
        yield PHOTOS / "table-four-cards" / name, SUITS, truths


def one_card(folder: str) -> Iterator[Job]:
    """One UNO card a picture; where no index box is labelled the card lies in the middle."""
    for row in rows_of(folder):
        path = PHOTOS / folder / row["file"]
        height, width = load_picture(path).shape[:2]
        point = (float(row.get("index_cx") or width / 2), float(row.get("index_cy") or height / 2))
        value = int(row["value"]) if row["value"].isdigit() else None
        yield path, UNO, [Truth(value, row["colour"], point=point)]


def signs() -> Iterator[Job]:
    """Cards with a few large signs and no numeral, each all of its picture: only their colour can be right."""
    for row in rows_of("set-cards"):
        if row["kind"] == "single":
            path = PHOTOS / "set-cards" / row["file"]
            height, width = load_picture(path).shape[:2]
            name = row["colour"].replace("purple", "violet")
            yield path, SIGNS, [Truth(None, name, point=(width / 2, height / 2))]


def rendered(deck: str) -> Iterator[Job]:
    for label in sorted((PHOTOS / "renders-top").glob("*.json")):
        scene = json.loads(label.read_text(encoding="utf-8"))
        if scene["deck"] == deck:
            yield (
                label.with_suffix(".jpg"),
                DECKS[RENDERED[deck]],
                [
                    Truth(card["value"], card["colour"], np.array(card["quad"]), readable=readable(card))
                    for card in scene["cards"]
                ],
            )


def readable(card: dict) -> bool:
    if card["occluded"] > MOST_HIDDEN:
        return False
    return isinstance(card["value"], str) or max([*card["index_contrast"].values(), 0]) >= LEAST_CONTRAST


def sets() -> dict[str, Callable[[], Iterator[Job]]]:
    return {
        "table-four-cards": four_cards,
        "uno-phone-four-tables": lambda: one_card("uno-phone-four-tables"),
        "uno-two-other-decks": lambda: one_card("uno-two-other-decks"),
        "uno-webcam-colour-cast": lambda: one_card("uno-webcam-colour-cast"),
        "set-cards": signs,
        **{f"renders-top {deck}": lambda deck=deck: rendered(deck) for deck in RENDERED},
    }


def measure(jobs: Iterator[Job], read: Callable[[np.ndarray, Faces], list[CardSeen]]) -> Tally:
    tally = Tally()
    for path, faces, truths in jobs:
        picture = load_picture(path)
        begun = time.process_time()
        seen = read(picture, faces)
        tally.ms.append(1000 * (time.process_time() - begun))
        compare(tally, truths, seen)
    return tally


def compare(tally: Tally, truths: list[Truth], seen: list[CardSeen]) -> None:
    left = list(seen)
    hidden = [truth for truth in truths if not truth.readable]
    for truth in (truth for truth in truths if truth.readable):
        tally.cards += 1
        best = max(left, key=lambda card: truth.fits(np.array(card.quad)), default=None)
        if best is None or truth.fits(np.array(best.quad)) < 0.5:
            continue
        left.remove(best)
        tally.found += 1
        sure = best.confidence >= 0.5
        right = truth.is_right(best)
        picture_card = truth.value is None and not sure and truth.colour in (None, best.colour)
        tally.right += right or picture_card
        tally.refused += not sure
        tally.silent += sure and not right
    for card in (card for card in left if card.confidence >= 0.5):
        quad = np.array(card.quad)
        tally.invented += not any(truth.fits(quad) >= PARTLY and truth.is_right(card) for truth in hidden)


def without_corners(reader: TableReader) -> Callable[[np.ndarray, Faces], list[CardSeen]]:
    """Reads as where there are no corner cards: those in view are but things that lie there."""
    return lambda picture, faces: reader.recognised(find_off_plan(picture, faces, reader.reader), faces)


def main() -> None:
    process.begin()  # as in the app: how memory is kept tells in the time of a look
    console, reader = Console(width=120), TableReader()
    if not PHOTOS.is_dir():
        console.print(f"{PHOTOS}: expected the photo sets there, found no folder; nothing measured")
        return
    table = Table(title="Cards on photographs (ms: median CPU time a picture)")
    for head in ("set", "cards", "found", "right", "refused", "silent", "invented", "ms"):
        table.add_column(head, justify="left" if head == "set" else "right")
    for name, jobs in sets().items():
        table.add_row(*measure(jobs(), reader.read).row(name))
    tables = chain.from_iterable(rendered(deck) for deck in RENDERED)
    table.add_row(*measure(tables, without_corners(reader)).row("renders-top, corners unused"))
    console.print(table)


if __name__ == "__main__":
    main()
