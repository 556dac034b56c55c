"""Colours, sizes and hues of the screens: plain values, no Kivy. Two themes, each with an ordinary and a safe palette.

*Felt* (dark) is a card table at night: deep green, cream ink, saffron for what can be done. *Paper* (light) is a score
pad: warm paper, dark ink, green for what can be done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

Rgba: TypeAlias = tuple[float, float, float, float]


def rgba(code: str, alpha: float = 1.0) -> Rgba:
    """The colour written as ``"#rrggbb"``, each part from 0 to 1."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (red, green, blue, alpha)


def luminance(colour: Rgba) -> float:
    """The relative luminance of a colour (WCAG 2.2)."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Rgba, other: Rgba) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@dataclass(frozen=True, slots=True)
class Look:
    """One theme. Colours are (r, g, b, a) from 0 to 1; sizes are in units of a 480 pixel high screen.

    `ground` lies under everything, `panel` under groups, `raised` under keys; `ink` and `dim` are written on all
    three. `accent`, `good` and `bad` are filled keys with the ink `on_accent`, `on_good`, `on_bad`. `seats` and `hues`
    colour players and pieces; `on_hue` is what is drawn on them.
    """

    name: Literal["dark", "light"]
    ground: Rgba
    panel: Rgba
    raised: Rgba
    line: Rgba
    ink: Rgba
    dim: Rgba
    accent: Rgba
    on_accent: Rgba
    good: Rgba
    on_good: Rgba
    bad: Rgba
    on_bad: Rgba
    alarm: Rgba
    card: Rgba
    card_ink: Rgba
    back: Rgba
    seats: tuple[Rgba, ...]
    hues: Mapping[str, Rgba]
    on_hue: Rgba = (0.078, 0.125, 0.114, 1.0)
    scale: float = 1.0

    @property
    def small(self) -> float:
        """The size of remarks."""
        return 16 * self.scale

    @property
    def body(self) -> float:
        """The size of sentences."""
        return 19 * self.scale

    @property
    def key(self) -> float:
        """The size of words on keys."""
        return 22 * self.scale

    @property
    def title(self) -> float:
        """The size of headings."""
        return 27 * self.scale

    @property
    def figure(self) -> float:
        """The size of scores in a list."""
        return 34 * self.scale

    @property
    def giant(self) -> float:
        """The size of scores to be read across the table."""
        return 64 * self.scale


_SEATS: Final = tuple(rgba(code) for code in ("#F47C61", "#62B5F1", "#F6CC55", "#86CC7F", "#C79BF0", "#EADFC6"))
_SAFE_SEATS: Final = tuple(rgba(code) for code in ("#E69F00", "#56B4E9", "#F0E442", "#2FBF94", "#D99BC0", "#E8E8E8"))
_HUES: Final = MappingProxyType(
    {
        "yellow": rgba("#F4C520"),
        "red": rgba("#E8574A"),
        "violet": rgba("#A57BE0"),
        "blue": rgba("#4F97EA"),
        "green": rgba("#4DB56A"),
        "orange": rgba("#F0923B"),
    }
)
_SAFE_HUES: Final = MappingProxyType(
    {
        "yellow": rgba("#F0E442"),
        "red": rgba("#E0702A"),
        "violet": rgba("#D58CB4"),
        "blue": rgba("#56B4E9"),
        "green": rgba("#19B387"),
        "orange": rgba("#FFB454"),
    }
)

FELT: Final = Look(
    name="dark",
    ground=rgba("#0E1D1A"),
    panel=rgba("#16302A"),
    raised=rgba("#21463E"),
    line=rgba("#3A6B5F"),
    ink=rgba("#FAF4E6"),
    dim=rgba("#B9CCC3"),
    accent=rgba("#F6B73C"),
    on_accent=rgba("#221601"),
    good=rgba("#69CF98"),
    on_good=rgba("#06190F"),
    bad=rgba("#B23E30"),
    on_bad=rgba("#FFFFFF"),
    alarm=rgba("#FFA08C"),
    card=rgba("#FBF5E7"),
    card_ink=rgba("#1A2522"),
    back=rgba("#8C3B36"),
    seats=_SEATS,
    hues=_HUES,
)
PAPER: Final = Look(
    name="light",
    ground=rgba("#F3ECDD"),
    panel=rgba("#FFFCF5"),
    raised=rgba("#E9DFC9"),
    line=rgba("#BFB08D"),
    ink=rgba("#1D2B27"),
    dim=rgba("#4D5C56"),
    accent=rgba("#0E6B57"),
    on_accent=rgba("#FFFFFF"),
    good=rgba("#1C7A4A"),
    on_good=rgba("#FFFFFF"),
    bad=rgba("#A93423"),
    on_bad=rgba("#FFFFFF"),
    alarm=rgba("#96291A"),
    card=rgba("#FFFFFF"),
    card_ink=rgba("#1A2522"),
    back=rgba("#8C3B36"),
    seats=_SEATS,
    hues=_HUES,
)
_LARGE: Final = 1.15


def look_for(theme: str, palette: str, text_size: str) -> Look:
    """The look that the settings of these names ask for."""
    look = PAPER if theme == "light" else FELT
    if palette == "contrast":
        look = replace(look, seats=_SAFE_SEATS, hues=_SAFE_HUES)
    return replace(look, scale=_LARGE) if text_size == "large" else look
