"""``companion play``: start the app, on a real or a simulated table."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated

import typer

from companion import process
from companion.command_line import App
from companion.rulebook.errors import CompanionError
from companion.settings import chosen_language, data_folder, language_option, read_settings
from companion.texts import Texts

if TYPE_CHECKING:
    from companion.companion import Companion
    from companion.compose import EveningPlan
    from companion.settings import Settings

app = App()


@app.command()
def play(
    simulate: Annotated[bool, typer.Option("--simulate")] = False,
    camera: str = "",
    game: str = "allegra",
    seats: Annotated[int, typer.Option(min=2, max=6)] = 3,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    board: Annotated[bool, typer.Option("--board")] = False,
    terminal: Annotated[bool, typer.Option("--terminal")] = False,
    entries: Annotated[int, typer.Option(min=0)] = 0,
    web: Annotated[bool, typer.Option("--web")] = False,
    listen: str = "",
    shots: Annotated[Path, typer.Option(readable=False)] = Path("screenshots"),
    language: Annotated[str, language_option()] = "",
) -> None:
    """Start the app. Without a display a simulated evening runs in the terminal, with screenshots of the screens."""
    in_terminal = terminal or not has_display()
    if not in_terminal:
        process.begin()
    from companion.compose import EveningPlan, companion
    from companion.faults import keeping_faults

    settings = _with_page(replace(read_settings(), language=chosen_language(language)), listen, web=web)
    settings = replace(settings, board=settings.board or board)
    if simulate and not terminal and in_terminal:
        _make(shots)
    words = Texts(settings.language)
    plan = EveningPlan(game, seats, seed or SystemRandom().randrange(1, 10**6), is_brisk=in_terminal)
    folder = data_folder()
    with keeping_faults(folder), companion(settings, folder, camera=camera, plan=plan if simulate else None) as whole:
        if not in_terminal:
            _show(whole, plan if simulate else None)
            return
        if not simulate:
            raise NoDisplay("play.needs_display")
        if not terminal:
            print(words("play.no_display"), flush=True)
        _play(whole, plan, entries=entries)
        if not terminal:
            _photograph(whole, shots.resolve(), words)


def _with_page(settings: Settings, listen: str, *, web: bool) -> Settings:
    """The settings with the page for phones where it was asked for. Raises CannotListen for an address that is none."""
    from companion.web.addresses import LOOPBACK, split_address

    if not listen:
        return replace(settings, web_address=settings.web_address or LOOPBACK) if web else settings
    address, port = split_address(listen, port=settings.web_port)
    return replace(settings, web_address=address, web_port=port)


class NoDisplay(CompanionError, OSError):
    """Error raised when the screens were asked for and there is nothing to show them on."""


def has_display() -> bool:
    """True where a window can be seen: X, Wayland, or a display driver that was named on purpose."""
    if os.environ.get("SDL_VIDEODRIVER") in {"offscreen", "dummy"}:
        return False
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


def _show(whole: Companion, plan: EveningPlan | None) -> None:
    from companion.ui.app import run

    if plan is not None:
        whole.open(plan.header)
    run(whole)


def _play(whole: Companion, plan: EveningPlan, *, entries: int) -> None:
    from time import sleep

    from companion.terminal import page_in_words, play_in_terminal

    try:
        session = whole.open(plan.header)
        whole.pump()
        print(page_in_words(whole, plan.header.seats), end="", flush=True)
        play_in_terminal(
            whole,
            session,
            until=lambda now: now.course.is_over or (entries > 0 and now.course.seq >= entries),
            wait=lambda: sleep(0.02),
        )
    except KeyboardInterrupt:
        print(whole.texts()("play.stopped"))


def _make(folder: Path) -> None:
    """Make the folder before the evening, not after it, where a wrong one would be told too late. Raises NotWritten."""
    from companion.exchange.private_file import writing

    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)


def _photograph(whole: Companion, folder: Path, words: Texts) -> None:
    from companion.ui.shots import render

    print(words("play.drawing"), flush=True)
    render(whole, folder)
    print(words("play.shots", folder=str(folder)))
