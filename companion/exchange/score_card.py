"""A score card as a picture to share: who played, who won, every score, in the letters and marks of the screens."""

from __future__ import annotations

import io
import math
from typing import Final

from babel.dates import format_date
from PIL import Image, ImageDraw, ImageFont

from companion.art.animals import FACES, SEAT_ANIMALS
from companion.art.glyphs import GLYPHS
from companion.art.letters import FONTS
from companion.art.look import FELT, PAPER, Rgba
from companion.art.shapes import Arc, Drawing, Oval, Poly, Shape, Stroke
from companion.exchange.play import Play
from companion.texts import Texts

WIDTH_PX: Final = 1080
"""How wide the card is; its height grows with the number of people, to 1350 for six."""
_HEAD_PX, _ROW_PX, _FOOT_PX = 320, 158, 82

_FINE: Final = 2
"""Everything is drawn so many times as large and then made smaller, for smooth edges."""
_Box = tuple[float, float, float]


class _Card:
    """A picture being drawn; places and sizes in pixels of the finished card."""

    def __init__(self, ground: Rgba, *, rows: int) -> None:
        self.height = _HEAD_PX + rows * _ROW_PX + _FOOT_PX
        self.image = Image.new("RGB", (WIDTH_PX * _FINE, self.height * _FINE), _rgb(ground))
        self._draw = ImageDraw.Draw(self.image)

    def panel(self, box: tuple[float, float, float, float], fill: Rgba) -> None:
        """A rounded rectangle: left, top, right, bottom."""
        self._draw.rounded_rectangle([side * _FINE for side in box], 28 * _FINE, fill=_rgb(fill))

    def words(self, text: str, at: tuple[float, float], *, size: float, ink: Rgba, anchor: str = "lm") -> None:
        """Words at a point; the anchor is Pillow's."""
        self._draw.text((at[0] * _FINE, at[1] * _FINE), text, _rgb(ink), font=_font(size), anchor=anchor)

    def drawing(self, shapes: Drawing, box: _Box, *, ink: Rgba, cut: Rgba) -> None:
        """A drawing of the unit square in a box: left, top, side."""
        for shape in shapes:
            self._shape(shape, box, _rgb(ink if shape.tone == "ink" else cut))

    def mark(self, seat: int, box: _Box) -> None:
        """The disc of a seat with its animal."""
        left, top, side = box
        hue = PAPER.seats[seat]
        self._draw.ellipse([part * _FINE for part in (left, top, left + side, top + side)], fill=_rgb(hue))
        inner = (left + 0.14 * side, top + 0.14 * side, 0.72 * side)
        self.drawing(FACES[SEAT_ANIMALS[seat]], inner, ink=PAPER.on_hue, cut=hue)

    def _shape(self, shape: Shape, box: _Box, colour: tuple[int, int, int]) -> None:
        left, top, side = (part * _FINE for part in box)

        def placed(x: float, y: float) -> tuple[float, float]:
            return left + x * side, top + (1 - y) * side

        match shape:
            case Oval(x, y, rx, ry):
                self._draw.ellipse([placed(x - rx, y + ry), placed(x + rx, y - ry)], fill=colour)
            case Poly(points):
                self._draw.polygon([placed(*point) for point in points], fill=colour)
            case Stroke(points, width):
                self._line([placed(*point) for point in points], width * side, colour)
            case Arc(x, y, r, start, end, width):
                turns = [math.radians(start + (end - start) * step / 24) for step in range(25)]
                around = [placed(x + r * math.sin(turn), y + r * math.cos(turn)) for turn in turns]
                self._line(around, width * side, colour)

    def _line(self, points: list[tuple[float, float]], width: float, colour: tuple[int, int, int]) -> None:
        """A line with round ends and corners."""
        self._draw.line(points, fill=colour, width=max(1, round(width)))
        for x, y in points:
            self._draw.ellipse([x - width / 2, y - width / 2, x + width / 2, y + width / 2], fill=colour)


def score_card(play: Play, words: Texts) -> bytes:
    """The card of a game as PNG, `WIDTH_PX` wide."""
    texts = Texts(words.language, play.header.game)
    card = _Card(FELT.ground, rows=len(play.names))
    card.drawing(
        GLYPHS.get(f"game.{play.header.game}", GLYPHS["game"]), (70, 70, 130), ink=FELT.accent, cut=FELT.ground
    )
    card.words(fitted(texts("name"), 780, size=92), (235, 112), size=92, ink=FELT.ink)
    day = format_date(play.began_at.astimezone(), "long", locale=words.language)
    state = texts(play.course.outcome.reason) if play.course.outcome else texts("share.running")
    card.words(day, (238, 186), size=36, ink=FELT.dim)
    card.words(fitted(state, 940, size=36), (70, 262), size=36, ink=FELT.dim)
    order = sorted(range(len(play.names)), key=lambda seat: (play.places[seat], seat))
    for row, seat in enumerate(order):
        _draw_row(card, play, seat, _HEAD_PX + row * _ROW_PX)
    card.words(words("share.made_by"), (WIDTH_PX / 2, card.height - 44), size=28, ink=FELT.dim, anchor="mm")
    out = io.BytesIO()
    card.image.resize((WIDTH_PX, card.height), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw_row(card: _Card, play: Play, seat: int, top: float) -> None:
    won = seat in play.winners
    card.panel((50, top, WIDTH_PX - 50, top + 140), FELT.accent if won else FELT.panel)
    ink = FELT.on_accent if won else FELT.ink
    middle = top + 70
    card.words(str(play.places[seat]), (104, middle), size=60, ink=ink, anchor="mm")
    card.mark(seat, (150, top + 20, 100))
    score = str(play.course.totals[seat])
    card.words(fitted(score, 330, size=84), (WIDTH_PX - 90, middle), size=84, ink=ink, anchor="rm")
    room = 640 - _width(fitted(score, 330, size=84), 84)
    card.words(fitted(play.names[seat], room, size=60), (285, middle), size=60, ink=ink)


def fitted(text: str, room: float, *, size: float) -> str:
    """`text`, shortened by an ellipsis until it is no wider than `room` pixels at this size."""
    if _width(text, size) <= room:
        return text
    while text and _width(f"{text}…", size) > room:
        text = text[:-1]
    return f"{text}…"


def _width(text: str, size: float) -> float:
    return _font(size).getlength(text) / _FINE


def _font(size: float) -> ImageFont.FreeTypeFont:
    file = "Dosis-Bold.otf" if size > 40 else "Cabin-Medium.otf"
    return ImageFont.truetype(str(FONTS / file), round(size * _FINE))


def _rgb(colour: Rgba) -> tuple[int, int, int]:
    red, green, blue = (round(255 * part) for part in colour[:3])
    return red, green, blue
