"""A second of fuzzing a parser, from good examples spoilt in one place or several."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.seeds import seeds
from tests.fuzz.targets import TARGETS

SLOW = {"printed_names", "backup", "log"}


@st.composite
def spoilt(draw: st.DrawFn, good: tuple[bytes, ...]) -> bytes:
    """A good example with some bytes cut out, put in, copied or changed; or anything at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=400))
    data = bytearray(draw(st.sampled_from(good)))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        to = min(len(data), at + draw(st.integers(0, 40)))
        way = draw(st.integers(0, 3))
        if way == 0:
            del data[at:to]
        elif way == 1:
            data[at:at] = draw(st.binary(max_size=20))
        elif way == 2:
            data[at:at] = data[at:to]
        elif at < len(data):
            data[at] = draw(st.integers(0, 255))
    return bytes(data)


@pytest.mark.parametrize("name", TARGETS)
def test_a_parser_answers_anything_with_a_value_or_a_calm_error(name: str) -> None:
    good = seeds(name)

    @settings(max_examples=8 if name in SLOW else 40)
    @given(spoilt(good))
    def holds(data: bytes) -> None:
        TARGETS[name](data)

    holds()


@pytest.mark.parametrize("name", TARGETS)
def test_the_good_examples_are_good(name: str) -> None:
    assert seeds(name)
    for data in seeds(name):
        TARGETS[name](data)
