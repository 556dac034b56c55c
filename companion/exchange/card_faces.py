"""Faces and backs of printed cards, drawn by us: large figures on white, in a ground of colour, easily seen by cameras.

What makes a card easy to read, and is kept here: a white rim by which it is found and its light is judged, the figure
large in the middle and in two corners, nothing else of the same size, and a line under 6 and 9.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from companion.art.animals import BUCKET_ANIMALS, FACES
from companion.art.glyphs import GLYPHS
from companion.art.look import PAPER, Rgba, rgba
from companion.exchange.paper import CAP_HEIGHT, INK, WHITE, Frame, Sheets, width_of

CARD_MM: Final = (59.0, 91.0)
"""Width and height of a card, as the camera expects it."""

_RIM_MM: Final = 4.0
_CORNER_MM: Final = 3.0
_LARGE_MM, _SMALL_MM = 25.0, 12.0
_LABEL: Final = re.compile(r"(?P<colour>[a-z]+)?(?P<value>-?\d+)")
_BY_VALUE: Final = ("blue", "green", "yellow", "orange", "red", "violet")
_SPREAD: Final = -0.06
"""The two figures of a number stand a little closer than in a text, so that they are seen as one."""
_FUSE: Final = rgba("#F5B83C")
INKS: Final[Mapping[str, Rgba]] = MappingProxyType(
    {
        "red": rgba("#C8282D"),
        "yellow": rgba("#F0C22B"),
        "green": rgba("#2D914B"),
        "blue": rgba("#285FB4"),
        "violet": rgba("#7D3C9B"),
        "orange": rgba("#E4781E"),
    }
)
"""The colours of the games as printed: deeper than on the screens, because ink on paper is paler than light."""


def draw_face(sheets: Sheets, label: str, card: Frame, *, game: str) -> None:
    """Draw the face of a card: ``"7"``, ``"red7"`` or ``"bomb"``, of this game."""
    sheets.box(card, fill=WHITE)
    if label == "bomb":
        _draw_bomb(sheets, card)
        return
    match = _LABEL.fullmatch(label)
    if match is None:
        raise ValueError(f"expected a number, a colour and a number, or 'bomb', got {label!r}")
    value = int(match["value"])
    hue = match["colour"] or _BY_VALUE[(value + 1) // 2 % len(_BY_VALUE)]
    ground = card.inset(_RIM_MM)
    sheets.box(ground, fill=INKS[hue], radius_mm=_CORNER_MM)
    _draw_field(sheets, card)
    _draw_number(sheets, match["value"], card.centre, _LARGE_MM)
    for turned in (False, True):
        _turned(sheets, card, lambda: _draw_corner(sheets, match["value"], card, hue, game), turned=turned)


def draw_back(sheets: Sheets, card: Frame, *, game: str) -> None:
    """Draw the back of a card of this game: the same whichever way it lies."""
    sheets.box(card, fill=WHITE)
    ground = card.inset(_RIM_MM)
    sheets.box(ground, fill=PAPER.back, radius_mm=_CORNER_MM)
    _draw_lattice(sheets, ground.inset(3))
    x, y = card.centre
    sheets.box(Frame(x - 11, y - 11, 22, 22), fill=PAPER.back, radius_mm=11)
    sign, at = GLYPHS[f"game.{game}"], Frame(x - 4.5, y + 0.8, 9, 9)
    for turned in (False, True):
        _turned(sheets, card, lambda: sheets.drawing(sign, at, ink=PAPER.card, cut=PAPER.back), turned=turned)


def _draw_field(sheets: Sheets, card: Frame) -> None:
    """The white field behind the large figure: a leaning oval, which nobody takes for a card."""
    canvas = sheets.canvas
    canvas.saveState()
    canvas.translate(*card.centre)
    canvas.rotate(-18)
    canvas.setFillColorRGB(1, 1, 1)
    canvas.ellipse(-18.5, -26, 18.5, 26, stroke=0, fill=1)
    canvas.restoreState()


def _turned(sheets: Sheets, card: Frame, draw: Callable[[], None], *, turned: bool) -> None:
    """Draw something as it is, or turned by half about the middle of the card."""
    canvas = sheets.canvas
    canvas.saveState()
    if turned:
        x, y = card.centre
        canvas.translate(2 * x, 2 * y)
        canvas.rotate(180)
    draw()
    canvas.restoreState()


def _draw_number(sheets: Sheets, text: str, centre: tuple[float, float], size_mm: float, *, ink: Rgba = INK) -> None:
    size = size_mm if len(text) == 1 else 0.82 * size_mm
    sheets.words(text, centre, size_mm=size, ink=ink, spread=_SPREAD)
    if text in {"6", "9"}:
        half, below = 0.3 * size, centre[1] - (CAP_HEIGHT / 2 + 0.13) * size
        ends = [(centre[0] - half, below), (centre[0] + half, below)]
        sheets.line(ends, ink=ink, width_mm=0.09 * size)


def _draw_corner(sheets: Sheets, text: str, card: Frame, hue: str, game: str) -> None:
    """The figure in the upper left corner, and the animal of a bucket colour in the upper right one."""
    ink = ink_on(hue)
    across = 11.5 if len(text) == 1 else 13.5
    _draw_number(sheets, text, (card.x + across, card.y + card.height - 13.5), _SMALL_MM, ink=ink)
    if game == "alles_im_eimer":
        side = 10.0
        at = Frame(card.x + card.width - 11.5 - side / 2, card.y + card.height - 13.5 - side / 2, side, side)
        sheets.drawing(FACES[BUCKET_ANIMALS[hue]], at, ink=ink, cut=INKS[hue])


def ink_on(hue: str) -> Rgba:
    """What is written with on a ground of this colour: the darker one where the ground is light."""
    return INK if hue in {"yellow", "orange"} else WHITE


def _draw_bomb(sheets: Sheets, card: Frame) -> None:
    ground = card.inset(_RIM_MM)
    sheets.box(ground, fill=_FUSE, radius_mm=_CORNER_MM)
    x, y = card.centre
    body, radius = (x - 1, y - 5), 15.0
    sheets.line([body, (x + 9, y + 12)], ink=INK, width_mm=7)
    sheets.disc(body, radius, fill=INK)
    fuse = [(x + 10, y + 14), (x + 12.5, y + 19), (x + 10, y + 23), (x + 12, y + 27)]
    sheets.line(fuse, ink=rgba("#7A4A12"), width_mm=1.6)
    star = (x + 12, y + 28.5)
    for step, reach in ((0, 4.5), (1, 3.0), (2, 4.5), (3, 3.0)):
        dx, dy = ((reach, 0), (reach * 0.7, reach * 0.7), (0, reach), (reach * 0.7, -reach * 0.7))[step]
        ends = [(star[0] - dx, star[1] - dy), (star[0] + dx, star[1] + dy)]
        sheets.line(ends, ink=rgba("#D8432B"), width_mm=1.2)
    sheets.disc((body[0] - 5.5, body[1] + 5.5), 2.4, fill=WHITE)


def _draw_lattice(sheets: Sheets, frame: Frame, pitch_mm: float = 6.0) -> None:
    """Crossing diagonal lines, cut off at the frame."""
    canvas = sheets.canvas
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(frame.x, frame.y, frame.width, frame.height)
    canvas.clipPath(clip, stroke=0, fill=0)
    count = int((frame.width + frame.height) / pitch_mm) + 1
    for step in range(count + 1):
        left = frame.x - frame.height + step * pitch_mm
        for ends in (
            [(left, frame.y), (left + frame.height, frame.y + frame.height)],
            [(left + frame.height, frame.y), (left, frame.y + frame.height)],
        ):
            sheets.line(ends, ink=PAPER.card, width_mm=0.7)
    canvas.restoreState()


def fits(text: str, width_mm: float, *, size_mm: float) -> float:
    """The size, at most `size_mm`, at which `text` is no wider than `width_mm`."""
    return min(size_mm, size_mm * width_mm / max(width_of(text, size_mm=size_mm), 1e-6))
