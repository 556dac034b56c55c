"""Logs written by hand by people who read only the rules and the format: scores, facts, outcome, first bad line.

Each game's folder under ``tests/logs`` holds the logs and what is expected of them. Two replays, written independently
of each other, agreed on the expected values.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.exchange.log import lines_of, read_log
from companion.exchange.report import reading_report
from tests.kit import ROOT

LOGS = sorted((ROOT / "tests" / "logs").rglob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_log_scores_as_its_author_expects(path: Path) -> None:
    expected = json.loads((path.parent / "expected.json").read_text(encoding="utf-8"))[path.stem]
    report = reading_report(read_log(lines_of(path)), "en")
    error = report.get("error", {}).get("line")
    assert {**{key: report[key] for key in expected if key != "error_line"}, "error_line": error} == expected


def test_every_game_has_logs_and_both_good_and_bad_ones() -> None:
    for folder in (ROOT / "tests" / "logs").iterdir():
        expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        bad = [one for one in expected.values() if one["error_line"] is not None]
        assert 10 < len(bad) < len(expected), folder.name
