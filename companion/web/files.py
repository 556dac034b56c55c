"""The files that pages need, all of them ours: style, scripts, letters and an emblem, read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.art.glyphs import GLYPHS
from companion.art.letters import FONTS
from companion.art.look import FELT, PAPER, Look
from companion.exchange.evening_style import theme_variables
from companion.exchange.marks import seat_colour
from companion.exchange.svg import css_colour, drawing_svg

_HERE: Final = Path(__file__).parent / "static"
_LETTERS: Final = ("Dosis-Bold.otf", "Cabin-Medium.otf", "Cabin-Bold.otf")
_SCRIPTS: Final = ("live.js", "seat.js", "clock.js")
SEATS: Final = 6


@dataclass(frozen=True, slots=True)
class File:
    """Content and its media type."""

    data: bytes
    media_type: str


@cache
def files() -> Mapping[str, File]:
    """All files by name."""
    found = {name: File((FONTS / name).read_bytes(), "font/otf") for name in _LETTERS}
    found |= {name: File((_HERE / name).read_bytes(), "text/javascript") for name in _SCRIPTS}
    found["style.css"] = File(_style().encode(), "text/css")
    found["icon.svg"] = File(_icon().encode(), "image/svg+xml")
    return MappingProxyType(found)


@cache
def version() -> str:
    """A mark of all files, so that browsers keep them until one changes."""
    return sha256(b"".join(file.data for file in files().values())).hexdigest()[:10]


def _style() -> str:
    dark = f"@media (prefers-color-scheme:dark){{:root{{{_colours(FELT)}}}}}"
    seats = "".join(f".seat{seat}{{--seat:{seat_colour(seat)}}}" for seat in range(SEATS))
    rules = (_HERE / "style.css").read_text(encoding="utf-8")
    return f":root{{color-scheme:light dark;{_colours(PAPER)}}}{dark}{seats}{rules}"


def _colours(look: Look) -> str:
    more = {"raised": look.raised, "on-accent": look.on_accent, "good": look.good, "alarm": look.alarm}
    return theme_variables(look) + "".join(f"--{name}:{css_colour(value)};" for name, value in more.items())


def _icon() -> str:
    inner = drawing_svg(GLYPHS["game"], ink=css_colour(FELT.accent), cut=css_colour(FELT.ground))
    ground = f'<rect width="100" height="100" rx="22" fill="{css_colour(FELT.ground)}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{ground}{inner}</svg>'
