"""Commands whose help and whose faults are told in the players' language: what Typer needs for that.

The words of a command and of what it can be given stand in the catalogues, under ``help.<command>`` and
``help.<command>:<parameter>``; what several commands share stands once, under the group they have in common.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from companion.settings import spoken_language
from companion.texts import Texts

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Command(TyperCommand):
    """A command whose help and whose faults are told by us."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - what Typer formats with speaks English
        """Print the help of this command."""
        _help(ctx)

    def main(self, args: Sequence[str] | None = None, *, standalone_mode: bool = True, **more: Any) -> Any:  # type: ignore[override]
        """Run this command alone, as `Group.main` does."""
        return _run(super().main, sys.argv[1:] if args is None else args, standalone=standalone_mode, **more)


class Group(TyperGroup):
    """Several commands, whose help and whose faults are told by us."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Print the help of this group."""
        _help(ctx)

    def main(self, args: Sequence[str] | None = None, *, standalone_mode: bool = True, **more: Any) -> Any:  # type: ignore[override]
        """Run the command that the words `args` call, those of this process without; exit code 2 for a wrong call."""
        return _run(super().main, sys.argv[1:] if args is None else args, standalone=standalone_mode, **more)


class App(typer.Typer):
    """The command or the group of commands that a module offers."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=Group, add_completion=False, pretty_exceptions_enable=False, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[_Function], _Function]:
        """Make the function that follows a command."""
        return super().command(name, cls=Command, **settings)


def _help(ctx: Any) -> None:
    from companion.command_help import show_help  # noqa: PLC0415 - what draws it is needed by nothing else

    show_help(ctx, Texts(spoken_language(ctx.find_root().obj or ())))


def _run(main: Callable[..., Any], call: Sequence[str], *, standalone: bool, **more: Any) -> Any:
    """Run what Typer made; `standalone` ends the process, which tells a wrong call before."""
    try:
        code = main(list(call), standalone_mode=False, obj=call, **more)
    except typer.TyperException as fault:
        if not standalone:
            raise
        _tell(fault, call)
        code = fault.exit_code
    if standalone:
        sys.exit(code or 0)
    return code


def _tell(fault: typer.TyperException, call: Sequence[str]) -> None:
    from companion.command_help import show_fault  # noqa: PLC0415

    show_fault(fault, Texts(spoken_language(call)))
