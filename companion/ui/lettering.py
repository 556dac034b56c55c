"""Words as textures, made once and kept: how large they may be in a box, whether they fit, and drawing them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from companion.art.layout import Box
from companion.art.letters import FONTS
from companion.art.look import Rgba

TEXT_FONT: Final = str(FONTS / "Cabin-Medium.otf")
DISPLAY_FONT: Final = str(FONTS / "Dosis-Bold.otf")
SMALLEST: Final = 14
"""Below this size (units of a 480 pixel high screen) words are cut rather than shrunk further."""


@dataclass(frozen=True, slots=True)
class Style:
    """How words are set: font, size wanted (units of a 480 pixel high screen), side, and whether they may be cut."""

    font: str = DISPLAY_FONT
    base: float = 22
    halign: str = "center"
    shorten: bool = False
    strike: bool = False


@lru_cache(maxsize=4000)
def fitting_size(text: str, style: Style, width: int, height: int) -> float:
    """The largest font size in pixels at which `text` fits, at most the one wanted and at least `SMALLEST`."""
    size = round(dp(style.base))
    while size > dp(SMALLEST) and not text_fits(text, style.font, size, (width, height)):
        size -= 1
    return max(size, round(dp(SMALLEST)))


def text_fits(text: str, font: str, size: float, room: tuple[float, float]) -> bool:
    """True where `text`, broken at spaces, fits into `room` (width, height in pixels)."""
    label = CoreLabel(font_name=font, font_size=size)
    label.resolve_font_name()
    lines = 0
    for paragraph in text.split("\n"):
        taken, space = 0.0, label.get_extents(" ")[0]
        lines += 1
        for word in paragraph.split(" "):
            width = label.get_extents(word)[0]
            if width > room[0]:
                return False
            if taken and taken + space + width > room[0]:
                lines, taken = lines + 1, 0.0
            taken += width + (space if taken else 0)
    return bool(lines * label.get_extents("Éy")[1] <= room[1] + 1)


@lru_cache(maxsize=2000)
def natural_width(text: str, font: str, base: float) -> float:
    """How wide the longest line of `text` is at its wanted size, pixels."""
    label = CoreLabel(font_name=font, font_size=round(dp(base)))
    label.resolve_font_name()
    return max((float(label.get_extents(line)[0]) for line in text.split("\n")), default=0.0)


@lru_cache(maxsize=300)  # a page has about forty; each takes some 22 kB
def word_texture(text: str, style: Style, size: float, width: int) -> Any:
    """The texture of white `text`, at most `width` pixels wide; tint it with a `Color`."""
    label = CoreLabel(
        text=text,
        font_size=size,
        font_name=style.font,
        text_size=(width, None),
        halign=style.halign,
        color=(1, 1, 1, 1),
        strikethrough=style.strike,
        shorten=style.shorten,
        shorten_from="right",
    )
    label.refresh()
    return label.texture


def draw_words(text: str, box: Box, ink: Rgba, style: Style) -> bool:
    """Write `text` into `box`, shrunk as far as it must be; False where even the smallest size does not fit."""
    room = (int(box.width), int(box.height))
    if not text or min(room) < 2:
        return not text
    size = fitting_size(text, style, *room)
    texture = word_texture(text, style, size, room[0])
    Color(*ink)
    y = box.y + (box.height - texture.height) / 2
    Rectangle(texture=texture, size=texture.size, pos=(round(box.x), round(y)))
    return style.shorten or text_fits(text, style.font, size, room)


@lru_cache(maxsize=150)
def figure_texture(text: str, size: int, font: str = DISPLAY_FONT) -> Any:
    """The texture of a short white `text` in one line."""
    label = CoreLabel(text=text, font_size=size, font_name=font, color=(1, 1, 1, 1))
    label.refresh()
    return label.texture


def draw_figure(text: str, box: Box, ink: Rgba, *, fit: float = 0.62) -> None:
    """Write a figure in the middle of `box`, as large as `fit` of its height and its width allow."""
    if not text:
        return
    size = max(8, int(box.height * fit))
    texture = figure_texture(text, size)
    if texture.width > box.width * 0.92:
        texture = figure_texture(text, max(8, int(size * box.width * 0.92 / texture.width)))
    x, y = box.centre
    Color(*ink)
    Rectangle(texture=texture, size=texture.size, pos=(round(x - texture.width / 2), round(y - texture.height / 2)))
