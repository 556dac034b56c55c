"""``companion export``: write a kept game as a public log, a table, a page, a picture, or for BG Stats."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.command_line import App
from companion.settings import chosen_language, data_folder, database_option, language_option, read_settings
from companion.texts import Texts
from companion.usage import BadUse

if TYPE_CHECKING:
    from companion.store.journal import Kept

app = App()


class As(StrEnum):
    """What a game can leave as; the same as `companion.exchange.taking.Form`, which is slow to import."""

    LOG = "log"
    CSV = "csv"
    JSON = "json"
    BGSTATS = "bgstats"
    BGSPLAY = "bgsplay"
    HTML = "html"
    PNG = "png"


@app.command()
def export(
    game: Annotated[str, typer.Argument()] = "",
    form: Annotated[As, typer.Option("--as")] = As.LOG,
    out: Annotated[Path | None, typer.Option("--out", "-o", readable=False)] = None,
    database: Annotated[str, database_option()] = "",
    language: Annotated[str, language_option()] = "",
) -> None:
    """Write a kept game, or list the kept games. A round that is still sealed is left out and told."""
    from companion.exchange.keeping import kept_named
    from companion.exchange.private_file import write_private, writing
    from companion.exchange.taking import Form, taken
    from companion.store.journal import open_journal

    out = None if out == Path("-") else out
    if out is not None and not game:
        raise BadUse("usage.game_wanted", at="--out")
    words = Texts(chosen_language(language))
    journal = open_journal(database or read_settings().database, data_folder())
    if not game:
        _list(journal.games(), words)
        return
    suffix = out.suffix.lower() if out else ""
    data, left_out = taken(journal, kept_named(journal, game), Form(form), words=words, suffix=suffix)
    if out is None:
        _show(data, form, words)
    else:
        with writing(out):
            write_private(out, data)
        print(words("export_written", file=str(out)))
    if left_out:
        print(words("export_sealed", n=left_out), file=sys.stderr)


def _list(games: Sequence[Kept], words: Texts) -> None:
    """A line for each game; where there is none that is said, and not to a program that reads the lines."""
    for kept in games:
        print(f"{kept.id[:8]}  {kept.opened_at}  {kept.header.game}  {', '.join(kept.header.seats)}  {kept.length}")
    if not games:
        print(words("export_none"), file=sys.stderr)


def _show(data: bytes, form: As, words: Texts) -> None:
    """Write to the standard output; a link to a person's terminal comes with its code to scan."""
    from companion.exchange.bg_stats import link_in_terminal

    if form is As.PNG and sys.stdout.isatty():
        print(words("share.needs_file"), file=sys.stderr)
        raise typer.Exit(1)
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    if form is As.BGSTATS and sys.stdout.isatty():
        print(link_in_terminal(data.decode().strip()))
