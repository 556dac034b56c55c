"""``companion score LOG…``: replay game logs and print the score of each as one line of JSON."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from companion.command_line import App
from companion.exchange.log import read_named
from companion.exchange.report import faults_told, reading_report
from companion.settings import chosen_language, language_option

app = App()


@app.command()
def score(
    logs: list[str],
    language: Annotated[str, language_option()] = "",
) -> None:
    """Replay game logs; print one JSON object a log. Exit code 2 if any log was bad."""
    words = chosen_language(language)
    readings = [(name, read_named(name)) for name in logs]
    for name, reading in readings:
        print(json.dumps(reading_report(reading, words), ensure_ascii=False))
        for line in faults_told(name, reading, words):
            print(line, file=sys.stderr)
    if any(reading.fault for _, reading in readings):
        raise typer.Exit(2)
