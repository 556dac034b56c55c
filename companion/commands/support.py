"""``companion support``: one zip file for whoever is asked for help."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.command_line import App
from companion.rulebook.errors import CompanionError
from companion.settings import chosen_language, data_folder, language_option, read_settings
from companion.texts import Texts

if TYPE_CHECKING:
    from companion.settings import Settings
    from companion.support import Part

app = App()


@app.command()
def support(
    out: Annotated[Path | None, typer.Option("--out", "-o", readable=False)] = None,
    picture: Annotated[
        list[Path] | None,
        typer.Option("--picture", readable=False),
    ] = None,
    preview: Annotated[bool, typer.Option("--preview")] = False,
    language: Annotated[str, language_option()] = "",
) -> None:
    """Gather versions, devices, settings without secrets, faults and the newest game's public log in one file."""
    from companion.exchange.private_file import place_for, writing
    from companion.support import write_bundle

    words = Texts(chosen_language(language))
    parts = _gathered(read_settings(), picture or [])
    for part in parts:
        typer.echo(f"{part.name:18} {len(part.data):8}  {words(f'support.part.{part.kind}')}")
    if not preview:
        file = place_for(out, "support.zip")
        with writing(file):
            write_bundle(parts, file)
        typer.echo(words("support.written", file=str(file.resolve())))


def _gathered(settings: Settings, pictures: list[Path]) -> tuple[Part, ...]:
    from companion.checks import probe_all
    from companion.faults import recent_faults
    from companion.machine import machine
    from companion.store.journal import open_journal
    from companion.support import Report, parts_of

    folder = data_folder()
    faults = recent_faults(folder)
    try:
        journal = open_journal(settings.own_database, folder)
    except CompanionError as error:
        findings = (*machine(folder, error), *probe_all(settings))
        return parts_of(Report(settings, findings, faults=faults), None, pictures)
    try:
        findings = (*machine(folder, journal), *probe_all(settings))
        return parts_of(Report(settings, findings, faults=faults), journal, pictures)
    finally:
        journal.close()
