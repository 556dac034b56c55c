"""Invented cards: faces with numerals, pictures, borders and ovals, and patterned backs. No real artwork."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import fonts
from vision.training.fonts import Mask
from vision.training.glyphs import Stock

Rng = np.random.Generator
Art = NDArray[np.uint8]
HEIGHT_PX = 224


def draw_card(rng: Rng, stock: Stock) -> Art:
    """One card, (224, width, 4) uint8 BGR and cover: the corners are rounded off."""
    width = int(HEIGHT_PX / rng.uniform(1.3, 1.66))
    ground = paper(rng) if rng.random() < 0.6 else ink(rng)
    card = np.full((HEIGHT_PX, width, 3), ground, np.uint8)
    if rng.random() < 0.25:
        _back(rng, card)
    else:
        _face(rng, card, stock)
    return np.dstack([card, _cover(rng, width)])


def _cover(rng: Rng, width: int) -> Mask:
    radius = int(rng.uniform(0.01, 0.09) * width)
    cover = np.zeros((HEIGHT_PX, width), np.uint8)
    cv2.rectangle(cover, (radius, 0), (width - 1 - radius, HEIGHT_PX - 1), 255, -1)
    cv2.rectangle(cover, (0, radius), (width - 1, HEIGHT_PX - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, HEIGHT_PX - 1 - radius):
            cv2.circle(cover, (x, y), radius, 255, -1, cv2.LINE_AA)
    return cover


def paper(rng: Rng) -> tuple[int, ...]:
    """The white of some paper."""
    return tuple(int(v) for v in np.clip(rng.uniform(215, 255) - np.sort(rng.uniform(0, 25, 3)), 0, 255)[::-1])


def ink(rng: Rng) -> tuple[int, ...]:
    """A printed colour, sometimes black."""
    if rng.random() < 0.2:
        return tuple(int(v) for v in rng.uniform(0, 70, 3))
    hsv = np.uint8([[[rng.integers(180), rng.integers(100, 256), rng.integers(70, 256)]]])
    return tuple(int(v) for v in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])


def _face(rng: Rng, card: Art, stock: Stock) -> None:
    height, width = card.shape[:2]
    if rng.random() < 0.5:
        inset = int(rng.uniform(0.03, 0.1) * width)
        thick = -1 if rng.random() < 0.65 else int(rng.integers(1, 5))
        cv2.rectangle(card, (inset, inset), (width - 1 - inset, height - 1 - inset), ink(rng), thick, cv2.LINE_AA)
    if rng.random() < 0.55:
        _oval(rng, card)
    tone = ink(rng) if rng.random() < 0.6 else paper(rng)
    _corners(rng, card, stock, tone)
    if rng.random() < 0.85:
        _middle(rng, card, stock, tone)


def _oval(rng: Rng, card: Art) -> None:
    height, width = card.shape[:2]
    axes = (int(width * rng.uniform(0.2, 0.46)), int(height * rng.uniform(0.15, 0.44)))
    angle = float(rng.choice([0, 0, 30, 25]))
    tone = paper(rng) if rng.random() < 0.5 else ink(rng)
    thick = -1 if rng.random() < 0.7 else int(rng.integers(1, 6))
    cv2.ellipse(card, (width // 2, height // 2), axes, angle, 0, 360, tone, thick, cv2.LINE_AA)


def _corners(rng: Rng, card: Art, stock: Stock, tone: tuple[int, ...]) -> None:
    height, width = card.shape[:2]
    sign = _sign(rng, stock)
    tall = int(height * rng.uniform(0.06, 0.15))
    mark = fitted(sign, tall, int(width * 0.3))
    at = int(width * rng.uniform(0.05, 0.14)), int(height * rng.uniform(0.03, 0.08))
    both = rng.random() < 0.5
    for _ in range(2):
        stamp(card, mark, at, tone)
        if both:
            stamp(card, mark, (width - at[0] - mark.shape[1], at[1]), tone)
        card[:] = card[::-1, ::-1].copy()


def _middle(rng: Rng, card: Art, stock: Stock, tone: tuple[int, ...]) -> None:
    height, width = card.shape[:2]
    shade = tone if rng.random() < 0.6 else ink(rng)
    if rng.random() < 0.2:
        for _ in range(int(rng.integers(2, 10))):
            mark = fitted(_sign(rng, stock), int(height * 0.14), int(width * 0.2))
            x = int(rng.uniform(0.2, 0.8) * width - mark.shape[1] / 2)
            y = int(rng.uniform(0.2, 0.8) * height - mark.shape[0] / 2)
            stamp(card, mark, (max(x, 0), max(y, 0)), shade)
        return
    mark = fitted(_sign(rng, stock), int(height * rng.uniform(0.2, 0.5)), int(width * 0.7))
    stamp(card, mark, ((width - mark.shape[1]) // 2, (height - mark.shape[0]) // 2), shade)


def _sign(rng: Rng, stock: Stock) -> Mask:
    kind = rng.random()
    if kind < 0.7:
        return stock.number(rng, str(rng.integers(-1, 26)))
    if kind < 0.85:
        return stock.sign(rng, fonts.PICTURES["animal"] + fonts.SIGNS)
    return stock.letters(rng)


def fitted(mask: Mask, height: int, width: int) -> Mask:
    """The mask scaled to fit into height and width."""
    scale = min(height / mask.shape[0], width / mask.shape[1])
    size = (max(2, int(mask.shape[1] * scale)), max(2, int(mask.shape[0] * scale)))
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)


def stamp(card: Art, mark: Mask, at: tuple[int, int], tone: tuple[int, ...]) -> None:
    """Print a mark in a tone with its upper left corner `at` (x, y); what hangs over is cut."""
    part = card[at[1] : at[1] + mark.shape[0], at[0] : at[0] + mark.shape[1]]
    share = mark[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = (part + share * (np.float32(tone) - part)).astype(np.uint8)


def _back(rng: Rng, card: Art) -> None:
    height, width = card.shape[:2]
    inset = int(rng.uniform(0, 0.1) * width)
    panel = card[inset : height - inset, inset : width - inset]
    panel[:] = ink(rng)
    tone = ink(rng) if rng.random() < 0.5 else paper(rng)
    step, kind = int(rng.integers(6, 22)), rng.random()
    for at in range(-height, height + width, step):
        if kind < 0.6:
            cv2.line(panel, (at, 0), (at + height * int(kind < 0.45), height), tone, 1 + step // 8, cv2.LINE_AA)
        if kind < 0.3:
            cv2.line(panel, (at, 0), (at - height, height), tone, 1 + step // 8, cv2.LINE_AA)
        if kind >= 0.6:
            for x in range(0, width, step):
                cv2.circle(panel, (x, at), step // 3, tone, -1 if kind < 0.8 else 1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(panel, (panel.shape[1] // 2, panel.shape[0] // 2), int(width * rng.uniform(0.1, 0.3)), ink(rng), -1)
