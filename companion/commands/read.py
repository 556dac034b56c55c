"""`companion read cards|buckets|tower|house`: what lies on photographs, one JSON object a line for each."""

from __future__ import annotations

import importlib
import pkgutil

import typer

from companion import commands
from companion.command_line import App


def _assembled() -> typer.Typer:
    """The group of every module `read_*` of this folder."""
    group = App(name="read", no_args_is_help=True)
    for info in pkgutil.iter_modules(commands.__path__):
        if info.name.startswith("read_"):
            group.add_typer(importlib.import_module(f"{commands.__name__}.{info.name}").app)
    return group


app = _assembled()
