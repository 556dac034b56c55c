"""Score pads and seat labels: paper for the people at the table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.art.animals import FACES, SEAT_ANIMALS
from companion.art.look import PAPER
from companion.exchange.paper import BOLD, GREY, INK, TEXT, Frame, PaperName, Sheets, width_of
from companion.games import game_named
from companion.texts import Texts

_PADS: Final[Mapping[str, tuple[tuple[str, int], ...]]] = MappingProxyType(
    {
        "alles_im_eimer": (("pad.buckets", 8), ("pad.won", 1)),
        "allegra": (("pad.round", 3), ("pad.total", 1), ("pad.round", 3), ("pad.total", 1)),
        "buero_crazy": (("pad.hand", 1), ("pad.boss", 1), ("pad.office", 1), ("pad.kitchen", 1), ("pad.total", 1)) * 2,
        "die_bombe": (("pad.deficit", 15), ("pad.deficits", 1), ("pad.red", 1), ("pad.green", 1), ("pad.total", 1)),
        "splash": (("pad.drops", 8), ("pad.won", 1)),
    }
)
"""What is written down in each game: words and number of rows; rows of one kind are counted."""
_ANY_PAD: Final = (("pad.round", 8), ("pad.total", 1))
"""What is written down in a game that has no pad of its own."""
_BOLD_ROWS: Final = frozenset({"pad.total", "pad.won", "pad.deficits"})
_LABEL_MM: Final = (92.0, 84.0)


def write_pad(path: Path, *, game: str, paper: PaperName, words: Texts) -> None:
    """Write two score pads a page, held sideways, to be cut apart. Raises UnknownGame or OSError."""
    game_named(game)
    name = words.game(game)
    sheets = Sheets(path, title=words("print.pad_title", game=name), paper=paper, landscape=True)
    half = sheets.width_mm / 2
    for side in range(2):
        _draw_pad(sheets, Frame(side * half + 9, 9, half - 18, sheets.height_mm - 18), game, words)
    sheets.canvas.setDash(2, 2)
    sheets.line([(half, 0), (half, sheets.height_mm)], ink=GREY, width_mm=0.2)
    sheets.canvas.setDash()
    sheets.save()


def _rows(game: str, words: Texts) -> list[tuple[str, bool]]:
    """What each row says, and whether it is a sum."""
    return [
        (words(key) if count == 1 else words(f"{key}_n", number=number + 1), key in _BOLD_ROWS)
        for key, count in _PADS.get(game, _ANY_PAD)
        for number in range(count)
    ]


def _draw_pad(sheets: Sheets, pad: Frame, game: str, words: Texts) -> None:
    seats = game_named(game).seats.stop - 1
    sheets.words_from(words.game(game), (pad.x, pad.y + pad.height - 6), size_mm=6, font=BOLD)
    rows = _rows(game, words)
    head, first = 18.0, 34.0
    room = pad.height - 10 - head
    high = min(room / len(rows), 16.0)
    wide = (pad.width - first) / seats
    top = pad.y + pad.height - 10
    for seat in range(seats):
        cell = Frame(pad.x + first + seat * wide, top - head, wide, head)
        sheets.box(cell, edge=GREY)
        draw_mark(sheets, seat, (cell.centre[0], top - 6), radius_mm=4.5)
    for number, (text, is_sum) in enumerate(rows):
        y = top - head - (number + 1) * high
        if is_sum:
            sheets.box(Frame(pad.x, y, pad.width, high), fill=PAPER.raised)
        size = min(3.6, 3.6 * (first - 4) / max(width_of(text, size_mm=3.6), 1e-6))
        sheets.words_from(text, (pad.x + 2, y + high / 2 - 1), size_mm=size, font=BOLD if is_sum else TEXT)
        for column in range(seats):
            sheets.box(Frame(pad.x + first + column * wide, y, wide, high), edge=GREY)
        sheets.box(Frame(pad.x, y, first, high), edge=GREY)


def draw_mark(sheets: Sheets, seat: int, centre: tuple[float, float], *, radius_mm: float) -> None:
    """The disc of a seat: its colour and its animal."""
    hue = PAPER.seats[seat]
    sheets.disc(centre, radius_mm, fill=hue)
    side = 1.42 * radius_mm
    frame = Frame(centre[0] - side / 2, centre[1] - side / 2, side, side)
    sheets.drawing(FACES[SEAT_ANIMALS[seat]], frame, ink=PAPER.on_hue, cut=hue)


def write_seat_labels(path: Path, *, paper: PaperName, words: Texts) -> None:
    """Write six labels that stand before the players: fold once, the same on both sides. Raises OSError."""
    sheets = Sheets(path, title=words("print.seats_title"), paper=paper)
    across, up = _LABEL_MM
    left, bottom = (sheets.width_mm - 2 * across) / 2, (sheets.height_mm - 3 * up) / 2
    for seat in range(6):
        column, row = seat % 2, 2 - seat // 2
        _draw_label(sheets, seat, Frame(left + column * across, bottom + row * up, across, up), words)
    sheets.save()


def _draw_label(sheets: Sheets, seat: int, label: Frame, words: Texts) -> None:
    sheets.box(label, edge=GREY)
    y = label.centre[1]
    sheets.canvas.setDash(2, 2)
    sheets.line([(label.x, y), (label.x + label.width, y)], ink=GREY, width_mm=0.2)
    sheets.canvas.setDash()

    def draw_half() -> None:
        draw_mark(sheets, seat, (label.x + 20, label.y + label.height / 4), radius_mm=14)
        sheets.words_from(words("player", number=seat + 1), (label.x + 40, label.y + 27), size_mm=5, font=BOLD)
        sheets.line([(label.x + 40, label.y + 12), (label.x + label.width - 6, label.y + 12)], ink=INK, width_mm=0.3)

    sheets.both_ways(label, draw_half)
