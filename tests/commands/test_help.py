"""What a newcomer reads of a command: each has a sentence, and so has everything it can be given."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from companion.__main__ import application
from tests.commands.test_languages import leaves


@pytest.mark.parametrize(("name", "command"), [pytest.param(*leaf, id=leaf[0]) for leaf in leaves()])
def test_a_command_and_all_it_can_be_given_are_explained(name: str, command: Any) -> None:
    assert command.help
    assert [one.name for one in command.params if not getattr(one, "help", None)] == []


def test_a_paragraph_of_help_is_as_wide_as_the_terminal() -> None:
    told = CliRunner().invoke(application("teach"), ["teach", "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
    lines = [line.strip() for line in told.output.splitlines()]
    assert any(line.startswith("With --camera each face") and "keeps what was shown" in line for line in lines)
