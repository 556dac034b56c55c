"""The house of Büro Crazy on paper: stairs, offices, kitchen, boss's suite and roof, and the figures that climb it.

Each place of a floor lies above the two of the floor below that meet for it, so a duel is always fought upwards.
"""

from __future__ import annotations

from typing import Final

from companion.art.animals import FACES, SEAT_ANIMALS
from companion.art.look import PAPER, Rgba, rgba
from companion.exchange.paper import GREY, INK, WHITE, Frame, Sheets
from companion.texts import Texts

_MARGIN_MM: Final = 12.0
_STAIRS_MM: Final = 30.0
_FLOOR_MM: Final = 28.0
_ROOF_MM: Final = 34.0
_PLACES: Final = (16, 8, 4, 2, 1)
_WALL: Final = rgba("#F4ECD8")
_STONE: Final = rgba("#DCCFB2")
_TILE: Final = rgba("#8C3B36")
_KITCHEN: Final = rgba("#CFE3D6")


def draw_house(sheets: Sheets, words: Texts) -> None:
    """Draw the board on a page held sideways."""
    left, width = _MARGIN_MM, sheets.width_mm - 2 * _MARGIN_MM
    height = _STAIRS_MM + 4 * _FLOOR_MM + _ROOF_MM
    foot = (sheets.height_mm - height) / 2
    house = Frame(left, foot + _STAIRS_MM, width, 4 * _FLOOR_MM)
    sheets.box(house, fill=_WALL, edge=INK)
    _draw_roof(sheets, Frame(left, house.y + house.height, width, _ROOF_MM), words)
    _draw_stairs(sheets, Frame(left, foot, width, _STAIRS_MM))
    for floor in range(1, 5):
        level = Frame(left, house.y + (floor - 1) * _FLOOR_MM, width, _FLOOR_MM)
        _draw_floor(sheets, level, floor, words)


def centres(frame: Frame, count: int) -> tuple[float, ...]:
    """Where the `count` places of a floor lie from left to right, mm."""
    return tuple(frame.x + (place + 0.5) * frame.width / count for place in range(count))


def _draw_stairs(sheets: Sheets, stairs: Frame) -> None:
    """Eight double steps of two places each, higher towards the right."""
    wide = stairs.width / 8
    for step in range(8):
        rise = 3.0 + 0.9 * step
        block = Frame(stairs.x + step * wide, stairs.y, wide, rise)
        sheets.box(block, fill=_STONE, edge=INK)
    for place, x in enumerate(centres(stairs, 16)):
        foot = stairs.y + 3.0 + 0.9 * (place // 2)
        _draw_place(sheets, (x, foot + 8.5))
        sheets.words(str(place + 1), (x, foot - 1.5), size_mm=2.6, ink=GREY)


def _draw_floor(sheets: Sheets, level: Frame, floor: int, words: Texts) -> None:
    sheets.line([(level.x, level.y), (level.x + level.width, level.y)], ink=INK, width_mm=0.6)
    spots = centres(level, _PLACES[floor])
    for room in range(0, len(spots), 2):
        pair = spots[room : room + 2]
        middle, half = sum(pair) / len(pair), level.width / _PLACES[floor] * len(pair) / 2
        name = words("print.boss" if floor == 4 else "print.office")
        if floor < 3:
            walls = Frame(middle - half, level.y, 2 * half, level.height)
            sheets.box(walls, edge=INK)
        sheets.words(name, (middle, level.y + level.height - 4), size_mm=3.2)
        for x in pair:
            _draw_place(sheets, (x, level.y + 11))
    if floor == 2:
        _draw_kitchen(sheets, level, words)


def _draw_kitchen(sheets: Sheets, level: Frame, words: Texts) -> None:
    x, _ = level.centre
    kitchen = Frame(x - 22, level.y, 44, level.height)
    sheets.box(kitchen, fill=_KITCHEN, edge=INK)
    sheets.words(words("print.kitchen"), (x, level.y + level.height - 5), size_mm=4.2)
    for step, amount in enumerate((80, 60, 40, 20)):
        at = (x - 15.6 + 10.4 * step, level.y + 9)
        sheets.disc(at, 4.8, fill=WHITE)
        sheets.words(str(amount), at, size_mm=4)


def _draw_roof(sheets: Sheets, roof: Frame, words: Texts) -> None:
    x, _ = roof.centre
    sheets.polygon([(roof.x - 4, roof.y), (roof.x + roof.width + 4, roof.y), (x, roof.y + roof.height)], fill=_TILE)
    sheets.words(words("print.roof"), (x, roof.y + 10), size_mm=7, ink=WHITE)


def _draw_place(sheets: Sheets, centre: tuple[float, float]) -> None:
    sheets.disc(centre, 7.2, fill=INK)
    sheets.disc(centre, 6.9, fill=WHITE)


def draw_figure(sheets: Sheets, seat: int, strip: Frame) -> None:
    """A figure to fold: foot, front, back (upside down, so that it stands upright once folded), foot."""
    hue = PAPER.seats[seat]
    foot, face = 9.0, (strip.height - 18.0) / 2
    for fold in (foot, foot + face, foot + 2 * face):
        y = strip.y + fold
        sheets.canvas.setDash(1, 1)
        sheets.line([(strip.x, y), (strip.x + strip.width, y)], ink=GREY, width_mm=0.2)
        sheets.canvas.setDash()
    for turned in (False, True):
        canvas = sheets.canvas
        canvas.saveState()
        if turned:
            x, y = strip.centre
            canvas.translate(2 * x, 2 * y)
            canvas.rotate(180)
        _draw_person(sheets, seat, Frame(strip.x, strip.y + foot, strip.width, face), hue)
        canvas.restoreState()


def _draw_person(sheets: Sheets, seat: int, face: Frame, hue: Rgba) -> None:
    """A bust in the colour of the seat with its animal for a head."""
    x = face.centre[0]
    sheets.box(Frame(face.x + 1.5, face.y, face.width - 3, 9), fill=hue, radius_mm=4)
    sheets.box(Frame(face.x + 1.5, face.y, face.width - 3, 5), fill=hue)
    sheets.polygon([(x - 1.4, face.y + 8.5), (x + 1.4, face.y + 8.5), (x, face.y + 1.5)], fill=INK)
    sheets.disc((x, face.y + 15), 7, fill=hue)
    sheets.drawing(FACES[SEAT_ANIMALS[seat]], Frame(x - 5, face.y + 10, 10, 10), ink=PAPER.on_hue, cut=hue)
