"""Secrets as a type, so that hiding fails closed: what is not opened on purpose stays hidden."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")

PUBLIC: Final = "public"
"""The viewer who sits at no seat: spectators, logs, exports, displays."""


@dataclass(frozen=True, slots=True)
class Sealed(Generic[T]):
    """A value that only `owner` (a seat) may see until it is revealed."""

    owner: int
    value: T

    def __repr__(self) -> str:
        return f"Sealed(owner={self.owner})"


@dataclass(frozen=True, slots=True)
class Hidden:
    """What others see in place of something sealed: that it is there, and whose it is."""

    owner: int


def redact(thing: Any, viewer: int | str) -> Any:
    """`thing` as `viewer` (a seat or `PUBLIC`) may see it: each foreign `Sealed` becomes `Hidden`.

    Walks frozen dataclasses and tuples, the only containers a state is made of; parts without a secret are returned
    as they are, not copied.
    """
    if isinstance(thing, Sealed):
        return thing if thing.owner == viewer else Hidden(thing.owner)
    if isinstance(thing, tuple):
        seen = tuple(redact(part, viewer) for part in thing)
        return thing if all(a is b for a, b in zip(thing, seen, strict=True)) else seen
    if is_dataclass(thing) and not isinstance(thing, type):
        parts = {f.name: getattr(thing, f.name) for f in fields(thing)}
        changed = {k: new for k, old in parts.items() if (new := redact(old, viewer)) is not old}
        return replace(thing, **changed) if changed else thing
    return thing


def is_sealed(thing: Any) -> bool:
    """True where `thing` holds something sealed at any depth."""
    return redact(thing, PUBLIC) is not thing
