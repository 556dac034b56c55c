"""Where the parts of the table go on the screen: zones into boxes, as large as the room allows. Pure; no Kivy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.rulebook.zone import GAP, Zone

GAP_SHARE: Final = 0.12
"""The room between two places, as a share of a place's width."""
_SHAPE: Final = {
    "cards": (1.0, 1.36),
    "buckets": (1.0, 0.92),
    "animals": (1.0, 1.36),
    "tower": (1.24, 0.62),
    "figures": (0.72, 0.8),
}
"""Width and height of a place by the kind of its zone."""
_APART: Final = 0.5
"""The room between zones that share a block, in places."""


class Box(NamedTuple):
    """A rectangle on the screen: left, bottom, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    def inset(self, by: float) -> Box:
        """The rectangle smaller by `by` on every side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def square(self) -> Box:
        """The largest square in its middle."""
        side = min(self.width, self.height)
        return Box(self.x + (self.width - side) / 2, self.y + (self.height - side) / 2, side, side)


class Place(NamedTuple):
    """One place of a zone: zone name, row and column."""

    zone: str
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A place with what lies there and where it is drawn."""

    place: Place
    kind: str
    label: str
    box: Box


@dataclass(frozen=True, slots=True)
class Caption:
    """Where the name of a block's owner goes; None for the middle of the table."""

    owner: int | None
    box: Box


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A whole table on the screen."""

    places: tuple[Placed, ...]
    captions: tuple[Caption, ...]


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place in units of its block, from the block's lower left corner."""

    place: Place
    kind: str
    label: str
    box: Box


@dataclass(frozen=True, slots=True)
class _Block:
    owner: int | None
    spots: tuple[_Spot, ...]
    width: float
    height: float


def arrange(zones: Iterable[Zone], room: Box, *, caption: float) -> Arrangement:
    """All `zones` in `room`: those of one owner together below a caption of that height, the middle above or beside."""
    blocks, middle = _blocks(zones)
    if not blocks:
        return Arrangement(() if middle is None else _placed(middle, room, _alone(middle, room)), ())
    splits = [_Split(columns, above) for columns in range(1, len(blocks) + 1) for above in (True, False)]
    best = max(splits, key=lambda split: split.unit(blocks, middle, room, caption))
    unit = best.unit(blocks, middle, room, caption)
    rest = _rest(room, middle, unit, above=best.above)
    table = _laid_out(blocks, rest, best.columns, caption)
    if middle is None:
        return table
    own = Box(room.x, rest.y + rest.height, room.width, room.height - rest.height)
    if not best.above:
        own = Box(room.x, room.y, room.width - rest.width, room.height)
    return Arrangement((*table.places, *_placed(middle, own, min(unit, _alone(middle, own)))), table.captions)


def _alone(block: _Block, room: Box) -> float:
    return min(room.width / max(block.width, 0.1), room.height / max(block.height, 0.1)) * 0.94


def _rest(room: Box, middle: _Block | None, unit: float, *, above: bool) -> Box:
    """What is left of `room` for the seats when the middle is drawn at `unit` pixels a place."""
    if middle is None:
        return room
    if above:
        return Box(room.x, room.y, room.width, room.height - (middle.height + _APART / 2) * unit)
    taken = (middle.width + _APART) * unit
    return Box(room.x + taken, room.y, room.width - taken, room.height)


@dataclass(frozen=True, slots=True)
class _Split:
    """A way to share the room: the seats in so many columns, the middle above them or beside them."""

    columns: int
    above: bool

    def unit(self, blocks: Sequence[_Block], middle: _Block | None, room: Box, caption: float) -> float:
        """The largest size of a place at which the whole table has one scale, pixels."""
        low, high = 0.5, room.width
        for _ in range(24):
            unit = (low + high) / 2
            rest = _rest(room, middle, unit, above=self.above)
            fits = _unit(blocks, rest, self.columns, caption) >= unit
            low, high = (unit, high) if fits else (low, unit)
        return low


def arrange_row(zones: Sequence[Zone], room: Box, shown: frozenset[Place]) -> Arrangement:
    """The `zones` side by side without captions, cut down to the columns that hold a place in `shown`."""
    parts = [_zone_block(zone, _columns(zone, shown)) for zone in zones]
    block = _beside(None, [part for part in parts if part.spots])
    unit = min(room.width / max(block.width, 1), room.height / max(block.height, 1))
    return Arrangement(_placed(block, room, unit), ())


def _columns(zone: Zone, shown: frozenset[Place]) -> frozenset[int]:
    wanted = {place.column for place in shown if place.zone == zone.name}
    if zone.kind == "buckets" and wanted:
        return frozenset(range(max(map(len, zone.rows))))
    return frozenset(wanted)


def _blocks(zones: Iterable[Zone]) -> tuple[list[_Block], _Block | None]:
    """A block for each seat that has something lying before it, and one for the middle of the table."""
    by_owner: dict[int | None, list[_Block]] = {}
    for zone in zones:
        if zone.owner is None or any(label != GAP for row in zone.rows for label in row):
            by_owner.setdefault(zone.owner, []).append(_zone_block(zone, None))
    middle = [block for block in by_owner.pop(None, []) if block.spots]
    seats = sorted(owner for owner in by_owner if owner is not None)
    return [_above(owner, by_owner[owner]) for owner in seats], _beside(None, middle) if middle else None


