"""``companion check``: what is connected, what is missing, and how to fix it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from companion.command_line import App
from companion.settings import Settings, chosen_language, language_option, read_settings
from companion.texts import Texts

if TYPE_CHECKING:
    from rich.console import Console

    from hardware.displays import Port
    from hardware.findings import Finding

app = App()

_COLOURS = {"good": "green", "note": "blue", "warning": "yellow", "missing": "red"}
_HOLD_S = 5.0


@app.command()
def check(
    displays: Annotated[bool, typer.Option("--displays")] = False,
    buttons: Annotated[int, typer.Option("--buttons", min=0)] = 0,
    port: Annotated[str, typer.Option("--port")] = "",
    simulate: Annotated[bool, typer.Option("--simulate")] = False,
    language: Annotated[str, language_option()] = "",
) -> None:
    """Look at everything the companion can use and say what to do about what is missing."""
    from rich.console import Console

    from companion.checks import probe_all

    settings = replace(read_settings(), language=chosen_language(language))
    words, console = Texts(settings.language), Console()
    results = list(probe_all(settings))
    with _board(port or settings.serial_port, simulate=simulate) as (looked, open_port):
        results.append(looked)
        if open_port is not None:
            results += _ask_board(open_port, with_test=displays)
    if buttons:
        results.append(_listen(settings, buttons, console, words))
    _print(results, console, words)
    if any(finding.level.value == "missing" for finding in results):
        raise typer.Exit(1)


@contextmanager
def _board(configured: str, *, simulate: bool) -> Iterator[tuple[Finding, Callable[[], Port] | None]]:
    """Where the display board is, and how to open its port if there is one."""
    from hardware.checks import probe_serial
    from hardware.findings import Level, found
    from hardware.serial_ports import SerialPort
    from hardware.simulated import simulated_board

    if simulate:
        with simulated_board() as (kind, open_port):
            yield found("serial.simulated", Level.NOTE, kind=kind), open_port
        return
    looked = probe_serial(configured or None)
    path = str(dict(looked.values).get("port", ""))
    usable = path and looked.level is not Level.MISSING
    yield looked, (lambda: SerialPort(path)) if usable else None


def _ask_board(open_port: Callable[[], Port], *, with_test: bool) -> list[Finding]:
    from hardware.board_checks import probe_board, show_test
    from hardware.displays import SerialDisplays

    findings = [probe_board(open_port)]
    if with_test:
        shown = SerialDisplays(open_port)
        findings.append(show_test(shown, hold_s=_HOLD_S))
        shown.close()
    return findings


def _listen(settings: Settings, limit_s: int, console: Console, words: Texts) -> Finding:
    from hardware.board_checks import hear_buttons, judge_buttons
    from hardware.errors import HardwareError
    from hardware.findings import Level, found
    from hardware.presses import KnockButtons, open_edges

    lines = dict(enumerate(settings.button_pins))
    if not lines:
        return found("buttons.none", Level.NOTE)
    try:
        knocks = KnockButtons(open_edges(lines.values()), line_of_seat=lines)
    except HardwareError as error:
        return found("pins.factory", Level.MISSING, why=str(error))
    console.print(words("check.press_now", seconds=limit_s))
    heard = set()
    for pressed in hear_buttons(knocks, limit_s=limit_s):
        heard.add(pressed.seat)
        console.print(words("check.pressed", seat=pressed.seat + 1, at=f"{pressed.at_s:.6f}"))
    knocks.close()
    return judge_buttons(frozenset(lines), frozenset(heard))


def _print(findings: list[Finding], console: Console, words: Texts) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(show_header=False, box=None, pad_edge=False)
    for finding in findings:
        values = dict(finding.values)
        colour = _COLOURS[finding.level.value]
        level = f"[{colour}]{words(f'check.level.{finding.level.value}')}[/]"
        table.add_row(words(f"check.part.{finding.part}"), level, escape(words(finding.key, **values)))
        if finding.level.value != "good":
            table.add_row("", "", f"[dim]{escape(words(f'{finding.key}.fix', **values))}[/]")
    console.print(table)
