"""The games: one folder each, named by its key and found by its presence. It offers the record `GAME`."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

from companion.rulebook.errors import CompanionError
from companion.rulebook.game import Game


class UnknownGame(CompanionError, KeyError):
    """Error raised when no game has the key asked for."""


@cache
def game_keys() -> tuple[str, ...]:
    """The keys of all games, sorted."""
    return tuple(sorted(info.name for info in pkgutil.iter_modules(__path__) if info.ispkg))


def game_named(key: str) -> Game[Any, Any]:
    """The game with this key. Raises UnknownGame."""
    if key not in game_keys():
        raise UnknownGame("unknown_game", game=key, known=game_keys())
    game: Game[Any, Any] = importlib.import_module(f"{__name__}.{key}").GAME
    return game


def game_folder(key: str) -> Path:
    """Where the game with this key and its words lie."""
    spec = importlib.util.find_spec(f"{__name__}.{key}")
    if spec is None or spec.origin is None:
        raise UnknownGame("unknown_game", game=key, known=game_keys())
    return Path(spec.origin).parent


def all_games() -> tuple[Game[Any, Any], ...]:
    """Every game, by key."""
    return tuple(map(game_named, game_keys()))
