"""What the seats should show, what the board is believed to show, and the next request between the two.

Pure. The rule that keeps bids secret sits here by construction: a number is only ever part of a
picture once it is public, and all numbers of a picture travel in one PREP.
"""

from dataclasses import dataclass, replace

from hardware import seat1
from hardware.errors import CannotShow
from hardware.readings import SeatMark

THINKING = "…"
"""Seat text: this seat is entering something."""

IN = "•"
"""Seat text: this seat's secret is in."""

_MARKS = {"": SeatMark.IDLE, THINKING: SeatMark.THINKING, IN: SeatMark.IN}


@dataclass(frozen=True, slots=True)
class Picture:
    """What six seats show.

    Args:
        numbers: the public number of each seat (0..999), None for seats without one.
        marks: the mark of each seat; of no effect where there is a number.
    """

    numbers: tuple[int | None, ...] = (None,) * seat1.SEATS
    marks: tuple[SeatMark, ...] = (SeatMark.IDLE,) * seat1.SEATS

    @property
    def has_numbers(self) -> bool:
        """Whether any seat shows a number."""
        return any(number is not None for number in self.numbers)


@dataclass(frozen=True, slots=True)
class BoardImage:
    """What the board is believed to hold.

    Args:
        picture: its numbers and marks.
        is_lit: whether the numbers are shown, not dashes.
        round: of the last PREP in this session.
    """

    picture: Picture = Picture()
    is_lit: bool = False
    round: int = 0


def picture_of(texts: tuple[str, ...]) -> Picture:
    """Return the picture of one text a seat: "" dark, THINKING, IN, or a number from "0" to "999".

    Raises:
        CannotShow: more than six seats, or a text that is none of these.
    """
    if len(texts) > seat1.SEATS:
        raise CannotShow(f"expected at most {seat1.SEATS} seats, got {len(texts)}")
    padded = texts + ("",) * (seat1.SEATS - len(texts))
    return Picture(
        numbers=tuple(None if text in _MARKS else _number(text, seat) for seat, text in enumerate(padded)),
        marks=tuple(_MARKS.get(text, SeatMark.IDLE) for text in padded),
    )


def _number(text: str, seat: int) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= seat1.VALUE_MAX):
        raise CannotShow(f"seat {seat}: expected a number from 0 to {seat1.VALUE_MAX}, got {text!r}")
    return int(text)


def next_step(board: BoardImage, wanted: Picture) -> tuple[seat1.Request, BoardImage] | None:
    """Return the next request that brings `board` nearer to `wanted` and the image after it; None when they agree."""
    if board.picture.has_numbers and not wanted.has_numbers:
        return seat1.CLEAR, replace(board, picture=Picture(), is_lit=False)
    if board.picture.numbers != wanted.numbers:
        return _prep(board, wanted)
    marked = _first_mark(board, wanted)
    if marked is not None:
        return marked
    if wanted.has_numbers and not board.is_lit:
        return seat1.commit(board.round), replace(board, is_lit=True)
    return None


def _prep(board: BoardImage, wanted: Picture) -> tuple[seat1.Request, BoardImage]:
    round_ = board.round % 0xFFFF + 1
    picture = replace(board.picture, numbers=wanted.numbers)
    return seat1.prep(round_, wanted.numbers), BoardImage(picture, is_lit=False, round=round_)


def _first_mark(board: BoardImage, wanted: Picture) -> tuple[seat1.Request, BoardImage] | None:
    for seat, mark in enumerate(wanted.marks):
        if wanted.numbers[seat] is None and board.picture.marks[seat] is not mark:
            marks = (*board.picture.marks[:seat], mark, *board.picture.marks[seat + 1 :])
            after = replace(board, picture=replace(board.picture, marks=marks))
            return seat1.seat(seat, mark), after
    return None
