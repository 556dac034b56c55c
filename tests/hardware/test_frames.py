"""Byte stuffing and frames: invariants; the fixed examples are in the shared vectors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import frames
from hardware.errors import BadFrame

MESSAGES = st.binary(min_size=2, max_size=26)


@given(st.binary(max_size=200))
def test_stuffing_leaves_no_zero_and_comes_back(body: bytes) -> None:
    wire = frames.stuff(body)
    assert 0 not in wire
    assert len(wire) == len(body) + 1
    assert frames.unstuff(wire) == body


@given(st.lists(MESSAGES, max_size=5), st.lists(st.integers(1, 7), min_size=1))
def test_messages_survive_a_stream_cut_anywhere(messages: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(map(frames.encode, messages))
    deframer, found, at, turn = frames.Deframer(), [], 0, 0
    while at < len(stream):
        size = cuts[turn % len(cuts)]
        found += deframer.feed(stream[at : at + size])
        at, turn = at + size, turn + 1
    assert found == messages


@given(MESSAGES, st.data())
def test_no_single_damaged_byte_goes_unnoticed(message: bytes, data: st.DataObject) -> None:
    wire = frames.encode(message)
    at = data.draw(st.integers(0, len(wire) - 2))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != wire[at]))
    changed = wire[:at] + bytes([byte]) + wire[at + 1 :]
    dropped = wire[:at] + wire[at + 1 :]
    for damaged in (changed, dropped):
        found = frames.Deframer().feed(damaged)
        assert message not in found
        assert set(found) <= {None}


def test_nothing_fed_is_nothing_found() -> None:
    assert frames.Deframer().feed(b"") == ()


def test_an_endless_stream_without_delimiter_is_not_kept() -> None:
    deframer = frames.Deframer()
    for _ in range(100):
        deframer.feed(b"x" * 1000)
    assert len(deframer._tail) <= frames.ENCODED_MAX + 1
    assert deframer.feed(b"\0") == (None,)


@pytest.mark.parametrize(
    ("wire", "why"),
    [
        (b"", "at least"),
        (b"x" * 41, "at most 40"),
        (b"\x09\x01", "block at byte 0"),
        (b"\x02\x05\x05\xba\xe6\xae\x3d", "expected CRC"),
    ],
)
def test_a_bad_frame_says_what_is_wrong(wire: bytes, why: str) -> None:
    with pytest.raises(BadFrame, match=why):
        frames.decode(wire)
