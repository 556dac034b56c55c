"""Pictures of whole cards as the reader cuts them out, made from glyph masks: faces, backs, bombs, and what is none.

A sample is a card upright or on its head, cut out not quite exactly, or a piece of table, of two cards, of a card
cut wrongly. Print, pattern, paper, light and lens are drawn at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import exposure, fonts, piles, prints
from vision.training.fonts import Mask
from vision.training.glyphs import NUMBERS, Stock
from vision.training.lying import cover, lay
from vision.training.numerals import bomb, colour, contrasting
from vision.training.patterns import pattern
from vision.training.piles import inked
from vision.training.surfaces import surface

Picture = NDArray[np.float32]
Rng = np.random.Generator
WIDTH_PX, HEIGHT_PX = 48, 72
ART = (104, 160)
KINDS = ("none", "face", "back", "bomb")
SHARES = (0.30, 0.36, 0.24, 0.10)
PHOTOGRAPHS = 2
FADED = 0.08
"""Cards of which the print hardly stands out from the paper."""
COVERED = {"face": 0.1, "back": 0.2, "bomb": 0.05}
"""Cards that something lies on."""
GLARING = 0.08
RINGLIKE = 0.06
"""Faces of a nought more than their share: on an oval it looks like the emblem of a back."""
RINGED = 0.1
"""Figures within a ring of their own colour."""
PRINTED = 0.5
"""What is none and shows printed matter."""


@dataclass(slots=True)
class Photographed:
    """Cards and what is none, each drawn once and photographed a few times."""

    left: list[tuple[NDArray[np.uint8], int]] = field(default_factory=list)

    def __call__(self, rng: Rng, stock: Stock) -> tuple[NDArray[np.uint8], int]:
        """The next cut (72, 48, 3) uint8 BGR and the index of its kind in `KINDS`."""
        if not self.left:
            kind = int(rng.choice(len(KINDS), p=SHARES))
            self.left = [(picture, kind) for picture in _photographs(rng, stock, KINDS[kind])]
        return self.left.pop()


def _photographs(rng: Rng, stock: Stock, kind: str) -> Iterator[NDArray[np.uint8]]:
    ground = no_card(rng, stock) if kind == "none" else surface(rng, ART)
    art = None if kind == "none" else card(rng, stock, kind)
    for _ in range(PHOTOGRAPHS):
        picture = ground if art is None else lay(rng, art, ground.copy(), rng.normal(0, 0.018, (4, 2)))
        if rng.random() < COVERED.get(kind, 0.0):
            picture = cover(rng, picture, card(rng, stock, str(rng.choice(KINDS[1:3]))))
        if art is not None and rng.random() < GLARING:
            picture = exposure.glaring(rng, picture)
        height = int(np.exp(rng.uniform(np.log(30), np.log(190))))
        picture = exposure.lit(rng, cv2.resize(picture, (2 * WIDTH_PX, 2 * HEIGHT_PX), interpolation=cv2.INTER_AREA))
        yield exposure.exposed(rng, exposure.misjudged(rng, picture), height, (WIDTH_PX, HEIGHT_PX))


def card(rng: Rng, stock: Stock, kind: str) -> Picture:
    """A printed card (160, 104, 3) float32 BGR of a kind, upright or on its head."""
    art = {"face": _face, "back": _back, "bomb": _bomb}[kind](rng, stock)
    if rng.random() < FADED:
        ground = art[8, 8].copy()
        art = ground + (art - ground) * np.float32(rng.uniform(0.25, 0.7))
    return np.ascontiguousarray(art[::-1, ::-1]) if rng.random() < 0.5 else art


def _paper(rng: Rng, *, bordered: float) -> tuple[Picture, Picture]:
    """A card with a plain or bordered ground, and the colour of that ground."""
    ground = colour(rng)
    art = np.empty((ART[1], ART[0], 3), np.float32)
    art[:] = ground
    if rng.random() < bordered:
        rim = int(rng.uniform(2, 10))
        art[:] = rng.uniform(215, 255) if rng.random() < 0.8 else contrasting(rng, ground)
        _box(art, rim, int(rng.integers(0, 9)), ground)
    return art, ground


def _box(art: Picture, rim: int, radius: int, tone: Picture) -> None:
    mask = np.zeros(art.shape[:2], np.uint8)
    cv2.rectangle(mask, (rim + radius, rim + radius), (ART[0] - 1 - rim - radius, ART[1] - 1 - rim - radius), 255, -1)
    inked(art, cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2)), tone)


def _stamp(art: Picture, mask: Mask, at: tuple[float, float], height: float, tone: Picture) -> None:
    """A mask of a given height, its middle at shares (x, y) of the card; what lies outside is cut off."""
    scale = height / mask.shape[0]
    scale = min(scale, 0.8 * ART[0] / mask.shape[1])
    move = np.float32(
        [
            [scale, 0, at[0] * ART[0] - scale * mask.shape[1] / 2],
            [0, scale, at[1] * ART[1] - scale * mask.shape[0] / 2],
        ]
    )
    small = cv2.blur(mask, (max(int(1 / scale), 1),) * 2)
    inked(art, np.asarray(cv2.warpAffine(small, move, ART, flags=cv2.INTER_LINEAR), np.uint8), tone)


def _face(rng: Rng, stock: Stock) -> Picture:
    art, ground = _paper(rng, bordered=0.6)
    if rng.random() < 0.2:
        inked(art, pattern(rng, art.shape[:2]) * np.float32(rng.uniform(0.05, 0.3)), colour(rng))
    kind = rng.random()
    text = "0" if kind < RINGLIKE else str(rng.choice(NUMBERS)) if kind < 0.9 else str(rng.choice(list("JQKADB")))
    figure = stock.number(rng, text) if text[-1].isdigit() else stock.letters(rng)
    style = rng.random()
    if style < 0.46:
        _figure(rng, art, figure, ground)
    elif style < 0.7:
        _picture(rng, art, stock, ground)
    elif style < 0.95:
        piles.pile(rng, art, stock, contrasting(rng, ground))
    if style > 0.1:
        _indices(rng, art, figure, ground)
    return art


def _figure(rng: Rng, art: Picture, figure: Mask, ground: Picture) -> None:
    """The large figure in the middle, often on an oval, disc, diamond or star."""
    kind = rng.random()
    if kind < RINGED:
        tone = contrasting(rng, ground)
        _medal(rng, art, tone, float(rng.uniform(0.4, 0.95)), filled=0.0)
        _stamp(art, figure, (0.5, 0.5), rng.uniform(0.2, 0.5) * ART[1], tone)
        return
    if kind < 0.6:
        ground = contrasting(rng, ground)
    if kind < 0.45:
        _medal(rng, art, ground, float(rng.uniform(0.3, 0.75)))
    elif kind < 0.6:
        inked(art, piles.placed(piles.star(rng), (0.5, 0.5), float(rng.uniform(0.35, 0.75)) * ART[0], ART), ground)
    _stamp(art, figure, (0.5, 0.5), rng.uniform(0.2, 0.5) * ART[1], contrasting(rng, ground))


def _medal(rng: Rng, art: Picture, tone: Picture, size: float, *, filled: float = 0.7) -> None:
    mask = np.zeros(art.shape[:2], np.uint8)
    centre, half = (ART[0] // 2, ART[1] // 2), size * ART[0] / 2
    high = half * rng.choice([1.0, rng.uniform(1, 1.7)])
    if rng.random() < 0.2:
        corners = np.array([[0, -high], [half, 0], [0, high], [-half, 0]]) + centre
        cv2.fillConvexPoly(mask, corners.astype(np.int32), 255, cv2.LINE_AA)
    else:
        cv2.ellipse(mask, (centre, (2 * half, 2 * high), rng.choice([0.0, rng.uniform(-30, 30)])), 255, -1, cv2.LINE_AA)
    if rng.random() >= filled:
        mask = cv2.subtract(mask, cv2.erode(mask, np.ones((int(rng.integers(3, 13)),) * 2, np.uint8)))
    inked(art, np.asarray(mask, np.uint8), tone)


def _picture(rng: Rng, art: Picture, stock: Stock, ground: Picture) -> None:
    """Something drawn instead of a figure: discs, lines, an animal, signs."""
    if rng.random() < 0.4:
        signs = fonts.PICTURES["animal"] if rng.random() < 0.6 else fonts.SIGNS
        _stamp(art, stock.sign(rng, signs), (0.5, 0.5), rng.uniform(0.2, 0.5) * ART[1], contrasting(rng, ground))
        return
    for _ in range(int(rng.integers(1, 6))):
        at = (int(ART[0] * rng.uniform(0.25, 0.75)), int(ART[1] * rng.uniform(0.3, 0.7)))
        mask = np.zeros(art.shape[:2], np.uint8)
        if rng.random() < 0.7:
            cv2.circle(mask, at, int(rng.uniform(5, 27)), 255, rng.choice([-1, -1, 2, 5]), cv2.LINE_AA)
        else:
            points = np.array(at) + rng.normal(0, 20, (int(rng.integers(3, 6)), 2))
            cv2.fillPoly(mask, [points.astype(np.int32)], 255, cv2.LINE_AA)
        inked(art, mask, contrasting(rng, ground))


def _indices(rng: Rng, art: Picture, figure: Mask, ground: Picture) -> None:
    """The figure small in two or four corners, those below turned by half."""
    height = rng.uniform(0.07, 0.15) * ART[1]
    across, down = rng.uniform(0.1, 0.19), rng.uniform(0.07, 0.13)
    tone, badge = contrasting(rng, ground), rng.random() < 0.18
    corners = [(across, down)]
    if rng.random() < 0.4:
        corners = [(across, down), (1 - across, down)] if rng.random() < 0.75 else [(1 - across, down)]
    for _ in range(2):
        for at in corners:
            if badge:
                centre = (int(at[0] * ART[0]), int(at[1] * ART[1]))
                cv2.circle(art, centre, int(0.8 * height), [float(v) for v in contrasting(rng, tone)], -1, cv2.LINE_AA)
            _stamp(art, figure, at, height, tone)
        art[:] = art[::-1, ::-1].copy()


def _back(rng: Rng, stock: Stock) -> Picture:
    art, ground = _paper(rng, bordered=0.7)
    inner = np.zeros(art.shape[:2], np.uint8)
    rim = int(rng.choice([0, rng.uniform(3, 16)]))
    inner[rim : ART[1] - rim, rim : ART[0] - rim] = 1
    ink = contrasting(rng, ground) if rng.random() < 0.8 else ground * np.float32(rng.uniform(0.3, 0.75))
    patterned = rng.random() < 0.965
    if patterned:
        inked(art, pattern(rng, art.shape[:2], steps=(3.0, 26.0)) * inner, ink)
        if rng.random() < 0.25:
            inked(art, pattern(rng, art.shape[:2], steps=(3.0, 26.0)) * inner, contrasting(rng, ink))
    if not patterned or rng.random() < 0.5:  # What shows nothing at all is paper.
        _emblem(rng, art, stock, ink)
    if rng.random() < 0.35:
        at = rim + int(rng.integers(1, 6))
        tone = [float(v) for v in contrasting(rng, ground)]
        cv2.rectangle(art, (at, at), (ART[0] - 1 - at, ART[1] - 1 - at), tone, int(rng.integers(1, 4)), cv2.LINE_AA)
    if rng.random() < 0.12:
        _corner_marks(rng, art, ink)
    if rng.random() < 0.85:
        art[ART[1] // 2 :] = art[: ART[1] // 2][::-1, ::-1]
    return art


def _emblem(rng: Rng, art: Picture, stock: Stock, ink: Picture) -> None:
    """A medal in the middle, rings in it, at times a sign or letters."""
    size = float(rng.uniform(0.2, 0.6))
    for _ in range(int(rng.integers(1, 4))):
        _medal(rng, art, contrasting(rng, ink), size)
        size *= float(rng.uniform(0.5, 0.85))
        if rng.random() < 0.5:
            _medal(rng, art, ink, size)
            size *= float(rng.uniform(0.5, 0.85))
    if rng.random() < 0.3:
        mask = stock.sign(rng, fonts.SIGNS) if rng.random() < 0.6 else stock.letters(rng)
        _stamp(art, mask, (0.5, 0.5), size * ART[0], contrasting(rng, ink))


def _corner_marks(rng: Rng, art: Picture, ink: Picture) -> None:
    """Discs in the corners of a back, as if there were indices."""
    x, y, radius = int(rng.integers(9, 20)), int(rng.integers(9, 20)), int(rng.integers(3, 8))
    tone, thick = [float(v) for v in contrasting(rng, ink)], int(rng.choice([-1, 1, 3]))
    for at in ((x, y), (ART[0] - x, y), (x, ART[1] - y), (ART[0] - x, ART[1] - y)):
        cv2.circle(art, at, radius, tone, thick, cv2.LINE_AA)


def _bomb(rng: Rng, stock: Stock) -> Picture:
    art, ground = _paper(rng, bordered=0.6)
    if rng.random() < 0.3:
        ground = contrasting(rng, ground)
        _medal(rng, art, ground, float(rng.uniform(0.5, 0.95)))
    ink = np.float32(rng.uniform(0, 60, 3)) if ground.mean() > 110 and rng.random() < 0.7 else contrasting(rng, ground)
    mask = bomb(rng) if rng.random() < 0.7 else stock.sign(rng, fonts.PICTURES["bomb"])
    if rng.random() < 0.5:
        mask = np.ascontiguousarray(mask[:, ::-1])
    height, down = rng.uniform(0.3, 0.6) * ART[1], rng.uniform(0.42, 0.56)
    _stamp(art, mask, (0.5, down), height, ink)
    if rng.random() < 0.4:
        at = (
            float(rng.choice([0.3, 0.7]) + rng.normal(0, 0.05)),
            float(down - 0.4 * height / ART[1] * rng.choice([1, -1])),
        )
        inked(art, piles.placed(piles.star(rng), at, rng.uniform(0.1, 0.3) * ART[0], ART), contrasting(rng, ground))
    if rng.random() < 0.5:
        _indices(rng, art, mask, ground)
    return art


def no_card(rng: Rng, stock: Stock) -> Picture:
    """A piece (160, 104, 3) of a table, of print on it, or of cards that lie elsewhere than where it was cut."""
    ground = surface(rng, ART)
    if rng.random() < PRINTED:
        return prints.print_on(rng, stock, ground)
    kind = rng.random()
    if kind < 0.4:
        return ground if rng.random() < 0.7 else exposure.glaring(rng, ground)
    if kind < 0.55:
        return _wrong_size(rng, stock, ground)
    for _ in range(int(rng.integers(1, 4))):
        shift = rng.uniform(-1, 1, 2) * (1.0, ART[1] / ART[0])
        far = np.abs(shift / (1.0, ART[1] / ART[0])).max()
        if far < 0.22:
            continue
        art = card(rng, stock, str(rng.choice(KINDS[1:], p=(0.5, 0.4, 0.1))))
        ground = lay(rng, art, ground, shift + rng.normal(0, 0.03, (4, 2)))
    return ground


def _wrong_size(rng: Rng, stock: Stock, ground: Picture) -> Picture:
    """A card that fills less of the cut than it ought to, or of which a part fills it."""
    art = card(rng, stock, str(rng.choice(KINDS[1:], p=(0.5, 0.4, 0.1))))
    grown = float(rng.uniform(0.4, 0.72) if rng.random() < 0.5 else rng.uniform(1.45, 3.0))
    middle = np.array(ART) / (2 * ART[0])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * middle
    room = abs(grown - 1) * middle * rng.uniform(-1, 1, 2)
    return lay(rng, art, ground, corners * (grown - 1) + room + rng.normal(0, 0.02, (4, 2)))