def _zone_block(zone: Zone, columns: frozenset[int] | None) -> _Block:
    """The places of one zone. Card rows run downwards; a pyramid and a tower grow upwards."""
    kind = token_kind(zone)
    rows = [row if columns is not None else _without_tail(row) for row in zone.rows]
    kept = [(r, c, label) for r, row in enumerate(rows) for c, label in enumerate(row)]
    kept = [(r, c, label) for r, c, label in kept if columns is None or c in columns]
    first = min((c for _, c, _ in kept), default=0)
    spots = [_Spot(Place(zone.name, r, c), kind, label, _spot_box(zone, r, c - first)) for r, c, label in kept]
    right = max((spot.box.x + spot.box.width for spot in spots), default=0)
    top = max((spot.box.y + spot.box.height for spot in spots), default=0)
    return _Block(zone.owner, tuple(spots), right, top)


def token_kind(zone: Zone) -> str:
    """How what lies in a zone is drawn: its kind, but ``"animals"`` for cards in the five colours of the buckets."""
    suits = {label.rstrip("0123456789") for label in zone.labels}
    return "animals" if zone.kind == "cards" and {"violet", "blue", "yellow"} <= suits else zone.kind


def _without_tail(row: tuple[str, ...]) -> tuple[str, ...]:
    """A row of cards without the empty places at its end, where something lies in it; whole otherwise."""
    used = [number for number, label in enumerate(row) if label != GAP]
    return row[: used[-1] + 1] if used and len(row) > 4 else row


def _spot_box(zone: Zone, row: int, column: int) -> Box:
    """Where a place is within its zone, in places; column 0 is the first one that is shown."""
    width, height = _SHAPE[zone.kind]
    step = width + GAP_SHARE
    match zone.kind:
        case "buckets":
            return Box((column + row / 2) * step, row * (height + 0.04), width, height)
        case "tower":
            return Box(column * step, row * (height + 0.02), width, height)
        case "figures":
            share = len(zone.rows[0]) / max(1, len(zone.rows[row]))
            return Box((column + 0.5) * share * step - width / 2, row * (height + 0.16), width, height)
        case _:
            return Box(column * step, (len(zone.rows) - 1 - row) * (height + GAP_SHARE), width, height)


def _moved(block: _Block, x: float, y: float) -> tuple[_Spot, ...]:
    return tuple(
        _Spot(s.place, s.kind, s.label, Box(s.box.x + x, s.box.y + y, s.box.width, s.box.height)) for s in block.spots
    )


def _beside(owner: int | None, parts: Sequence[_Block]) -> _Block:
    """Blocks from left to right on one base line."""
    spots: list[_Spot] = []
    x = 0.0
    for part in parts:
        spots += _moved(part, x, 0)
        x += part.width + _APART
    return _Block(owner, tuple(spots), max(x - _APART, 0), max((part.height for part in parts), default=0))


def _above(owner: int | None, parts: Sequence[_Block]) -> _Block:
    """Blocks from the top down, each in the middle."""
    width = max(part.width for part in parts)
    spots: list[_Spot] = []
    y = sum(part.height + _APART / 2 for part in parts) - _APART / 2
    height = y
    for part in parts:
        y -= part.height
        spots += _moved(part, (width - part.width) / 2, y)
        y -= _APART / 2
    return _Block(owner, tuple(spots), width, height)


def _unit(blocks: Sequence[_Block], room: Box, columns: int, caption: float) -> float:
    """Pixels a place where the blocks stand in `columns` columns."""
    rows = -(-len(blocks) // columns)
    cell_width = room.width / columns - caption / 2
    cell_height = room.height / rows - caption * 1.25
    widest = max(block.width for block in blocks)
    tallest = max(block.height for block in blocks)
    return max(min(cell_width / widest, cell_height / tallest), 0.001)


def _laid_out(blocks: Sequence[_Block], room: Box, columns: int, caption: float) -> Arrangement:
    unit = _unit(blocks, room, columns, caption)
    rows = -(-len(blocks) // columns)
    width, height = room.width / columns, room.height / rows
    places: list[Placed] = []
    captions = []
    for number, block in enumerate(blocks):
        row, column = divmod(number, columns)
        x, y = room.x + column * width, room.y + room.height - (row + 1) * height
        places += _placed(block, Box(x, y, width, height - caption), unit)
        top = y + (height - caption + block.height * unit) / 2 + caption * 0.1
        captions.append(Caption(block.owner, Box(x, top, width, caption)))
    return Arrangement(tuple(places), tuple(captions))


def _placed(block: _Block, room: Box, unit: float) -> tuple[Placed, ...]:
    """The block in the middle of `room`, `unit` pixels a place."""
    x = room.x + (room.width - block.width * unit) / 2
    y = room.y + (room.height - block.height * unit) / 2
    return tuple(
        Placed(
            s.place,
            s.kind,
            s.label,
            Box(x + s.box.x * unit, y + s.box.y * unit, s.box.width * unit, s.box.height * unit),
        )
        for s in block.spots
    )
