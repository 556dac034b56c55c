"""Colours, markers, pyramids and towers on the measuring set, beside simple baselines. ``python -m bench.vision_side``.

Time is processor time on one thread: it does not depend on what else the machine does.
"""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from statistics import mean, median
from time import process_time

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from companion import process
from companion.exchange.piece_sets import SETS
from tests.kit import SHARED
from vision import colour
from vision.buckets import read_pyramid
from vision.errors import NotCalibrated
from vision.frames import Frame
from vision.markers import Picture
from vision.piece_colours import PIECE_COLOURS
from vision.registration import calibrate
from vision.simulated import SimulatedTable
from vision.steady import Steady
from vision.tower_planes import PX_PER_MM, Window, see_plane
from vision.towers import guess_tower, read_any_tower

PHOTOS = SHARED / "photos"
HSV = {"red": 0, "orange": 12, "yellow": 27, "green": 70, "blue": 112, "violet": 140}
"""Middle of fixed hue ranges, OpenCV's half degrees: the baseline."""


def labelled(folder: str, pattern: str) -> Iterator[tuple[Picture, dict]]:
    for path in sorted((PHOTOS / folder).glob(pattern)):
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        assert picture is not None, path
        yield picture, json.loads(path.read_text())


def timed(measured: Callable[[], object]) -> tuple[object, float]:
    started = process_time()
    found = measured()
    return found, 1000 * (process_time() - started)


def hsv_name(bgr: np.ndarray, names: list[str]) -> str:
    hue = int(cv2.cvtColor(np.uint8([[bgr]]), cv2.COLOR_BGR2HSV)[0, 0, 0])
    return min(names, key=lambda name: min(abs(hue - HSV[name]), 180 - abs(hue - HSV[name])))


