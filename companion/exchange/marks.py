"""The marks of people and games for pages: colour, animal and two letters of a seat, the emblem of a game."""

from __future__ import annotations

from typing import Final

from companion.art.animals import FACES, SEAT_ANIMALS
from companion.art.glyphs import GLYPHS
from companion.art.look import PAPER
from companion.art.shapes import Drawing
from companion.exchange.svg import css_colour, drawing_svg, mark_svg
from companion.texts import Texts

ON_MARK: Final = css_colour(PAPER.on_hue)
"""What is drawn on the colour of a seat."""


def seat_colour(seat: int) -> str:
    """The colour of a seat as CSS writes it."""
    return css_colour(PAPER.seats[seat % len(PAPER.seats)])


def seat_face(seat: int) -> Drawing:
    """The animal of a seat."""
    return FACES[SEAT_ANIMALS[seat % len(SEAT_ANIMALS)]]


def seat_mark(seat: int) -> str:
    """The disc of a seat, an ``svg`` element: its animal on its colour."""
    return mark_svg(seat_face(seat), ground=seat_colour(seat), ink=ON_MARK)


def seat_letters(seat: int, words: Texts) -> str:
    """The two letters of a seat's animal."""
    return words(f"code.{SEAT_ANIMALS[seat % len(SEAT_ANIMALS)]}")


def glyph_svg(name: str, *, kind: str = "sign") -> str:
    """An icon in the colour of the text about it, an ``svg`` element of class `kind`."""
    drawn = drawing_svg(GLYPHS.get(name, GLYPHS["game"]), ink="currentColor", cut="var(--panel)")
    return f'<svg class="{kind}" viewBox="0 0 100 100" aria-hidden="true">{drawn}</svg>'
