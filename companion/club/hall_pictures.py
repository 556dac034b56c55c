"""A hall as a table in the terminal, as a page, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import datetime
from html import escape
from typing import Any, Final

from babel.dates import format_datetime
from rich import box
from rich.table import Table
from rich.text import Text

from companion.club.hall import Tables, TableSeen
from companion.exchange.evening_style import html_head
from companion.exchange.score_tables import as_text
from companion.texts import Texts

_STYLES: Final = {"online": "green", "silent": "yellow", "offline": "red"}
_COLUMNS: Final = ("table", "presence", "since", "game", "phase", "scores", "last")


def hall_table(tables: Tables, words: Texts, *, now: datetime) -> Table:
    """All tables, by name, for the terminal."""
    shown = Table(box=box.SIMPLE_HEAD, expand=True)
    for column in _COLUMNS:
        shown.add_column(words(f"club.column.{column}"), overflow="fold", no_wrap=column in {"presence", "since"})
    for table in _sorted(tables):
        presence = table.presence(now)
        style = _STYLES[presence]
        cells = (Text(cell) for cell in _cells(table, words, now)[3:])
        state = Text(words(f"club.presence.{presence}"), style=style)
        since = Text(_when(table.present_since(now), words), style="dim")
        shown.add_row(Text(table.name, style="bold"), state, since, *cells)
    return shown


def hall_html(tables: Tables, words: Texts, *, now: datetime) -> str:
    """All tables as a page that needs nothing but itself."""
    rows = [_cells(table, words, now) for table in _sorted(tables)]
    return page(words("club.title"), [words(f"club.column.{column}") for column in _COLUMNS], rows, words)


def page(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], words: Texts) -> str:
    """One table as a page in the style of all others."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    own = "table{border-collapse:collapse;width:100%}main{max-width:70rem}td,th{text-align:left;padding:.4rem .6rem}"
    own += "td{border-top:1px solid var(--line);vertical-align:top}section{overflow-x:auto}"
    return (
        f"{html_head(title, words.language, rules=own)}<body><main><h1>{escape(title)}</h1>"
        f"<section><table><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></section></main></body></html>\n"
    )


def hall_csv(tables: Tables, *, now: datetime) -> str:
    """One row for every seat of every table; a table without a game has one row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("table", "presence", "since_utc", "game", "phase", "round", "seat", "name", "points", "winner"))
    for table in _sorted(tables):
        since = table.present_since(now)
        start = [as_text(table.name), table.presence(now), _iso(since), as_text(table.game_name), as_text(table.phase)]
        start.append("" if table.round is None else str(table.round))
        for seat, (name, points) in enumerate(zip(table.seats, table.totals, strict=False)):
            writer.writerow([*start, seat + 1, as_text(name), points, int(seat in table.winners)])
        if not table.seats:
            writer.writerow([*start, "", "", "", ""])
    return out.getvalue()


def hall_json(tables: Tables, *, now: datetime) -> str:
    """All tables for programs."""
    return json.dumps([_plain(table, now) for table in _sorted(tables)], ensure_ascii=False, indent=2) + "\n"


def _sorted(tables: Tables) -> list[TableSeen]:
    return sorted(tables.values(), key=lambda table: (table.name.casefold(), table.word))


def _cells(table: TableSeen, words: Texts, now: datetime) -> tuple[str, ...]:
    """The columns of one table as texts."""
    is_plain = table.round is None or bool(table.winners)
    phase = table.phase if is_plain else words("club.round", round=table.round or 0, phase=table.phase)
    scores = " · ".join(
        f"{'★ ' if seat in table.winners else ''}{name} {points}"
        for seat, (name, points) in enumerate(zip(table.seats, table.totals, strict=False))
    )
    presence = words(f"club.presence.{table.presence(now)}")
    since = _when(table.present_since(now), words)
    return (table.name, presence, since, table.game_name, phase if table.game else "", scores, table.last)


def _when(moment: datetime | None, words: Texts) -> str:
    return "" if moment is None else format_datetime(moment.astimezone(), "short", locale=words.language)


def _iso(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def _plain(table: TableSeen, now: datetime) -> dict[str, Any]:
    return {
        "table": table.name,
        "topic": table.word,
        "presence": table.presence(now),
        "since": _iso(table.present_since(now)),
        "game": table.game or None,
        "kind": table.kind,
        "phase": table.phase,
        "round": table.round,
        "seats": list(table.seats),
        "totals": list(table.totals),
        "winners": list(table.winners),
        "last": table.last,
    }
