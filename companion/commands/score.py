"""``companion score LOG…``: replay game logs and print the score of each as one line of JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.exchange.log import Fault, Reading, lines_of, read_log
from companion.exchange.report import reading_report
from companion.session.record import BadLog
from companion.settings import chosen_language, language_option
from companion.texts import Texts

app = typer.Typer()


@app.command()
def score(
    logs: Annotated[list[str], typer.Argument(metavar="LOG…", help="Game logs; - reads the standard input.")],
    language: Annotated[str, language_option()] = "",
) -> None:
    """Replay game logs; print one JSON object a log. Exit code 2 if any log was bad."""
    words = chosen_language(language)
    readings = [(name, _reading(name)) for name in logs]
    for name, reading in readings:
        print(json.dumps(reading_report(reading, words), ensure_ascii=False))
        _tell(name, reading, words)
    if any(reading.fault for _, reading in readings):
        raise typer.Exit(2)


def _reading(name: str) -> Reading:
    try:
        return read_log(lines_of(sys.stdin.buffer.read() if name == "-" else Path(name)))
    except BadLog as error:
        return Reading(None, None, fault=Fault(1, error.said))


def _tell(name: str, reading: Reading, language: str) -> None:
    game = reading.course.game.key if reading.course else None
    names = reading.header.seats if reading.header else ()
    texts = Texts(language, game)
    for fault in (*((reading.fault,) if reading.fault else ()), *reading.warnings):
        print(f"{name}:{fault.line}: {fault.said.key}: {texts.said(fault.said, names)}", file=sys.stderr)
