"""Boards and pieces of paper: bucket pyramids and tiles, the house of Büro Crazy and its figures, water drops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.art.animals import BUCKET_ANIMALS, FACES
from companion.art.look import PAPER, Rgba, rgba
from companion.exchange.card_faces import INKS, ink_on
from companion.exchange.house_plan import draw_figure, draw_house
from companion.exchange.paper import GREY, INK, Frame, PaperName, Sheets
from companion.games import game_named
from companion.games.alles_im_eimer.model import COLOURS
from companion.rulebook.errors import CompanionError
from companion.texts import Texts

BUCKET_MM: Final = (50.0, 46.0)
_RIM_MM: Final = 1.5
"""Paper left around a bucket: so little that rims nearly touch, as those of real buckets do."""
_ROWS: Final = 4
FIGURES: Final = (5, 5, 5, 5, 4)
"""Figures of each colour (Büro Crazy R01; five seats take three each)."""
FIGURE_MM: Final = (15.0, 66.0)
_DROPS: Final = 14
_DROP_MM: Final = 40.0
_PALE: Final = rgba("#D9D2C0")


class NoBoard(CompanionError, KeyError):
    """Error raised when a game has neither board nor pieces of paper."""


def write_board(path: Path, *, game: str, paper: PaperName, words: Texts) -> None:
    """Write the board of a game and what stands on it, on pages held sideways.

    Raises UnknownGame, NoBoard or OSError.
    """
    game_named(game)
    if game not in _BOARDS:
        raise NoBoard("print.no_board", game=game, known=games_with_boards())
    title = words("print.board_title", game=words.game(game))
    sheets = Sheets(path, title=title, paper=paper, landscape=True)
    _BOARDS[game](sheets, words)
    sheets.save()


def games_with_boards() -> tuple[str, ...]:
    """The keys of the games that `write_board` knows."""
    return tuple(_BOARDS)


def tiles(sheets: Sheets, size_mm: tuple[float, float]) -> tuple[Frame, ...]:
    """As many frames of this size as a page holds, in the middle of it, row by row from the top left."""
    across, up = size_mm
    columns, rows = int((sheets.width_mm - 16) // across), int((sheets.height_mm - 16) // up)
    left, bottom = (sheets.width_mm - columns * across) / 2, (sheets.height_mm - rows * up) / 2
    return tuple(
        Frame(left + column * across, bottom + row * up, across, up)
        for row in reversed(range(rows))
        for column in range(columns)
    )


def _tiled(sheets: Sheets, size_mm: tuple[float, float], draws: Iterator[Callable[[Frame], None]]) -> None:
    """Draw one thing a frame, with thin lines to cut along, on as many fresh pages as it takes."""
    frames: list[Frame] = []
    for draw in draws:
        if not frames:
            sheets.turn()
            frames = list(tiles(sheets, size_mm))
        frame = frames.pop(0)
        sheets.box(frame, edge=GREY)
        draw(frame)


def pyramid_places(sheets: Sheets) -> tuple[tuple[Frame, ...], ...]:
    """Where buckets lie on the board: rows of 4, 3, 2 and 1 frames from the base up, each from the left."""
    width, height = BUCKET_MM
    foot = (sheets.height_mm - _ROWS * height) / 2 - 4

    def row_of(row: int) -> tuple[Frame, ...]:
        left = (sheets.width_mm - (_ROWS - row) * width) / 2
        return tuple(Frame(left + n * width, foot + row * height, width, height) for n in range(_ROWS - row))

    return tuple(row_of(row) for row in range(_ROWS))


def _draw_buckets(sheets: Sheets, words: Texts) -> None:
    """A pyramid to lay buckets on, one a player, and the sixty buckets as tiles."""
    for place in chain.from_iterable(pyramid_places(sheets)):
        sheets.box(place, edge=GREY, radius_mm=3)
        draw_pail(sheets, place.inset(_RIM_MM), _PALE)
    sheets.words(words("print.one_each"), (sheets.width_mm / 2, sheets.height_mm - 9), size_mm=4.2)
    _tiled(sheets, BUCKET_MM, (_bucket(sheets, colour) for colour in COLOURS for _ in range(12)))


def _bucket(sheets: Sheets, colour: str) -> Callable[[Frame], None]:
    def draw(frame: Frame) -> None:
        draw_pail(sheets, frame.inset(_RIM_MM), INKS[colour])
        sign = frame.inset(_RIM_MM).square(26)
        sheets.drawing(FACES[BUCKET_ANIMALS[colour]], sign, ink=ink_on(colour), cut=INKS[colour])

    return draw


def draw_pail(sheets: Sheets, frame: Frame, hue: Rgba) -> None:
    """A bucket seen from the side, filling a frame."""
    x, y, width, height = frame.x, frame.y, frame.width, frame.height
    lip = y + 0.9 * height
    sheets.polygon([(x + 0.12 * width, y), (x + 0.88 * width, y), (x + width, lip), (x, lip)], fill=hue)
    sheets.box(Frame(x - 1, lip - 0.04 * height, width + 2, 0.12 * height), fill=hue, radius_mm=1.5)


def _draw_office(sheets: Sheets, words: Texts) -> None:
    """The house, and twenty-four figures to cut out and fold."""
    draw_house(sheets, words)
    seats = [seat for seat, count in enumerate(FIGURES) for _ in range(count)]
    _tiled(sheets, FIGURE_MM, (_figure(sheets, seat) for seat in seats))


def _figure(sheets: Sheets, seat: int) -> Callable[[Frame], None]:
    return lambda frame: draw_figure(sheets, seat, frame)


def _draw_drops(sheets: Sheets, words: Texts) -> None:
    """Fourteen water drops."""
    frames = tiles(sheets, (_DROP_MM, _DROP_MM))
    for frame in frames[:_DROPS]:
        sheets.box(frame, edge=GREY)
        _draw_drop(sheets, frame.square(30))
    sheets.words(words("print.cut_out"), (sheets.width_mm / 2, 10), size_mm=4.2)


def _draw_drop(sheets: Sheets, frame: Frame) -> None:
    x, y = frame.centre
    canvas, side = sheets.canvas, frame.width
    path = canvas.beginPath()
    path.moveTo(x, frame.y + side)
    path.curveTo(x + 0.1 * side, y + 0.2 * side, x + 0.36 * side, y, x + 0.34 * side, y - 0.18 * side)
    path.curveTo(x + 0.32 * side, y - 0.6 * side, x - 0.32 * side, y - 0.6 * side, x - 0.34 * side, y - 0.18 * side)
    path.curveTo(x - 0.36 * side, y, x - 0.1 * side, y + 0.2 * side, x, frame.y + side)
    canvas.setFillColorRGB(*PAPER.hues["blue"][:3])
    canvas.setStrokeColorRGB(*INK[:3])
    canvas.setLineWidth(0.5)
    canvas.drawPath(path, stroke=1, fill=1)
    sheets.disc((x - 0.12 * side, y - 0.12 * side), 0.07 * side, fill=PAPER.card)


_BOARDS: Final[Mapping[str, Callable[[Sheets, Texts], None]]] = MappingProxyType(
    {"alles_im_eimer": _draw_buckets, "buero_crazy": _draw_office, "splash": _draw_drops}
)
