"""Sentences in the language of the players: gettext catalogues, read from the ``.po`` files themselves.

The catalogues of the application lie in ``companion/locale/<language>/*.po``, those of a game in
``companion/games/<key>/locale/<language>.po``; a game's words go before the application's. Message ids are keys, so
that a missing sentence is found by a test and never shown as half a translation.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from companion.games import game_folder
from companion.rulebook.text import Player, Said, Value

Language: TypeAlias = Literal["fr", "en", "de"]
LANGUAGES: Final[tuple[Language, ...]] = ("fr", "en", "de")
_HERE: Final = Path(__file__).parent


class Texts:
    """The words of one language, for the application alone or for one game at a table."""

    def __init__(self, language: str, game: str | None = None) -> None:
        self.language = language
        self._catalogues = tuple(_catalogue(path) for path in catalogue_paths(language, game))

    def __call__(self, key: str, /, **values: Value) -> str:
        """The sentence for `key` with its values filled in."""
        return self.said(Said(key, tuple(values.items())))

    def said(self, said: Said, names: Sequence[str] = ()) -> str:
        """`said` in words; seats become `names`, numbers are written as the language does.

        A key without a sentence is returned as it is. A value named ``n`` chooses between singular and plural.
        """
        values = {name: self._word(value, names) for name, value in said.values}
        return self._sentence(said).format_map(values)

    def game(self, key: str) -> str:
        """The name of the game with this key."""
        return Texts(self.language, key)("name")

    def has(self, key: str) -> bool:
        """True where there is a sentence for `key`."""
        return any(catalogue.gettext(key) != key for catalogue in self._catalogues)

    def _sentence(self, said: Said) -> str:
        n = dict(said.values).get("n")
        for catalogue in self._catalogues:
            plural = catalogue.ngettext(said.key, said.key, n) if isinstance(n, int) else said.key
            sentence = plural if plural != said.key else catalogue.gettext(said.key)
            if sentence != said.key:
                return sentence
        return said.key

    def _word(self, value: Value, names: Sequence[str]) -> str:
        match value:
            case Player(seat):
                return names[seat] if seat < len(names) else self("player", number=seat + 1)
            case Said():
                return self.said(value, names)
            case tuple():
                return ", ".join(self._word(part, names) for part in value)
            case int() | float():
                return _number(value, self.language)
            case _:
                return str(value)


def catalogue_paths(language: str, game: str | None = None) -> tuple[Path, ...]:
    """The files whose sentences are used, the first that knows a key being right."""
    own = (game_folder(game) / "locale" / f"{language}.po",) if game else ()
    return (*own, *sorted((_HERE / "locale" / language).glob("*.po")))


@cache
def _number(value: float, language: str) -> str:
    if isinstance(value, int) and abs(value) < 1000:
        return f"{value:d}"  # alike in all our languages; what Babel loads to say so takes four megabytes
    # Babel cannot group numbers beyond 28 digits, and a log may hold any.
    return format_decimal(value, locale=language) if abs(value) < 10**15 else str(value)


@cache
def _catalogue(path: Path) -> gettext.GNUTranslations:
    with path.open("rb") as file:
        compiled = io.BytesIO()
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
