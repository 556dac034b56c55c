"""The console program. Each command is a module of `companion.commands`, imported when it is called.

A module offers `app`: a Typer application with one command named as the module, or one with a name of its own that
groups several (``companion read cards``).
"""

from __future__ import annotations

import importlib
import io
import keyword
import os
import pkgutil
import sys
from contextlib import suppress
from typing import NoReturn

import typer

from companion import commands
from companion.command_line import App
from companion.rulebook.errors import CompanionError
from companion.rulebook.text import Said, say
from companion.settings import spoken_language
from companion.system_faults import why_of
from companion.texts import Texts


def command_names() -> list[str]:
    """The modules that are commands; ``read_cards`` and its like belong to the group ``read``."""
    names = {info.name for info in pkgutil.iter_modules(commands.__path__)}
    return sorted(name for name in names if name.split("_")[0] not in names - {name})


def application(asked: str) -> typer.Typer:
    """The program with the command `asked` alone where there is one, with all of them otherwise (for its help)."""
    program = App(no_args_is_help=True)
    program.callback()(_no_options)
    names = command_names()
    module = f"{asked}_" if keyword.iskeyword(asked) else asked
    for name in [module] if module in names else names:
        program.add_typer(importlib.import_module(f"{commands.__name__}.{name}").app)
    return program


def _no_options() -> None:
    """Keeps a program with a single command from swallowing its name."""


def main() -> None:
    """Run a command; a fault is told as a calm sentence, with exit code 1. All output is UTF-8, as logs are."""
    _open_streams()
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # a broken video is told by us alone, not by FFmpeg too
    try:
        application(sys.argv[1] if len(sys.argv) > 1 else "")()
    except CompanionError as error:
        _end(error.said)
    except OSError as error:
        if error.filename is not None:
            _end(say("file_fault", file=str(error.filename), why=why_of(error)))
        with suppress(OSError):
            sys.stdout.close()  # or Python would say so again at its end
        _end(say("file_not_written", file="-", why=why_of(error)))


def _open_streams() -> None:
    """Let output be UTF-8; a stream that was closed to us becomes an empty one, before a file takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # names of files may be any bytes


def _end(said: Said) -> NoReturn:
    sys.stderr.write(f"{Texts(spoken_language(sys.argv[1:])).said(said)}\n")
    sys.exit(1)


if __name__ == "__main__":
    main()
