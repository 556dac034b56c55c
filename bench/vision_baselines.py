"""Our card reader beside what one would reach for instead, on the same cards: ``python -m bench.vision_baselines``.

Values: tesseract (psm 10, on one index corner; Debian package ``tesseract-ocr``) and rapidocr (on the whole card), each
given upright cards that we found. Rapidocr brings another OpenCV than ours, so it runs in an environment of its own:
``--rapidocr /path/to/its/bin/python`` (there ``pip install rapidocr_onnxruntime``). Colours: fixed hue ranges. Finding:
contours without knowing a card's size. What is not installed is said. Time is processor time of one thread.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from bench.vision_cards import PHOTOS, UNO, Tally, Truth, compare, one_card, sets
from vision.cards import rectify
from vision.cards.colours import read_colour
from vision.cards.faces import Faces
from vision.cards.outlines import card_shaped, find_shapes
from vision.cards.reader import CutCard
from vision.cards.table import TableReader
from vision.pictures import load_picture
from vision.readings import CardSeen

DECKS: Final = ("uno-phone-four-tables", "uno-two-other-decks", "uno-webcam-colour-cast")
RAPIDOCR: Final = """
import json, sys, time
import cv2
from rapidocr_onnxruntime import RapidOCR
engine = RapidOCR(intra_op_num_threads=1, inter_op_num_threads=1)
for path in sys.argv[1:]:
    card = cv2.resize(cv2.imread(path), None, fx=2, fy=2)
    begun = time.process_time()
    lines, _ = engine(card)
    spent = time.process_time() - begun
    print(json.dumps({"texts": [line[1] for line in lines or []], "ms": 1000 * spent}))
