"""Where everything lies on the printed reference pages: lengths in mm, colours in sRGB, no picture.

The page printed by `companion print markers` and the reader share these numbers. Pages have x to the right and y down
as seen upright. Source: the marker specification, sections 1 to 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DICTIONARY: Final = "DICT_4X4_50"
MARKER_BITS: Final = 6
"""Modules along a marker's edge, its black border included."""

SRGB: Final[dict[str, tuple[int, int, int]]] = {
    "white": (255, 255, 255),
    "grey": (128, 128, 128),
    "black": (20, 20, 20),
    "yellow": (245, 200, 30),
    "red": (205, 35, 40),
    "violet": (120, 50, 150),
    "blue": (30, 90, 185),
    "green": (40, 140, 60),
}
BACK_GROUND_SRGB: Final = (225, 225, 225)


@dataclass(frozen=True, slots=True)
class Mark:
    """An ArUco marker: id, centre on its page and edge of the black square, mm."""

    id: int
    x_mm: float
    y_mm: float
    size_mm: float


@dataclass(frozen=True, slots=True)
class Patch:
    """A square of one printed colour: name, centre on its page and edge, mm."""

    colour: str
    x_mm: float
    y_mm: float
    size_mm: float


@dataclass(frozen=True, slots=True)
class Page:
    """One printed card: its size in mm, its markers and its patches."""

    width_mm: float
    height_mm: float
    marks: tuple[Mark, ...]
    patches: tuple[Patch, ...]

    def scaled(self, factor: float, *, first_id: int) -> Page:
        """Return the same page `factor` times as large, its marker ids counted from `first_id`."""
        start = min(mark.id for mark in self.marks)
        return Page(
            self.width_mm * factor,
            self.height_mm * factor,
            tuple(
                Mark(m.id - start + first_id, m.x_mm * factor, m.y_mm * factor, m.size_mm * factor) for m in self.marks
            ),
            tuple(Patch(p.colour, p.x_mm * factor, p.y_mm * factor, p.size_mm * factor) for p in self.patches),
        )


_STRIP = (
    ("white", 80, 10),
    ("grey", 80, 30),
    ("black", 80, 50),
    ("yellow", 80, 70),
    ("green", 70, 80),
    ("blue", 50, 80),
    ("violet", 30, 80),
    ("red", 10, 80),
)
_TOP_ROW = (
    ("white", 60),
    ("grey", 82),
    ("black", 104),
    ("yellow", 126),
    ("red", 171),
    ("violet", 193),
    ("blue", 215),
    ("green", 237),
)

CORNER_IDS: Final = (0, 1, 2, 3)
CORNER_PAGES: Final[dict[int, Page]] = {
    number: Page(
        90.0,
        90.0,
        (Mark(number, 35.0, 35.0, 50.0),),
        tuple(Patch(colour, float(x), float(y), 15.0) for colour, x, y in _STRIP),
    )
    for number in CORNER_IDS
}

BACK_PAGE: Final = Page(
    297.0,
    210.0,
    (
        Mark(10, 22.0, 22.0, 30.0),
        Mark(11, 275.0, 22.0, 30.0),
        Mark(12, 275.0, 188.0, 30.0),
        Mark(13, 22.0, 188.0, 30.0),
    ),
    tuple(Patch(colour, float(x), 22.0, 12.0) for colour, x in _TOP_ROW),
)
A3_FACTOR: Final = 1.414
BACK_PAGE_A3: Final = BACK_PAGE.scaled(A3_FACTOR, first_id=20)
BACK_PAGES: Final = (BACK_PAGE, BACK_PAGE_A3)
OBJECT_PLANE_MM: Final = 30.0
"""Middle plane of the objects before the back card, where nothing better is known."""
