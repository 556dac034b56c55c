"""``companion export``: write a kept game as a public log."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.settings import chosen_language, data_folder, language_option, read_settings
from companion.texts import Texts

app = typer.Typer()


@app.command()
def export(
    game: Annotated[str, typer.Argument(help="Id of a kept game (or its beginning); without it, all are listed.")] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="File to write; the standard output without.")] = None,
    language: Annotated[str, language_option()] = "",
) -> None:
    """Write a kept game as a log, or list the kept games. A round that is still sealed is left out and told."""
    from companion.exchange.keeping import export_game, kept_named
    from companion.store.journal import open_journal

    words = Texts(chosen_language(language))
    journal = open_journal(read_settings().database, data_folder())
    if not game:
        for kept in journal.games():
            print(f"{kept.id[:8]}  {kept.opened_at}  {kept.header.game}  {', '.join(kept.header.seats)}  {kept.length}")
        return
    exported = export_game(journal, kept_named(journal, game))
    text = "".join(f"{line}\n" for line in exported.lines)
    if out is None:
        sys.stdout.write(text)
    else:
        out.touch(mode=0o600)
        out.write_text(text, encoding="utf-8")
    if exported.left_out:
        print(words("export_sealed", n=exported.left_out), file=sys.stderr)
