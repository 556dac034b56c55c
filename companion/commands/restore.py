"""``companion restore FILE``: a backup in place of what is there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.command_line import App
from companion.settings import (
    BadSettings,
    Settings,
    chosen_language,
    data_folder,
    language_option,
    read_settings,
    settings_file,
)
from companion.texts import Texts

if TYPE_CHECKING:
    from companion.store.restore import Restored

app = App()


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(readable=False)],
    replace: Annotated[bool, typer.Option("--replace")] = False,
    database: Annotated[str, typer.Option("--database")] = "",
    language: Annotated[str, language_option()] = "",
) -> None:
    """Check a backup and put it in place of games, settings, taught decks and calibration, whole or not at all."""
    from companion.ports import SystemClock
    from companion.store.backup import Belongings
    from companion.store.restore import How, restore, restore_server

    settings = _settings()
    how = How(SystemClock().utc()[:19].replace(":", "-"), replacing=replace)
    if database:
        restored = restore_server(file, database, how, work=data_folder())
    else:
        restored = restore(file, Belongings(data_folder(), settings_file(), settings.own_database), how)
    _tell(restored, Texts(chosen_language(language or settings.language)))


def _settings() -> Settings:
    """The settings there are; damaged ones are no reason not to restore better ones."""
    try:
        return read_settings()
    except BadSettings:
        return Settings()


def _tell(restored: Restored, words: Texts) -> None:
    print(words("restore.done", n=restored.poured.games, entries=restored.poured.entries))
    if restored.poured.left_out:
        print(words("restore.left_out", n=restored.poured.left_out))
    if restored.aside is not None:
        print(words("restore.aside", place=str(restored.aside)))
