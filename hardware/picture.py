"""What the seats should show, what the board is believed to show, and the next request between the two.

Pure. The rule that keeps bids secret sits here by construction: a value is only ever part of a
picture once it is public, and all values of a picture travel in one PREP.
"""

import re
from dataclasses import dataclass, replace

from hardware import seat1
from hardware.errors import CannotShow
from hardware.readings import SeatMark

THINKING = "-"
"""Seat text: this seat is entering something; one dash in the middle."""

IN = "---"
"""Seat text: this seat's secret is in; three dashes whatever it is."""

TOO_LONG = "EEE"
"""What a seat shows whose text three digits cannot show."""

_DASH_INSIDE = re.compile(r"(?<=\d)-(?=\d)")

MARK_TEXTS = {SeatMark.IDLE: "", SeatMark.THINKING: THINKING, SeatMark.IN: IN}
"""The seat text of each mark, for whoever shows how far the seats are with their secrets."""

_MARKS = {text: mark for mark, text in MARK_TEXTS.items()}


@dataclass(frozen=True, slots=True)
class Picture:
    """What six seats show.

    Args:
        values: the public value of each seat as `seat1.prep` takes it, None for seats without one.
        marks: the mark of each seat; of no effect where there is a value.
    """

    values: tuple[int | None, ...] = (None,) * seat1.SEATS
    marks: tuple[SeatMark, ...] = (SeatMark.IDLE,) * seat1.SEATS

    @property
    def has_values(self) -> bool:
        """Whether any seat shows a value."""
        return any(value is not None for value in self.values)


@dataclass(frozen=True, slots=True)
class BoardImage:
    """What the board is believed to hold.

    Args:
        picture: its values and marks.
        is_lit: whether the values are shown, not dashes.
        round: of the last PREP in this session.
    """

    picture: Picture = Picture()
    is_lit: bool = False
    round: int = 0


def picture_of(texts: tuple[str, ...]) -> Picture:
    """Return the picture of one text a seat.

    Args:
        texts: at most six: "" dark, THINKING, IN, a number up to "999" or down to "-99", or three of the characters
            0-9 - E H L P; in a longer text a dash between digits becomes a dot ("10-2" shows as 10.2). What still does
            not fit shows as TOO_LONG.

    Raises:
        CannotShow: more than six seats.
    """
    if len(texts) > seat1.SEATS:
        raise CannotShow(f"expected at most {seat1.SEATS} seats, got {len(texts)}")
    padded = texts + ("",) * (seat1.SEATS - len(texts))
    return Picture(
        values=tuple(None if text in _MARKS else value_of(text) for text in padded),
        marks=tuple(_MARKS.get(text, SeatMark.IDLE) for text in padded),
    )


def value_of(text: str) -> int:
    """Return the value that shows `text` as well as three digits can; TOO_LONG where they cannot."""
    if text.isascii() and text.isdigit() and int(text) <= seat1.VALUE_MAX:
        return int(text)
    shown = text if len(text) <= seat1.DIGITS else _DASH_INSIDE.sub(".", text)
    places = len(shown.replace(".", ""))
    if places > seat1.DIGITS or not set(shown) <= {*seat1.CODE_B, "."} or shown.startswith(".") or ".." in shown:
        return seat1.glyphs(TOO_LONG)
    return seat1.glyphs(" " * (seat1.DIGITS - places) + shown)


def next_step(board: BoardImage, wanted: Picture) -> tuple[seat1.Request, BoardImage] | None:
    """Return the next request that brings `board` nearer to `wanted` and the image after it; None when they agree."""
    if board.picture.has_values and not wanted.has_values:
        return seat1.CLEAR, replace(board, picture=Picture(), is_lit=False)
    if board.picture.values != wanted.values:
        return _prep(board, wanted)
    marked = _first_mark(board, wanted)
    if marked is not None:
        return marked
    if wanted.has_values and not board.is_lit:
        return seat1.commit(board.round), replace(board, is_lit=True)
    return None


def _prep(board: BoardImage, wanted: Picture) -> tuple[seat1.Request, BoardImage]:
    round_ = board.round % 0xFFFF + 1
    picture = replace(board.picture, values=wanted.values)
    return seat1.prep(round_, wanted.values), BoardImage(picture, is_lit=False, round=round_)


def _first_mark(board: BoardImage, wanted: Picture) -> tuple[seat1.Request, BoardImage] | None:
    for seat, mark in enumerate(wanted.marks):
        if wanted.values[seat] is None and board.picture.marks[seat] is not mark:
            marks = (*board.picture.marks[:seat], mark, *board.picture.marks[seat + 1 :])
            after = replace(board, picture=replace(board.picture, marks=marks))
            return seat1.seat(seat, mark), after
    return None
