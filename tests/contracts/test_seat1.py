"""SEAT-1: both sides of the cable agree on the numbers, the frames and every answer."""

import re

import pytest

from hardware import frames, seat1
from hardware.readings import SeatMark
from tests.firmware import vectors
from tests.firmware.rigs import FIRMWARE, Board, FirmwareEnd, TwinEnd


def header_numbers() -> dict[str, int]:
    text = (FIRMWARE / "src" / "seat1.h").read_text()
    return {name: int(value, 0) for name, value in re.findall(r"(\w+) = (0x[0-9A-Fa-f]+|\d+)", text)}


def test_both_sides_use_the_same_numbers() -> None:
    expected = {
        "SEAT1_VERSION": seat1.VERSION,
        "SEATS": seat1.SEATS,
        "DIGITS": seat1.DIGITS,
        "VALUE_MAX": seat1.VALUE_MAX,
        "VALUE_GLYPHS": seat1.VALUE_GLYPHS,
        "LEVEL_MAX": seat1.LEVEL_MAX,
        "ENCODED_MAX": frames.ENCODED_MAX,
        "SILENCE_MS": round(1000 * seat1.SILENCE_S),
        "ANSWER": seat1.ANSWER,
        "NOTICE_BOOT": seat1.NOTICE_BOOT,
        **{f"REQUEST_{kind.name}": kind.value for kind in seat1.Kind},
        **{f"RESULT_{result.name}": result.value for result in seat1.Result},
        **{f"SHOWING_{showing.name}": showing.value for showing in seat1.Showing},
        **{f"MARK_{mark.name}": mark.value for mark in SeatMark},
        **{f"FEATURE_{feature.name}": feature.value for feature in seat1.Feature},
    }
    numbers = header_numbers()
    assert expected == {name: numbers.get(name) for name in expected}
    assert set(numbers) - set(expected) == {"FIRMWARE_MAJOR", "FIRMWARE_MINOR", "BODY_MAX", "STATUS_LENGTH"}


@pytest.mark.parametrize(
    ("name", "message", "wire"), [pytest.param(*words, id=words[0]) for words in vectors.lines("good")]
)
def test_a_message_has_exactly_one_frame(name: str, message: str, wire: str) -> None:
    assert frames.encode(bytes.fromhex(message)).hex() == wire
    assert frames.Deframer().feed(bytes.fromhex(wire)) == (bytes.fromhex(message),)


@pytest.mark.parametrize(("name", "wire"), [pytest.param(*words, id=words[0]) for words in vectors.lines("bad")])
def test_a_damaged_frame_holds_no_message(name: str, wire: str) -> None:
    assert set(frames.Deframer().feed(bytes.fromhex(wire))) <= {None}


@pytest.fixture(params=["twin", "firmware"])
def board(request: pytest.FixtureRequest) -> Board:
    if request.param == "twin":
        end = TwinEnd()
        end.board.boot_id = 0x0100
        return end
    return FirmwareEnd(request.getfixturevalue("firmware_out"))


@pytest.mark.parametrize("script", vectors.scripts())
def test_every_exchange_of_the_vectors(board: Board, script: str) -> None:
    board.run(0.01)
    for asked, told in vectors.scripts()[script]:
        board.feed(frames.encode(asked))
        answers = frames.Deframer().feed(board.run(0.03))
        expected = () if told is None else (told,)
        assert tuple(answer and answer[: len(told or b"")] for answer in answers) == expected, asked.hex()
    board.close()


@pytest.mark.parametrize(("name", "wire"), [pytest.param(*words, id=words[0]) for words in vectors.lines("bad")])
def test_a_damaged_frame_changes_nothing_on_the_board(board: Board, name: str, wire: str) -> None:
    board.feed(frames.encode(seat1.hello(1).message(1)))
    board.run(0.03)
    board.forget()
    board.feed(bytes.fromhex(wire))
    assert board.run(0.02) == b""
    assert set(board.pictures()) <= {board.texts}
    board.close()
