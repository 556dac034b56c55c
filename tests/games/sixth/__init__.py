"""A sixth game, added by its folder alone: plain Golf with six cards. It proves docs/adding_a_game.md."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import companion.games


@contextmanager
def sixth_game() -> Iterator[None]:
    """The folder beside this file counts as one of the games while the block runs."""
    companion.games.__path__.append(str(Path(__file__).parent))
    companion.games.game_keys.cache_clear()
    try:
        yield
    finally:
        companion.games.__path__.pop()
        companion.games.game_keys.cache_clear()
