"""Entries of a log as actions: what every game has in common (log format, section 1.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rulebook.codec import decode_action, decode_by, encode_action, unknown_fields
from companion.rulebook.course import Adjust, Undo
from companion.rulebook.errors import BadField
from companion.rulebook.game import Game, word

_COMMON: tuple[type, ...] = (Undo, Adjust)
_AROUND = ("seq", "by", "do", "at", "source")


def action_types(game: Game[Any, Any]) -> Mapping[str, type]:
    """Every action a log of `game` may hold, by its ``do``."""
    return {word(kind): kind for kind in (*game.actions, *_COMMON)}


def decode_entry(game: Game[Any, Any], seats: int, body: Mapping[str, Any]) -> Any:
    """The action that an entry of a log of `game` stands for. Raises BadField."""
    for name in ("by", "do"):
        if name not in body:
            raise BadField("missing_field", field=name)
    return decode_action(_kind(game, body["do"]), decode_by(body["by"], seats), body)


def ignored_fields(game: Game[Any, Any], body: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields of an entry that nobody reads; they deserve a warning."""
    return unknown_fields(_kind(game, body["do"]), body, _AROUND)


def encode_entry(action: Any, *, opened: bool = False) -> dict[str, Any]:
    """The body of an entry: ``by``, ``do`` and the fields. Raises SealBroken for a secret unless `opened`."""
    return encode_action(action, opened=opened)


def _kind(game: Game[Any, Any], do: Any) -> type:
    kind = action_types(game).get(do) if isinstance(do, str) else None
    if kind is None:
        raise BadField("unknown_action", game=game.key)
    return kind
