"""Number cards on photographs, set by set: ``python -m bench.vision_cards [--most 40]``.

Right = found, right value and colour. Refused = confidence below 0.5. Silent = wrong with a confidence of 0.5 or more.
The time that a table takes whose corner cards are known is measured by ``python -m bench.registered_table``.
Baselines: naming colours by fixed HSV ranges, contours without reading, tesseract on one corner, rapidocr on the
whole card; the last two only where they are installed. The sets lie beside the checkout in ``../shared/photos``.
"""

import argparse
import csv
import importlib.util
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from tests.kit import SHARED
from vision.cards import rectify
from vision.cards.faces import DECKS, Faces
from vision.cards.outlines import find_outlines
from vision.cards.table import TableReader
from vision.pictures import load_picture
from vision.readings import CardSeen

PHOTOS = SHARED / "photos"
UNO = Faces(tuple(range(10)), ("red", "yellow", "green", "blue"))
SUITS = Faces(tuple(range(10)), ("red", "black"))
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
        picture_card = truth.value is None and not sure
        tally.right += right or picture_card
        tally.refused += not sure
        tally.silent += sure and not right
    for card in (card for card in left if card.confidence >= 0.5):
        quad = np.array(card.quad)
        tally.invented += not any(truth.fits(quad) >= PARTLY and truth.is_right(card) for truth in hidden)


def by_contours(picture: np.ndarray, _: Faces) -> list[CardSeen]:
    """Baseline: the best-shaped outlines, nothing read."""
    kept: list[np.ndarray] = []
    for outline in find_outlines(picture):
        if all(rectify.overlap(outline.quad, other) < 0.25 for other in kept):
            kept.append(outline.quad)
    return [CardSeen(None, None, 0.0, tuple(map(tuple, quad))) for quad in kept]


def hsv_name(card: np.ndarray) -> str:
    """Baseline: the most frequent of fixed hue ranges, no balance."""
    hsv = cv2.cvtColor(card, cv2.COLOR_BGR2HSV).reshape(-1, 3)
    hue = hsv[(hsv[:, 1] > 90) & (hsv[:, 2] > 50), 0]
    counts = {
        "red": ((hue < 10) | (hue > 165)).sum(),
        "yellow": ((hue >= 18) & (hue < 38)).sum(),
        "green": ((hue >= 38) & (hue < 88)).sum(),
        "blue": ((hue >= 88) & (hue < 130)).sum(),
    }
    return max(counts, key=lambda name: counts[name])


def hsv_row(folder: str, reader: TableReader, most: int) -> list[str]:
    right = total = 0
    for path, faces, truths in list(one_card(folder))[:most]:
        for found in reader.find(load_picture(path), faces)[:1]:
            total += 1
            right += hsv_name(found.card.picture) == truths[0].colour
    return [f"fixed HSV, colour only: {folder}", str(total), f"{100 * right / max(total, 1):.1f} %"]


def tesseract_row(reader: TableReader, most: int) -> list[str]:
    name = "tesseract psm 10, upper left corner: uno-phone-four-tables"
    if not shutil.which("tesseract"):
        return [name, "0", "not installed"]
    right = total = 0
    with tempfile.TemporaryDirectory() as folder:
        for path, faces, truths in list(one_card("uno-phone-four-tables"))[:most]:
            for found in reader.find(load_picture(path), faces)[:1]:
                total += 1
                right += tesseract_says(found.card.picture, Path(folder) / "corner.png") == str(truths[0].value)
    return [name, str(total), f"{100 * right / max(total, 1):.1f} %"]


def tesseract_says(card: np.ndarray, file: Path) -> str:
    corner = cv2.cvtColor(card[:60, :55], cv2.COLOR_BGR2GRAY)
    _, ink = cv2.threshold(cv2.resize(corner, None, fx=3, fy=3), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    cv2.imwrite(str(file), ink)
    command = ["tesseract", str(file), "-", "--psm", "10", "-c", "tessedit_char_whitelist=0123456789"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603


def rapidocr_row(reader: TableReader, most: int) -> list[str]:
    name = "rapidocr, whole card: uno-phone-four-tables"
    if importlib.util.find_spec("rapidocr_onnxruntime") is None:
        return [name, "0", "not installed"]
    from rapidocr_onnxruntime import RapidOCR  # noqa: PLC0415

    engine, right, total, spent = RapidOCR(), 0, 0, 0.0
    for path, faces, truths in list(one_card("uno-phone-four-tables"))[:most]:
        for found in reader.find(load_picture(path), faces)[:1]:
            begun = time.process_time()
            lines, _ = engine(cv2.resize(found.card.picture, None, fx=2, fy=2))
            spent += time.process_time() - begun
            total += 1
            right += str(truths[0].value) in [line[1].strip(" _.") for line in lines or []]
    return [name, str(total), f"{100 * right / max(total, 1):.1f} %, {1000 * spent / max(total, 1):.0f} ms a card"]


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--most", type=int, default=40, help="cards for each of the slow baselines")
    told = ask.parse_args()
    console, reader = Console(width=120), TableReader()
    if not PHOTOS.is_dir():
        console.print(f"{PHOTOS}: expected the photo sets there, found no folder; nothing measured")
        return
    table = Table(title="Cards on photographs (ms: median CPU time a picture)")
    for head in ("set", "cards", "found", "right", "refused", "silent", "invented", "ms"):
        table.add_column(head, justify="left" if head == "set" else "right")
    for name, jobs in sets().items():
        table.add_row(*measure(jobs(), reader.read).row(name))
    for name in ("uno-phone-four-tables", "table-four-cards"):
        table.add_row(*measure(sets()[name](), by_contours).row(f"contours without size: {name}"))
    console.print(table)
    others = Table("baseline", "cards", "right", title="Baselines on cards found by us")
    for folder in ("uno-phone-four-tables", "uno-two-other-decks", "uno-webcam-colour-cast"):
        others.add_row(*hsv_row(folder, reader, told.most))
    others.add_row(*tesseract_row(reader, told.most))
    others.add_row(*rapidocr_row(reader, told.most))
    console.print(others)


if __name__ == "__main__":
    main()
