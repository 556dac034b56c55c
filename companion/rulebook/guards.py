"""The questions that every rule asks first; each raises IllegalAction with a reason key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from companion.rulebook.errors import IllegalAction
from companion.rulebook.game import TABLE, Actor
from companion.rulebook.text import Player, Value

PhaseT = TypeVar("PhaseT")


def must(condition: object, reason: str, **values: Value) -> None:
    """Raise IllegalAction(`reason`) unless `condition` holds."""
    if not condition:
        raise IllegalAction(reason, **values)


def in_phase(state: Any, phase: type[PhaseT]) -> PhaseT:
    """The phase of `state`; it must be a `phase`, or the action comes at the wrong time."""
    if not isinstance(state.phase, phase):
        raise IllegalAction("not_now")
    return state.phase


def must_be(by: Actor, author: Actor) -> None:
    """`by` must be the one right `author` of this entry."""
    if by == author:
        return
    if author == TABLE:
        raise IllegalAction("only_the_table")
    raise IllegalAction("not_your_turn", seat=Player(int(author)))


def accepting(check: Callable[[Any], None]) -> Callable[[Any], bool]:
    """`check` as a question to a value: false where it would refuse it."""

    def accepts(value: Any) -> bool:
        try:
            check(value)
        except IllegalAction:
            return False
        return True

    return accepts