def cubes(table: Table) -> None:
    rows = defaultdict(list)
    with (PHOTOS / "cube-colours/rgb_labels.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            rows[row["cube"]].append((row["colour"], [int(row[c]) for c in "bgr"]))
    counted = alone = fixed = total = whole = 0
    taken = []
    for held, mine in rows.items():
        taught = defaultdict(list)
        for name, bgr in (one for cube, many in rows.items() if cube != held for one in many):
            taught[name].append(bgr)
        palette = colour.Palette.taught({name: np.array(many) for name, many in taught.items()})
        truth = [name for name, _ in mine]
        light = colour.features(colour.linear(np.array([bgr for _, bgr in mine])))
        named, ms = timed(lambda: colour.name_counted(light, palette, Counter(truth)))  # noqa: B023
        taken.append(ms)
        right = sum(a.name == b for a, b in zip(named, truth, strict=True))
        counted, total, whole = counted + right, total + len(truth), whole + (right == len(truth))
        alone += sum(a.name == b for a, b in zip(colour.name_each(light, palette), truth, strict=True))
        known = [name for name in HSV if name in taught]
        fixed += sum(
            ("white" if min(bgr) > 0.75 * max(bgr) else hsv_name(np.array(bgr), known)) == name for name, bgr in mine
        )
    share = [f"{100 * n / total:.1f} %" for n in (counted, alone, fixed)]
    table.add_row(
        "cube squares, counts known", f"{share[0]}, {whole} of {len(rows)} cubes", "0", f"{median(taken):.1f}"
    )
    table.add_row("  baseline: nearest prototype alone", share[1], "", "")
    table.add_row("  baseline: fixed HSV", share[2], "", "")


def pyramids(table: Table) -> None:
    right = places = silent = unsure = whole = count = 0
    taken = []
    for picture, truth in labelled("renders-side", "pyramid_*.json"):
        pyramid, ms = timed(lambda: read_pyramid(picture))  # noqa: B023
        taken.append(ms)
        flat = zip(
            *(chain.from_iterable(rows) for rows in (pyramid.rows, truth["rows"], pyramid.confidence)), strict=True
        )
        cells = [(a == b, sure) for a, b, sure in flat]
        right += sum(good for good, _ in cells)
        places, count = places + len(cells), count + 1
        silent += sum(not good and sure >= 0.5 for good, sure in cells)
        unsure += sum(sure < 0.5 for _, sure in cells)
        whole += all(good for good, _ in cells)
    told = f"{right} of {places} places, {whole} of {count} whole, {unsure} unsure"
    table.add_row("pyramids", told, str(silent), f"{median(taken):.0f}")


def towers(table: Table) -> None:
    for card in (True, False):
        right = pieces = silent = 0
        off, turn, taken = [], [], []
        for picture, truth in labelled("renders-side", "tower_*.json"):
            if truth["card"] is not card:
                continue
            read = read_any_tower if card else guess_tower
            tower, ms = timed(lambda: read(picture, tuple(SETS.values())))  # noqa: B023
            taken.append(ms)
            pieces += len(truth["pieces"])
            wanted = [(p["shape"], p["colour"]) for p in truth["pieces"]]
            for i, piece in enumerate(tower.pieces):
                good = i < len(wanted) and (piece.shape, piece.colour) == wanted[i]
                right += good
                silent += not good and piece.confidence >= 0.5
                if good and card:
                    outline = truth["pieces"][i]["outline_mm"]
                    off.append(float(np.hypot(*(centre(piece.outline_mm) - centre(outline)))))
                    turn.append(turned_by(piece.outline_mm, outline))
        told = f"{right} of {pieces} pieces"
        if off:
            told += f", centre {median(off):.2f} mm, turn {median(turn):.2f} deg (median; 95 %: "
            told += f"{np.percentile(off, 95):.2f} mm, {np.percentile(turn, 95):.2f} deg)"
        name = "towers before the back card" if card else "towers without a card (guesses, all unsure)"
        table.add_row(name, told, str(silent), f"{median(taken):.0f}")


def block_photo(table: Table) -> None:
    """A real tower seen on its corner: colours and outlines of masked blocks.

    The reader wants a side view before a card, so what can be measured here is how it parts the picture into pieces: an
    outline is a connected region of one colour, compared with the block's mask. No piece of ours is pink; a pink block
    is outlined as a red one.
    """
    folder = PHOTOS / "coloured-block-tower"
    picture = cv2.imread(str(folder / "tower_full.jpg"))
    ids = cv2.imread(str(folder / "tower_full_blocks.png"), cv2.IMREAD_UNCHANGED)
    assert picture is not None
    assert ids is not None
    height, width = picture.shape[:2]
    window = Window(0, width / PX_PER_MM, 0, height / PX_PER_MM)
    plane, ms = timed(
        lambda: see_plane(picture, window, lambda mm: np.array([0, height]) + mm * (PX_PER_MM, -PX_PER_MM))
    )
    seen = plane.classes[:height, :width]
    right, shares, alike = 0, [], []
    with (folder / "labels.csv").open(encoding="utf-8") as file:
        blocks = list(csv.DictReader(file))
    rows = [row for row in blocks if row["colour"] in PIECE_COLOURS]
    for row in blocks:
        name = row["colour"] if row["colour"] in PIECE_COLOURS else "red"
        alike.append(outlined(seen == PIECE_COLOURS.index(name) + 1, ids == int(row["block_id_in_png"])))
    for row in rows:
        inside = seen[ids == int(row["block_id_in_png"])]
        share = np.bincount(inside, minlength=len(PIECE_COLOURS) + 1)[1:] / len(inside)
        true = PIECE_COLOURS.index(row["colour"])
        right += share.argmax() == true
        shares.append(float(share[true]))
    told = f"{right} of {len(rows)} colours, {100 * median(shares):.0f} % of a block in its colour (median)"
    table.add_row("real blocks on their corner, colours", told, "", f"{ms:.0f}")
    good = sum(one >= 0.9 for one in alike)
    told = f"{good} of {len(alike)} with IoU >= 0.90, median {median(alike):.3f}, least {min(alike):.3f}"
    table.add_row("real blocks on their corner, outlines", told, "", "")


def outlined(coloured: np.ndarray, block: np.ndarray) -> float:
    """How well a block (h, w) bool is outlined by one connected region of a colour: shared over joint area."""
    clean = cv2.morphologyEx(coloured.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    regions = cv2.connectedComponents(clean)[1]
    found = [regions == number for number in np.unique(regions[block]) if number]
    return max((float((one & block).sum() / (one | block).sum()) for one in found), default=0.0)


def markers(table: Table) -> None:
    off, taken = [], []
    for picture, truth in labelled("renders-top", "sh_*.json"):
        try:
            seen, ms = timed(lambda: calibrate(picture))  # noqa: B023
        except NotCalibrated:
            continue
        cards = {card["id"]: card for card in truth["corner_cards"]}
        places = [place for place in seen.layout if place.id in cards]
        if len(places) < 2:
            continue
        taken.append(ms)
        page = np.array([[0.0, 0], [90, 0], [90, 90], [0, 90]])
        ours = np.vstack([place.to_table(page)[:, :2] for place in places])
        theirs = np.vstack([turned(cards[place.id], page - 45) for place in places])
        off.append(float(np.linalg.norm(moved_onto(ours, theirs) - theirs, axis=1).mean()))
    told = f"{mean(off):.2f} mm mean, {median(off):.2f} median, {np.percentile(off, 95):.2f} 95 % ({len(off)} pictures)"
    table.add_row("corner cards, layout from one picture", told, "", f"{median(taken):.0f}")


def gate(table: Table) -> None:
    camera, steady = SimulatedTable(1), Steady()
    frames = [Frame(camera.read().picture, 0.1 * i) for i in range(20)]
    taken = [timed(lambda: steady.feed(frame))[1] for frame in frames]  # noqa: B023
    table.add_row("motion gate, still table", "", "", f"{median(taken):.1f}")


def centre(outline: object) -> np.ndarray:
    x, y = np.array(outline).T
    x2, y2 = np.roll(x, -1), np.roll(y, -1)
    area = x * y2 - x2 * y
    return np.array([((x + x2) * area).sum(), ((y + y2) * area).sum()]) / (3 * area.sum())


def turned_by(outline: object, true: object) -> float:
    """Return how far the sides of an outline are turned from those of the true one, degrees, the median side."""
    ours, theirs = (np.array(points, float) for points in (outline, true))
    mine, side = (np.roll(points, -1, axis=0) - points for points in (ours, theirs))
    long = side[np.hypot(*side.T) >= 4]
    apart = np.degrees(np.arctan2(long[:, 1], long[:, 0])[:, None] - np.arctan2(mine[:, 1], mine[:, 0]))
    return float(np.median(np.abs((apart + 90) % 180 - 90).min(axis=1)))


def turned(card: dict, page: np.ndarray) -> np.ndarray:
    turn = np.radians(card["rot_deg"])
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return page @ matrix + np.array(card["centre_mm"])


def moved_onto(points: np.ndarray, target: np.ndarray) -> np.ndarray:
    one, other = points - points.mean(axis=0), target - target.mean(axis=0)
    left, _, right = np.linalg.svd(one.T @ other)
    return one @ left @ right + target.mean(axis=0)


def main() -> None:
    if not Path(PHOTOS).is_dir():
        sys.exit(f"the measuring material is not beside the checkout: {PHOTOS}")
    process.begin()  # as in the app: how memory is kept tells in the time of a look
    cv2.setNumThreads(1)
    table = Table(title="Colours, markers, pyramids, towers", title_justify="left")
    for heading in ("set", "right", "silent errors", "ms (processor, median)"):
        table.add_column(heading)
    for measure in (cubes, pyramids, towers, block_photo, markers, gate):
        measure(table)
    Console().print(table)


if __name__ == "__main__":
    main()
