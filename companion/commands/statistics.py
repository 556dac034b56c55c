"""``companion statistics``: people and games over time."""

from __future__ import annotations

from typing import Annotated

import typer

from companion.command_line import App
from companion.settings import chosen_language, data_folder, database_option, language_option, read_settings
from companion.texts import Texts

app = App()


@app.command()
def statistics(
    game: Annotated[str, typer.Option("--game", "-g")] = "",
    person: Annotated[str, typer.Option("--person", "-p")] = "",
    rebuild: Annotated[bool, typer.Option("--rebuild")] = False,
    database: Annotated[str, database_option()] = "",
    language: Annotated[str, language_option()] = "",
) -> None:
    """Print wins, streaks, scores, records, head to head, and how well the camera read, of all finished games."""
    from rich.console import Console
    from rich.progress import Progress

    from companion.exchange.people import People
    from companion.exchange.people_tables import people_tables
    from companion.games import game_named
    from companion.store.journal import open_journal

    words = Texts(chosen_language(language))
    if game:
        game_named(game)
    results = open_journal(database or read_settings().database, data_folder()).results
    console = Console()
    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(words("people.counting"), total=None)

        def told(done: int, all_: int) -> None:
            progress.update(task, completed=done, total=all_)

        caught_up = results.rebuild(told) if rebuild else results.catch_up(told)
    people = People(results.columns(game))
    if person and person not in people.names:
        typer.echo(words("people.nobody", name=person), err=True)
        raise typer.Exit(1)
    for shown in people_tables(people, words, person=person) if people.names else (words("statistics.none"),):
        console.print(shown)
    if caught_up.unreadable:
        ids = tuple(game_id[:8] for game_id in caught_up.unreadable)
        typer.echo(words("people.unreadable", n=len(ids), games=ids), err=True)
