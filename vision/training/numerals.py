"""Pictures of single numerals as a camera might see them on a card, made from glyph masks.

A sample is a square crop round a number of one or two digits, upright, its height 45-90 % of the crop. Everything about
it is drawn at random: colours, borders, badges, outlines, shadows, marks below 6 and 9, light, blur, glare, noise,
JPEG.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import fonts
from vision.training.exposure import CANVAS_PX, photograph
from vision.training.fonts import Mask
from vision.training.glyphs import CLASSES, NUMBERS, Stock

Picture = NDArray[np.float32]
Rng = np.random.Generator
NONE_SHARE = 0.30
SYMMETRIC = frozenset({"0", "1", "8", "11"})
NINES = frozenset({"6", "9"})


def make_sample(rng: Rng, stock: Stock) -> tuple[NDArray[np.uint8], int]:
    """One crop (32, 32, 3) uint8 BGR and the index of its class in `CLASSES`."""
    kind = rng.random()
    if kind < NONE_SHARE:
        picture, label = _nothing(rng, stock), "none"
    elif kind < NONE_SHARE + 0.05:
        picture, label = _pictogram(rng, stock)
    else:
        label = str(rng.choice(NUMBERS)) if rng.random() < 0.6 else str(rng.integers(0, 10))
        picture = _number(rng, stock, label)
    return photograph(rng, picture), CLASSES.index(label)


def _number(rng: Rng, stock: Stock, label: str) -> Picture:
    mask = stock.number(rng, label)
    if label in NINES and rng.random() < 0.45:
        mask = with_mark(rng, mask)
    return compose(rng, place(rng, mask), stock)


def _pictogram(rng: Rng, stock: Stock) -> tuple[Picture, str]:
    label = "bomb" if rng.random() < 0.4 else "animal"
    mask = bomb(rng) if label == "bomb" and rng.random() < 0.6 else stock.sign(rng, fonts.PICTURES[label])
    if rng.random() < 0.5:
        mask = np.ascontiguousarray(mask[:, ::-1])
    return compose(rng, place(rng, mask, turn=int(rng.integers(4)) if rng.random() < 0.4 else 0), stock), label


def bomb(rng: Rng) -> Mask:
    """A round bomb with a lit fuse: tight mask."""
    mask = np.zeros((96, 96), np.uint8)
    radius = int(rng.integers(24, 34))
    cv2.circle(mask, (44, 56), radius, 255, -1, cv2.LINE_AA)
    tip = (int(rng.integers(66, 92)), int(rng.integers(4, 30)))
    neck = (44 + int(radius * 0.7), 56 - int(radius * 0.7))
    cv2.line(mask, (44, 56), (neck[0] + 4, neck[1] - 4), 255, int(rng.integers(8, 18)), cv2.LINE_AA)
    cv2.line(mask, neck, tip, 255, int(rng.integers(2, 7)), cv2.LINE_AA)
    for angle in rng.uniform(0, 2 * np.pi, 6):
        end = (int(tip[0] + 9 * np.cos(angle)), int(tip[1] + 9 * np.sin(angle)))
        cv2.line(mask, tip, end, 255, 2, cv2.LINE_AA)
    cv2.circle(mask, (34, 46), int(rng.integers(3, 8)), int(rng.integers(0, 120)), -1, cv2.LINE_AA)
    inked = fonts.tight(mask)
    return mask if inked is None else inked


def with_mark(rng: Rng, mask: Mask) -> Mask:
    """A 6 or 9 with the bar below it or the dot behind it that tells them apart."""
    height, width = mask.shape
    thick = max(3, int(height * rng.uniform(0.05, 0.12)))
    gap = int(height * rng.uniform(0.05, 0.16))
    if rng.random() < 0.75:
        marked = np.zeros((height + gap + thick, width), np.uint8)
        inset = int(width * rng.uniform(0, 0.15))
        marked[-thick:, inset : width - inset] = 255
    else:
        marked = np.zeros((height, width + gap + 2 * thick), np.uint8)
        cv2.circle(marked, (width + gap + thick - 1, height - thick - 1), thick, 255, -1, cv2.LINE_AA)
    marked[:height, :width] = mask
    return marked


def _nothing(rng: Rng, stock: Stock) -> Picture:
    kind = rng.random()
    if kind < 0.22:
        return compose(rng, place(rng, stock.letters(rng)), stock)
    if kind < 0.32:
        return compose(rng, place(rng, stock.sign(rng, fonts.SIGNS), turn=int(rng.integers(4))), stock)
    if kind < 0.58:
        return compose(rng, _turned(rng, stock), stock)
    if kind < 0.80:
        return compose(rng, _cut(rng, stock), stock)
    return compose(rng, _texture(rng), stock)


def _turned(rng: Rng, stock: Stock) -> Mask:
    label = str(rng.choice(NUMBERS))
    turn = int(rng.integers(1, 4))
    mask = stock.number(rng, label)
    if turn == 2 and label in NINES:
        mask = with_mark(rng, mask)
    if turn == 2 and label in SYMMETRIC:
        turn = 1
    return place(rng, mask, turn=turn)


def _cut(rng: Rng, stock: Stock) -> Mask:
    """Half a number, or one digit of two with its neighbour in view or cut by the edge."""
    label = str(rng.choice(NUMBERS))
    mask = stock.number(rng, label)
    if len(label) == 2 and rng.random() < 0.6:
        return _one_of_two(rng, mask)
    whole = place(rng, mask, turn=2 * int(rng.random() < 0.3))
    share = rng.uniform(0.32, 0.6) * CANVAS_PX
    angle = rng.choice([0, 90, 180, 270]) + rng.normal(0, 20)
    shift = share * np.cos(np.deg2rad(angle)), share * np.sin(np.deg2rad(angle))
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    return np.asarray(cv2.warpAffine(whole, move, (CANVAS_PX, CANVAS_PX)), np.uint8)


def _one_of_two(rng: Rng, mask: Mask) -> Mask:
    """A number of two digits so large that one of them fills the crop."""
    height, width = mask.shape
    scale = rng.uniform(0.55, 0.85) * CANVAS_PX / height
    centre = width * (rng.uniform(0.2, 0.3) if rng.random() < 0.5 else rng.uniform(0.7, 0.8))
    move = np.array([[scale, 0, CANVAS_PX / 2 - centre * scale], [0, scale, (CANVAS_PX - height * scale) / 2]])
    return np.asarray(cv2.warpAffine(mask, move, (CANVAS_PX, CANVAS_PX), flags=cv2.INTER_AREA), np.uint8)


def _texture(rng: Rng) -> Mask:
    canvas = np.zeros((CANVAS_PX, CANVAS_PX), np.uint8)
    kind = rng.random()
    if kind < 0.3:
        return canvas
    if kind < 0.6:
        step, thick = int(rng.integers(5, 20)), int(rng.integers(1, 5))
        for at in range(-CANVAS_PX, 2 * CANVAS_PX, step):
            cv2.line(
                canvas, (at, 0), (at + int(rng.integers(-3, 4)) + CANVAS_PX * int(kind < 0.45), CANVAS_PX), 255, thick
            )
        return canvas
    for _ in range(int(rng.integers(2, 14))):
        centre = tuple(int(v) for v in rng.integers(0, CANVAS_PX, 2))
        if rng.random() < 0.5:
            cv2.circle(canvas, centre, int(rng.integers(2, 14)), 255, rng.choice([-1, 1, 2]), cv2.LINE_AA)
        else:
            end = tuple(int(v) for v in rng.integers(0, CANVAS_PX, 2))
            cv2.line(canvas, centre, end, 255, int(rng.integers(1, 6)), cv2.LINE_AA)
    return canvas


def place(rng: Rng, mask: Mask, *, turn: int = 0) -> Mask:
    """The mask (h, w) set into the canvas: size, place, slant and stroke weight at random, then quarter turns."""
    height, width = mask.shape
    scale = rng.uniform(0.5, 0.88) * CANVAS_PX / max(height, 0.85 * width * (1 if width > height else 0.9))
    wide = float(np.clip(rng.normal(1, 0.12), 0.75, 1.3))
    size = (max(3, int(width * scale * wide)), max(3, int(height * scale)))
    size = (min(size[0], int(0.94 * CANVAS_PX)), size[1])
    small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    canvas = np.zeros((CANVAS_PX, CANVAS_PX), np.uint8)
    room = CANVAS_PX - size[0], CANVAS_PX - size[1]
    at = [int(np.clip(gap / 2 + rng.normal(0, 0.045) * CANVAS_PX, 0, gap)) for gap in room]
    canvas[at[1] : at[1] + size[1], at[0] : at[0] + size[0]] = small
    if rng.random() < 0.3:
        grow = np.ones((int(rng.integers(2, 4)),) * 2, np.uint8)
        canvas = np.asarray(cv2.dilate(canvas, grow) if rng.random() < 0.7 else cv2.erode(canvas, grow[:2, :2]))
    return np.rot90(_slanted(rng, canvas), turn).copy()


def _slanted(rng: Rng, canvas: Mask) -> Mask:
    half = CANVAS_PX / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]], np.float32)
    angle = np.deg2rad(rng.normal(0, 4) if rng.random() < 0.85 else rng.normal(0, 11))
    shear = np.array([[1, rng.normal(0, 0.17)], [rng.normal(0, 0.03), 1]])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = corners @ (turn @ shear).T + rng.normal(0, 0.02 * CANVAS_PX, (4, 2)) + half
    warp = cv2.getPerspectiveTransform(corners + np.float32(half), moved.astype(np.float32))
    return np.asarray(cv2.warpPerspective(canvas, warp, (CANVAS_PX, CANVAS_PX)), np.uint8)


def compose(rng: Rng, mask: Mask, stock: Stock) -> Picture:
    """Ground, borders and badges, then the inked mask (56, 56): a picture (56, 56, 3) float32 BGR."""
    ground = colour(rng)
    ink = contrasting(rng, ground)
    picture = np.empty((CANVAS_PX, CANVAS_PX, 3), np.float32)
    picture[:] = ground
    _decorate(rng, picture, keep=mask, ink=ink)
    if rng.random() < 0.12:
        _clutter(rng, picture, stock)
    return _inked(rng, picture, mask, ink)


def _inked(rng: Rng, picture: Picture, mask: Mask, ink: Picture) -> Picture:
    style = rng.random()
    if style < 0.14:
        offset = rng.integers(-3, 4, 2)
        _blend(picture, np.roll(mask, tuple(offset), (0, 1)), colour(rng) * rng.uniform(0, 0.5))
    elif style < 0.30:
        width = int(rng.integers(2, 5))
        _blend(picture, np.asarray(cv2.dilate(mask, np.ones((width, width), np.uint8))), contrasting(rng, ink))
    elif style < 0.34:
        inner = cv2.erode(mask, np.ones((3, 3), np.uint8))
        mask = np.asarray(cv2.subtract(mask, inner))
    _blend(picture, mask, ink)
    return picture


def _blend(picture: Picture, mask: Mask, tone: Picture) -> None:
    share = (mask.astype(np.float32) / 255)[..., None]
    picture += share * (tone - picture)


def colour(rng: Rng) -> Picture:
    """A colour (3,) float32 BGR of those printed on cards: paper whites, blacks, saturated inks."""
    kind = rng.random()
    if kind < 0.3:
        tone = rng.uniform(200, 255, 3) * 0.3 + rng.uniform(190, 255) * 0.7
    elif kind < 0.45:
        tone = rng.uniform(0, 60, 3)
    elif kind < 0.85:
        hsv = np.uint8([[[rng.integers(180), rng.integers(120, 256), rng.integers(80, 256)]]])
        tone = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    else:
        tone = rng.uniform(0, 255, 3)
    return np.asarray(tone, np.float32)


def contrasting(rng: Rng, ground: Picture) -> Picture:
    """A colour (3,) that stands out from the ground."""
    least = rng.uniform(75, 150)
    for _ in range(30):
        tone = colour(rng)
        if np.linalg.norm((tone - ground) * (0.7, 1.2, 1.0)) > least:
            return tone
    return np.asarray(255 * (ground < 128), np.float32)


def _decorate(rng: Rng, picture: Picture, *, keep: Mask, ink: Picture) -> None:
    kind = rng.random()
    tone = tuple(float(v) for v in colour(rng))
    if kind < 0.16:  # a badge behind the number
        middle = (CANVAS_PX // 2 + int(rng.integers(-2, 3)), CANVAS_PX // 2 + int(rng.integers(-2, 3)))
        radius = int(rng.integers(24, 40))
        if rng.random() < 0.5:
            around = picture[0, 0].copy()
            picture[:] = contrasting(rng, around)
            cv2.circle(picture, middle, radius, tuple(float(v) for v in around), -1, cv2.LINE_AA)
        else:
            line = tuple(float(v) for v in ink)
            cv2.circle(picture, middle, radius, line, int(rng.integers(1, 4)), cv2.LINE_AA)
    elif kind < 0.52:  # card edge, oval or frame running past
        _edge(rng, picture, tone, keep)
    elif kind < 0.6:  # printed texture
        grain = rng.normal(0, rng.uniform(4, 25), (14, 14)).astype(np.float32)
        picture += cv2.resize(grain, (CANVAS_PX, CANVAS_PX), interpolation=cv2.INTER_NEAREST)[..., None]


def _edge(rng: Rng, picture: Picture, tone: tuple[float, ...], keep: Mask) -> None:
    layer = picture.copy()
    far = CANVAS_PX * rng.uniform(0.34, 0.62)
    angle = rng.choice([0, 90, 180, 270, 180, 270]) + rng.normal(0, 8)
    out = np.array([np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))])
    radius = float(rng.choice([25, 60, 2000]))
    centre = CANVAS_PX / 2 + out * (far + radius)
    thick = -1 if rng.random() < 0.6 else int(rng.integers(1, 4))
    at = (int(centre[0] * 8), int(centre[1] * 8))
    cv2.circle(layer, at, int(radius * 8), tone, thick, cv2.LINE_AA, 3)
    near = cv2.dilate(keep, np.ones((3, 3), np.uint8)) > 60
    layer[near] = picture[near]
    picture[:] = layer


def _clutter(rng: Rng, picture: Picture, stock: Stock) -> None:
    """Part of another figure peeping in at a corner, as the big one in the middle of a card does."""
    mask = place(rng, stock.number(rng, str(rng.integers(0, 10))))
    side = rng.choice([-1, 1], 2) * CANVAS_PX * rng.uniform(0.62, 0.8)
    move = np.array([[1, 0, side[0]], [0, 1, side[1]]], np.float32)
    _blend(picture, np.asarray(cv2.warpAffine(mask, move, (CANVAS_PX, CANVAS_PX))), colour(rng))
