"""What the contract of a game is checked with: physical games, changed actions, texts in all languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from companion.rulebook.game import TABLE, Option
from companion.rulebook.sealed import Sealed


def immutable(thing: Any) -> bool:
    """True for values made of frozen dataclasses, tuples, enums, numbers, strings and None only."""
    if isinstance(thing, list | dict | set | bytearray):
        return False
    if isinstance(thing, tuple):
        return all(map(immutable, thing))
    if is_dataclass(thing) and not isinstance(thing, type):
        kind: Any = type(thing)
        return kind.__dataclass_params__.frozen and all(immutable(getattr(thing, f.name)) for f in fields(thing))
    return True


def bent(action: Any, seats: int, rng: Random) -> Iterator[Any]:
    """Actions near `action`: another author, and each field changed a little, its type kept."""
    for by in (TABLE, *range(seats)):
        yield replace(action, by=by)
    for field in fields(action):
        if field.name == "by":
            continue
        for value in _near(getattr(action, field.name), rng):
            yield replace(action, **{field.name: value})


def _near(value: Any, rng: Random) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int():
            yield from (value - 1, value + 1, value + 100, -value, 0)
        case Sealed(owner, inner):
            yield from (Sealed(owner, other) for other in _near(inner, rng))
        case tuple() if value and all(isinstance(part, int | tuple | str) for part in value):
            at = rng.randrange(len(value))
            yield from ((*value[:at], other, *value[at + 1 :]) for other in _near(value[at], rng))
            if not isinstance(value[0], int):
                yield value[:-1]
                yield (*value, value[-1])
        case _:
            return


def allowed(options: tuple[Option, ...], action: Any) -> bool:
    """True where one of `options` holds `action`."""
    return any(action in option for option in options)
