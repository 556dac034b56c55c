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


def language_options() -> Iterator[Any]:
    """The option of each command, subcommands included; the name of the command as its id."""
    for name in command_names():
        waiting = [(name, typer.main.get_command(importlib.import_module(f"{commands.__name__}.{name}").app))]
        while waiting:
            known_as, command = waiting.pop()
            waiting += [(f"{known_as} {sub}", one) for sub, one in getattr(command, "commands", {}).items()]
            yield from (pytest.param(command, one, id=known_as) for one in command.params if one.name == "language")


@pytest.mark.parametrize(("command", "option"), list(language_options()))
def test_a_language_that_is_not_spoken_is_refused(command: Any, option: Any) -> None:
    context = command.context_class(command)
    assert [option.process_value(context, known) for known in (*LANGUAGES, "")] == [*LANGUAGES, ""]
    assert {"--language", "--lang", "-l"} == set(option.opts)
    with pytest.raises(typer.BadParameter, match="expected fr, en, de"):
        option.process_value(context, "es")
