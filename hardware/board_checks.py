"""Probes of what is wired to the machine for `companion check`: the display board, its digits, the knock buttons.

These talk to devices and take seconds; `checks` holds the ones that only look.
"""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hardware import frames, seat1
from hardware.displays import Port, SerialDisplays
from hardware.driver import HELLO_RETRY_S
from hardware.errors import BadFrame, HardwareError, PortHeld
from hardware.findings import Finding, Level, found
from hardware.presses import KnockButtons
from hardware.readings import LinkState, Pressed

GREET_S = 4.0
READ_S = 1.0
TEST_TEXTS = ("111", "222", "333", "444", "555", "666")
"""Shown by the display test: every seat its own number, three times."""


@dataclass(frozen=True, slots=True)
class BoardReport:
    """What a board says of itself."""

    welcome: seat1.Welcome
    status: seat1.Status
    readings: seat1.Readings


def probe_board(open_port: Callable[[], Port], *, clock: Callable[[], float] = time.monotonic) -> Finding:
    """Greet the board behind `open_port` and read its counters; its displays go dark."""
    try:
        port = open_port()
    except PortHeld as error:
        return found("board.held", Level.MISSING, why=str(error))
    except HardwareError as error:
        return found("board.unreachable", Level.MISSING, why=str(error))
    try:
        return _judge(port.name, read_board(port, clock=clock))
    except HardwareError as error:
        return found("board.unreachable", Level.MISSING, why=str(error))
    finally:
        port.close()


def read_board(port: Port, *, clock: Callable[[], float]) -> BoardReport | seat1.Welcome | None:
    """Return the board's report, only its welcome when it refuses our version, None when nothing answers.

    Raises:
        PortLost: the port goes away meanwhile.
    """
    greeted = _ask(port, seat1.hello(secrets.randbits(32)), limit_s=GREET_S, clock=clock)
    if greeted is None:
        return None
    welcome = seat1.read_welcome(greeted)
    if greeted.status.result is not seat1.Result.OK:
        return welcome
    read = _ask(port, seat1.READ, limit_s=READ_S, clock=clock)
    return None if read is None else BoardReport(welcome, read.status, seat1.read_readings(read))


def _ask(port: Port, request: seat1.Request, *, limit_s: float, clock: Callable[[], float]) -> seat1.Answer | None:
    deframer = frames.Deframer()
    deadline_s = clock() + limit_s
    while clock() < deadline_s:
        port.write(frames.DELIMITER + frames.encode(request.message(1)))
        retry_s = clock() + HELLO_RETRY_S
        while (left_s := retry_s - clock()) > 0:
            answer = _first_answer(deframer.feed(port.read(left_s)), request.kind)
            if answer is not None:
                return answer
    return None


def _first_answer(messages: tuple[bytes | None, ...], kind: seat1.Kind) -> seat1.Answer | None:
    for message in messages:
        try:
            answer = seat1.parse_answer(message) if message else None
        except BadFrame:
            continue
        if answer is not None and answer.kind is kind:
            return answer
    return None


def _judge(port: str, report: BoardReport | seat1.Welcome | None) -> Finding:
    if report is None:
        return found("board.silent", Level.MISSING, port=port)
    if isinstance(report, seat1.Welcome):
        return found("board.refused", Level.MISSING, version=report.version, expected=seat1.VERSION)
    firmware = ".".join(map(str, report.welcome.firmware))
    faults = report.status.lost + report.status.line_errors + report.readings.damaged
    if faults:
        return found("board.noisy", Level.WARNING, port=port, firmware=firmware, count=faults)
    return found("board.ready", Level.GOOD, port=port, firmware=firmware, seats=report.welcome.seats)


def show_test(displays: SerialDisplays, *, hold_s: float, sleep: Callable[[float], None] = time.sleep) -> Finding:
    """Show every seat's own number for `hold_s` and then nothing; somebody has to look."""
    displays.show(TEST_TEXTS)
    waited_s = 0.0
    while not displays.is_settled and displays.health.state is not LinkState.REFUSED and waited_s < GREET_S:
        sleep(0.05)
        waited_s += 0.05
    if not displays.is_settled:
        return found("displays.failed", Level.MISSING, why=displays.health.detail)
    sleep(hold_s)
    return found("displays.shown", Level.GOOD, texts=", ".join(TEST_TEXTS))


def hear_buttons(
    buttons: KnockButtons, *, limit_s: float, clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Pressed]:  # fmt: skip
    """Yield every knock within `limit_s`, as it is heard."""
    deadline_s = clock() + limit_s
    while clock() < deadline_s:
        yield from buttons.poll()
        sleep(0.01)


def judge_buttons(seats: frozenset[int], heard: frozenset[int]) -> Finding:
    """Say which of the wired `seats` were not `heard` in the button test; seats are named from 1."""
    silent = sorted(seat + 1 for seat in seats - heard)
    if silent:
        return found("buttons.silent", Level.WARNING, seats=", ".join(map(str, silent)))
    return found("buttons.heard", Level.GOOD, count=len(seats))
