"""Entering a number that nobody at the table may see, on a knob without numbers or a keypad without a screen.

A knob is turned digit by digit and by feel: so many clicks for the first digit, a press, so many clicks for the next,
a press. Turned back beyond zero it stays at zero, so a player who lost count turns left for a while. The display shows
that something is being entered, never how much. Pure; an entry is a value, every gesture returns the next one.
"""

from dataclasses import dataclass, field, replace

from hardware.readings import SeatMark


@dataclass(frozen=True, slots=True)
class Question:
    """The numbers allowed: `low` to `high`, both included, 0 <= low <= high <= 999."""

    low: int
    high: int

    @property
    def digits(self) -> int:
        """How many digits an entry on a knob has: leading zeros are pressed, too."""
        return len(str(self.high))

    def allows(self, value: int) -> bool:
        """Whether `value` is an answer."""
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Entry:
    """One seat's entry; its text form hides all digits.

    Args:
        question: the numbers allowed.
        value: the number locked in, None before that. It stays while a new one is being entered.
        answer: the number that the last gesture ended, None where it ended none. One out of range is not locked in: the
            entry has started again.
    """

    question: Question
    value: int | None = field(default=None, repr=False)
    answer: int | None = field(default=None, repr=False)
    _locked: str = field(default="", repr=False)
    _clicks: int | None = field(default=None, repr=False)

    @property
    def mark(self) -> SeatMark:
        """What the display may show."""
        if self.value is not None:
            return SeatMark.IN
        return SeatMark.THINKING if self._locked or self._clicks is not None else SeatMark.IDLE

    def turned(self, detents: int) -> "Entry":
        """Return the entry after turning the knob; one digit runs from 0 to 9 and stops there."""
        clicks = min(max((self._clicks or 0) + detents, 0), 9)
        return replace(self, _clicks=clicks, answer=None)

    def pressed(self) -> "Entry":
        """Return the entry after a press: the digit is locked, and with the last digit the number."""
        locked = self._locked + str(self._clicks or 0)
        if len(locked) < self.question.digits:
            return replace(self, _locked=locked, _clicks=None, answer=None)
        return self._answered(int(locked))

    def typed(self, digit: int) -> "Entry":
        """Return the entry after a digit key; digits beyond the longest number are ignored."""
        locked = self._locked + str(digit)
        if len(locked) > self.question.digits:
            return self
        return replace(self, _locked=locked, answer=None)

    def confirmed(self) -> "Entry":
        """Return the entry after the enter key: what was typed is the number."""
        return self._answered(int(self._locked)) if self._locked else self

    def erased(self) -> "Entry":
        """Return the entry with the unfinished number forgotten."""
        return replace(self, _locked="", _clicks=None, answer=None)

    def _answered(self, value: int) -> "Entry":
        return replace(self.erased(), value=value if self.question.allows(value) else self.value, answer=value)
