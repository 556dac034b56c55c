"""``companion club tournament``: draw rounds and keep the standing of a tournament over several evenings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from companion.command_line import App
from companion.settings import chosen_language, language_option, read_settings
from companion.texts import Texts

if TYPE_CHECKING:
    from companion.club.tournament import Outcome, Tournament
    from companion.rulebook.text import Value

app = App(name="tournament", no_args_is_help=True)

File = Annotated[Path, typer.Argument(readable=False)]
Language = Annotated[str, language_option()]


@app.command()
def new(
    file: File,
    names: list[str],
    kind: Annotated[Literal["swiss", "round_robin"], typer.Option("--kind", "-k")] = "swiss",
    game: Annotated[str, typer.Option("--game", "-g")] = "",
    size: Annotated[int, typer.Option("--size", "-s", min=2, max=6)] = 4,
    least: Annotated[int | None, typer.Option("--least", min=2, max=6)] = None,
    most: Annotated[int | None, typer.Option("--most", min=2, max=6)] = None,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    language: Language = "",
) -> None:
    """Begin a tournament of these people."""
    from companion.club.drawing import rounds_needed
    from companion.club.tournament import Tournament
    from companion.club.tournament_file import write_tournament
    from companion.games import game_named

    words = Texts(chosen_language(language))
    if file.exists():
        typer.echo(words("tournament.exists", file=str(file)), err=True)
        raise typer.Exit(1)
    seats = game_named(game).seats if game else range(2, 7)
    fewest, largest = least or max(seats[0], min(3, size)), most or min(seats[-1], size)
    if not seats[0] <= fewest <= size <= largest <= seats[-1]:
        typer.echo(words("tournament.bad_size", least=seats[0], most=seats[-1]), err=True)
        raise typer.Exit(2)
    begun = Tournament(file.stem, kind, game, size, fewest, largest, seed).joined(names)
    write_tournament(file, begun)
    typer.echo(words("tournament.begun", n=len(begun.entrants), rounds=rounds_needed(begun)))


@app.command()
def join(file: File, names: list[str], language: Language = "") -> None:
    """Let people in from the next round on; who had left comes back."""
    from companion.club.tournament_file import read_tournament, write_tournament

    words = Texts(chosen_language(language))
    after = read_tournament(file).joined(names)
    write_tournament(file, after)
    typer.echo(words("tournament.joined", **_people(after, names)))


@app.command()
def leave(file: File, names: list[str], language: Language = "") -> None:
    """Take people out from the next round on; what they have played stays."""
    from companion.club.tournament_file import read_tournament, write_tournament

    words = Texts(chosen_language(language))
    after = read_tournament(file).without(names)
    write_tournament(file, after)
    typer.echo(words("tournament.left", **_people(after, names)))


@app.command()
def pair(file: File, language: Language = "") -> None:
    """Draw the next round, after taking in the results of the last one from the hall's database."""
    from rich.console import Console

    from companion.club.drawing import drawn, is_complete
    from companion.club.tournament_file import read_tournament, write_tournament
    from companion.club.tournament_pictures import round_table
    from companion.ports import SystemClock

    words = Texts(chosen_language(language))
    before = read_tournament(file)
    if before.waiting and read_settings().hall_url:
        before = _from_hall(before)
        write_tournament(file, before)
    fresh = drawn(before, at_utc=SystemClock().utc())
    write_tournament(file, fresh)
    Console().print(round_table(fresh, len(fresh.rounds), words))
    if fresh.kind == "round_robin" and is_complete(fresh):
        typer.echo(words("tournament.complete"))


