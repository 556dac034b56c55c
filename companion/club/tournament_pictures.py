"""Rounds and standing of a tournament: for the terminal, as a page, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from babel.numbers import format_decimal
from rich import box
from rich.table import Table
from rich.text import Text

from companion.club.hall_pictures import page
from companion.club.standing import Line, standing
from companion.club.tournament import Seated, Tournament
from companion.exchange.score_tables import as_text
from companion.texts import Texts

_COLUMNS: Final = ("place", "name", "points", "met", "beaten", "won", "played", "byes")


def standing_table(tournament: Tournament, words: Texts) -> Table:
    """The standing for the terminal; who has left is dim."""
    shown = Table(title=Text(tournament.name, style="table.title"), title_justify="left", box=box.SIMPLE_HEAD)
    for column in _COLUMNS:
        shown.add_column(words(f"tournament.column.{column}"), justify="left" if column == "name" else "right")
    for line in standing(tournament):
        cells = [Text(cell) for cell in _cells(line, words)]
        shown.add_row(*cells, style="" if line.is_present else "dim")
    return shown


def round_table(tournament: Tournament, number: int, words: Texts) -> Table:
    """The tables of round `number`, with the places of those that are over."""
    played = tournament.rounds[number - 1]
    title = words("tournament.round", number=number)
    shown = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    shown.add_column(words("tournament.column.table"), justify="right")
    shown.add_column(words("tournament.column.people"))
    for at, table in enumerate(played.tables, 1):
        shown.add_row(str(at), Text(" · ".join(_people(table))))
    if played.byes:
        shown.add_row("", Text(words("tournament.byes", names=tuple(played.byes)), style="dim"))
    return shown


def standing_html(tournament: Tournament, words: Texts) -> str:
    """The standing as a page that needs nothing but itself."""
    columns = [words(f"tournament.column.{column}") for column in _COLUMNS]
    return page(tournament.name, columns, [_cells(line, words) for line in standing(tournament)], words)


def standing_csv(tournament: Tournament) -> str:
    """One row for everybody; points and tie-breakers with a point as the decimal sign."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for line in standing(tournament):
        figures = (f"{float(value):.4f}" for value in (line.points, line.met, line.beaten))
        writer.writerow([line.place, as_text(line.name), *figures, line.won, line.played, line.byes])
    return out.getvalue()


def standing_json(tournament: Tournament) -> str:
    """The standing for programs; points and tie-breakers are exact fractions."""
    lines = [
        {
            "place": line.place,
            "name": line.name,
            **{name: str(value) for name, value in (("points", line.points), ("met", line.met))},
            "beaten": str(line.beaten),
            "won": line.won,
            "played": line.played,
            "byes": line.byes,
            "present": line.is_present,
        }
        for line in standing(tournament)
    ]
    told = {"name": tournament.name, "kind": tournament.kind, "rounds": len(tournament.rounds), "standing": lines}
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _cells(line: Line, words: Texts) -> tuple[str, ...]:
    figures = (_figure(value, words) for value in (line.points, line.met, line.beaten))
    return (str(line.place), line.name, *figures, str(line.won), str(line.played), str(line.byes))


def _figure(value: Fraction, words: Texts) -> str:
    return format_decimal(round(float(value), 3), locale=words.language)


def _people(table: Seated) -> Iterator[str]:
    for seat, name in enumerate(table.people):
        yield name if table.outcome is None else f"{name} ({table.outcome.places[seat]})"
