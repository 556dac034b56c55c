"""The public text of a tower (log_format, section 4): JSON in, tower out; nothing is judged here.

A scene is `{"pieces": [{"outline_mm": [[x, y], ...], "grams": 4.1}, ...], "friction": 0.4, "noise_mm": 0.5,
"next": {"outline_mm": ..., "grams": ...}, "hand": [{"name": "plank", "posture": "lying", "outline_mm": ...,
"grams": ...}, ...]}`; only `pieces` must be there. Where no piece gives grams, all are of one material and the
area decides. Entries of a hand with one name are the ways in which one piece can stand.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from physics import pieces as make
from physics.catalogue import Kind
from physics.errors import BadScene, PhysicsError
from physics.pieces import WOOD_ON_WOOD, Piece, Tower

Item: TypeAlias = tuple[str, Mapping[str, Any]]

CORNER_NOISE_MM = 0.5
MOST_PIECES = 200
MOST_CORNERS = 200
LARGEST_NOISE_MM = 20.0


@dataclass(frozen=True, slots=True)
class Scene:
    """A tower, how well its corners are known, and the piece that is to come.

    Args:
        tower: the placed pieces.
        noise_mm: standard deviation of one corner in mm.
        next_piece: in its own frame, base on y = 0, or None.
        hand: the pieces that may be given, each with the ways it can stand.
    """

    tower: Tower
    noise_mm: float = CORNER_NOISE_MM
    next_piece: Piece | None = None
    hand: tuple[Kind, ...] = ()


def read_scene(text: str) -> Scene:
    """Return the scene that a JSON text describes.

    Raises:
        BadScene: not JSON, a key missing or unknown in meaning, a value of the wrong kind.
        BadOutline, BadPiece: a piece that cannot exist; the message names the piece.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadScene(f"the scene is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise BadScene(f"a scene must be an object with 'pieces', got {_kind(data)}")
    friction = _number(data, "friction", WOOD_ON_WOOD, most=math.inf)
    noise_mm = _number(data, "noise_mm", CORNER_NOISE_MM, most=LARGEST_NOISE_MM)
    placed, follows, held = _listed(data)
    pieces = _checked([*placed, *follows, *held])
    first, second = len(placed), len(placed) + len(follows)
    tower = make.tower(pieces[:first], friction=friction)
    hand = _hand([entry for _, entry in held], pieces[second:])
    return Scene(tower, noise_mm, pieces[first] if follows else None, hand)


def _listed(data: Mapping[str, Any]) -> tuple[list[Item], list[Item], list[Item]]:
    """Return what the scene places, what follows and what is in hand: each with the words for its place."""
    listed, follows, held = data.get("pieces"), data.get("next"), data.get("hand", [])
    if not isinstance(listed, list) or not listed:
        raise BadScene(f"'pieces' must be a list of at least one piece, got {_kind(listed)}")
    if len(listed) > MOST_PIECES:
        raise BadScene(f"'pieces' must hold at most {MOST_PIECES} pieces, got {len(listed)}")
    if not isinstance(held, list) or len(held) > MOST_PIECES:
        raise BadScene(f"'hand' must be a list of at most {MOST_PIECES} pieces, got {_kind(held)}")
    return (
        [_item(f"piece {index}", item) for index, item in enumerate(listed)],
        [] if follows is None else [_item("next", follows)],
        [_item(f"hand {index}", item) for index, item in enumerate(held)],
    )


def _checked(items: Sequence[Item]) -> list[Piece]:
    weighed = sum("grams" in entry for _, entry in items)
    if weighed not in (0, len(items)):
        where = next(name for name, entry in items if "grams" not in entry)
        raise BadScene(f"{where}: 'grams' is missing while other pieces give it")
    return [_piece(entry, where) for where, entry in items]


def _hand(entries: Sequence[Mapping[str, Any]], pieces: Sequence[Piece]) -> tuple[Kind, ...]:
    """Return the kinds in hand: entries of one name are the ways in which one piece can stand."""
    kinds: dict[str, list[tuple[str, Piece]]] = {}
    for index, (entry, part) in enumerate(zip(entries, pieces, strict=True)):
        views = kinds.setdefault(str(entry.get("name", index)), [])
        views.append((str(entry.get("posture", len(views))), part))
    return tuple(Kind(name, views[0][1].grams, tuple(views)) for name, views in kinds.items())


def _item(where: str, item: object) -> Item:
    if not isinstance(item, dict):
        raise BadScene(f"{where}: expected an object with 'outline_mm', got {_kind(item)}")
    corners = item.get("outline_mm")
    if not isinstance(corners, list):
        raise BadScene(f"{where}: 'outline_mm' must be a list of [x, y], got {_kind(corners)}")
    if len(corners) > MOST_CORNERS:
        raise BadScene(f"{where}: at most {MOST_CORNERS} corners, got {len(corners)}")
    return where, item


def _piece(entry: Mapping[str, Any], where: str) -> Piece:
    try:
        if "grams" in entry:
            return make.piece(entry["outline_mm"], entry["grams"], name=str(entry.get("name", "")))
        return make.by_area([entry["outline_mm"]])[0]
    except PhysicsError as error:
        raise type(error)(f"{where}: {str(error).removeprefix('piece 0: ')}") from error


def _number(data: Mapping[str, Any], key: str, default: float, *, most: float) -> float:
    value = data.get(key, default)
    number = make.finite(value)
    if number is None or not 0 <= number <= most:
        limit = f"between 0 and {most:g}" if math.isfinite(most) else "of at least 0"
        raise BadScene(f"'{key}' must be a finite number {limit}, got {value!r:.40}")
    return number


def _kind(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, list):
        return "an empty list" if not value else f"a list of {len(value)}"
    return f"{type(value).__name__} {str(value)[:40]!r}"
