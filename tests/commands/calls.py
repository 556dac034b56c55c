"""What the tests of commands share: how one is called, and whatever any can be given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.commands.test_languages import leaves

Told = Callable[[str], str]
"""What a command, called by a line, says of its fault."""


def parameters() -> Iterator[tuple[str, Any]]:
    """Whatever any command can be given, with the name of the command."""
    return ((name, one) for name, command in leaves() for one in command.params)
