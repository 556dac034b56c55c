"""Cards and tables drawn for the tests, plain enough to be certain of."""

import cv2
import numpy as np

from vision.cards.rectify import CARD_HEIGHT_PX, CARD_WIDTH_PX
from vision.lens import Lens

FONT = cv2.FONT_HERSHEY_DUPLEX
BLUE, RED = (190, 90, 20), (40, 30, 210)
SHAPE = (960, 1280, 3)
CARD_MM = np.array([[-29.5, -45.5], [29.5, -45.5], [29.5, 45.5], [-29.5, 45.5]])


def write(card: np.ndarray, text: str, middle: tuple[float, float], height: int, tone: tuple[int, ...]) -> None:
    (_, plain), _ = cv2.getTextSize(text, FONT, 1.0, 2)
    scale = height / plain
    thick = max(2, round(2.2 * scale))
    (width, tall), _ = cv2.getTextSize(text, FONT, scale, thick)
    at = (round(middle[0] - width / 2), round(middle[1] + tall / 2))
    cv2.putText(card, text, at, FONT, scale, tone, thick, cv2.LINE_AA)


def number_card(text: str, *, ground: tuple[int, ...] = BLUE, indices: bool = True, middle: bool = True) -> np.ndarray:
    """A white-bordered card with a coloured panel, a figure in the middle and two indices, the lower one turned."""
    card = np.full((CARD_HEIGHT_PX, CARD_WIDTH_PX, 3), 245, np.uint8)
    cv2.rectangle(card, (9, 9), (CARD_WIDTH_PX - 10, CARD_HEIGHT_PX - 10), ground, -1)
    for _ in range(2 * indices):
        write(card, text, (32, 32), 24, (250, 250, 250))
        card = np.ascontiguousarray(card[::-1, ::-1])
    if middle:
        write(card, text, (CARD_WIDTH_PX / 2, CARD_HEIGHT_PX / 2), 62, (250, 250, 250))
    return card


def wooden_table(seed: int = 1, size: tuple[int, int] = (720, 960)) -> np.ndarray:
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (12, size[1])).astype(np.float32), (0, 0), 3)
    grain = cv2.resize(grain, size[::-1], interpolation=cv2.INTER_CUBIC)
    table = np.array([60, 95, 140]) * (1 + 0.12 * grain[..., None])
    return np.clip(table + rng.normal(0, 2, table.shape), 0, 255).astype(np.uint8)


def lay(table: np.ndarray, card: np.ndarray, middle: tuple[float, float], height: float, turn_deg: float) -> np.ndarray:
    """Draw the card on the table (changed in place); return its quad (4, 2), clockwise from its own top left."""
    width = height * card.shape[1] / card.shape[0]
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    spin = np.deg2rad(turn_deg)
    quad = half @ np.array([[np.cos(spin), np.sin(spin)], [-np.sin(spin), np.cos(spin)]]) + middle
    laid_at(table, card, quad)
    return quad


def on_tilted_table(
    sideways: float, forward: float, places: list[tuple[float, float, float]], thing_mm: np.ndarray = CARD_MM
) -> list[np.ndarray]:
    """Cards, or other things (4, 2) mm, as px (4, 2) each, on a table tilted by two angles in radians, 700 mm before a
    usual camera; places are x, y mm and radians."""
    lens = Lens.usual(*SHAPE[1::-1])
    right = np.array([np.cos(sideways), 0, np.sin(sideways)])
    down = np.array([0, np.cos(forward), np.sin(forward)])
    down -= (down @ right) * right
    down /= np.linalg.norm(down)
    quads = []
    for x, y, spin in places:
        turn = np.array([[np.cos(spin), np.sin(spin)], [-np.sin(spin), np.cos(spin)]])
        points = (thing_mm @ turn + (x, y)) @ np.array([right, down]) + (0, 0, 700.0)
        quads.append(lens.bent(points[:, :2] / points[:, 2:]))
    return quads


def checked_cloth(sideways: float, forward: float) -> np.ndarray:
    """A cloth of white and red squares of 50 mm, on a table so tilted."""
    squares = (np.indices((20, 20)).sum(0) % 2)[..., None]
    cloth = np.where(squares > 0, np.array([235, 235, 240]), np.array([45, 40, 190])).astype(np.uint8)
    cloth = cv2.resize(cloth, None, fx=12, fy=12, interpolation=cv2.INTER_NEAREST)
    (quad,) = on_tilted_table(sideways, forward, [(0.0, 0.0, 0.2)], 500 * CARD_MM / CARD_MM.max(0))
    table = np.full(SHAPE, 100, np.uint8)
    laid_at(table, cloth, quad)
    return table


def slopes(sideways: float, forward: float) -> np.ndarray:
    """The tilt (2,) of such a table as `vision.cards.tilt` tells it."""
    normal = np.cross([np.cos(sideways), 0, np.sin(sideways)], [0, np.cos(forward), np.sin(forward)])
    return normal[:2] / normal[2]


def sign_card(tone: tuple[int, ...], count: int) -> np.ndarray:
    """A white card with one to three large signs and no numeral."""
    card = np.full((CARD_HEIGHT_PX, CARD_WIDTH_PX, 3), 245, np.uint8)
    for row in range(count):
        middle = (CARD_WIDTH_PX // 2, round((row + 1) * CARD_HEIGHT_PX / (count + 1)))
        cv2.ellipse(card, middle, (48, 22), 0, 0, 360, tone, -1, cv2.LINE_AA)
    return card


def laid_at(table: np.ndarray, card: np.ndarray, quad: np.ndarray) -> None:
    """Draw a card into an outline (4, 2) px on the table, changed in place."""
    source = np.array([[0, 0], [card.shape[1], 0], card.shape[1::-1], [0, card.shape[0]]], np.float32)
    warp = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    cover = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), warp, table.shape[1::-1])
    drawn = cv2.warpPerspective(card, warp, table.shape[1::-1], flags=cv2.INTER_AREA)
    table[cover > 127] = drawn[cover > 127]


def lattice() -> np.ndarray:
    """A red back with a white rim."""
    y, x = np.mgrid[:240, :156]
    lines = ((x + y) % 18 < 4) | ((x - y) % 18 < 4)
    back = np.where(lines[..., None], (225, 225, 235), (45, 40, 165)).astype(np.uint8)
    cv2.rectangle(back, (0, 0), (155, 239), (235, 238, 240), 8)
    return back
