"""A game as the JSON object that `companion score` prints (log format, section 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.exchange.log import Fault, Reading
from companion.rulebook.course import Course
from companion.texts import Texts


def standing(course: Course, names: Sequence[str], texts: Texts) -> dict[str, Any]:
    """The score of `course` as it stands, with lines that explain themselves and the public facts."""
    outcome = course.outcome
    return {
        "game": course.game.key,
        "seq": course.seq,
        "phase": course.game.phase(course.state),
        "scores": list(course.totals),
        "lines": [
            [{"what": line.what, "points": line.points, "why": texts.said(line.why, names)} for line in lines]
            for lines in course.lines
        ],
        "outcome": None if outcome is None else {"winners": list(outcome.winners), "reason": outcome.reason},
        "facts": dict(course.game.facts(course.state)),
    }


def reading_report(reading: Reading, language: str) -> Mapping[str, Any]:
    """`standing` of a log as far as it could be replayed, with its error if there is one."""
    report: dict[str, Any] = {}
    if reading.course is not None and reading.header is not None:
        texts = Texts(language, reading.course.game.key)
        report = standing(reading.course, reading.header.seats, texts)
    if reading.fault is not None:
        report["error"] = {"line": reading.fault.line, "reason": reading.fault.said.key}
    return report


def faults_told(name: str, reading: Reading, language: str) -> Iterator[str]:
    """What is wrong with the log called `name`, its fault first: ``LOG:LINE: reason_key: sentence``."""
    header = reading.header
    texts = Texts(language, header.game if header else None)
    fault: tuple[Fault, ...] = (reading.fault,) if reading.fault else ()
    for told in (*fault, *reading.warnings):
        yield f"{name}:{told.line}: {told.said.key}: {texts.said(told.said, header.seats if header else ())}"
