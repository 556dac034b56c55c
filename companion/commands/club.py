"""``companion club``: all tables of a hall, live; its events for other programs; tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.command_line import App
from companion.commands.club_tournament import app as tournament
from companion.settings import chosen_language, language_option, read_settings
from companion.texts import Texts

if TYPE_CHECKING:
    from companion.club.hall import Tables
    from companion.club.listener import Listener, Wants

app = App(name="club")
app.add_typer(tournament)


@app.callback(invoke_without_command=True)
def club(
    context: typer.Context,
    once: Annotated[bool, typer.Option("--once")] = False,
    export: Annotated[Path | None, typer.Option("--export", readable=False)] = None,
    language: Annotated[str, language_option()] = "",
) -> None:
    """Show all tables that tell the broker of the settings what happens, live until interrupted."""
    if context.invoked_subcommand is not None:
        return
    from rich.console import Console

    from companion.club.hall import utc_now
    from companion.club.hall_pictures import hall_table

    words = Texts(chosen_language(language))
    if export is not None:
        _check_form(export, words)
    listener = _listener("views")
    try:
        if not once and export is None:
            _show(listener, words)
            return
        listener.look_around()
    finally:
        listener.close()
    if export is not None:
        _write(export, listener.tables, words)
    else:
        Console().print(hall_table(listener.tables, words, now=utc_now()))


@app.command()
def events(
    whole: Annotated[bool, typer.Option("--whole")] = False,
) -> None:
    """Print every event of every table once, as JSON lines, until interrupted; what was missed is asked for."""
    import json

    listener = _listener("games" if whole else "events")
    try:
        told: Iterable[Mapping[str, Any]] = listener.look_around()
        while True:
            for event in told:
                print(json.dumps(event, ensure_ascii=False), flush=True)
            told = listener.listen(1.0)
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()


def _listener(wants: Wants) -> Listener:
    import secrets

    from companion.club.hall import utc_now
    from companion.club.joining import configured_broker
    from companion.club.listener import Listener
    from companion.club.paho_link import PahoLink
    from companion.ports import SystemClock

    broker = configured_broker(read_settings())
    link = PahoLink(broker, client_id=f"tabletop-hall-{secrets.token_hex(8)}", session_s=300)
    return Listener(link, clock=SystemClock(), now=utc_now, wants=wants)


def _show(listener: Listener, words: Texts) -> None:
    from rich.console import Console, Group
    from rich.live import Live
    from rich.text import Text

    from companion.club.hall import utc_now
    from companion.club.hall_pictures import hall_table

    with Live(console=Console(), auto_refresh=False, vertical_overflow="crop") as live:
        while True:
            try:
                for _ in listener.listen(1.0):
                    pass
                why = listener.why.why if listener.why is not None else None
                note = Text("" if why is None else words.said(why), style="yellow")
                live.update(Group(hall_table(listener.tables, words, now=utc_now()), note), refresh=True)
            except KeyboardInterrupt:
                return


def _check_form(path: Path, words: Texts) -> None:
    if path.suffix not in {".html", ".json", ".csv"}:
        typer.echo(words("club.bad_form", file=str(path)), err=True)
        raise typer.Exit(2)


def _write(path: Path, tables: Tables, words: Texts) -> None:
    from companion.club.hall import utc_now
    from companion.club.hall_pictures import hall_csv, hall_html, hall_json
    from companion.exchange.private_file import write_private, writing

    now = utc_now()
    if path.suffix == ".html":
        text = hall_html(tables, words, now=now)
    else:
        text = (hall_csv if path.suffix == ".csv" else hall_json)(tables, now=now)
    with writing(path):
        write_private(path, text.encode())
    typer.echo(words("export_written", file=str(path)))
