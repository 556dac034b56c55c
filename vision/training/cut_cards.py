"""Crops as the reader meets them: whole cards are drawn and photographed, then cut as in play.

What the reader takes for a number and is none - a digit of two, a piece of a frame, a pip, the rim of a badge - is none
of these here, too, so the network learns from the mistakes that matter.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import FIRST, REST, Box, Candidate, find_candidates
from vision.cards.rectify import CARD_HEIGHT_PX, CARD_WIDTH_PX
from vision.training import exposure
from vision.training.fonts import Mask
from vision.training.glyphs import CLASSES, NUMBERS, Stock
from vision.training.numerals import NINES, colour, contrasting, make_sample, with_mark
from vision.training.patterns import pattern

Picture = NDArray[np.float32]
Rng = np.random.Generator
ART = (208, 320)
SAME, PART, NEAR = 0.62, 0.6, 0.1
NONES_A_CARD = 4
FOREIGN = 0.2
TURNS_INTO_OTHERS = frozenset("01689")


@dataclass(frozen=True, slots=True)
class Printed:
    """A number on a card, "" for letters: where its ink lies (left, top, right, bottom), px of the drawing, and whether
    it stands upright."""

    text: str
    box: tuple[float, float, float, float]
    upright: bool = True


@dataclass(slots=True)
class Mixed:
    """Numerals drawn by themselves and crops of drawn cards, half and half."""

    left: list[tuple[NDArray[np.uint8], int]] = field(default_factory=list)

    def __call__(self, rng: Rng, stock: Stock) -> tuple[NDArray[np.uint8], int]:
        """The next crop (32, 32, 3) uint8 BGR and its class; a card is drawn when none of the last is left."""
        if rng.random() < 0.5:
            return make_sample(rng, stock)
        while not self.left:
            self.left = cut(rng, *card(rng, stock))
        return self.left.pop()


def card(rng: Rng, stock: Stock) -> tuple[Picture, list[Printed]]:
    """A face (320, 208, 3) float32 BGR and the numbers printed on it."""
    text = str(rng.choice(NUMBERS)) if rng.random() < 0.6 else str(rng.integers(0, 10))
    ground = colour(rng)
    art = _paper(rng, ground)
    if rng.random() < FOREIGN:
        text, mask = "", stock.letters(rng)
    else:
        mask = stock.number(rng, text)
    if text in NINES and rng.random() < 0.6:
        mask = with_mark(rng, mask)
    printed = _middle(rng, art, ground, (text, mask))
    printed += _indices(rng, art, ground, (text, mask))
    return art, printed


def _paper(rng: Rng, ground: Picture) -> Picture:
    art = np.empty((ART[1], ART[0], 3), np.float32)
    art[:] = ground
    if rng.random() < 0.2:
        art += pattern(rng, art.shape[:2])[..., None] * np.float32(rng.normal(0, 15))
    if rng.random() < 0.55:
        _rim(art, int(rng.integers(6, 19)), rng.uniform(215, 255) if rng.random() < 0.8 else contrasting(rng, ground))
    if rng.random() < 0.3:
        at, radius = int(rng.integers(8, 34)), int(rng.integers(1, 14))
        tone = [float(v) for v in contrasting(rng, ground)]
        corners = (at, at), (ART[0] - 1 - at, ART[1] - 1 - at)
        mask = np.zeros(art.shape[:2], np.uint8)
        cv2.rectangle(mask, *corners, 255, -1)
        mask = cv2.morphologyEx(
            mask, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2)
        )
        line = cv2.subtract(mask, cv2.erode(mask, np.ones((int(rng.integers(3, 8)),) * 2, np.uint8)))
        art[line > 0] = tone
    return art


def _rim(art: Picture, width: int, tone: Picture | float) -> None:
    inner = art[width:-width, width:-width].copy()
    art[:] = tone
    art[width:-width, width:-width] = inner


def _stamp(art: Picture, mask: Mask, at: tuple[float, float], height: float, tone: Picture) -> tuple[float, ...]:
    """A mask of a given height, px, its middle at (x, y) px; returns the box of its ink."""
    scale = min(height / mask.shape[0], 0.8 * ART[0] / mask.shape[1])
    wide, high = scale * mask.shape[1], scale * mask.shape[0]
    move = np.array([[scale, 0, at[0] - wide / 2], [0, scale, at[1] - high / 2]])
    soft = cv2.blur(mask, (max(int(1 / scale), 1),) * 2)
    share = cv2.warpAffine(soft, move, ART, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    art += (tone - art) * share
    return at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2


def _middle(rng: Rng, art: Picture, ground: Picture, figure: tuple[str, Mask]) -> list[Printed]:
    """A number, alone or on a medal, or shapes, or nothing."""
    centre, kind = (ART[0] / 2, ART[1] / 2), rng.random()
    if kind < 0.35:
        for _ in range(int(rng.integers(1, 6))):
            _shape(rng, art, contrasting(rng, ground), rng.uniform(0.3, 0.7, 2) * ART, rng.uniform(8, 60))
        return []
    if kind < 0.45:
        return []
    tone = ground
    if kind < 0.75:
        tone = contrasting(rng, ground)
        _shape(rng, art, tone, np.array(centre), rng.uniform(40, 85))
    box = _stamp(art, figure[1], centre, rng.uniform(0.15, 0.45) * ART[1], contrasting(rng, tone))
    return [Printed(figure[0], box)]


def _shape(rng: Rng, art: Picture, tone: Picture, at: NDArray[np.float64], size: float) -> None:
    """A disc, an oval, a star or some polygon."""
    mask = np.zeros(art.shape[:2], np.uint8)
    if rng.random() < 0.55:
        axes = (2 * size, 2 * size * rng.choice([1.0, rng.uniform(0.6, 1.6)]))
        cv2.ellipse(mask, ((float(at[0]), float(at[1])), axes, float(rng.uniform(0, 180))), 255, -1, cv2.LINE_AA)
    else:
        count = int(rng.integers(3, 15))
        angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
        reach = size * np.where(np.arange(count) % 2, rng.uniform(0.3, 1.0), 1.0)
        points = at + reach[:, None] * np.stack([np.sin(angles), -np.cos(angles)], 1)
        cv2.fillPoly(mask, [points.astype(np.int32)], 255, cv2.LINE_AA)
    art += (tone - art) * (mask[..., None] / np.float32(255))


def _indices(rng: Rng, art: Picture, ground: Picture, figure: tuple[str, Mask]) -> list[Printed]:
    """The number small in two or four corners, those below turned by half."""
    text, mask = figure
    height = rng.uniform(0.055, 0.15) * ART[1]
    half = height * mask.shape[1] / mask.shape[0] / 2
    across = max(rng.uniform(0.09, 0.2) * ART[0], half + 3)
    down = max(rng.uniform(0.06, 0.14) * ART[1], height / 2 + 3)
    tone, badge = contrasting(rng, ground), rng.random() < 0.25
    behind = contrasting(rng, tone)
    columns = (across, ART[0] - across) if rng.random() < 0.35 else (across,)
    printed: list[Printed] = []
    for upright in (True, False):
        for x in columns:
            if badge:
                radius = int(max(half, height / 2) * rng.uniform(1.25, 1.6))
                cv2.circle(art, (int(x), int(down)), radius, [float(v) for v in behind], -1, cv2.LINE_AA)
            printed.append(Printed(text, _stamp(art, mask, (x, down), height, tone), upright))
        art[:] = art[::-1, ::-1].copy()
    return printed


def cut(rng: Rng, art: Picture, printed: list[Printed]) -> list[tuple[NDArray[np.uint8], int]]:
    """Crops of the card as photographed and cut out not quite exactly, with the indices of their classes."""
    off = rng.normal(0, rng.choice([0.012, 0.03]), (4, 2)) * ART[0]
    corners = np.array([[0, 0], [ART[0], 0], ART, [0, ART[1]]], np.float32)
    warp = cv2.getPerspectiveTransform(corners, (corners + off).astype(np.float32))
    beside = [float(v) for v in colour(rng)]
    seen = cv2.warpPerspective(art, warp, ART, borderMode=cv2.BORDER_CONSTANT, borderValue=beside)
    height = int(np.exp(rng.uniform(np.log(75), np.log(230))))
    blur = max(rng.gamma(3, 0.28), 0.3) * ART[1] / height
    seen = exposure.lit(rng, cv2.GaussianBlur(seen, (0, 0), blur))
    picture = exposure.sensed(rng, np.asarray(seen, np.float32), height, (CARD_WIDTH_PX, CARD_HEIGHT_PX))
    found = find_candidates(picture, (*FIRST, *REST), thorough=True)
    named = [(one.crop, name) for one in found if (name := _name(one, printed, warp)) is not None]
    numbers = [pair for pair in named if pair[1] != "none"]
    nones = [pair for pair in named if pair[1] == "none"]
    picked = [nones[i] for i in rng.permutation(len(nones))[:NONES_A_CARD]]
    return [(crop, CLASSES.index(name)) for crop, name in (*numbers, *picked)]


def _name(one: Candidate, printed: list[Printed], warp: NDArray[np.float64]) -> str | None:
    """What a candidate shows; None where that is a matter of opinion."""
    lower = one.zone.startswith("lower")
    names = [_compared(one.box, number, _on_cut(number, warp, lower=lower), lower=lower) for number in printed]
    sure = [name for name in names if name not in ("", None)]
    if None in names or len(set(sure)) > 1:
        return None
    return sure[0] if sure else "none"


def _on_cut(number: Printed, warp: NDArray[np.float64], *, lower: bool) -> NDArray[np.float64]:
    """The box of a printed number on the upright cut, or on the one turned by half: left, top, right, bottom."""
    left, top, right, bottom = number.box
    if not number.upright:
        left, top, right, bottom = ART[0] - right, ART[1] - bottom, ART[0] - left, ART[1] - top
    quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    moved = cv2.perspectiveTransform(quad[None], warp)[0] * (CARD_WIDTH_PX / ART[0], CARD_HEIGHT_PX / ART[1])
    if lower:
        moved = np.array([CARD_WIDTH_PX, CARD_HEIGHT_PX]) - moved
    return np.concatenate([moved.min(0), moved.max(0)])


def _compared(box: Box, number: Printed, there: NDArray[np.float64], *, lower: bool) -> str | None:
    """The name that one number gives a candidate: "" where it is elsewhere, None where it is unclear."""
    x, y, w, h = box
    wide = max(min(x + w, there[2]) - max(x, there[0]), 0.0)
    high = max(min(y + h, there[3]) - max(y, there[1]), 0.0)
    across, down = there[2:] - there[:2]
    shared, own = wide * high, across * down
    upright = number.upright != lower
    if shared / (w * h + own - shared) > SAME:
        symmetric = TURNS_INTO_OTHERS.issuperset(number.text)
        return (number.text or "none") if upright else (None if symmetric else "none")
    if shared > 0.8 * w * h and (w < PART * across or h < PART * down):
        return "none"
    return "" if shared < NEAR * min(w * h, own) else None
