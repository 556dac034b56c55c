"""A game as a record of pure functions, and what these functions speak in: options, steps, hints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from itertools import product
from random import Random
from typing import Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar

from companion.rulebook.domain import ABSENT, Domain, OneOf, Open, Secret, Whole
from companion.rulebook.score import Best, ScoreLine
from companion.rulebook.text import Said
from companion.rulebook.zone import Zone

TABLE: Final = "table"


class Unknown(Enum):
    """What nobody at the table has seen yet."""

    UNKNOWN = "unknown"


UNKNOWN: Final = Unknown.UNKNOWN

Actor: TypeAlias = int | Literal["table"]
Need: TypeAlias = Literal["cards", "buckets", "tower", "knocks", "displays"]

StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")


def word(kind: type) -> str:
    """The word of a class in logs and texts: ``TurnUp`` is ``"turn_up"``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


@dataclass(frozen=True, slots=True)
class Option:
    """What `by` may do now: an action type and a domain for each of its open fields.

    Fields that are not named must be left out. An option can be tested with ``in``, enumerated by `actions` where all
    its domains are finite, and turned into a form.
    """

    by: Actor
    action: type
    domains: tuple[tuple[str, Domain], ...] = ()

    @property
    def is_finite(self) -> bool:
        """True where `actions` can list everything (secrets are never listed)."""
        return all(isinstance(domain, OneOf | Whole) for _, domain in self.domains)

    @property
    def secret(self) -> tuple[str, Secret] | None:
        """The field and its domain where all that is asked is one value, given sealed; else None."""
        match self.domains:
            case ((name, Secret() as domain),):
                return name, domain
            case _:
                return None

    @property
    def secret_number(self) -> str | None:
        """The name of the field where all that is asked is one whole number, given sealed; else None."""
        asked = self.secret
        return asked[0] if asked is not None and isinstance(asked[1].inner, Whole) else None

    def __contains__(self, action: object) -> bool:
        if type(action) is not self.action or getattr(action, "by", None) != self.by:
            return False
        named = dict(self.domains)
        return all(
            getattr(action, field.name) in named.get(field.name, ABSENT)
            for field in fields(self.action)  # type: ignore[arg-type]
            if field.name != "by"
        )

    def actions(self) -> Iterator[Any]:
        """Every action of a finite option; nothing for one with an open or secret field."""
        if not self.is_finite:
            return
        names = [name for name, _ in self.domains]
        listed = [tuple(domain) for _, domain in self.domains if isinstance(domain, OneOf | Whole)]
        for values in product(*listed):
            yield self.action(by=self.by, **dict(zip(names, values, strict=True)))


def option(by: Actor, action: type, **domains: Any) -> Option:
    """An `Option`; a bare value in place of a domain means exactly this value."""
    return Option(
        by,
        action,
        tuple(
            (name, d if isinstance(d, OneOf | Whole | Open | Secret) else OneOf((d,))) for name, d in domains.items()
        ),
    )


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT]):
    """What an action led to: the next state and what happened on the way, for history lines and sounds only."""

    state: StateT
    events: tuple[Said, ...] = ()


class Truth(Protocol):
    """A physical game with everything that only the table knows: decks, hands, face-down cards, hidden bids.

    Made by `Game.truth`; used by the simulated table, by statistics and by property tests.
    """

    def act(self, state: Any) -> Any:
        """A random action that the people at this table could do now; the truth moves on with it."""


@dataclass(frozen=True, slots=True)
class Over:
    """The phase in which every game ends: the reason key, and the winners where totals do not decide."""

    reason: str
    winners: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Game(Generic[StateT, OptionsT]):
    """A game: facts about it and pure functions over its state.

    `start(options, seats)` raises BadOptions. `apply(state, action)` checks legality first, raises
    IllegalAction, and carries out all that is forced. `options(state)` is empty exactly when the game is over.
    `score(state)` gives each seat's lines as if the game ended now; house rulings are added by `Course`.
    `facts(state)` is the public JSON of the log format. `tell(action)` is its line in the history and never says
    what is sealed. `zones(state)` is how the table should look, `seat_texts(state)` at most four characters a seat
    for displays, `hints(state)` what helps at the table, most important first. `truth(options, seats, rng)` makes a
    physical game for simulation. `press` is the action that a seat's button stands for. States are frozen
    dataclasses with a `phase`, built of dataclasses and tuples only.
    """

    key: str
    seats: range
    best: Best
    needs: frozenset[Need]
    house: type[OptionsT]
    actions: tuple[type, ...]
    start: Callable[[OptionsT, int], StateT]
    options: Callable[[StateT], tuple[Option, ...]]
    apply: Callable[[StateT, Any], Step[StateT]]
    score: Callable[[StateT], tuple[tuple[ScoreLine, ...], ...]]
    facts: Callable[[StateT], Mapping[str, Any]]
    tell: Callable[[Any], Said]
    zones: Callable[[StateT], tuple[Zone, ...]]
    seat_texts: Callable[[StateT], tuple[str, ...]]
    hints: Callable[[StateT], tuple[Said, ...]]
    truth: Callable[[OptionsT, int, Random], Truth]
    press: type | None = None

    def __repr__(self) -> str:
        return f"Game({self.key})"

    def phase(self, state: StateT) -> str:
        """The name of the phase the state is in, for instance ``"bidding"``."""
        return word(type(getattr(state, "phase")))  # noqa: B009 - StateT is bound by convention, not by type
