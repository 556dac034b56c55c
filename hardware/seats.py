"""Secret numbers entered at the seat: the port `SeatInput` and the entries behind it.

    ask(seats: Iterable[int], *, low: int, high: int) -> None   open an entry for each of these seats, forget older ones
    reopen(seats: Iterable[int]) -> None                        what these locked in was not taken: they begin again
    poll() -> tuple[Entered, ...]                               numbers entered since the last call
    marks -> tuple[SeatMark, ...]                               how far each of six seats is; never how much
    lost -> tuple[int, ...]                                     seats whose device has been pulled out
    close() -> None

A seat may lock in another number until nobody is asked any more; the newer one replaces the older. A number out of
range is handed out too, so that the rules refuse it with their reason, and the seat begins again. Asking no seat ends
the asking. `controllers.SeatControllers` reads knobs and buttons, `keypads.SeatKeypads` reads keypads, `TouchSeats` is
told whole numbers by the page for phones. All share `SeatEntries`; what differs is where the gestures come from.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from hardware.dial import Entry, Question
from hardware.errors import BadEntry
from hardware.readings import Entered, SeatMark
from hardware.seat1 import SEATS

HOLD_S = 0.8
"""A press this long erases the unfinished number."""


class SeatEntries:
    """The entries of all seats that are asked, and what they have entered since it was last taken.

    Gestures of a seat that is not asked are ignored: knobs are touched by accident all the time.
    """

    def __init__(self) -> None:
        """Nobody is asked yet."""
        self._entries: dict[int, Entry] = {}
        self._entered: list[Entered] = []

    def ask(self, seats: Iterable[int], *, low: int, high: int) -> None:
        """Open an entry from `low` to `high` for each of `seats`; older entries are forgotten."""
        self._entries = {seat: Entry(Question(low, high)) for seat in seats}
        self._entered.clear()

    def reopen(self, seats: Iterable[int]) -> None:
        """Forget what `seats` have locked in; a number still being entered goes on, one not yet taken stays."""
        for seat in seats:
            if seat in self._entries:
                self._entries[seat] = replace(self._entries[seat], value=None)

    def turn(self, seat: int, *, detents: int) -> None:
        """Turn the knob of `seat`, clockwise positive."""
        self._change(seat, Entry.turned, detents)

    def press(self, seat: int, *, held_s: float, at_s: float) -> None:
        """Press the knob of `seat`: locks the digit, or erases when held for HOLD_S."""
        if held_s >= HOLD_S:
            self._change(seat, Entry.erased)
        else:
            self._finish(seat, Entry.pressed, at_s)

    def type_digit(self, seat: int, *, digit: int) -> None:
        """Press a digit key of `seat`."""
        self._change(seat, Entry.typed, digit)

    def confirm(self, seat: int, *, at_s: float) -> None:
        """Press the enter key of `seat`."""
        self._finish(seat, Entry.confirmed, at_s)

    def erase(self, seat: int) -> None:
        """Press the erase key of `seat`."""
        self._change(seat, Entry.erased)

    def lock(self, seat: int, *, value: int, at_s: float) -> None:
        """Lock in a whole number at once.

        Raises:
            BadEntry: `seat` is not asked, or `value` is outside the range.
        """
        entry = self._entries.get(seat)
        if entry is None:
            raise BadEntry(f"seat {seat} is not asked; seats {sorted(self._entries)} are")
        if not entry.question.allows(value):
            raise BadEntry(f"seat {seat}: expected {entry.question.low} to {entry.question.high}")
        self._entries[seat] = replace(entry.erased(), value=value)
        self._entered.append(Entered(seat, value, at_s))

    def take(self) -> tuple[Entered, ...]:
        """Return what was entered since the last call."""
        entered = tuple(self._entered)
        self._entered.clear()
        return entered

    @property
    def marks(self) -> tuple[SeatMark, ...]:
        """How far each seat is."""
        return tuple(self._entries[seat].mark if seat in self._entries else SeatMark.IDLE for seat in range(SEATS))

    def _change(self, seat: int, gesture: Callable[..., Entry], *details: int) -> None:
        if seat in self._entries:
            self._entries[seat] = gesture(self._entries[seat], *details)

    def _finish(self, seat: int, gesture: Callable[[Entry], Entry], at_s: float) -> None:
        entry = self._entries.get(seat)
        if entry is None:
            return
        self._entries[seat] = after = gesture(entry)
        if after.answer is not None and after is not entry:
            self._entered.append(Entered(seat, after.answer, at_s))


class AskedSeats:
    """What every `SeatInput` does alike; where its gestures come from is its own."""

    def __init__(self) -> None:
        """Nobody is asked yet."""
        self._entries = SeatEntries()

    def ask(self, seats: Iterable[int], *, low: int, high: int) -> None:
        """Open an entry from `low` to `high` for each of `seats`."""
        self._entries.ask(seats, low=low, high=high)

    def reopen(self, seats: Iterable[int]) -> None:
        """Let `seats` begin again, since what they have locked in was not taken."""
        self._entries.reopen(seats)

    @property
    def marks(self) -> tuple[SeatMark, ...]:
        """How far each seat is."""
        return self._entries.marks

    @property
    def lost(self) -> tuple[int, ...]:
        """Seats whose device has been pulled out; none where that cannot be told, as of contacts."""
        return ()


class TouchSeats(AskedSeats):
    """Numbers entered on a touched screen, such as a phone; also the twin of every other `SeatInput`."""

    def enter(self, seat: int, *, value: int, at_s: float) -> None:
        """Lock in `value`; raise BadEntry for a seat that is not asked or a number out of range."""
        self._entries.lock(seat, value=value, at_s=at_s)

    def poll(self) -> tuple[Entered, ...]:
        """Return the numbers locked in since the last call."""
        return self._entries.take()

    def close(self) -> None:
        """Nothing to give back."""
