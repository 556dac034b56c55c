"""The driver where a board misbehaves; where it behaves, the contract suite speaks."""

import struct

import pytest

from hardware import frames, seat1
from hardware.driver import GIVE_UP_S, GREET_S, PING_S, RETRY_S, SILENT_S, BoardDriver
from hardware.errors import BadFrame
from hardware.picture import picture_of
from hardware.readings import Health, LinkState
from hardware.twin import TwinBoard
from tests.firmware.rigs import Rig, TwinEnd


def opened() -> BoardDriver:
    driver = BoardDriver(draw_nonce=lambda: 7)
    driver.opened(0.0, port_name="port")
    return driver


def meet(driver: BoardDriver, board: TwinBoard, now_s: float = 0.0) -> None:
    driver.receive(board.feed(driver.due(now_s), now_s), now_s)


def messages(data: bytes) -> list[bytes]:
    return [message for message in frames.Deframer().feed(data) if message is not None]


def test_a_closed_driver_says_nothing() -> None:
    driver = BoardDriver(draw_nonce=lambda: 7)
    assert (driver.due(0.0), driver.wake_s(), driver.is_lost) == (b"", float("inf"), False)


def test_the_first_word_on_an_unknown_port_is_hello_and_nothing_else_follows_unanswered() -> None:
    driver = opened()
    driver.want(picture_of(("17",)))
    said = b"".join(driver.due(step / 100) for step in range(250))
    assert {message[0] for message in messages(said)} == {seat1.Kind.HELLO}


def test_every_repetition_of_hello_has_the_same_nonce() -> None:
    nonces = iter(range(100))
    driver = BoardDriver(draw_nonce=lambda: next(nonces))
    driver.opened(0.0, port_name="port")
    said = b"".join(driver.due(step / 100) for step in range(100))
    assert len(messages(said)) > 5
    assert len(set(messages(said))) == 1


def test_a_board_that_never_answers_is_silent_after_three_seconds() -> None:
    driver = opened()
    for step in range(int(GREET_S * 100) + 2):
        driver.due(step / 100)
    assert driver.is_lost
    assert driver.health == Health(LinkState.SILENT, "port: no answer to HELLO")


def test_a_slow_boot_loader_is_waited_for() -> None:
    driver, board = opened(), TwinBoard()
    for step in range(200):
        driver.due(step / 100)
    meet(driver, board, 2.1)
    assert driver.health.is_good


def test_another_major_version_is_refused_in_words_and_left_alone() -> None:
    driver, board = opened(), TwinBoard(version=2)
    meet(driver, board)
    assert driver.health.state is LinkState.REFUSED
    assert "SEAT-2" in driver.health.detail
    assert "expected SEAT-1" in driver.health.detail
    assert [driver.due(second) for second in range(1, 5)] == [b""] * 4
    assert not driver.is_lost


def test_a_welcome_to_somebody_elses_hello_is_no_welcome() -> None:
    driver, board = opened(), TwinBoard()
    (mine,) = messages(driver.due(0.0))
    other = seat1.hello(99).message(mine[1])
    driver.receive(board.feed(frames.encode(other), 0.0), 0.0)
    assert driver.health.state is LinkState.GREETING


def test_a_board_without_marks_level_and_glyphs_is_spared_them() -> None:
    end = TwinEnd()
    end.board.features = seat1.Feature(0)
    rig = Rig(end)
    rig.show("17", "---", "-5")
    assert rig.settle() is not None
    assert rig.board.texts[:3] == (" 17", "   ", "   ")


def test_an_unanswered_request_is_repeated_every_30_ms_with_the_same_number() -> None:
    driver, board = opened(), TwinBoard()
    meet(driver, board)
    first = driver.due(0.1)
    assert driver.due(0.1 + RETRY_S / 2) == b""
    again = driver.due(0.1 + RETRY_S)
    assert messages(again) == messages(first)


