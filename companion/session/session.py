"""The single writer of a game: check, append to the journal, replace the state, notify. Main thread only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias

from companion.ports import Clock
from companion.rulebook.course import Adjust, Course, Undo, edit
from companion.rulebook.domain import Whole
from companion.rulebook.entry import decode_entry
from companion.rulebook.errors import BadField, CompanionError, IllegalAction
from companion.rulebook.game import TABLE, Actor
from companion.rulebook.sealed import PUBLIC, Sealed, redact
from companion.rulebook.text import Player, Said, say
from companion.session.inbox import Entered, Inbox, Pressed
from companion.session.proposals import AtOnce, Confirm, Proposals
from companion.session.record import Entry, Header, entry_of
from companion.session.view import HistoryLine, Proposal, View
from vision.readings import Seen

Source: TypeAlias = Literal["touch", "camera", "button", "keyboard"]


class BrokenRecord(CompanionError, ValueError):
    """Error raised when a kept game does not replay: at which entry, and why. Its entries are left as they are."""


class Keeper(Protocol):
    """Where accepted entries go: `companion.store.journal.Journal`, or a twin."""

    def append(self, game_id: str, entry: Entry) -> None:
        """Keep one more entry."""

    def append_all(self, game_id: str, several: tuple[Entry, ...]) -> None:
        """Keep several entries, all or none."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game on the table: its id in the journal, its header and its entries so far."""

    game_id: str
    header: Header
    entries: tuple[Entry, ...] = ()


