"""The house of Büro Crazy on paper: stairs, offices, kitchen, boss's suite and roof, and the figures that climb it.

Each place of a floor lies above the two of the floor below that meet for it, so a duel is always fought upwards.
"""

from __future__ import annotations

from typing import Final

from companion.art.animals import FACES, SEAT_ANIMALS
from companion.art.look import PAPER, Rgba, rgba
from companion.exchange.markers import white_runs
from companion.exchange.paper import GREY, INK, WHITE, Frame, Sheets
from companion.texts import Texts
from vision.house_board import (
    BOARD_MM,
    FLOOR_MM,
    HOUSE_MARKS,
    PLACE_RADIUS_MM,
    PLACES,
    ROOF_MM,
    centres_of,
    level_of,
    rise_of,
)
from vision.marker_layout import MARKER_BITS, Mark

FOOT_MM: Final = 9.0
"""Length of each foot of a figure."""
_WALL: Final = rgba("#F4ECD8")
_STONE: Final = rgba("#DCCFB2")
_TILE: Final = rgba("#8C3B36")
_KITCHEN: Final = rgba("#CFE3D6")


def draw_house(sheets: Sheets, words: Texts) -> None:
    """Draw the board in the middle of a page held sideways."""
    board = house_frame(sheets)
    house = Frame(board.x, board.y + board.height - ROOF_MM - 4 * FLOOR_MM, board.width, 4 * FLOOR_MM)
    sheets.box(house, fill=_WALL, edge=INK)
    _draw_roof(sheets, Frame(board.x, house.y + house.height, board.width, ROOF_MM), words)
    _draw_stairs(sheets, board)
    for floor in range(1, len(PLACES)):
        _draw_floor(sheets, board, floor, words)
    for mark in HOUSE_MARKS:
        _draw_mark(sheets, board, mark)


def house_frame(sheets: Sheets) -> Frame:
    """Where the board lies on a page."""
    across, up = BOARD_MM
    return Frame((sheets.width_mm - across) / 2, (sheets.height_mm - up) / 2, across, up)


def _spots(board: Frame, floor: int) -> tuple[tuple[float, float], ...]:
    """The centres of a floor's places on the page, from the left."""
    return tuple((board.x + x, board.y + board.height - y) for x, y in centres_of(floor))


def _draw_stairs(sheets: Sheets, board: Frame) -> None:
    """Eight double steps of two places each, higher towards the right."""
    wide, foot = board.width / PLACES[0], board.y + board.height - level_of(0)
    for place, spot in enumerate(_spots(board, 0)):
        rise = rise_of(place)
        if place % 2 == 0:
            sheets.box(Frame(board.x + place * wide, foot, 2 * wide, rise), fill=_STONE, edge=INK)
        _draw_place(sheets, spot)
        sheets.words(str(place + 1), (spot[0], foot + rise - 1.5), size_mm=2.6, ink=GREY)


def _draw_floor(sheets: Sheets, board: Frame, floor: int, words: Texts) -> None:
    level = Frame(board.x, board.y + board.height - level_of(floor), board.width, FLOOR_MM)
    sheets.line([(level.x, level.y), (level.x + level.width, level.y)], ink=INK, width_mm=0.6)
    spots = _spots(board, floor)
    for room in range(0, len(spots), 2):
        pair = spots[room : room + 2]
        middle, half = sum(x for x, _ in pair) / len(pair), level.width / PLACES[floor] * len(pair) / 2
        name = words("print.boss" if floor == 4 else "print.office")
        if floor < 3:
            walls = Frame(middle - half, level.y, 2 * half, level.height)
            sheets.box(walls, edge=INK)
        sheets.words(name, (middle, level.y + level.height - 4), size_mm=3.2)
        for spot in pair:
            _draw_place(sheets, spot)
    if floor == 2:
        _draw_kitchen(sheets, level, words)


def _draw_mark(sheets: Sheets, board: Frame, mark: Mark) -> None:
    """A marker by which the camera finds the board."""
    module = mark.size_mm / MARKER_BITS
    left, top = board.x + mark.x_mm - mark.size_mm / 2, board.y + board.height - mark.y_mm + mark.size_mm / 2
    sheets.box(Frame(left, top - mark.size_mm, mark.size_mm, mark.size_mm), fill=(0, 0, 0, 1))
    for row, column, length in white_runs(mark.id):
        run = Frame(left + column * module, top - (row + 1) * module, length * module, module)
        sheets.box(run, fill=WHITE)


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
    sheets.polygon([(roof.x - 3, roof.y), (roof.x + roof.width + 3, roof.y), (x, roof.y + roof.height)], fill=_TILE)
    sheets.words(words("print.roof"), (x, roof.y + 10), size_mm=7, ink=WHITE)


def _draw_place(sheets: Sheets, centre: tuple[float, float]) -> None:
    sheets.disc(centre, PLACE_RADIUS_MM, fill=INK)
    sheets.disc(centre, PLACE_RADIUS_MM - 0.3, fill=WHITE)


def draw_figure(sheets: Sheets, seat: int, strip: Frame) -> None:
    """A figure to fold: foot, front, back (upside down, so that it stands upright once folded), foot.

    The feet have the colour, too: from above they are what is seen best.
    """
    hue = PAPER.seats[seat]
    foot, face = FOOT_MM, (strip.height - 2 * FOOT_MM) / 2
    for y in (strip.y, strip.y + strip.height - foot):
        sheets.box(Frame(strip.x, y, strip.width, foot), fill=hue)
    for fold in (foot, foot + face, foot + 2 * face):
        y = strip.y + fold
        sheets.canvas.setDash(1, 1)
        sheets.line([(strip.x, y), (strip.x + strip.width, y)], ink=GREY, width_mm=0.2)
        sheets.canvas.setDash()
    front = Frame(strip.x, strip.y + foot, strip.width, face)
    sheets.both_ways(strip, lambda: _draw_person(sheets, seat, front, hue))


def _draw_person(sheets: Sheets, seat: int, face: Frame, hue: Rgba) -> None:
    """A bust in the colour of the seat with its animal for a head."""
    x = face.centre[0]
    sheets.box(Frame(face.x + 1.5, face.y, face.width - 3, 9), fill=hue, radius_mm=4)
    sheets.box(Frame(face.x + 1.5, face.y, face.width - 3, 5), fill=hue)
    sheets.polygon([(x - 1.4, face.y + 8.5), (x + 1.4, face.y + 8.5), (x, face.y + 1.5)], fill=INK)
    sheets.disc((x, face.y + 15), 7, fill=hue)
    sheets.drawing(FACES[SEAT_ANIMALS[seat]], Frame(x - 5, face.y + 10, 10, 10), ink=PAPER.on_hue, cut=hue)
