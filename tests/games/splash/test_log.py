"""What the log of a game of Splash was once forgiven, and is told now."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.exchange.log import Reading, read_log
from companion.exchange.report import reading_report
from tests.games.splash.turns import STANDS, draft, give

HEADER = '{"format": "companion-log/1", "game": "splash", "seats": ["Ann", "Ben", "Cy"]}'
ENTRIES = (draft(10, 10, 10), give(0, "LR"), STANDS)


def _read(*bodies: Any) -> Reading:
    """The log of three players with these entries, numbered."""
    return read_log([HEADER, *(json.dumps({"seq": seq, **body}) for seq, body in enumerate(bodies, 1))])


def _stopped(reading: Reading) -> tuple[int, str] | None:
    return (reading.fault.line, reading.fault.said.key) if reading.fault else None


@pytest.mark.parametrize("field", ["at", "source"])
@pytest.mark.parametrize("value", [None, 12, True, ["touch"]])
def test_null_or_a_number_for_time_or_source_passed_as_if_left_out(field: str, value: Any) -> None:
    first, second, third = ENTRIES
    reading = _read(first, {**second, field: value}, third)
    assert _stopped(reading) == (3, "wrong_type")
    assert reading_report(reading, "en")["seq"] == 1


def test_time_and_source_are_kept_and_may_be_left_out() -> None:
    first, second, third = ENTRIES
    reading = _read({**first, "at": "2026-01-01T20:00:00Z"}, {**second, "source": "touch"}, third)
    assert reading.fault is None
    assert [(entry.at, entry.source) for entry in reading.entries] == [
        ("2026-01-01T20:00:00Z", None),
        (None, "touch"),
        (None, None),
    ]


def test_half_a_surrogate_pair_in_a_ruling_made_the_printing_of_the_score_fail() -> None:
    ruling = {"by": "table", "do": "adjust", "seat": 0, "points": 1}
    assert _stopped(_read(ENTRIES[0], {**ruling, "why": "half \ud83d"})) == (3, "not_json")
    whole = _read(ENTRIES[0], {**ruling, "why": "whole \U0001f680"})
    assert whole.fault is None
    assert "\U0001f680" in json.dumps(reading_report(whole, "en"), ensure_ascii=False)
