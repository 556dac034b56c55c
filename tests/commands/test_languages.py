"""A language that is not spoken is refused by every command that can be asked for one, never replaced in silence."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from companion import commands
from companion.__main__ import command_names
from companion.texts import LANGUAGES

SILENT = {"club events", "read buckets", "read cards", "read house", "read tower", "tower"}
"""Commands that print JSON alone, which is the same in every language."""


def leaves() -> Iterator[tuple[str, Any]]:
    """Every command and subcommand that does something, by its name."""
    for name in command_names():
        waiting = [(name, typer.main.get_command(importlib.import_module(f"{commands.__name__}.{name}").app))]
        while waiting:
            known_as, command = waiting.pop()
            subcommands = getattr(command, "commands", {})
            waiting += [(f"{known_as} {sub}", one) for sub, one in subcommands.items()]
            if not subcommands or command.invoke_without_command:
                yield known_as.rstrip("_"), command


def language_options() -> Iterator[Any]:
    """The option of each command that has one, with the command's name as its id."""
    for known_as, command in leaves():
        yield from (pytest.param(command, one, id=known_as) for one in command.params if one.name == "language")


def test_every_command_that_speaks_can_be_asked_for_a_language() -> None:
    without = {known_as for known_as, command in leaves() if all(one.name != "language" for one in command.params)}
    assert without == SILENT


@pytest.mark.parametrize(("command", "option"), list(language_options()))
def test_a_language_that_is_not_spoken_is_refused(command: Any, option: Any) -> None:
    context = command.context_class(command)
    assert [option.process_value(context, known) for known in (*LANGUAGES, "")] == [*LANGUAGES, ""]
    assert {"--language", "--lang", "-l"} == set(option.opts)
    with pytest.raises(typer.BadParameter, match="expected fr, en, de"):
        option.process_value(context, "es")