class Session:
    """One game being played. Everything that changes it passes through here, in order."""

    def __init__(
        self, table: Table, *, keeper: Keeper, clock: Clock, inbox: Inbox, proposals: Proposals | None = None
    ) -> None:
        self._table = table
        self._keeper = keeper
        self._clock = clock
        self._inbox = inbox
        self._entries = list(table.entries)
        self._course = replayed(table)
        self._lines: list[HistoryLine] = []
        self._proposals = proposals or Proposals(AtOnce())
        self.blink: Said | None = None
        self._refused: int | None = None
        self._presses: tuple[Pressed, ...] = ()
        self._listeners: list[Callable[[], None]] = []
        self._corrected = (0, 0)  # the last entry of a correction, and the one in force before it

    @property
    def course(self) -> Course:
        """The game so far; unredacted, for feeds that compute and never show."""
        return self._course

    @property
    def proposal(self) -> Proposal | None:
        """What the camera thinks happened, None where it agrees or is muted."""
        return self._proposals.standing

    @property
    def presses(self) -> tuple[Pressed, ...]:
        """The presses of the present phase, in the order of their own time."""
        return self._presses

    @property
    def game_id(self) -> str:
        """The name of the game in the journal."""
        return self._table.game_id

    @property
    def header(self) -> Header:
        """The game, its names and its options."""
        return self._table.header

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries as they are in the journal."""
        return tuple(self._entries)

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` once after every change."""
        self._listeners.append(listener)

    def submit(self, action: Any, source: Source) -> tuple[Said, ...]:
        """Accept an action and return what happened. Raises IllegalAction or StoreError; then nothing happened."""
        after = self._course.after(action)
        entry = entry_of(after.seq, action, at=self._clock.utc(), source=source)
        self._keeper.append(self._table.game_id, entry)
        self._move_on(after, (entry,))
        return after.now.events

    def undo(self, to: int | None = None, *, by: Actor = TABLE, source: Source = "touch") -> None:
        """Back to the table after entry `to`; without it, to before the last entry in force or a correction just made.

        After an undo the camera does not insist on what was undone. Raises IllegalAction at the start.
        """
        if to is None:
            if not self._course.now.seq:
                raise IllegalAction("nothing_to_undo")
            last, before = self._corrected
            to = before if last == self._course.seq else self._course.now.previous
        undone = [self._course.entries[seq - 1] for seq in self._course.trail if seq > to]
        self.submit(Undo(by, to), source)
        is_one = len(undone) == 1  # then what lies there may be what should have been entered
        (self._proposals.correct if is_one else self._proposals.decline)(undone)

    def adjust(self, seat: int, points: int, *, why: str, source: Source = "touch") -> None:
        """A house ruling: `points` for `seat`."""
        self.submit(Adjust(TABLE, seat, points, why), source)

    def edit(self, seq: int, action: Any, *, source: Source = "touch") -> tuple[tuple[int, Said], ...]:
        """Replace old entry `seq`; returns the later entries that became illegal, with reasons. All or nothing."""
        edited, before = edit(self._course, seq, action), self._course.now.seq
        at = self._clock.utc()
        fresh = tuple(
            entry_of(number, entry, at=at, source=source)
            for number, entry in enumerate(edited.course.entries[self._course.seq :], self._course.seq + 1)
        )
        self._keeper.append_all(self._table.game_id, fresh)
        self._move_on(edited.course, fresh)
        self._corrected = (self._course.seq, before)
        self._proposals.decline(())
        return edited.refused

    def confirm(self, proposal_id: int, choice: int = 0) -> tuple[Said, ...]:
        """Accept a choice of the proposal. Raises IllegalAction if it is no longer the one shown."""
        proposal = self.proposal
        if proposal is None or proposal.id != proposal_id or choice >= len(proposal.explanation.choices):
            raise IllegalAction("proposal_gone")
        return self.submit(proposal.explanation.choices[choice].action, "camera")

    def dismiss(self, proposal_id: int) -> None:
        """No: this reading is muted until other labels are seen."""
        if self.proposal is not None and self.proposal.id == proposal_id:
            self._proposals.decline(choice.action for choice in self.proposal.explanation.choices)
            self._notify()

    def trust(self, confirm: Confirm) -> None:
        """How much the camera is to ask from now on."""
        self._proposals.confirm = confirm
        self._notify()

    def hold(self, *, held: bool) -> None:
        """Somebody enters by hand (or ends that): meanwhile no proposal is accepted by itself."""
        if self._proposals.hold(self._clock.monotonic_s(), held=held):
            self._notify()

    def pump(self) -> bool:
        """Take in presses and looks and accept what is due; True where something changed. Called often."""
        looks = self._inbox.sort()
        now_s = self._clock.monotonic_s()
        presses = self._inbox.take_presses(now_s)
        for press in presses:
            self._pressed(press)
        entered = self._inbox.take_entered()
        for number in entered:
            self._lock_in(number)
        proposed = self._propose(looks, now_s)
        accepted = self._accept_what_is_due(now_s)
        return bool(presses or entered or looks) or proposed or accepted

    def view(self) -> View:
        """The game as everybody may see it."""
        course = self._course
        game, state = course.game, course.state
        options = game.options(state)
        return View(
            game=game.key,
            seq=course.seq,
            seats=self.header.seats,
            phase=game.phase(state),
            state=redact(state, PUBLIC),
            options=options,
            acting=tuple(sorted({o.by for o in options if isinstance(o.by, int) and o.action is not game.press})),
            zones=game.zones(state),
            lines=course.lines,
            totals=course.totals,
            outcome=course.outcome,
            hints=game.hints(state),
            seat_texts=game.seat_texts(state),
            history=self._history(),
            proposal=self.proposal,
            blink=self.blink,
            refused=self._refused,
            presses=self._presses,
            closing=self._proposals.closing(self._clock.monotonic_s()),
        )

    def _history(self) -> tuple[HistoryLine, ...]:
        course, force = self._course, set(self._course.trail)
        for entry in self._entries[len(self._lines) :]:
            events = () if isinstance(course.entries[entry.seq - 1], Undo) else course.moments[entry.seq].events
            said = told(course, entry.seq)
            self._lines.append(HistoryLine(entry.seq, entry.at, entry.source, said, events, in_force=True))
        return tuple(line if line.seq in force else replace(line, in_force=False) for line in self._lines)

    def _pressed(self, press: Pressed) -> None:
        kind = self._course.game.press
        if kind is None:
            return
        self._try(kind(by=press.seat))
        self._presses = (*self._presses, press)
        self._notify()

    def _lock_in(self, entered: Entered) -> None:
        """What was entered at a seat is its sealed answer where exactly one such value is asked of it."""
        for option in self._course.game.options(self._course.state):
            if option.by != entered.seat or option.secret is None:
                continue
            name, domain = option.secret
            if isinstance(entered.value, int) == isinstance(domain.inner, Whole):
                self._try(option.action(by=entered.seat, **{name: Sealed(entered.seat, entered.value)}))
            return

    def _try(self, action: Any) -> None:
        """Submit what a button said; at the wrong time, or where it cannot be kept, it only blinks."""
        try:
            self.submit(action, "button")
        except CompanionError as error:
            self.blink, self._refused = error.said, action.by
            self._notify()

    def _propose(self, looks: Mapping[str, Seen], now_s: float) -> bool:
        """Let new looks be explained and show what that came to; True where something changed."""
        changed = self._inbox.take_hand() and self._proposals.stop()
        if looks:
            self._proposals.see(self._course, looks)
            changed = self._proposals.begin_again(now_s) or changed
        changed = self._proposals.follow(self._course, now_s) or changed
        if changed:
            self._notify()
        return changed

    def _accept_what_is_due(self, now_s: float) -> bool:
        """Accept the proposal whose ring has closed; where it cannot be kept that is told and it waits for a yes."""
        proposal = self.proposal
        if proposal is None or self._proposals.closing(now_s) != 1.0:
            return False
        try:
            self.confirm(proposal.id)
        except CompanionError as error:
            self._proposals.hold(now_s, held=True)
            self.blink, self._refused = error.said, None
            self._notify()
        return True

    def _move_on(self, course: Course, fresh: tuple[Entry, ...]) -> None:
        if type(course.state.phase) is not type(self._course.state.phase):
            self._presses = ()
        self._course = course
        self._entries += fresh
        self._proposals.move_on(course)
        self.blink, self._refused = None, None
        self._notify()

    def _notify(self) -> None:
        for listener in self._listeners:
            listener()


def replayed(table: Table) -> Course:
    """The course of a game from its record. Raises BrokenRecord where an entry no longer fits the rules."""
    course = table.header.open()
    for entry in table.entries:
        try:
            course = course.after(decode_entry(course.game, course.seats, entry.body))
        except (IllegalAction, BadField) as error:
            raise BrokenRecord("record_broken", seq=entry.seq, why=error.said) from error
    return course


def told(course: Course, seq: int) -> Said:
    """The history's words for an entry."""
    action = course.entries[seq - 1]
    if isinstance(action, Undo):
        return say("told.undo", to=action.to)
    if isinstance(action, Adjust):
        return say("told.adjust", seat=Player(action.seat), points=action.points, why=action.why)
    return course.game.tell(action)
