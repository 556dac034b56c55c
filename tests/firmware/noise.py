"""Reveals over a damaged line, every latch of every round judged."""

import random
from dataclasses import dataclass, field
from pathlib import Path

from hardware import frames, seat1
from hardware.picture import IN
from hardware.readings import LinkState
from tests.firmware.rigs import FirmwareEnd, Rig
from tests.firmware.simulator import Latch

DIGIT_REGISTERS = (1, 2, 3)
LIMIT_S = 2.0


@dataclass(slots=True)
class Tally:
    """What became of all rounds: times of those within two seconds, and what must stay zero."""

    rounds: int = 0
    took_ms: list[float] = field(default_factory=list)
    latches: int = 0
    wrong: int = 0
    early: int = 0
    link_down: int = 0

    @property
    def share(self) -> float:
        return len(self.took_ms) / self.rounds

    def quantile_ms(self, share: float) -> float:
        return sorted(self.took_ms)[min(int(len(self.took_ms) * share), len(self.took_ms) - 1)]


class WatchedRig(Rig):
    """A rig that remembers when the first COMMIT of a round went out."""

    board: FirmwareEnd
    committed_cycle: int | None = None

    def _step(self) -> None:
        before = len(self.sent)
        super()._step()
        for message in frames.Deframer().feed(bytes(self.sent[before:])):
            if message and message[0] == seat1.Kind.COMMIT and self.committed_cycle is None:
                self.committed_cycle = self.board.simulator.cycle


def digit_codes(latch: Latch) -> set[tuple[int, int, int]]:
    """(chip, register, digit) of every digit code a chip holds, lit or not."""
    places = [(chip, register) for chip in range(6) for register in DIGIT_REGISTERS]
    return {(chip, register, code) for chip, register in places if (code := latch.chips[chip][register] & 15) < 10}


def has_digits(texts: tuple[str, ...]) -> bool:
    """Whether any seat shows a digit."""
    return any(map(str.isdigit, "".join(texts)))


def faults(latches: list[Latch], old: Latch, expected: tuple[str, ...], committed_cycle: int | None) -> tuple[int, int]:
    """How many latches showed a wrong picture, and how many held a new digit before COMMIT had been sent."""
    wrong = early = 0
    held = digit_codes(old)
    for latch in latches:
        wrong += has_digits(latch.texts) and latch.texts not in (old.texts, expected)
        if committed_cycle is None or latch.cycle < committed_cycle:
            early += bool(digit_codes(latch) - held)
    return wrong, early


def reveal_over(out: Path, *, damage: float, rounds: int) -> Tally:
    """Play `rounds` reveals with this share of bytes damaged both ways."""
    draw, board, tally = random.Random(11), FirmwareEnd(out), Tally()
    rig = WatchedRig(board, damage=damage)
    rig.settle(60)
    last = board.simulator.latches[-1]
    for _ in range(rounds):
        rig.show(*[IN] * 6)
        rig.settle(30)
        last = board.simulator.latches[-1] if board.simulator.latches else last
        board.forget()
        last = play_round(rig, [draw.randrange(1000) for _ in range(6)], last, tally)
    board.close()
    return tally


def play_round(rig: WatchedRig, numbers: list[int], last: Latch, tally: Tally) -> Latch:
    """Play one reveal into `tally`; return the last latch.

    A reveal that did not come through in time may have left the old picture, the new one, or one without digits.
    """
    expected = tuple(f"{number:3d}" for number in numbers)
    rig.committed_cycle = None
    rig.show(*map(str, numbers))
    took_s = rig.settle(LIMIT_S)
    seen = rig.board.simulator.latches
    wrong, early = faults(seen, last, expected, rig.committed_cycle)
    shown = seen[-1] if seen else last
    is_right = shown.texts == expected
    is_closed = took_s is None and (shown.texts == last.texts or not has_digits(shown.texts))
    tally.rounds += 1
    tally.latches += len(seen)
    tally.wrong += wrong + (not (is_right or is_closed))
    tally.early += early
    tally.link_down += rig.health.state is not LinkState.READY
    if took_s is not None:
        tally.took_ms.append(1000 * took_s)
    return shown
