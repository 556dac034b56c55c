"""The printed house with its folded figures standing on it, seen by a camera from any height."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from companion.exchange.house_plan import FOOT_MM, house_frame
from companion.exchange.paper import Frame, Sheets
from companion.exchange.print_boards import FIGURE_MM, FIGURES, tiles, write_board
from companion.texts import Texts
from tests.exchange.printed import PX_PER_MM, Picture, cut, photographed, rendered
from vision.house_board import BOARD_MM, PLACES, centres_of

Floats: TypeAlias = npt.NDArray[np.float64]
Floors: TypeAlias = tuple[tuple[int | None, ...], ...]
AWAY_MM = 700.0
FACE_MM = (FIGURE_MM[1] - 2 * FOOT_MM) / 2


@dataclass(frozen=True)
class PaperHouse:
    """The printed page, where the board lies on it, and an uncut figure of each seat."""

    page: Picture = field(repr=False)
    board: Frame
    strips: Sequence[Picture] = field(repr=False)

    @classmethod
    def printed(cls, folder: Path) -> PaperHouse:
        """Print board and figures into `folder` and cut the figures out."""
        write_board(folder / "house.pdf", game="buero_crazy", paper="A4", words=Texts("en"))
        page, figures = rendered(folder / "house.pdf")
        sheets = Sheets(folder / "measures.pdf", title="", paper="A4", landscape=True)
        frames = tiles(sheets, FIGURE_MM)
        first = np.cumsum([0, *FIGURES[:-1]])
        return cls(page, house_frame(sheets), [cut(figures, frames[number]) for number in first])

    def peopled(self, rng: Random, *, share: float) -> Floors:
        """Figures on this share of all places."""
        return tuple(
            tuple(rng.randrange(len(FIGURES)) if rng.random() < share else None for _ in range(count))
            for count in PLACES
        )

    def picture(self, floors: Floors, rng: Random, *, width_px: int, height_deg: float) -> Picture:
        """What a camera sees that looks at the middle of the board, so many degrees above the table."""
        camera = _camera(width_px, np.deg2rad(height_deg))
        scene = np.full((round(0.75 * width_px), width_px, 3), (70, 90, 110), np.float32)
        page = self.page[::-1]
        corner = -np.array([self.board.x + BOARD_MM[0] / 2, self.board.y + BOARD_MM[1] / 2])
        scene = _laid(scene, page, camera[:, [0, 1, 3]] @ _placed(corner))
        standing = [
            (BOARD_MM[1] / 2 - y, x - BOARD_MM[0] / 2, who)
            for floor, row in enumerate(floors)
            for (x, y), who in zip(centres_of(floor), row, strict=True)
            if who is not None
        ]
        for y, x, who in sorted(standing, reverse=True):
            scene = _stood(scene, self.strips[who], camera, (x, y))
        return photographed(scene, rng)


def _camera(width_px: int, height: float) -> Floats:
    """Three rows of four that take (x to the right, y away, z up, 1) mm about the middle of the board to pixels."""
    focal = width_px * AWAY_MM / 330
    down = np.array([0, -np.sin(height), -np.cos(height)])
    away = np.array([0, np.cos(height), -np.sin(height)])
    turned = np.vstack([[1, 0, 0], down, away])
    lens = np.array([[focal, 0, width_px / 2], [0, focal, 0.75 * width_px / 2], [0, 0, 1]])
    return np.asarray(lens @ np.hstack([turned, [[0], [0], [AWAY_MM]]]))


def _placed(corner: npt.ArrayLike) -> Floats:
    """From pixels of a texture, its lowest row first, to mm of its plane."""
    x, y = np.asarray(corner)
    return np.array([[1 / PX_PER_MM, 0, x], [0, 1 / PX_PER_MM, y], [0, 0, 1]])


def _laid(scene: npt.NDArray[np.float32], texture: Picture, warp: Floats) -> npt.NDArray[np.float32]:
    """The scene with a texture, its lowest row first, drawn into it."""
    rows, columns = texture.shape[:2]
    rim = np.array([[[0, 0], [columns, 0], [columns, rows], [0, rows]]], np.float64)
    corners = cv2.perspectiveTransform(rim, warp)[0]
    left, top = np.maximum(np.floor(corners.min(0)).astype(int), 0)
    right, bottom = np.minimum(np.ceil(corners.max(0)).astype(int) + 1, scene.shape[1::-1])
    moved = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ warp
    size = (int(right - left), int(bottom - top))
    small = np.asarray(cv2.GaussianBlur(texture, (0, 0), 1.2), np.float32)
    seen = cv2.warpPerspective(small, moved, size)
    mask = cv2.warpPerspective(np.ones((rows, columns), np.float32), moved, size)[..., None]
    part = scene[top:bottom, left:right]
    scene[top:bottom, left:right] = part * (1 - mask) + seen * mask
    return scene


def _stood(
    scene: npt.NDArray[np.float32], strip: Picture, camera: Floats, at: tuple[float, float]
) -> npt.NDArray[np.float32]:
    """A figure folded and stood up: a foot before and one behind, between them its face."""
    x, y = at
    foot, face = round(FOOT_MM * PX_PER_MM), round(FACE_MM * PX_PER_MM)
    upwards = strip[::-1]
    flat = camera[:, [0, 1, 3]]
    left = x - FIGURE_MM[0] / 2
    scene = _laid(scene, upwards[:foot], flat @ _placed((left, y)))
    scene = _laid(scene, upwards[:foot], flat @ _placed((left, y - FOOT_MM)))
    upright = np.column_stack([camera[:, 0], camera[:, 2], camera[:, 3] + camera[:, 1] * y])
    return _laid(scene, upwards[foot : foot + face], upright @ _placed((left, 0.0)))
