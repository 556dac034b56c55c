"""Which cards a printed deck holds, as the labels the camera knows them by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from companion.games import game_named
from companion.games.allegra.truth import USUAL
from companion.games.alles_im_eimer.model import COLOURS
from companion.rulebook.errors import CompanionError


class NoDeck(CompanionError, KeyError):
    """Error raised when a game is played without cards."""


def _allegra() -> tuple[str, ...]:
    return tuple(str(value) for value, count in USUAL.pairs for _ in range(count))


def _alles_im_eimer() -> tuple[str, ...]:
    return tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, 9) for _ in range(2))


def _buero_crazy() -> tuple[str, ...]:
    return tuple(str(value) for value in (1, 2, 5, 10, 20) for _ in range(30))


def _die_bombe() -> tuple[str, ...]:
    return (*(f"{colour}{value}" for colour in ("red", "green") for value in range(3, 26, 2)), *["bomb"] * 6)


_DECKS: Final[Mapping[str, Callable[[], tuple[str, ...]]]] = MappingProxyType(
    {
        "allegra": _allegra,
        "alles_im_eimer": _alles_im_eimer,
        "buero_crazy": _buero_crazy,
        "die_bombe": _die_bombe,
    }
)


def deck_of(game: str) -> tuple[str, ...]:
    """The labels of all cards of a game, in the order they are printed. Raises UnknownGame or NoDeck.

    The real numbers per value of Allegra and Büro Crazy are not published; these are the ones that the simulated games
    use, and 30 of each.
    """
    game_named(game)
    if game not in _DECKS:
        raise NoDeck("print.no_deck", game=game, known=games_with_decks())
    return _DECKS[game]()


def games_with_decks() -> tuple[str, ...]:
    """The keys of the games that are played with cards."""
    return tuple(_DECKS)
