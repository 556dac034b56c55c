"""A game in the terminal: the table, the scores and the log, live. For machines without a display."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from companion.companion import Companion
from companion.exchange.bg_stats import link_in_terminal
from companion.labels import word_of
from companion.rulebook.zone import BACK, GAP, Zone
from companion.session.session import Session
from companion.session.view import HistoryLine, View
from companion.texts import Texts

LINES = 8
"""So many lines of the history are shown."""

_HUES = {
    "red": "red",
    "green": "green",
    "blue": "blue",
    "yellow": "yellow",
    "violet": "magenta",
    "orange": "dark_orange",
}
_SIGNS = {BACK: "░░", GAP: "  "}


def play_in_terminal(
    companion: Companion, session: Session, *, until: Callable[[Session], bool], wait: Callable[[], None]
) -> None:
    """Let the evening run until `until` says so; `wait` passes the time between two looks.

    A terminal shows the table, anew at every change; a file or a pipe gets a line for each entry, and the table at the
    end.
    """
    texts = companion.texts(session.header.game)
    console = Console()
    with _live(console, texts) if console.is_terminal else _lines(console, texts) as show:
        show(session.view())
        while not until(session):
            if companion.pump():
                show(session.view())
            wait()
    console.print()


@contextmanager
def _live(console: Console, texts: Texts) -> Iterator[Callable[[View], None]]:
    with Live(console=console, auto_refresh=False, vertical_overflow="crop") as live:
        yield lambda view: live.update(table_picture(view, texts), refresh=True)


@contextmanager
def _lines(console: Console, texts: Texts) -> Iterator[Callable[[View], None]]:
    shown: list[View] = []

    def show(view: View) -> None:
        known = shown.pop().history[-1:] if shown else ()
        shown.append(view)
        for line in view.history[known[0].seq if known else 0 :]:
            console.print(_line(line, view, texts), soft_wrap=True)
        console.file.flush()

    try:
        yield show
    finally:
        console.print(table_picture(shown[-1], texts))


def page_in_words(companion: Companion, names: Sequence[str]) -> str:
    """Where the page for phones is, with a QR code, and how each seat is taken; empty where there is none."""
    desk, words = companion.desk, companion.texts()
    if desk is None:
        return ""
    told = [words.said(health.said) for health in desk.health()]
    if desk.origin:
        told += [link_in_terminal(desk.origin), words("phones.terminal", address=desk.origin)]
        if not desk.is_local:
            told.append(words("phones.network"))
    for seat, name in enumerate(names):
        if (link := desk.link(seat)) is not None:
            told.append(words("phones.terminal_seat", name=name, link=link.link, code=link.code, join=link.join))
    return "".join(f"{line}\n" for line in told)


def table_picture(view: View, texts: Texts) -> RenderableType:
    """The whole table of one view."""
    return Group(
        Text(f"{texts('name')}  ·  {texts(f'phase.{view.phase}')}", style="bold"),
        Columns([_zone(zone, view, texts) for zone in view.zones], padding=(0, 2)),
        _scores(view, texts),
        _proposal(view, texts),
        _log(view, texts),
    )


def _zone(zone: Zone, view: View, texts: Texts) -> RenderableType:
    title = view.seats[zone.owner] if zone.owner is not None else texts(f"zone.{zone.kind}")
    grid = Table.grid(padding=(0, 1))
    rows = reversed(zone.rows) if zone.kind == "buckets" else zone.rows
    for row in rows:
        grid.add_row(*(_label(label, view.seats, texts) for label in row))
    return Panel.fit(grid, title=Text(title), box=box.ROUNDED, border_style="dim")


def _label(label: str, names: Sequence[str], texts: Texts) -> Text:
    hue = next((style for name, style in _HUES.items() if name in label), "white")
    sign = _SIGNS[label] if label in _SIGNS else word_of(label, texts, names)
    return Text(sign.rjust(2), style="dim" if label == BACK else f"bold {hue}")


def _scores(view: View, texts: Texts) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(texts("terminal.player"))
    table.add_column(texts("terminal.score"), justify="right")
    table.add_column(texts("terminal.why"), style="dim")
    winners = view.outcome.winners if view.outcome else ()
    for seat, name in enumerate(view.seats):
        why = "; ".join(f"{line.points}: {texts.said(line.why, view.seats)}" for line in view.lines[seat])
        table.add_row(Text(name, style="bold green" if seat in winners else ""), str(view.totals[seat]), why)
    return table


def _proposal(view: View, texts: Texts) -> RenderableType:
    if view.outcome is not None:
        names = ", ".join(view.seats[seat] for seat in view.outcome.winners)
        return Text(texts("terminal.winners", names=names, reason=texts(view.outcome.reason)), style="bold green")
    if view.proposal is None:
        return Text(" ")
    words = " / ".join(texts.said(said, view.seats) for said in view.proposal.words)
    return Text(texts("terminal.seen", what=words) if words else texts("terminal.differs"), style="yellow")


def _log(view: View, texts: Texts) -> RenderableType:
    return Group(*(_line(line, view, texts) for line in view.history[-LINES:]))


def _line(line: HistoryLine, view: View, texts: Texts) -> Text:
    told = " ".join(texts.said(said, view.seats) for said in (line.said, *line.events))
    return Text(f"{line.seq:>4}  {told}", style="" if line.in_force else "strike dim")
