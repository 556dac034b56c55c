"""``companion import LOG…``: take public logs into the journal."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from companion.command_line import App
from companion.settings import chosen_language, data_folder, database_option, language_option, read_settings

app = App()


@app.command("import")
def import_(
    logs: list[str],
    database: Annotated[str, database_option()] = "",
    language: Annotated[str, language_option()] = "",
) -> None:
    """Take logs into the journal; one with a fault is told by its line and not taken. Exit code 2 if any had one."""
    from companion.exchange.keeping import import_game
    from companion.exchange.log import read_named
    from companion.exchange.report import faults_told
    from companion.store.journal import open_journal

    journal = open_journal(database or read_settings().database, data_folder())
    words, bad = chosen_language(language), False
    for name in logs:
        reading = read_named(name)
        for line in faults_told(name, reading, words):
            print(line, file=sys.stderr)
        if reading.fault:
            bad = True
        else:
            print(f"{import_game(journal, reading)[:8]}  {name}")
    if bad:
        raise typer.Exit(2)
