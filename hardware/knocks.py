"""From edges to knocks: our own debounce, the collection window, ties, and which knocks do not count.

Pure; all times are the edges' own stamps, so a callback that comes late does not cost a player the knock. Debouncing
keeps the *first* edge of a press, because that is when the button was hit.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from math import inf

from hardware.readings import Edge, Pressed

QUIET_S = 0.150
"""A new press of the same button counts once this long has passed since its last counted one."""

OPEN_S = 0.025
"""A contact that was open for less than this before it closed is bouncing, as it does on release too."""

COLLECT_S = 0.020
"""How long after the first edge others are waited for. Each source delivers in the order of the stamps, 1 ms late at
most with lgpio; with a poll per screen frame (17 ms) a decision falls within 40 ms."""

TIE_S = 0.001
"""Knocks closer than this are a tie; interrupts are served within some 50 microseconds."""


class Refusal(Enum):
    """Why a knock does not count; the value is the key of its text."""

    EARLY = "knock.early"
    OWN = "knock.own"
    LATE = "knock.late"


@dataclass(frozen=True, slots=True)
class Refused:
    """A knock that was heard and kept, but does not count."""

    pressed: Pressed
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Verdict:
    """All knocks of one offer.

    Args:
        counted: in the order of their stamps; the first one knocked first unless it is tied.
        refused: the others, in the same order.
    """

    counted: tuple[Pressed, ...]
    refused: tuple[Refused, ...]

    @property
    def first(self) -> tuple[int, ...]:
        """The seats that knocked first: one, several in a tie, or none."""
        if not self.counted:
            return ()
        best = self.counted[0]
        return tuple(sorted((best.seat, *best.tied_with)))


@dataclass(frozen=True, slots=True)
class Offer:
    """When knocks are wanted, and from whom.

    Args:
        opened_at_s: knocks before this came before the card was seen.
        closed_at_s: knocks after this came too late; None while it is open.
        active_seat: may not knock on the own offer; None where everybody may.
    """

    opened_at_s: float
    closed_at_s: float | None = None
    active_seat: int | None = None

    def refusal(self, pressed: Pressed) -> Refusal | None:
        """Return why `pressed` does not count, None where it does."""
        if pressed.at_s < self.opened_at_s:
            return Refusal.EARLY
        if self.closed_at_s is not None and pressed.at_s > self.closed_at_s:
            return Refusal.LATE
        return Refusal.OWN if pressed.seat == self.active_seat else None


def judge(presses: Iterable[Pressed], offer: Offer) -> Verdict:
    """Return which of `presses` count for `offer`, in order, with ties among those that count."""
    counted, refused = [], []
    for pressed in sorted(presses, key=_moment):
        refusal = offer.refusal(pressed)
        if refusal is None:
            counted.append(pressed)
        else:
            refused.append(Refused(pressed, refusal))
    return Verdict(with_ties(counted), tuple(refused))


def with_ties(presses: Iterable[Pressed]) -> tuple[Pressed, ...]:
    """Return the presses of one contest in order, those within the tie window of the first marked as tied."""
    ordered = sorted(presses, key=_moment)
    tied = tuple(sorted({pressed.seat for pressed in ordered if pressed.at_s - ordered[0].at_s < TIE_S}))
    return tuple(
        replace(pressed, tied_with=tuple(seat for seat in tied if seat != pressed.seat) if pressed.seat in tied else ())
        for pressed in ordered
    )


def _moment(pressed: Pressed) -> tuple[float, int]:
    return pressed.at_s, pressed.seat


@dataclass(slots=True)
class KnockListener:
    """Turns edges into contests: all knocks within the collection window of a first one.

    Args:
        seat_of_line: which seat's button a line is.
    """

    seat_of_line: Mapping[int, int]
    _counted_s: dict[int, float] = field(default_factory=dict)
    _opened_s: dict[int, float] = field(default_factory=dict)
    _waiting: list[Pressed] = field(default_factory=list)

    def hear(self, edges: Iterable[Edge]) -> None:
        """Take edges, each line's in order; only a contact that closes after having been open starts a press."""
        for edge in edges:
            if edge.line not in self.seat_of_line:
                continue
            if edge.high:
                self._opened_s[edge.line] = edge.at_s
            elif self._is_fresh(edge):
                self._counted_s[edge.line] = edge.at_s
                self._waiting.append(Pressed(self.seat_of_line[edge.line], edge.at_s))

    def _is_fresh(self, edge: Edge) -> bool:
        counted_s = self._counted_s.get(edge.line, -inf)
        opened_s = self._opened_s.get(edge.line, -inf)
        return edge.at_s - counted_s >= QUIET_S and edge.at_s - opened_s >= OPEN_S

    def contests(self, now_s: float) -> tuple[tuple[Pressed, ...], ...]:
        """Return every contest whose window is over at `now_s`, oldest first, in order and with ties marked."""
        done = []
        self._waiting.sort(key=_moment)
        while self._waiting and now_s - self._waiting[0].at_s >= COLLECT_S:
            first_s = self._waiting[0].at_s
            done.append(with_ties(press for press in self._waiting if press.at_s - first_s < COLLECT_S))
            self._waiting = [press for press in self._waiting if press.at_s - first_s >= COLLECT_S]
        return tuple(done)
