"""What is shown: one value, made by `Session.view` alone, with every secret already hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rulebook.game import Option
from companion.rulebook.score import Outcome, ScoreLine
from companion.rulebook.text import Said
from companion.rulebook.zone import Zone
from companion.session.explain import Explanation
from companion.session.inbox import Pressed


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """An entry in words: its number, when and through what it came, what followed, and whether it is in force."""

    seq: int
    at: str | None
    source: str | None
    said: Said
    events: tuple[Said, ...]
    in_force: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the camera thinks happened. It belongs to the table after entry `seq` and dies when that moves on."""

    id: int
    seq: int
    explanation: Explanation
    words: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A game as everybody may see it.

    `state` is redacted; `options` are those of all seats; `acting` are the seats that may do more than press a button;
    `blink` is why the last press, number or proposal was refused, `refused` the seat that had pressed or entered it;
    `presses` are those of the present phase, in hardware order. `closing` is how far the ring has closed, 0 to 1, after
    which the proposal is accepted; None where it needs a yes.
    """

    game: str
    seq: int
    seats: tuple[str, ...]
    phase: str
    state: Any
    options: tuple[Option, ...]
    acting: tuple[int, ...]
    zones: tuple[Zone, ...]
    lines: tuple[tuple[ScoreLine, ...], ...]
    totals: tuple[int, ...]
    outcome: Outcome | None
    hints: tuple[Said, ...]
    seat_texts: tuple[str, ...]
    history: tuple[HistoryLine, ...]
    proposal: Proposal | None
    blink: Said | None
    refused: int | None = None
    presses: tuple[Pressed, ...] = ()
    closing: float | None = None
