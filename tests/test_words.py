"""Every sentence has words in French, English and German, with the same values in each."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from companion.games import game_keys
from companion.rulebook.text import Said
from companion.texts import LANGUAGES, Texts, catalogue_paths
from tests.kit import ROOT

AREAS = ("", *game_keys())
_SPEAKERS = {"say", "must", "words", "texts", "Said", "BadUse", "wrong_value"}


def catalogue(language: str, area: str) -> dict[str, tuple[str, ...]]:
    """Key to its sentences (singular, or all plural forms) of one language."""
    found: dict[str, tuple[str, ...]] = {}
    for path in catalogue_paths(language, area or None):
        with path.open("rb") as file:
            parsed: Catalog = read_po(file)
        for message in parsed:
            key = message.id[0] if isinstance(message.id, tuple) else message.id
            if key and key not in found:
                found[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    return found


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("area", AREAS)
def test_all_languages_have_the_same_keys_and_values(area: str) -> None:
    french, *others = (catalogue(language, area) for language in LANGUAGES)
    for other in others:
        assert sorted(french.keys() ^ other.keys()) == []
        for key, sentences in french.items():
            assert all(sentences), key
            named = set().union(*map(placeholders, sentences))
            assert named == set().union(*map(placeholders, other[key])), key


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice_in_a_catalogue(language: str, area: str) -> None:
    for path in catalogue_paths(language, area or None):
        keys = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("msgid ")]
        assert len(keys) == len(set(keys)), path


def spoken_keys(place: Path) -> Iterator[tuple[str, str]]:
    """Every literal key that the code of a folder, or of one file, says, with the place where it does."""
    for path in sorted(place.rglob("*.py")) if place.is_dir() else (place,):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (key := _key_of(node)) is not None:
                yield key, f"{path.relative_to(ROOT)}:{node.lineno}"


def _key_of(call: ast.Call) -> str | None:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    is_error = name[:1].isupper() and name in _ERRORS
    if name not in _SPEAKERS and not is_error:
        return None
    arguments = call.args[1:] if name == "must" else call.args
    first = arguments[0] if arguments else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None


_ERRORS = {
    "IllegalAction", "BadField", "BadOptions", "BadLog", "BadSettings", "SealBroken", "UnknownGame", "NoSuchGame",
    "StoreUnreadable", "StoreFull", "StoreBusy", "StoreUnreachable", "StoreRefused", "HallDiffers", "HallRaced",
    "BadBackup", "WouldOverwrite", "NotWritten", "NotShown", "NoDisplay", "NoDeck", "NoBoard", "NotOver", "NoCamera",
    "BrokenRecord", "CannotListen", "BadRequest", "PhoneRefused",
    "BadBroker", "NoBroker", "BadTournament",
}  # fmt: skip


@pytest.mark.parametrize("area", AREAS)
def test_every_key_that_the_code_says_has_words(area: str) -> None:
    known = catalogue("fr", area or "allegra").keys()
    missing = [f"{line}: {key}" for place in _places(area) for key, line in spoken_keys(place) if key not in known]
    assert missing == []


def _places(area: str) -> Iterator[Path]:
    """A game's folder; for the application all others, the screens and the terminal speaking for games too."""
    if area:
        yield ROOT / "companion" / "games" / area
        return
    for place in (ROOT / "companion").iterdir():
        if (place.is_dir() and place.name != "games") or place.suffix == ".py":
            yield place


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_written_as_the_language_does(language: str) -> None:
    words = Texts(language)
    for number in (*range(-1001, 1002), 12_345, 0.5, -1234.25):
        told = words.said(Said("player", (("number", number),)))
        assert told.endswith(f" {format_decimal(number, locale=language)}")


def test_a_number_of_any_size_can_be_written() -> None:
    assert Texts("fr").said(Said("player", (("number", 10**40),))).endswith("0" * 40)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_that_may_be_missing_has_a_name(language: str) -> None:
    parts = ("camera", "buttons", "displays", "controllers", "keypads", "hall", "web", "club")
    assert [part for part in parts if not Texts(language).has(f"part.{part}")] == []
