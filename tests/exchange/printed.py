"""What comes out of the printer: pages as pictures, cards cut from them and laid on a table."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.exchange.card_faces import CARD_MM
from companion.exchange.decks import deck_of
from companion.exchange.paper import Frame
from companion.exchange.print_deck import card_grid, pages_of, write_deck
from companion.texts import Texts
from tests.exchange.cloths import DARK, Cloth

Picture: TypeAlias = npt.NDArray[np.uint8]

needs_poppler = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not installed")
PX_PER_MM = 5.0


def rendered(pdf: Path, *, pages: tuple[int, int] = (1, 999)) -> list[Picture]:
    """The pages of a PDF as pictures (rows, columns, 3) uint8 BGR, `PX_PER_MM` pixels a millimetre."""
    first, last = map(str, pages)
    command = [
        "pdftoppm",
        "-r",
        str(25.4 * PX_PER_MM),
        "-f",
        first,
        "-l",
        last,
        "-png",
        str(pdf),
        str(pdf.with_suffix("")),
    ]
    subprocess.run(command, check=True)
    files = sorted(pdf.parent.glob(f"{pdf.stem}-*.png"))
    pictures = [np.asarray(cv2.imread(str(file)), np.uint8) for file in files]
    for file in files:
        file.unlink()
    return pictures


def cut(page: Picture, frame: Frame) -> Picture:
    """One card, cut out of a page."""
    left, width, height = (round(side * PX_PER_MM) for side in (frame.x, frame.width, frame.height))
    top = page.shape[0] - round((frame.y + frame.height) * PX_PER_MM)
    return page[top : top + height, left : left + width]


def printed_faces(game: str, folder: Path) -> dict[str, Picture]:
    """Every face of a game's printed deck, cut out of its pages."""
    pdf, grid = folder / f"{game}.pdf", card_grid("A4")
    write_deck(pdf, game=game, paper="A4", words=Texts("en"), with_backs=False)
    cards: dict[str, Picture] = {}
    for page, labels in zip(rendered(pdf), pages_of(deck_of(game), grid), strict=True):
        cards |= {label: cut(page, frame) for label, frame in zip(labels, grid.frames, strict=False)}
    return cards


def laid(cards: Sequence[Picture], rng: Random, *, scale: float = 1.0, cloth: Cloth = DARK) -> Picture:
    """Up to six cards on a cloth, each turned and tilted a little, under uneven light, with noise.

    Cards are 330 px high times `scale`, and so is all else but blur and noise.
    """
    size = (round(960 * scale), round(1280 * scale))
    height = 330.0 * scale
    table = cloth(size, height / CARD_MM[1])
    width = height * CARD_MM[0] / CARD_MM[1]
    for number, sharp in enumerate(cards):
        card = cv2.resize(sharp, (round(width), round(height)), interpolation=cv2.INTER_AREA)
        centre = scale * np.array([230 + 410 * (number % 3), 250 + 450 * (number // 3)], np.float32)
        turn = np.deg2rad(rng.uniform(-25, 25))
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
        tilt = scale * np.array([[rng.uniform(-9, 9), rng.uniform(-9, 9)] for _ in range(4)])
        corners = (half @ axes + centre + tilt).astype(np.float32)
        rows, columns = card.shape[:2]
        flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
        warp = cv2.getPerspectiveTransform(flat, corners)
        seen = cv2.warpPerspective(card, warp, size[::-1], flags=cv2.INTER_LINEAR)
        mask = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), warp, size[::-1]) / 255
        table = table * (1 - mask[..., None]) + seen * mask[..., None]
    return photographed(table, rng)


def built(board: Picture, tiles: Mapping[Frame, Picture], rng: Random, *, width_px: int) -> Picture:
    """A printed board on a table with tiles laid on some of its places; the page is `width_px` wide."""
    page = board.copy()
    for place, tile in tiles.items():
        left, top = round(place.x * PX_PER_MM), page.shape[0] - round((place.y + place.height) * PX_PER_MM)
        page[top : top + tile.shape[0], left : left + tile.shape[1]] = tile
    scale = width_px / page.shape[1]
    small = cv2.resize(page, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    border = width_px // 8
    table = cv2.copyMakeBorder(small, border, border, border, border, cv2.BORDER_CONSTANT, value=(70, 90, 110))
    return photographed(table, rng)


def photographed(scene: npt.NDArray[np.generic], rng: Random) -> Picture:
    """The scene under light that falls from one side, a little blurred and noisy."""
    light = np.linspace(rng.uniform(0.6, 0.8), 1.0, scene.shape[1])[None, :, None]
    noise = np.random.default_rng(rng.randrange(2**32)).normal(0, 4, scene.shape)
    blurred = cv2.GaussianBlur(scene * light, (0, 0), 0.9)
    return np.clip(blurred + noise, 0, 255).astype(np.uint8)
