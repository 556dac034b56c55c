"""The board, display and button tests of `companion check`, against twins."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hardware import frames
from hardware.board_checks import hear_buttons, judge_buttons, probe_board, show_test
from hardware.displays import SerialDisplays
from hardware.errors import PortHeld, PortLost, PortNotFound
from hardware.findings import Level, found
from hardware.presses import ScriptedPresses
from hardware.simulated import TwinPort, simulated_board
from hardware.twin import TwinBoard


class QuickClock:
    """Passes a tenth of a second whenever somebody looks."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        self.now_s += 0.1
        return self.now_s


class DeafPort(TwinPort):
    """A cable to nowhere."""

    def read(self, timeout_s: float) -> bytes:
        return b""

    def write(self, data: bytes) -> None:
        return None


def raising(error: Exception) -> Callable[[], TwinPort]:
    def open_port() -> TwinPort:
        raise error

    return open_port


def test_a_board_that_answers_is_ready() -> None:
    assert probe_board(lambda: TwinPort(TwinBoard())) == found(
        "board.ready", Level.GOOD, port="simulated", firmware="1.0", seats=6
    )


def test_a_board_with_damaged_frames_is_ready_but_noisy() -> None:
    board = TwinBoard()
    board.feed(b"\x05xxxx\0" * 3, 0.0)
    finding = probe_board(lambda: TwinPort(board))
    assert finding == found("board.noisy", Level.WARNING, port="simulated", firmware="1.0", count=3)


def test_a_board_of_another_version_is_refused() -> None:
    finding = probe_board(lambda: TwinPort(TwinBoard(version=2)))
    assert finding == found("board.refused", Level.MISSING, version=2, expected=1)


def test_a_port_without_an_answer_is_silent() -> None:
    finding = probe_board(lambda: DeafPort(TwinBoard()), clock=QuickClock())
    assert finding == found("board.silent", Level.MISSING, port="simulated")


def test_noise_and_other_peoples_words_are_not_an_answer() -> None:
    class Babble(DeafPort):
        def read(self, timeout_s: float) -> bytes:
            return b"\x05noise\0" + frames.encode(b"\x05\x01") + frames.encode(b"\x85\x01" + bytes(11))

    finding = probe_board(lambda: Babble(TwinBoard()), clock=QuickClock())
    assert finding.key == "check.board.silent"


def test_a_port_pulled_out_meanwhile_is_unreachable() -> None:
    port = TwinPort(TwinBoard())
    port.unplug()
    assert probe_board(lambda: port).key == "check.board.unreachable"


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (PortHeld("in use by brltty (5)"), "board.held"),
        (PortNotFound("gone"), "board.unreachable"),
        (PortLost("broken"), "board.unreachable"),
    ],
)
def test_a_port_that_cannot_be_opened_says_why(error: Exception, key: str) -> None:
    assert probe_board(raising(error)) == found(key, Level.MISSING, why=str(error))


def test_the_display_test_shows_every_seat_its_own_number() -> None:
    board = TwinBoard()
    displays = SerialDisplays(lambda: TwinPort(board))
    assert show_test(displays, hold_s=0.0).key == "check.displays.shown"
    assert board.texts == ("111", "222", "333", "444", "555", "666")
    displays.close()


def test_a_display_test_without_a_board_fails_in_words() -> None:
    displays = SerialDisplays(raising(PortNotFound("no board")))
    finding = show_test(displays, hold_s=0.0, sleep=lambda _: None)
    assert (finding.key, finding.level) == ("check.displays.failed", Level.MISSING)
    displays.close()


def test_every_knock_is_told_until_the_time_is_up() -> None:
    clock = QuickClock()
    presses = ScriptedPresses([0, 1], clock=clock)
    presses.knock(1, at_s=0.1)
    heard = list(hear_buttons(presses, limit_s=2.0, clock=clock, sleep=lambda _: None))
    assert [pressed.seat for pressed in heard] == [1]


def test_buttons_that_were_not_heard_are_named_from_one() -> None:
    assert judge_buttons(frozenset({0, 1, 2}), frozenset({1})) == found("buttons.silent", Level.WARNING, seats="1, 3")
    assert judge_buttons(frozenset({0}), frozenset({0})) == found("buttons.heard", Level.GOOD, count=1)


def test_without_a_build_the_simulated_board_is_the_twin(tmp_path: Path) -> None:
    with simulated_board(out=tmp_path) as (kind, open_port):
        assert (kind, probe_board(open_port).key) == ("twin", "check.board.ready")


def test_with_a_build_the_simulated_board_runs_the_firmware(firmware_out: Path) -> None:
    with simulated_board(out=firmware_out) as (kind, open_port):
        assert (kind, probe_board(open_port).key) == ("firmware", "check.board.ready")
