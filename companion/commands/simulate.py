"""``companion simulate GAME``: play random legal games and tell what they are like."""

from __future__ import annotations

from typing import Annotated

import typer

from companion.command_line import App
from companion.settings import chosen_language, language_option
from companion.texts import Texts

app = App()


@app.command()
def simulate(
    game: str,
    games: Annotated[int, typer.Option("--games", "-n", min=1)] = 100,
    seats: Annotated[int, typer.Option("--seats", "-s")] = 4,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    language: Annotated[str, language_option()] = "",
) -> None:
    """Play random legal games and print their length, scores and who wins by seat."""
    from rich.console import Console
    from rich.progress import track

    from companion.exchange.statistics import Tally, tally_table
    from companion.games import game_named
    from companion.rulebook.errors import BadOptions

    kind = game_named(game)
    if seats not in kind.seats:
        raise BadOptions("bad_number_of_seats", least=kind.seats.start, most=kind.seats.stop - 1)
    words = Texts(chosen_language(language), game)
    tally = Tally(kind, seats)
    for number in track(range(games), description=words("name")):
        tally.play(seed + number)
    Console().print(tally_table(tally, words))
