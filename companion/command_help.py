"""What ``--help`` prints, and what is said of a wrong call, in one language and as wide as the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import typer
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from companion.texts import Texts
from companion.usage import choices_of, is_option, range_of, what_is_wrong

Row = tuple[str, str, str]
"""What is given, of what kind it is, and what it does."""

_KINDS: Final = {int: "int", float: "float", Path: "path", list[Path]: "path"}


def show_help(ctx: Any, words: Texts) -> None:
    """Print how the command of the Typer context `ctx` is called, what it does and what it can be given."""
    path = _path(ctx)
    arguments, options = _parameters(ctx)
    console = Console(highlight=False)
    console.print(Padding(_usage(ctx, words), 1), Padding(Text(sentence(words, path)), (0, 1, 1, 1)))
    below = getattr(ctx.command, "commands", {})
    for title, rows in (
        ("help.arguments", [_argument(one, path, words) for one in arguments]),
        ("help.options", [_option(one, path, words) for one in options]),
        ("help.commands", [(name, "", sentence(words, (*path, name)).partition("\n")[0]) for name in below]),
    ):
        if rows:
            console.print(_panel(words(title), rows))


def show_fault(fault: typer.TyperException, words: Texts) -> None:
    """Say on the standard error what is wrong with a call, and how help is called for."""
    said, ctx = what_is_wrong(fault), getattr(fault, "ctx", None)
    if said is None:
        return
    console = Console(stderr=True, highlight=False)
    if ctx is not None:
        hint = Text(words("usage.help", call=f"{ctx.command_path} --help"), style="dim")
        console.print(_usage(ctx, words), hint, sep="\n")
    console.print(Panel(Text(words.said(said)), title=words("usage.fault"), title_align="left", border_style="red"))


def sentence(words: Texts, path: Sequence[str], parameter: str = "") -> str:
    """What a command, or one of its parameters, is for: its own words, else those of a group that it belongs to."""
    if not parameter:
        return words(".".join(("help", *path)))
    keys = [f"{'.'.join(('help', *path[:depth]))}:{parameter}" for depth in range(len(path), -1, -1)]
    return words(next((key for key in keys if words.has(key)), keys[0]))


def _path(ctx: Any) -> tuple[str, ...]:
    return () if ctx.parent is None else (*_path(ctx.parent), ctx.info_name)


def _parameters(ctx: Any) -> tuple[list[Any], list[Any]]:
    """The arguments and the options of a command."""
    parameters = ctx.command.get_params(ctx)
    return [one for one in parameters if not is_option(one)], [one for one in parameters if is_option(one)]


def _usage(ctx: Any, words: Texts) -> Text:
    arguments, _ = _parameters(ctx)
    pieces = [words("help.call_options"), *(_placed(one, words) for one in arguments)]
    if hasattr(ctx.command, "commands"):
        pieces.append(words("help.call_command"))
    return Text(words("help.usage", call=f"{ctx.command_path} {' '.join(pieces)}"), style="bold")


def _placed(argument: Any, words: Texts) -> str:
    """An argument in the line that shows how a command is called."""
    name = _called(argument, words)
    return name if argument.required else f"[{name}]"


def _called(argument: Any, words: Texts) -> str:
    name = words(f"help.word.{argument.name}")
    return name if argument.nargs == 1 else f"{name} …"


def _argument(one: Any, path: Sequence[str], words: Texts) -> Row:
    return (_called(one, words), "", _explained(one, path, words))


def _option(one: Any, path: Sequence[str], words: Texts) -> Row:
    names = (", ".join(sorted(one.opts, key=len)), *one.secondary_opts)
    return (" / ".join(names), _kind(one, words), _explained(one, path, words))


def _kind(one: Any, words: Texts) -> str:
    """What stands behind an option: one of some words, or a number, a file, a text."""
    if one.is_flag:
        return ""
    return "|".join(choices_of(one)) or words(f"help.kind.{_KINDS.get(one.type_descriptor.annotation, 'text')}")


def _explained(one: Any, path: Sequence[str], words: Texts) -> str:
    """What a parameter is for, in which range it lies and what holds without it."""
    notes = [words.said(said) for said in (range_of(one),) if said is not None]
    if one.show_default is True and one.default not in {None, "", False, True}:
        notes.append(words("help.default", value=str(getattr(one.default, "value", one.default))))
    told = sentence(words, path, one.name)
    return f"{told} [{'; '.join(notes)}]" if notes else told


def _panel(title: str, rows: Sequence[Row]) -> RenderableType:
    grid = Table.grid(padding=(0, 2), expand=True)
    grid.add_column(style="bold cyan")
    grid.add_column(style="yellow", overflow="fold")
    grid.add_column(ratio=1)
    for row in rows:
        grid.add_row(*map(Text, row))
    return Panel(grid, title=title, title_align="left", border_style="dim")