@app.command()
def results(
    file: File,
    logs: Annotated[
        list[Path] | None,
        typer.Argument(readable=False),
    ] = None,
    language: Language = "",
) -> None:
    """Take in the results of waiting tables: from logs if any are named, else from the hall's database."""
    from companion.club.tournament_file import read_tournament, write_tournament
    from companion.club.tournament_results import log_results, with_results

    words = Texts(chosen_language(language))
    before = read_tournament(file)
    after = with_results(before, log_results(logs)) if logs else _from_hall(before)
    write_tournament(file, after)
    typer.echo(words("tournament.taken", n=len(before.waiting) - len(after.waiting), waiting=len(after.waiting)))


@app.command()
def result(
    file: File,
    table: int,
    places: list[str],
    number: Annotated[int, typer.Option("--round", "-r", show_default=False)] = 0,
    language: Language = "",
) -> None:
    """Write down or correct the outcome of one table by hand; equal people share the better place: 1, 2, 2, 4."""
    from companion.club.tournament_file import read_tournament, write_tournament

    words = Texts(chosen_language(language))
    before = read_tournament(file)
    number = number or len(before.rounds)
    outcome = _outcome(before, number, table, places)
    after = before.decided(number, table, outcome)
    write_tournament(file, after)
    people = after.table(number, table).people
    kept = tuple(f"{name}={place}" for name, place in zip(people, outcome.places, strict=True))
    typer.echo(words("tournament.kept", round=number, table=table, places=kept, waiting=len(after.waiting)))


@app.command()
def standing(
    file: File,
    export: Annotated[Path | None, typer.Option("--export", readable=False)] = None,
    rounds: Annotated[bool, typer.Option("--rounds")] = False,
    language: Language = "",
) -> None:
    """Print who leads."""
    from rich.console import Console

    from companion.club.tournament_file import read_tournament
    from companion.club.tournament_pictures import round_table, standing_table

    words = Texts(chosen_language(language))
    tournament = read_tournament(file)
    if export is not None:
        _export(export, tournament, words)
        return
    console = Console()
    for number in range(1, len(tournament.rounds) + 1) if rounds else ():
        console.print(round_table(tournament, number, words))
    console.print(standing_table(tournament, words))


def _from_hall(tournament: Tournament) -> Tournament:
    from companion.club.errors import BadTournament
    from companion.club.tournament_results import hall_results, with_results

    url = read_settings().hall_url
    if not url:
        raise BadTournament("tournament.no_hall")
    since = tournament.rounds[0].drawn_at if tournament.rounds else ""
    return with_results(tournament, hall_results(url, since=since))


def _people(tournament: Tournament, names: list[str]) -> dict[str, Value]:
    """Those people as the tournament calls them, how many they are, and the round from which it holds."""
    called = tuple(dict.fromkeys(tournament.named(name).name for name in names))
    return {"n": len(called), "names": called, "round": tournament.next_number}


def _outcome(tournament: Tournament, number: int, at: int, places: list[str]) -> Outcome:
    """The outcome written as ``Ann=1 Ben=2``. Raises BadTournament."""
    from companion.club.errors import BadTournament
    from companion.club.tournament import Outcome

    people = tournament.table(number, at).people
    given = [part.rpartition("=")[::2] for part in places]
    by_name = {tournament.named(name).name: place for name, place in given}
    once = len(given) == len(people) and set(by_name) == set(people)
    if not once or not all(place.isdecimal() for place in by_name.values()):
        raise BadTournament("tournament.bad_places", round=number, table=at, n=len(people))
    return Outcome(tuple(int(by_name[name]) for name in people))


def _export(path: Path, tournament: Tournament, words: Texts) -> None:
    from companion.club.tournament_pictures import standing_csv, standing_html, standing_json
    from companion.exchange.private_file import write_private, writing

    if path.suffix == ".html":
        text = standing_html(tournament, words)
    elif path.suffix in {".csv", ".json"}:
        text = (standing_csv if path.suffix == ".csv" else standing_json)(tournament)
    else:
        typer.echo(words("club.bad_form", file=str(path)), err=True)
        raise typer.Exit(2)
    with writing(path):
        write_private(path, text.encode())
    typer.echo(words("export_written", file=str(path)))