def test_after_two_seconds_without_an_answer_the_link_is_at_fault_and_nothing_more_is_sent() -> None:
    driver, board = opened(), TwinBoard()
    meet(driver, board)
    now_s = 0.1
    while not driver.is_lost:
        driver.due(now_s)
        driver.receive(b"\x05noise\0", now_s)
        now_s += 0.05
    assert now_s <= 0.1 + GIVE_UP_S + 0.2
    assert driver.health.state is LinkState.FAULT
    assert driver.due(now_s + 1) == b""


def test_a_damaged_answer_is_asked_for_again_at_once_but_not_faster_than_every_8_ms() -> None:
    driver, board = opened(), TwinBoard()
    meet(driver, board)
    assert driver.due(0.1) != b""
    driver.receive(b"\x05spoilt\0", 0.105)
    assert driver.due(0.105) == b""
    driver.receive(b"\x05spoilt\0", 0.110)
    assert driver.due(0.110) != b""


def greeted() -> tuple[BoardDriver, TwinBoard]:
    """A driver that has met its board and set its brightness."""
    driver, board = opened(), TwinBoard()
    meet(driver, board)
    meet(driver, board)
    return driver, board


def test_who_has_slept_asks_again_before_it_takes_the_board_for_silent() -> None:
    driver, board = greeted()
    asked = driver.due(3600.0)
    assert asked != b""
    driver.due(3600.02)
    assert not driver.is_lost
    driver.receive(board.feed(asked, 3600.03), 3600.03)
    meet(driver, board, 3600.04)
    assert driver.health.is_good


def test_an_answer_to_an_older_request_is_not_taken_for_this_one() -> None:
    driver, board = greeted()
    driver.want(picture_of(("---", "---")))
    stale = board.feed(driver.due(0.1), 0.1)
    driver.receive(stale, 0.1)
    request = driver.due(0.1)
    driver.receive(stale, 0.1)
    assert messages(driver.due(0.1 + RETRY_S)) == messages(request) != []


def test_a_board_that_holds_other_values_than_were_sent_is_greeted_anew() -> None:
    driver, board = greeted()
    driver.want(picture_of(("17", "3")))
    (asked,) = messages(driver.due(0.1))
    other = seat1.prep(1, (18, 3)).message(asked[1])
    driver.receive(board.feed(frames.encode(other), 0.1), 0.1)
    assert driver.health.state is LinkState.GREETING
    assert messages(driver.due(0.1))[0][0] == seat1.Kind.HELLO


def test_an_error_that_repetition_cannot_cure_is_a_fault() -> None:
    driver, board = opened(), TwinBoard()
    meet(driver, board)
    (level,) = messages(driver.due(0.1))
    status = struct.pack("<BBBHHBB", seat1.Result.RANGE, 0, 0, 0, 1, 0, 0)
    driver.receive(frames.encode(bytes([level[0] | seat1.ANSWER, level[1]]) + status), 0.1)
    assert driver.is_lost
    assert "LEVEL answered RANGE" in driver.health.detail


@pytest.mark.parametrize(
    "message", [b"\x05\x01", b"\x89\x01" + bytes(9), b"\x85\x01" + bytes(9), b"\x84\x01\x63" + bytes(8)]
)
def test_what_is_no_answer_is_refused(message: bytes) -> None:
    with pytest.raises(BadFrame):
        seat1.parse_answer(message)


def test_what_is_no_answer_is_ignored_by_the_driver() -> None:
    driver = opened()
    driver.due(0.0)
    for message in (b"\x05\x01", b"\x89\x01" + bytes(9), b"\xf0\x00\x01\x00\x01"):
        driver.receive(frames.encode(message), 0.0)
    assert driver.health.state is LinkState.GREETING


def test_a_computer_that_has_slept_asks_before_it_calls_the_board_silent() -> None:
    driver, board = greeted()
    driver.receive(board.feed(driver.due(0.1), 0.1), 0.1)
    assert driver.due(5.0) != b""
    assert not driver.is_lost
    driver.due(5.0 + SILENT_S - PING_S + 0.01)
    assert driver.is_lost
    assert driver.health.state is LinkState.SILENT
