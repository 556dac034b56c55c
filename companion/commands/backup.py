"""``companion backup FILE``: everything of this table in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion.command_line import App
from companion.settings import chosen_language, data_folder, language_option, read_settings, settings_file
from companion.texts import Texts

app = App()


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(readable=False)],
    replace: Annotated[bool, typer.Option("--replace")] = False,
    database: Annotated[str, typer.Option("--database")] = "",
    language: Annotated[str, language_option()] = "",
) -> None:
    """Write games, settings, taught decks and calibration to one file that you alone can read; games may go on."""
    from companion.ports import SystemClock
    from companion.store.backup import Belongings, back_up, back_up_server

    words = Texts(chosen_language(language))
    made_at = SystemClock().utc()
    if database:
        size = back_up_server(database, file, made_at=made_at, replacing=replace)
    else:
        table = Belongings(data_folder(), settings_file(), read_settings().own_database)
        size = back_up(table, file, made_at=made_at, replacing=replace)
    print(words("backup.written", file=str(file), kilobytes=(size + 999) // 1000))
