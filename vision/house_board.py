"""Where everything lies on the printed house of Büro Crazy: lengths in mm, no picture.

The board printed by `companion print board buero_crazy` and the reader share these numbers; x to the right and y down,
from the upper left corner of the board.
"""

from __future__ import annotations

from typing import Final

from vision.marker_layout import Mark

BOARD_MM: Final = (262.0, 192.0)
"""Width and height: on A4 and on Letter alike, within what every printer reaches."""
ROOF_MM: Final = 32.0
FLOOR_MM: Final = 28.0
STAIRS_MM: Final = 30.0
PLACES: Final = (16, 8, 4, 2, 1)
"""Places of each floor, from the stairs up to the boss's suite."""
PLACE_RADIUS_MM: Final = 7.2
_RISE_MM, _STEP_MM = 0.9, 3.0
_ABOVE_STEP_MM, _ABOVE_FLOOR_MM = 8.5, 12.0
_MARK_MM: Final = 14.0
HOUSE_MARKS: Final = tuple(
    Mark(44 + number, x, y, _MARK_MM)
    for number, (x, y) in enumerate(((7.0, 7.0), (255.0, 7.0), (255.0, 185.0), (7.0, 185.0)))
)
"""Beside the roof and below the stairs, clockwise from the upper left; no other page carries their ids."""


def rise_of(place: int) -> float:
    """How high the step of a place of the stairs is, mm; two places share a step."""
    return _STEP_MM + _RISE_MM * (place // 2)


def level_of(floor: int) -> float:
    """The y of a floor's lower edge, mm; floor 0 is the stairs."""
    if not floor:
        return ROOF_MM + (len(PLACES) - 1) * FLOOR_MM + STAIRS_MM
    return ROOF_MM + (len(PLACES) - floor) * FLOOR_MM


def centres_of(floor: int) -> tuple[tuple[float, float], ...]:
    """The centres (x, y) of a floor's places, mm, from the left; each lies above the two that meet for it."""
    count = PLACES[floor]
    across = tuple((place + 0.5) * BOARD_MM[0] / count for place in range(count))
    if floor:
        return tuple((x, level_of(floor) - _ABOVE_FLOOR_MM) for x in across)
    return tuple((x, level_of(0) - rise_of(place) - _ABOVE_STEP_MM) for place, x in enumerate(across))
