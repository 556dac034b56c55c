"""Where the zones of a game lie on a table by default: a plan in mm that the twin draws and the reader looks at.

Zones with an owner stand in rows of equal blocks; small zones of nobody stand between the corner cards at the left
and right edge, larger ones in a row of their own. The frame is that of `vision.registration`: x right, y towards the
viewer, origin in the middle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from vision.readings import GAP, Region, Watch

CARD_MM: Final = (59.0, 91.0)
PITCH_MM: Final = (63.0, 96.0)
_BAND_MM = 118.0
_GAP_MM = 18.0
_GROWING = 6
"""Places kept free for a zone whose rows grow; more cards than that lie fanned."""


class Laid(Protocol):
    """What a plan needs to know of a zone."""

    @property
    def name(self) -> str:
        """The zone's name, unique within the table."""
        ...

    @property
    def kind(self) -> str:
        """``"cards"``, ``"buckets"`` or ``"tower"``; only cards lie on this plan."""
        ...

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Labels, row by row."""
        ...

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that may lie there; a zone without `GAP` among them grows."""
        ...

    @property
    def owner(self) -> int | None:
        """The seat before whom it lies, None for the middle of the table."""
        ...


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Regions by zone name, and the table's size, mm; corner cards lie in its corners."""

    regions: dict[str, Region]
    width_mm: float
    height_mm: float

    @property
    def card_centres(self) -> dict[int, tuple[float, float]]:
        """Centres of the corner cards 0 to 3: top left, top right, bottom right, bottom left."""
        x, y = self.width_mm / 2 - 52, self.height_mm / 2 - 52
        return {0: (-x, -y), 1: (x, -y), 2: (x, y), 3: (-x, y)}


def plan_table(zones: Sequence[Laid]) -> TablePlan:
    """Return the plan for the card zones among `zones`; it depends on their order and shape alone."""
    cards = [zone for zone in zones if zone.kind == "cards"]
    sides = [z for z in cards if z.owner is None and _size(z)[0] < _BAND_MM]
    middle = [z for z in cards if z.owner is None and z not in sides]
    owned = [z for z in cards if z.owner is not None]
    shelves = _shelves(owned, middle)
    width = max((_row_width(shelf) for shelf in shelves), default=0.0) + 2 * _BAND_MM
    height = sum(_row_height(shelf) + _GAP_MM for shelf in shelves) + _GAP_MM
    tall = 2 * 110 + 104 * math.ceil(len(sides) / 2) if sides else 230.0
    height = max(height, tall)
    regions = {**_on_shelves(shelves), **_at_sides(sides, width)}
    return TablePlan(regions, width, height)


def cell_centre(region: Region, at: tuple[int, int], shape: tuple[int, int]) -> tuple[float, float]:
    """Return the centre (x, y) mm of cell `at` (row, column) in a region of `shape` (rows, columns)."""
    x = ((at[1] + 0.5) / shape[1] - 0.5) * region.width_mm
    y = ((at[0] + 0.5) / shape[0] - 0.5) * region.height_mm
    turn = math.radians(region.turn_deg)
    c, s = math.cos(turn), math.sin(turn)
    return region.x_mm + c * x - s * y, region.y_mm + s * x + c * y


def shape_of(zone: Laid) -> tuple[int, int]:
    """Return the rows and columns a zone takes: rows that grow keep places free."""
    longest = max((len(row) for row in zone.rows), default=0)
    if GAP not in zone.labels:
        longest = max(longest, _GROWING)
    return max(len(zone.rows), 1), max(longest, 1)


def _size(zone: Laid) -> tuple[float, float]:
    rows, columns = shape_of(zone)
    return min(columns, _GROWING) * PITCH_MM[0], rows * PITCH_MM[1]


def _row_width(shelf: Sequence[Laid]) -> float:
    return sum(_size(zone)[0] + _GAP_MM for zone in shelf) - _GAP_MM


def _row_height(shelf: Sequence[Laid]) -> float:
    return max(_size(zone)[1] for zone in shelf)


def _shelves(owned: list[Laid], middle: list[Laid]) -> list[list[Laid]]:
    """Return rows of zones, as many a row as makes the table fit a 4:3 picture best."""
    if not owned:
        return [middle] if middle else []

    def split(count: int) -> list[list[Laid]]:
        rows = [owned[i : i + count] for i in range(0, len(owned), count)]
        half = math.ceil(len(rows) / 2)
        return [*rows[:half], *([middle] if middle else []), *rows[half:]]

    def size(count: int) -> float:
        rows = split(count)
        width = max(map(_row_width, rows)) + 2 * _BAND_MM
        return max(width, sum(_row_height(row) + _GAP_MM for row in rows) * 4 / 3)

    return split(min(range(1, len(owned) + 1), key=size))


def _on_shelves(shelves: list[list[Laid]]) -> dict[str, Region]:
    height = sum(_row_height(shelf) + _GAP_MM for shelf in shelves) - _GAP_MM
    regions: dict[str, Region] = {}
    top = -height / 2
    for shelf in shelves:
        x, middle = -_row_width(shelf) / 2, top + _row_height(shelf) / 2
        for zone in shelf:
            wide, high = _size(zone)
            regions[zone.name] = Region(x + wide / 2, middle, wide, high)
            x += wide + _GAP_MM
        top += _row_height(shelf) + _GAP_MM
    return regions


def _at_sides(sides: list[Laid], width: float) -> dict[str, Region]:
    """Return small zones alternating left and right, from the middle downwards."""
    regions: dict[str, Region] = {}
    rows = math.ceil(len(sides) / 2)
    for i, zone in enumerate(sides):
        y = (i // 2 - (rows - 1) / 2) * 104.0
        x = (width / 2 - 52.0) * (-1 if i % 2 == 0 else 1)
        regions[zone.name] = Region(x, y, *_size(zone))
    return regions


def watches_on_plan(zones: Sequence[Laid]) -> tuple[Watch, ...]:
    """Return what the camera is asked about zones that lie by the default plan, card zones with their regions."""
    regions = plan_table(zones).regions
    return tuple(Watch(zone.name, zone.kind, *shape_of(zone), zone.labels, regions.get(zone.name)) for zone in zones)
