"""The course of a game: a fold of entries over states. Undo is an entry too; nothing is ever rewritten."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from companion.rulebook.errors import IllegalAction
from companion.rulebook.game import TABLE, Actor, Game, Over
from companion.rulebook.score import Outcome, ScoreLine, leaders
from companion.rulebook.text import Player, Said, say


@dataclass(frozen=True, slots=True)
class Undo:
    """Back to the state after entry `to` (0: the start); by any seat or the table."""

    by: Actor
    to: int


@dataclass(frozen=True, slots=True)
class Adjust:
    """A house ruling by the table: `points` for `seat`, with the reason in words."""

    by: Actor
    seat: int
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after an entry: the game's state and the house rulings in force.

    `seq` is the entry that led here (0: the start), `previous` the one in force before it.
    """

    seq: int
    previous: int
    state: Any
    rulings: tuple[Adjust, ...] = ()
    events: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """A game being played: all moments so far, `moments[seq]` being the table after entry `seq`."""

    game: Game[Any, Any]
    options: Any
    seats: int
    entries: tuple[Any, ...] = ()
    moments: tuple[Moment, ...] = field(default=(), repr=False)

    @property
    def now(self) -> Moment:
        """The moment in force."""
        return self.moments[-1]

    @property
    def state(self) -> Any:
        """The state in force."""
        return self.now.state

    @property
    def seq(self) -> int:
        """The number of the last entry, undone ones and undos included."""
        return len(self.entries)

    @property
    def trail(self) -> tuple[int, ...]:
        """The numbers of the entries in force, ascending; all others were undone or are undos."""
        seqs = []
        moment = self.now
        while moment.seq:
            seqs.append(moment.seq)
            moment = self.moments[moment.previous]
        return tuple(reversed(seqs))

    @property
    def lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """The score lines of every seat as if the game ended now, house rulings last."""
        return tuple(
            lines + tuple(_ruling(r) for r in self.now.rulings if r.seat == seat)
            for seat, lines in enumerate(self.game.score(self.state))
        )

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of every seat as it stands."""
        return tuple(sum(line.points for line in lines) for lines in self.lines)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs."""
        phase = self.state.phase
        if not isinstance(phase, Over):
            return None
        best = leaders(self.totals, self.game.best) if phase.winners is None else phase.winners
        return Outcome(best, phase.reason)

    @property
    def is_over(self) -> bool:
        """True where nothing but an undo may follow."""
        return isinstance(self.state.phase, Over)

    def at(self, seq: int) -> Course:
        """The course as it was after entry `seq`."""
        return replace(self, entries=self.entries[:seq], moments=self.moments[: seq + 1])

    def after(self, action: Any) -> Course:
        """The course with one more entry. Raises IllegalAction; then nothing has happened."""
        moment = self._undone(action) if isinstance(action, Undo) else self._moved(action)
        return replace(self, entries=(*self.entries, action), moments=(*self.moments, moment))

    def _undone(self, undo: Undo) -> Moment:
        if not 0 <= undo.to <= self.seq:
            raise IllegalAction("undo_out_of_range", to=undo.to, last=self.seq)
        return self.moments[undo.to]

    def _moved(self, action: Any) -> Moment:
        if self.is_over:
            raise IllegalAction("game_over")
        now = self.now
        if isinstance(action, Adjust):
            rulings = (*now.rulings, self._allowed(action))
            return Moment(self.seq + 1, now.seq, now.state, rulings, (_ruled(action),))
        step = self.game.apply(now.state, action)
        return Moment(self.seq + 1, now.seq, step.state, now.rulings, step.events)

    def _allowed(self, ruling: Adjust) -> Adjust:
        if ruling.by != TABLE:
            raise IllegalAction("only_the_table")
        if not 0 <= ruling.seat < self.seats:
            raise IllegalAction("no_such_seat", seat=ruling.seat)
        return ruling


def open_course(game: Game[Any, Any], options: Any, seats: int) -> Course:
    """A course before its first entry. Raises BadOptions."""
    return Course(game, options, seats, (), (Moment(0, 0, game.start(options, seats)),))


@dataclass(frozen=True, slots=True)
class Edited:
    """An old entry replaced: the new course and the later entries that became illegal, with their reasons."""

    course: Course
    refused: tuple[tuple[int, Said], ...]


def edit(course: Course, seq: int, action: Any) -> Edited:
    """`course` with entry `seq` replaced by `action`: an undo to before it, the action, and the later entries again.

    A later entry that has become illegal is left out and named. Raises IllegalAction where `action` itself is
    illegal or `seq` is not in force.
    """
    if seq not in course.trail:
        raise IllegalAction("not_in_force", seq=seq)
    later = [course.entries[s - 1] for s in course.trail if s > seq]
    numbers = [s for s in course.trail if s > seq]
    changed = course.after(Undo(TABLE, course.moments[seq].previous)).after(action)
    refused = []
    for number, entry in zip(numbers, later, strict=True):
        try:
            changed = changed.after(entry)
        except IllegalAction as error:
            refused.append((number, error.said))
    return Edited(changed, tuple(refused))


def _ruling(ruling: Adjust) -> ScoreLine:
    return ScoreLine("adjust", ruling.points, say("ruling", why=ruling.why))


def _ruled(ruling: Adjust) -> Said:
    return say("ruled", seat=Player(ruling.seat), points=ruling.points, why=ruling.why)
