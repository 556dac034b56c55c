"""The games: one folder each, found by its presence. A folder is a game when it offers `GAME`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from companion.rulebook.errors import CompanionError
from companion.rulebook.game import Game


class UnknownGame(CompanionError, KeyError):
    """Error raised when no game has the key asked for."""


@cache
def all_games() -> tuple[Game[Any, Any], ...]:
    """Every game whose folder lies in this package, by key."""
    found = [
        importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__) if info.ispkg
    ]
    return tuple(sorted((module.GAME for module in found), key=lambda game: game.key))


def game_named(key: str) -> Game[Any, Any]:
    """The game with this key. Raises UnknownGame."""
    for game in all_games():
        if game.key == key:
            return game
    raise UnknownGame("unknown_game", game=key)
