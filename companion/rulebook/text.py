"""Sentences as data: a key and its values. The words live in the message catalogues, never in the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Player:
    """A seat inside a sentence; it is shown by the player's name."""

    seat: int


Value: TypeAlias = "int | float | str | Player | Said | tuple[Value, ...]"


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence to be shown: message key and named values, in the order they were given."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        if not self.values:
            return self.key
        return f"{self.key}({', '.join(f'{name}={value}' for name, value in self.values)})"


def say(key: str, **values: Value) -> Said:
    """The sentence `key` with its named values."""
    return Said(key, tuple(values.items()))
