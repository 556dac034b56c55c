"""Printed matter that lies on tables and is no card: pages, pads, receipts, boards, notes, photographs, screens.

All of it is drawn here, words of no language among it, and laid so that a cut the size of a card shows a piece of it.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import fonts, piles
from vision.training.exposure import Picture
from vision.training.glyphs import Stock
from vision.training.numerals import colour, contrasting
from vision.training.patterns import pattern
from vision.training.piles import inked

Rng = np.random.Generator
SHEET = (208, 320)
LEAST_LINE_PX = 7
LETTERS, LONGEST = list("eeetttaaaooiinnsshhrrddlcumwfgypbvk"), 10


def print_on(rng: Rng, stock: Stock, ground: Picture) -> Picture:
    """A table (h, w, 3) float32 BGR with a piece of one or two sheets of print on it, in place."""
    for _ in range(1 + int(rng.random() < 0.25)):
        draw, fitting = SHEETS[rng.integers(len(SHEETS))]
        _lay(rng, draw(rng, stock), ground, fits=rng.random() < fitting)
    return ground


def _lay(rng: Rng, sheet: Picture, ground: Picture, *, fits: bool) -> None:
    """Lay a sheet somewhere about the cut, larger or smaller than it, or just as a card would lie."""
    high, wide = ground.shape[:2]
    corners = np.array([[0, 0], [SHEET[0], 0], SHEET, [0, SHEET[1]]], np.float32)
    if fits:
        to = corners * (wide / SHEET[0], high / SHEET[1]) + rng.normal(0, 0.02 * wide, (4, 2))
    else:
        scale = float(rng.uniform(0.8, 2.6) if rng.random() < 0.75 else rng.uniform(0.25, 0.8)) * wide / SHEET[0]
        angle = rng.choice([0, 1, 2, 3]) * np.pi / 2 + rng.normal(0, 0.12 if rng.random() < 0.6 else 0.8)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        within = rng.uniform(-0.5, 0.5, 2) * SHEET * 0.9
        to = ((corners - np.array(SHEET) / 2 - within) @ turn) * scale + (wide / 2, high / 2)
        to += rng.normal(0, 0.02 * wide, (4, 2))
    warp = cv2.getPerspectiveTransform(corners, np.float32(to))
    whole = np.full(sheet.shape[:2], 255, np.uint8)
    cover = cv2.warpPerspective(whole, warp, (wide, high), flags=cv2.INTER_AREA)
    if rng.random() < 0.5:
        shade = cv2.GaussianBlur(np.roll(cover, rng.integers(-4, 5, 2), (0, 1)), (0, 0), 3)
        ground *= 1 - np.float32(rng.uniform(0, 0.5)) * (shade[..., None] / np.float32(255))
    inked(ground, np.asarray(cover), cv2.warpPerspective(_shrunk(sheet, to), warp, (wide, high)))


def _shrunk(sheet: Picture, to: NDArray[np.float64]) -> Picture:
    """The sheet softened as far as it will be made smaller, so that print does not flicker."""
    shrink = SHEET[0] / max(float(np.linalg.norm(to[1] - to[0])), 1.0)
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.4 * shrink) if shrink > 1 else sheet, np.float32)


def _paper(rng: Rng, *, coloured: float = 0.15) -> Picture:
    tone = colour(rng) if rng.random() < coloured else rng.uniform(205, 255) * rng.uniform((0.82, 0.92, 0.95), 1.0)
    return np.full((SHEET[1], SHEET[0], 3), np.float32(tone), np.float32)


def _ink(rng: Rng, sheet: Picture) -> Picture:
    return (
        np.float32(rng.uniform(0, 80, 3))
        if rng.random() < 0.7 and sheet.mean() > 120
        else contrasting(rng, sheet[2, 2])
    )


def _words(rng: Rng, count: int) -> str:
    drawn = rng.choice(LETTERS, (count, LONGEST))
    words = ("".join(row[: rng.integers(1, LONGEST)]) for row in drawn)
    return " ".join(word.title() if rng.random() < 0.15 else word for word in words)


def _text(rng: Rng, stock: Stock, sheet: Picture, box: tuple[int, int, int, int], line_px: int) -> None:
    """Lines of words in a box (left, top, right, bottom) of the sheet, at times a number among them."""
    width, high = box[2] - box[0], box[3] - box[1]
    count = int(high / (1.35 * line_px))
    if count < 1 or width < line_px:
        return
    rows = [
        _words(rng, max(1, round(width / (2.6 * line_px) * rng.choice([1.0, rng.uniform(0.3, 1)]))))
        for _ in range(count)
    ]
    if rng.random() < 0.3:
        rows = [f"{rng.integers(1, 40)} {row}" for row in rows]
    mask = fonts.draw_lines(stock.face(rng), rows, line_px, (width, high))
    if mask is not None:
        inked(sheet[box[1] : box[3], box[0] : box[2]], mask, _ink(rng, sheet))


def _page(rng: Rng, stock: Stock) -> Picture:
    """A page of a book or newspaper, a sheet of rules, a letter: a heading, columns, pictures between."""
    sheet = _paper(rng)
    rim, line_px = int(rng.uniform(6, 30)), int(rng.uniform(LEAST_LINE_PX, 18))
    top = rim
    if rng.random() < 0.5:
        _text(rng, stock, sheet, (rim, top, SHEET[0] - rim, top + 3 * line_px), 2 * line_px)
        top += 3 * line_px
    count = int(rng.integers(1, 4))
    for left in np.linspace(rim, SHEET[0] - rim, count, endpoint=False):
        right, start = int(left + (SHEET[0] - 2 * rim) / count - 5), top
        if rng.random() < 0.35:
            start = int(top + rng.uniform(0.1, 0.5) * (SHEET[1] - top))
            sheet[top:start, int(left) : right] = _scene(rng, (right - int(left), start - top))
        _text(rng, stock, sheet, (int(left), start + 3, right, SHEET[1] - rim), line_px)
    if rng.random() < 0.25:
        across = np.abs(np.linspace(-1, 1, SHEET[0], dtype=np.float32) - np.float32(rng.uniform(-0.8, 0.8)))
        sheet *= (1 - np.float32(rng.uniform(0.1, 0.5)) * np.exp(-across / 0.08))[None, :, None]
    return sheet


def _pad(rng: Rng, stock: Stock) -> Picture:
    """A score pad: a table of lines, numbers written into it."""
    sheet = _paper(rng)
    rows, columns = int(rng.integers(6, 20)), int(rng.integers(2, 8))
    ys, xs = np.linspace(rng.uniform(4, 60), SHEET[1] - 5, rows + 1), np.linspace(5, SHEET[0] - 5, columns + 1)
    tone, thick = [float(v) for v in _ink(rng, sheet)], int(rng.integers(1, 4))
    for y in ys:
        cv2.line(sheet, (5, int(y)), (SHEET[0] - 5, int(y)), tone, thick)
    for x in xs if rng.random() < 0.8 else ():
        cv2.line(sheet, (int(x), int(ys[0])), (int(x), SHEET[1] - 5), tone, thick)
    pen, filled = _ink(rng, sheet), rng.uniform(0, 0.9)
    for y in ys[:-1]:
        for x in xs[:-1]:
            if rng.random() < filled:
                mask = stock.number(rng, str(rng.integers(-1, 100)))
                at = ((x + 0.5 * (xs[1] - xs[0])) / SHEET[0], (y + 0.5 * (ys[1] - ys[0])) / SHEET[1])
                high = rng.uniform(0.5, 0.9) * (ys[1] - ys[0])
                inked(sheet, piles.placed(mask, at, high * mask.shape[1] / mask.shape[0], SHEET), pen)
    return sheet


def _receipt(rng: Rng, stock: Stock) -> Picture:
    """A receipt: short words, prices in a column, a bar code."""
    sheet = _paper(rng, coloured=0.05)
    line_px = int(rng.uniform(LEAST_LINE_PX, 16))
    _text(rng, stock, sheet, (8, 8, int(SHEET[0] * rng.uniform(0.4, 0.8)), SHEET[1] - 60), line_px)
    prices = [f"{rng.uniform(0, 40):.2f}" for _ in range(int((SHEET[1] - 68) / (1.35 * line_px)))]
    mask = fonts.draw_lines(stock.face(rng), prices, line_px, (50, SHEET[1] - 68))
    if mask is not None:
        inked(sheet[8 : SHEET[1] - 60, SHEET[0] - 55 : SHEET[0] - 5], mask, _ink(rng, sheet))
    bars = (rng.random((1, int(rng.integers(20, 60)))) < 0.5).astype(np.float32)
    inked(sheet[-50:-8, 20:-20], cv2.resize(bars, (SHEET[0] - 40, 42), interpolation=cv2.INTER_NEAREST), 20.0)
    return sheet


def _note(rng: Rng, stock: Stock) -> Picture:
    """A banknote or ticket on its side: fine waves, an oval, numbers in two corners."""
    sheet = _paper(rng, coloured=0.7)
    for _ in range(int(rng.integers(1, 4))):
        lines = pattern(rng, sheet.shape[:2], steps=(8.0, 40.0)) * np.float32(rng.uniform(0.1, 0.6))
        inked(sheet, lines, colour(rng))
    centre = (int(SHEET[0] * rng.uniform(0.4, 0.6)), int(SHEET[1] * rng.uniform(0.15, 0.4)))
    cv2.ellipse(sheet, (centre, (rng.uniform(60, 150), rng.uniform(50, 130)), 0), [float(v) for v in colour(rng)], -1)
    value, ink = stock.number(rng, str(rng.choice([5, 10, 20, 50, 100]))), _ink(rng, sheet)
    value = np.ascontiguousarray(np.rot90(value))
    for at in ((0.85, 0.9), (0.15, 0.12)):
        inked(sheet, piles.placed(value, at, rng.uniform(0.12, 0.3) * SHEET[0], SHEET), ink)
    return sheet


def _board(rng: Rng, stock: Stock) -> Picture:
    """A piece of a game board: a track of squares, numbered at times, over a picture."""
    sheet = _scene(rng, SHEET)
    step, number = int(rng.uniform(28, 70)), int(rng.integers(1, 60))
    tones, numbered = [colour(rng) for _ in range(3)], rng.random() < 0.6
    track = int(rng.uniform(0, SHEET[0] - step))
    rim = [float(v) for v in colour(rng)]
    for top in range(-int(rng.integers(step)), SHEET[1], step):
        columns = (track,) if rng.random() < 0.7 else range(track, SHEET[0], step)
        for left in columns:
            corners = (left, top), (left + step - 3, top + step - 3)
            cv2.rectangle(sheet, *corners, [float(v) for v in tones[number % 3]], -1)
            cv2.rectangle(sheet, *corners, rim, 2)
            if numbered:
                mask = stock.number(rng, str(number))
                at = ((left + step / 2) / SHEET[0], (top + step / 2) / SHEET[1])
                inked(sheet, piles.placed(mask, at, 0.45 * step, SHEET), contrasting(rng, tones[number % 3]))
            number += 1
    return sheet


def _lid(rng: Rng, stock: Stock) -> Picture:
    """The lid of a box, a poster, a beer mat: large letters over a picture or on discs."""
    sheet = _scene(rng, SHEET) if rng.random() < 0.6 else _paper(rng, coloured=1.0)
    if rng.random() < 0.5:
        radius = rng.uniform(40, 100)
        for share in (1.0, rng.uniform(0.7, 0.95)):
            cv2.circle(sheet, (104, 160), int(share * radius), [float(v) for v in colour(rng)], -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 4))):
        top, line_px = int(rng.uniform(0, SHEET[1] - 90)), int(rng.uniform(14, 70))
        _text(rng, stock, sheet, (8, top, SHEET[0] - 8, min(top + 2 * line_px, SHEET[1])), line_px)
    return sheet


def _screen(rng: Rng, stock: Stock) -> Picture:
    """A telephone: dark, or with signs in rows, or with text."""
    sheet = np.full((SHEET[1], SHEET[0], 3), np.float32(rng.uniform(5, 45)), np.float32)
    kind = rng.random()
    rim = int(rng.uniform(4, 16))
    inner = sheet[rim : SHEET[1] - rim, rim : SHEET[0] - rim]
    if kind < 0.3:
        return sheet
    inner[:] = cv2.resize(_scene(rng, SHEET) if kind < 0.7 else _page(rng, stock), inner.shape[1::-1])
    for y in np.arange(0.12, 0.9, 0.14) if kind < 0.6 else ():
        for x in (0.2, 0.4, 0.6, 0.8):
            at = np.array([x * SHEET[0], y * SHEET[1]])
            corners = [tuple(int(v) for v in at + side * 14) for side in (-1, 1)]
            cv2.rectangle(sheet, *corners, [float(v) for v in colour(rng)], -1)
    return sheet


def _ruler(rng: Rng, stock: Stock) -> Picture:
    """A ruler down the sheet: long and short lines and numbers."""
    sheet = _paper(rng, coloured=0.6)
    step, ink = rng.uniform(3, 9), _ink(rng, sheet)
    tone = [float(v) for v in ink]
    for tick in range(int(SHEET[1] / step)):
        long = 45 if tick % 10 == 0 else 30 if tick % 5 == 0 else 18
        cv2.line(sheet, (0, int(tick * step)), (long, int(tick * step)), tone, 1 + int(step > 6), cv2.LINE_AA)
        if tick % 10 == 0:
            mask = np.ascontiguousarray(np.rot90(stock.number(rng, str(tick // 10))))
            inked(sheet, piles.placed(mask, (0.35, tick * step / SHEET[1]), 0.12 * SHEET[0], SHEET), ink)
    return sheet


def _photograph(rng: Rng, _: Stock) -> Picture:
    """A photograph with or without a white rim."""
    sheet = _paper(rng)
    rim = int(rng.choice([0, rng.uniform(4, 16)]))
    sheet[rim : SHEET[1] - rim, rim : SHEET[0] - rim] = _scene(rng, (SHEET[0] - 2 * rim, SHEET[1] - 2 * rim))
    return sheet


def _napkin(rng: Rng, _: Stock) -> Picture:
    """A napkin or a cloth: a pattern, folded once or more."""
    sheet = _paper(rng, coloured=0.5)
    inked(sheet, pattern(rng, sheet.shape[:2], steps=(1.0, 12.0)), contrasting(rng, sheet[0, 0]))
    down, across = (np.linspace(-1, 1, side, dtype=np.float32) for side in sheet.shape[:2])
    for _ in range(int(rng.integers(1, 3))):
        angle = rng.uniform(0, np.pi)
        far = (across[None] * np.cos(angle) + down[:, None] * np.sin(angle) - rng.uniform(-0.8, 0.8)) / rng.uniform(
            0.01, 0.3
        )
        sheet *= 1 + (rng.uniform(-0.4, 0.4) * np.exp(-far * far) * np.sign(far + 0.3))[..., None]
    return np.clip(sheet, 0, 255).astype(np.float32)


def _scene(rng: Rng, size: tuple[int, int]) -> Picture:
    """What a picture (height, width, 3) of a `size` (width, height) may show: a horizon, clouds of colour, forms."""
    kind, shape = rng.random(), (max(size[1], 2), max(size[0], 2), 3)
    scene = np.full(shape, colour(rng), np.float32)
    if kind < 0.35:
        horizon = shape[0] * (rng.uniform(0.3, 0.7) + 0.1 * np.sin(np.linspace(0, rng.uniform(1, 12), shape[1])))
        scene *= np.linspace(rng.uniform(0.5, 1.2), 1, shape[0], dtype=np.float32)[:, None, None]
        scene[np.arange(shape[0])[:, None] > horizon[None]] = colour(rng)
    elif kind < 0.7:
        for cells in (2, 5, 13):
            cloud = rng.normal(0, 70 / np.sqrt(cells), (cells + 1, cells, 3)).astype(np.float32)
            scene += cv2.resize(cloud, shape[1::-1], interpolation=cv2.INTER_CUBIC)
    for _ in range(int(rng.integers(0, 9))):
        middle, reach = rng.uniform(0, 1, 2) * shape[1::-1], rng.uniform(0.05, 0.35) * shape[1]
        points = middle + rng.normal(0, reach, (int(rng.integers(3, 8)), 2))
        cv2.fillPoly(scene, [points.astype(np.int32)], [float(v) for v in colour(rng)], cv2.LINE_AA)
    grain = cv2.resize(
        rng.normal(1, rng.uniform(0, 0.2), (shape[0] // 4 + 1, shape[1] // 4 + 1)).astype(np.float32), shape[1::-1]
    )
    return np.clip(scene * grain[..., None], 0, 255)


def _blank(rng: Rng, _: Stock) -> Picture:
    """A blank piece of paper, or one square of something printed in large squares."""
    sheet = _paper(rng, coloured=0.7)
    if rng.random() < 0.5:
        cv2.rectangle(sheet, (0, 0), SHEET, [float(v) for v in colour(rng)], int(rng.uniform(2, 20)))
    return sheet


SHEETS: tuple[tuple[Callable[[Rng, Stock], Picture], float], ...] = (
    *((_page, 0.4),) * 3,
    *((_blank, 0.7),) * 2,
    (_pad, 0.4),
    (_receipt, 0.4),
    (_note, 0.0),
    (_board, 0.0),
    (_lid, 0.0),
    (_screen, 0.5),
    (_ruler, 0.0),
    (_photograph, 0.25),
    (_napkin, 0.0),
)
"""What draws a sheet (320, 208, 3), and how many of such lie just where a card would and still are none."""
