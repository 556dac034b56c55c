"""Faces and backs of printed cards, drawn by us: large dark figures on white, easily seen by cameras.

What makes a card easy to read, and is kept here: a rim of colour, so that the card has an edge on a cloth of any
colour, on a white one most of all; within it white paper, one figure as large as the card allows and one in each of two
corners; in the other two a disc of colour that grows out of the rim; nothing round the figures that looks like a back,
and a thick line close under a large 6 or 9.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.art.animals import BUCKET_ANIMALS, FACES
from companion.art.glyphs import GLYPHS
from companion.art.look import PAPER, Rgba, rgba
from companion.art.shapes import Drawing
from companion.exchange.paper import BOLD, CAP_HEIGHT, INK, WHITE, Frame, Sheets, width_of

CARD_MM: Final = (59.0, 91.0)
"""Width and height of a card, as the camera expects it."""

BLEED_MM: Final = 1.5
"""So far colour goes on beyond the cut, so that a blade which misses a little shows no white."""
_RIM_MM: Final = 3.0
"""Colour round a face: narrower it is soon cut off, wider a small face is taken for a back."""
_BACK_RIM_MM: Final = 4.0
"""White round a back."""
_CORNER_MM: Final = 3.0
_LARGE_MM, _SMALL_MM = (32.0, 42.0), (13.0, 15.0)
"""Height of figures, and the width that a number of two is narrowed to."""
_UNDERLINE_MM: Final = (2.5, 4.0)
"""Room above the line under a figure that reads both ways up, and its width: nearer or thinner it melts in a small
picture, farther off it is not seen as one with the figure."""
_DISC_MM, _DISC_IN_MM, _SIGN_MM = 13.0, 1.5, 8.2
"""A disc of colour, how far it lies inside the cut, and the sign on it: the disc grows out of the rim, for one apart
makes the face of a small card look like a back, and a larger one leaves the white field no corner to be found by."""
_LABEL: Final = re.compile(r"(?P<colour>[a-z]+)?(?P<value>-?\d+)")
_BY_VALUE: Final = ("blue", "green", "yellow", "orange", "red", "violet")
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
    sheets.box(card, fill=rim_of(label))
    if label == "bomb":
        _draw_bomb(sheets, card)
        return
    value, hue = _parts(label)
    sheets.box(card.inset(_RIM_MM), fill=WHITE, radius_mm=_CORNER_MM)
    sign = FACES[BUCKET_ANIMALS[hue]] if game == "alles_im_eimer" else GLYPHS[f"game.{game}"]
    _draw_number(sheets, value, card.centre, _LARGE_MM)
    _draw_underline(sheets, value, card.centre)
    sheets.both_ways(card, lambda: _draw_corners(sheets, value, card, hue, sign))


def rim_of(label: str) -> Rgba:
    """The colour at the edge of a face. Raises ValueError where the label is none of a card."""
    return INK if label == "bomb" else INKS[_parts(label)[1]]


def _parts(label: str) -> tuple[str, str]:
    """The figures and the colour of a card with a number: its own, or one by its value."""
    match = _LABEL.fullmatch(label)
    if match is None:
        raise ValueError(f"expected a number, a colour and a number, or 'bomb', got {label!r}")
    return match["value"], match["colour"] or _BY_VALUE[(int(match["value"]) + 1) // 2 % len(_BY_VALUE)]


def draw_back(sheets: Sheets, card: Frame, *, game: str) -> None:
    """Draw the back of a card of this game: the same whichever way it lies."""
    sheets.box(card, fill=WHITE)
    ground = card.inset(_BACK_RIM_MM)
    sheets.box(ground, fill=PAPER.back, radius_mm=_CORNER_MM)
    _draw_lattice(sheets, ground.inset(3))
    x, y = card.centre
    sheets.box(Frame(x - 11, y - 11, 22, 22), fill=PAPER.back, radius_mm=11)
    sign, at = GLYPHS[f"game.{game}"], Frame(x - 4.5, y + 0.8, 9, 9)
    sheets.both_ways(card, lambda: sheets.drawing(sign, at, ink=PAPER.card, cut=PAPER.back))


def _draw_number(sheets: Sheets, text: str, centre: tuple[float, float], room_mm: tuple[float, float]) -> None:
    """A number of this height about a point, narrowed where it would be wider."""
    height, width = room_mm
    size = height / CAP_HEIGHT
    canvas = sheets.canvas
    canvas.saveState()
    canvas.translate(*centre)
    canvas.scale(min(1.0, width / width_of(text, size_mm=size, font=BOLD)), 1)
    sheets.words(text, (0, 0), size_mm=size)
    canvas.restoreState()


def _draw_underline(sheets: Sheets, text: str, centre: tuple[float, float]) -> None:
    """The line under a large 6 or 9; those in the corners are told by where they stand."""
    if text not in {"6", "9"}:
        return
    gap, width = _UNDERLINE_MM
    half, below = 0.38 * _LARGE_MM[0], centre[1] - _LARGE_MM[0] / 2 - gap - width / 2
    sheets.line([(centre[0] - half, below), (centre[0] + half, below)], ink=INK, width_mm=width)


def _draw_corners(sheets: Sheets, text: str, card: Frame, hue: str, sign: Drawing) -> None:
    """The figure in the upper left corner, and in the upper right one the colour with a sign on it."""
    left, top, right = card.x, card.y + card.height, card.x + card.width
    _draw_number(sheets, text, (left + (11 if len(text) == 1 else 12), top - 13), _SMALL_MM)
    radius = _DISC_MM / 2
    middle = (right - _DISC_IN_MM - radius, top - _DISC_IN_MM - radius)
    sheets.disc(middle, radius, fill=INKS[hue])
    place = Frame(middle[0] - _SIGN_MM / 2, middle[1] - _SIGN_MM / 2, _SIGN_MM, _SIGN_MM)
    sheets.drawing(sign, place, ink=ink_on(hue), cut=INKS[hue])


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