"""


@dataclass(frozen=True)
class Upright:
    """A card that we found, and what is on it."""

    card: CutCard
    truth: Truth


@dataclass
class Read:
    """What one reader made of some cards."""

    right: int = 0
    wrong: int = 0
    ms: list[float] = field(default_factory=list)

    def add(self, value: str | None, truth: Truth, ms: float) -> None:
        self.right += value == str(truth.value)
        self.wrong += value not in (None, "", str(truth.value))
        self.ms.append(ms)

    def row(self, name: str, ours: float) -> list[str]:
        count = max(len(self.ms), 1)
        empty = count - self.right - self.wrong
        ms = float(np.mean(self.ms))
        shares = [f"{100 * n / count:.1f} %" for n in (self.right, self.wrong, empty)]
        return [name, str(count), *shares, f"{ms:.1f}", f"{ms / ours:.0f} x"]


def cards_of(folder: str, reader: TableReader) -> list[Upright]:
    found = []
    for path, faces, truths in one_card(folder):
        for one in reader.find(load_picture(path), faces):
            if truths[0].value is not None and truths[0].fits(one.outline.quad) >= 0.5:
                found.append(Upright(one.card, truths[0]))
                break
    return found


def by_us(cards: Sequence[Upright], reader: TableReader) -> Read:
    """Sure answers only, each card by itself."""
    read = Read()
    for one in cards:
        begun = time.process_time()
        seen = reader.reader.read([one.card], UNO)[0]
        ms = 1000 * (time.process_time() - begun)
        read.add(str(seen.value) if seen.confidence >= 0.5 else None, one.truth, ms)
    return read


def by_tesseract(cards: Sequence[Upright]) -> Read:
    read = Read()
    with tempfile.TemporaryDirectory() as folder:
        for one in cards:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            said = tesseract_says(one.card.picture, Path(folder) / "corner.png")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            ms = 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            read.add(said, one.truth, ms)
    return read


def by_rapidocr(cards: Sequence[Upright], python: str) -> Read:
    """Right where any text on the card is its value, wrong where a number is read but not this one."""
    read = Read()
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(Path(folder) / f"{number}.png") for number in range(len(cards))]
        for path, one in zip(paths, cards, strict=True):
            cv2.imwrite(path, one.card.picture)
        told = subprocess.run([python, "-c", RAPIDOCR, *paths], capture_output=True, text=True, check=True)  # noqa: S603
    for line, one in zip(told.stdout.splitlines(), cards, strict=True):
        answer = json.loads(line)
        numbers = [text.strip(" _.-") for text in answer["texts"] if text.strip(" _.-").isdecimal()]
        right = str(one.truth.value) in numbers
        read.add(str(one.truth.value) if right else next(iter(numbers), None), one.truth, answer["ms"])
    return read


def values(folder: str, reader: TableReader, python: str, most: int) -> Iterator[list[str]]:
    cards = cards_of(folder, reader)
    ours = by_us(cards, reader)
    ours_ms = float(np.mean(ours.ms))
    yield ours.row(f"{folder}: ours", ours_ms)
    others: list[tuple[str, bool, Callable[[Sequence[Upright]], Read]]] = [
        ("tesseract", bool(shutil.which("tesseract")), by_tesseract),
        ("rapidocr", bool(python), lambda some: by_rapidocr(some, python)),
    ]
    for name, is_there, read in others:
        if is_there:
            yield read(cards[:most]).row(f"  {name}", ours_ms)
        else:
            yield [f"  {name}", "0", "not installed"]


def colours(folder: str, reader: TableReader) -> list[str]:
    cards = cards_of(folder, reader)
    ours = sum(read_colour(one.card.picture, UNO.colours).name == one.truth.colour for one in cards)
    fixed = sum(hsv_name(one.card.picture) == one.truth.colour for one in cards)
    count = max(len(cards), 1)
    return [folder, str(len(cards)), f"{100 * ours / count:.1f} %", f"{100 * fixed / count:.1f} %"]


def finding(folder: str, reader: TableReader) -> list[str]:
    ours, plain = Tally(), Tally()
    for path, faces, truths in sets()[folder]():
        picture = load_picture(path)
        for tally, find in ((ours, reader.read), (plain, by_contours)):
            begun = time.process_time()
            seen = find(picture, faces)
            tally.ms.append(1000 * (time.process_time() - begun))
            # Contours have no sense of what is a card: the best as many as there are cards are taken.
            compare(tally, truths, seen[: len(truths)] if tally is plain else seen)
    told = [f"{100 * tally.found / tally.cards:.1f} %, {np.median(tally.ms):.0f} ms" for tally in (ours, plain)]
    return [folder, str(ours.cards), *told]


def by_contours(picture: np.ndarray, _: Faces) -> list[CardSeen]:
    """Baseline: the best-shaped outlines, nothing read."""
    kept: list[np.ndarray] = []
    for outline in card_shaped(find_shapes(picture)):
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


def tesseract_says(card: np.ndarray, file: Path) -> str:
    corner = cv2.cvtColor(card[:60, :55], cv2.COLOR_BGR2GRAY)
    _, ink = cv2.threshold(cv2.resize(corner, None, fx=3, fy=3), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    cv2.imwrite(str(file), ink)
    command = ["tesseract", str(file), "-", "--psm", "10", "-c", "tessedit_char_whitelist=0123456789"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603


def table_of(title: str, *heads: str) -> Table:
    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head)
    return table


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--rapidocr", default="", help="the Python of an environment with rapidocr_onnxruntime")
    ask.add_argument("--most", type=int, default=40, help="cards for each of the slow readers")
    told = ask.parse_args()
    console = Console(width=120)
    if not PHOTOS.is_dir():
        console.print(f"{PHOTOS}: expected the photo sets there, found no folder; nothing measured")
        return
    cv2.setNumThreads(1)
    reader = TableReader()
    reader.read(load_picture(next(one_card(DECKS[0]))[0]), UNO)  # the network is loaded by the first picture
    table = table_of("Values of upright cards", "reader", "cards", "right", "wrong", "empty", "ms a card", "to ours")
    for folder in DECKS[:2]:
        for row in values(folder, reader, told.rapidocr, told.most):
            table.add_row(*row)
    console.print(table)
    table = table_of("Colours of cards", "set", "cards", "ours", "fixed HSV")
    for folder in DECKS:
        table.add_row(*colours(folder, reader))
    console.print(table)
    table = table_of("Cards found (whole reading for ours), ms a picture", "set", "cards", "ours", "contours, no size")
    for folder in (DECKS[0], "table-four-cards"):
        table.add_row(*finding(folder, reader))
    console.print(table)


if __name__ == "__main__":
    main()
