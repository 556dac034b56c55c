"""A tournament: who takes part, who sat with whom in which round, and how it ended. Values only; nothing is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, TypeAlias

from companion.club.errors import BadTournament

Kind: TypeAlias = Literal["swiss", "round_robin"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part, from round `joined` on, and no more from round `left` on where that is set."""

    name: str
    joined: int = 1
    left: int | None = None

    def is_present(self, number: int) -> bool:
        """Whether they take part in round `number`."""
        return self.joined <= number and (self.left is None or number < self.left)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a table ended: the place of each seat (winners hold 1, equal ones share), the scores, and the game's id."""

    places: tuple[int, ...]
    scores: tuple[int, ...] = ()
    game_id: str = ""


@dataclass(frozen=True, slots=True)
class Seated:
    """The people at one table of a round, and how it ended, None while it has not."""

    people: tuple[str, ...]
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A round: when it was drawn (UTC, ISO 8601), its tables, and who has a bye."""

    drawn_at: str
    tables: tuple[Seated, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it stands; `game` empty where any game counts; `best`, `least` and `most` people at a table.

    `seed` decides what is left to chance, so that the same draw can be made again.
    """

    name: str
    kind: Kind
    game: str
    best: int
    least: int
    most: int
    seed: int
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()

    @property
    def next_number(self) -> int:
        """The number of the round that would be drawn now; the first is 1."""
        return len(self.rounds) + 1

    @property
    def waiting(self) -> tuple[tuple[int, int], ...]:
        """Round and table number, both from 1, of every table without an outcome."""
        return tuple(
            (number, at)
            for number, played in enumerate(self.rounds, 1)
            for at, table in enumerate(played.tables, 1)
            if table.outcome is None
        )

    def present(self, number: int) -> tuple[str, ...]:
        """Who takes part in round `number`, in the order of entering."""
        return tuple(entrant.name for entrant in self.entrants if entrant.is_present(number))

    def named(self, name: str) -> Entrant:
        """The entrant of this name, however it is written. Raises BadTournament."""
        for entrant in self.entrants:
            if same_name(entrant.name, name):
                return entrant
        raise BadTournament("tournament.nobody", name=name)

    def joined(self, names: Iterable[str]) -> Tournament:
        """With these people from the next round on; somebody who had left comes back. Raises BadTournament."""
        entrants = list(self.entrants)
        for name in (" ".join(given.split()) for given in names):
            known = [at for at, entrant in enumerate(entrants) if same_name(entrant.name, name)]
            if not name or not name.isprintable() or (known and entrants[known[0]].left is None):
                raise BadTournament("tournament.twice", name=name)
            if known:
                entrants[known[0]] = replace(entrants[known[0]], left=None)
            else:
                entrants.append(Entrant(name, self.next_number))
        return replace(self, entrants=tuple(entrants))

    def without(self, names: Iterable[str]) -> Tournament:
        """Without these people from the next round on; what they have played stays. Raises BadTournament."""
        gone = {entrant.name: entrant for entrant in map(self.named, names)}
        for name, entrant in gone.items():
            if entrant.left is not None:
                raise BadTournament("tournament.nobody", name=name)
        entrants = tuple(
            replace(entrant, left=self.next_number) if entrant.name in gone else entrant for entrant in self.entrants
        )
        return replace(self, entrants=entrants)

    def table(self, number: int, at: int) -> Seated:
        """Table `at` of round `number`, both from 1. Raises BadTournament."""
        if not (1 <= number <= len(self.rounds) and 1 <= at <= len(self.rounds[number - 1].tables)):
            raise BadTournament("tournament.no_table", round=number, table=at)
        return self.rounds[number - 1].tables[at - 1]

    def decided(self, number: int, at: int, outcome: Outcome) -> Tournament:
        """With the outcome of table `at` of round `number`, both from 1. Raises BadTournament."""
        table, played = self.table(number, at), self.rounds[number - 1]
        if not is_ranking(outcome.places, len(table.people)):
            raise BadTournament("tournament.bad_places", round=number, table=at, n=len(table.people))
        tables = (*played.tables[: at - 1], replace(table, outcome=outcome), *played.tables[at:])
        rounds = (*self.rounds[: number - 1], replace(played, tables=tables), *self.rounds[number:])
        return replace(self, rounds=rounds)

    def met(self) -> Counter[frozenset[str]]:
        """How often each two people have sat at one table."""
        return Counter(frozenset(pair) for table in self._tables() for pair in combinations(table.people, 2))

    def byes(self) -> Counter[str]:
        """How many byes everybody is counted to have had.

        Who comes late starts with the fewest byes that anybody had then: coming late earns neither byes nor play.
        """
        counts: Counter[str] = Counter()
        for number, played in enumerate(self.rounds, 1):
            self._credit(counts, number)
            counts.update(played.byes)
        self._credit(counts, self.next_number)
        return counts

    def _credit(self, counts: Counter[str], number: int) -> None:
        here = [entrant for entrant in self.entrants if entrant.is_present(number)]
        earlier = [counts[entrant.name] for entrant in here if entrant.joined < number]
        for entrant in here:
            if entrant.joined == number and earlier:
                counts[entrant.name] = min(earlier)

    def _tables(self) -> Iterator[Seated]:
        for played in self.rounds:
            yield from played.tables


def same_name(one: str, other: str) -> bool:
    """Whether two names are the same but for case and spaces."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def is_ranking(places: tuple[int, ...], people: int) -> bool:
    """Whether these are the places of so many people: each is one more than the number of people ahead."""
    return len(places) == people and all(place == 1 + sum(p < place for p in places) for place in places)
