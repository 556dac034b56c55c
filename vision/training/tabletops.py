"""Invented tables for the finder to search: wood, cloth, felt, paper, and things lying about that are no cards."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.card_art import ink, paper

Rng = np.random.Generator
Ground = NDArray[np.float32]


def draw_table(rng: Rng, side: int) -> Ground:
    """A table top, (side, side, 3) float32 BGR in 0..255."""
    tone = np.float32(_tone(rng))
    table = np.empty((side, side, 3), np.float32)
    table[:] = tone
    kind = rng.random()
    if kind < 0.3:
        table *= 1 + _wood(rng, side)[..., None]
    elif kind < 0.5:
        _checks(rng, table)
    elif kind < 0.75:
        table += _cloud(rng, side, rng.uniform(0, 30))[..., None]
    table += rng.normal(0, rng.gamma(1.2, 3), table.shape).astype(np.float32)
    return np.asarray(np.clip(table, 0, 255), np.float32)


def _tone(rng: Rng) -> tuple[float, ...]:
    kind = rng.random()
    if kind < 0.3:
        return paper(rng)
    if kind < 0.45:
        return tuple(rng.uniform(5, 50) + rng.uniform(0, 12, 3))
    if kind < 0.7:
        base = rng.uniform(60, 210)
        return base * 0.55, base * 0.78, base
    if kind < 0.85:
        return tuple(rng.uniform(60, 200) + rng.uniform(-12, 12, 3))
    return ink(rng)


def _wood(rng: Rng, side: int) -> Ground:
    fine = rng.normal(0, 1, (int(rng.integers(2, 9)), side)).astype(np.float32)
    grain = cv2.resize(fine, (side, side), interpolation=cv2.INTER_CUBIC)
    grain = cv2.GaussianBlur(grain, (0, 0), sigmaX=rng.uniform(0.6, 4), sigmaY=1)
    warp = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 180)), 1.5)
    return np.asarray(cv2.warpAffine(grain, warp, (side, side)) * rng.uniform(0.03, 0.22), np.float32)


def _cloud(rng: Rng, side: int, strength: float) -> Ground:
    cells = int(rng.integers(3, 60))
    rough = rng.normal(0, strength, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _checks(rng: Rng, table: Ground) -> None:
    side = len(table)
    step, share = rng.uniform(6, 60), rng.uniform(0.3, 0.5)
    axis = np.arange(side, dtype=np.float32)
    if rng.random() < 0.4:
        axis = axis + 2.5 * np.sin(axis / rng.uniform(15, 60))
    down = ((axis / step) % 1 < share).astype(np.float32)
    across = down if rng.random() < 0.7 else np.zeros_like(down)
    tone = np.float32(_tone(rng))
    weave = (0.5 * down[:, None] + 0.5 * across[None])[..., None]
    warp = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 90)), 1.5)
    weave = cv2.warpAffine(weave, warp, (side, side))[..., None]
    table += weave * (tone - table) * rng.uniform(0.3, 1)


def scatter_things(rng: Rng, table: Ground) -> None:
    """Draw onto a table what is no card: discs, sticks, squares, corner cards, a hand."""
    for _ in range(int(rng.poisson(1.2))):
        kind = rng.random()
        if kind < 0.3:
            centre = tuple(int(v) for v in rng.integers(0, len(table), 2))
            cv2.circle(table, centre, int(rng.integers(4, 45)), ink(rng), -1, cv2.LINE_AA)
        elif kind < 0.55:
            _corner_card(rng, table)
        elif kind < 0.7:
            _hand(rng, table)
        else:
            _slab(rng, table)


def _box(rng: Rng, table: Ground, width: float, height: float) -> NDArray[np.float32]:
    centre = tuple(float(v) for v in rng.uniform(0, len(table), 2))
    return np.asarray(cv2.boxPoints((centre, (width, height), float(rng.uniform(0, 90)))), np.float32)


def _slab(rng: Rng, table: Ground) -> None:
    """A rectangle of another shape than a card's: a ruler, a square coaster, a sheet of paper beyond the rim."""
    shape = rng.choice([1.0, 1.05, 2.6, 4.0, 9.0])
    width = rng.uniform(10, 60) if shape > 2 else rng.uniform(20, 110)
    tone = ink(rng) if rng.random() < 0.5 else paper(rng)
    cv2.fillPoly(table, [_box(rng, table, width, width * shape).astype(np.int32)], tone, cv2.LINE_AA)


def _corner_card(rng: Rng, table: Ground) -> None:
    """A square white card with an ArUco marker and coloured patches, as the product prints them."""
    card = np.full((90, 90, 3), 255, np.uint8)
    names = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    marker = cv2.aruco.generateImageMarker(names, int(rng.integers(0, 14)), 50)
    card[10:60, 10:60] = marker[..., None]
    for at in range(4):
        card[3 + 20 * at : 18 + 20 * at, 72:87] = ink(rng)
        card[72:87, 3 + 20 * at : 18 + 20 * at] = ink(rng)
    side = rng.uniform(25, 90)
    quad = _box(rng, table, side, side)
    warp = cv2.getPerspectiveTransform(np.float32([[0, 0], [90, 0], [90, 90], [0, 90]]), quad)
    shape = (len(table), len(table))
    cover = cv2.warpPerspective(np.full((90, 90), 255, np.uint8), warp, shape) > 127
    table[cover] = cv2.warpPerspective(card, warp, shape)[cover]


def _hand(rng: Rng, table: Ground) -> None:
    side = len(table)
    skin = (float(rng.uniform(90, 170)), float(rng.uniform(110, 190)), float(rng.uniform(170, 245)))
    root = rng.uniform(0, side, 2)
    root[rng.integers(2)] = rng.choice([0, side])
    palm = root + (side / 2 - root) * rng.uniform(0.2, 0.6)
    thick = int(rng.uniform(8, 26))
    cv2.line(table, _at(root), _at(palm), skin, thick * 3, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 5))):
        cv2.line(table, _at(palm), _at(palm + rng.normal(0, 40, 2)), skin, thick, cv2.LINE_AA)


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])
