"""What the open field of an option ranges over: testable with ``in``, and enumerable where it is finite."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Labels: TypeAlias = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values, in the order in which they are offered to people.

    `shown` tells that the value itself will lie open on the table, so that a camera can rule out all others.
    """

    values: tuple[Any, ...]
    shown: bool = False

    def __contains__(self, value: object) -> bool:
        return value in self.values

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.low <= value <= self.high

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))


@dataclass(frozen=True, slots=True)
class Open:
    """Too many values to list (a whole pyramid, nine piles): told by a check, entered by a form of this `kind`.

    `accepts` must be true exactly for the values that the rules take. `read` turns labels seen on the table (zone name
    to rows of labels) into the one value they show, or None; it lets the camera propose the value.
    """

    kind: str
    accepts: Callable[[Any], bool]
    read: Callable[[Mapping[str, Labels]], Any] | None = None

    def __contains__(self, value: object) -> bool:
        return self.accepts(value)


@dataclass(frozen=True, slots=True)
class Secret:
    """A value of `inner` that its owner gives sealed."""

    inner: OneOf | Whole | Open

    def __contains__(self, value: object) -> bool:
        return getattr(value, "value", None) in self.inner


Domain: TypeAlias = "OneOf | Whole | Open | Secret"

ABSENT: Final = OneOf((None,))
"""The field must be left out."""
