"""A language that is not spoken is refused by every command that can be asked for one, never replaced in silence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer

from companion.__main__ import application
from companion.settings import spoken_language, system_language
from companion.texts import LANGUAGES

SILENT = {"club events", "read buckets", "read cards", "read house", "read tower", "tower"}
"""Commands that print JSON alone, which is the same in every language."""


def commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every group and command of the program, with the words that call it."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), typer.main.get_command(application("")))]
    while waiting:
        place, command = waiting.pop()
        yield place, command
        waiting += [((*place, name), one) for name, one in getattr(command, "commands", {}).items()]


def leaves() -> Iterator[tuple[str, Any]]:
    """Every command and subcommand that does something, by its name."""
    for place, command in commands():
        if not hasattr(command, "commands") or command.invoke_without_command:
            yield " ".join(place), command


def language_options() -> Iterator[Any]:
    """The option of each command that has one, with the command's name as its id."""
    for known_as, command in leaves():
        yield from (pytest.param(command, one, id=known_as) for one in command.params if one.name == "language")


def test_every_command_that_speaks_can_be_asked_for_a_language() -> None:
    without = {known_as for known_as, command in leaves() if all(one.name != "language" for one in command.params)}
    assert without == SILENT


@pytest.mark.parametrize(("command", "option"), list(language_options()))
def test_a_language_that_is_not_spoken_is_refused(command: Any, option: Any) -> None:
    context = command.context_class(command)
    assert [option.process_value(context, known) for known in (*LANGUAGES, "")] == [*LANGUAGES, ""]
    assert {"--language", "--lang", "-l"} == set(option.opts)
    with pytest.raises(typer.BadParameter, match=r"usage\.one_of"):
        option.process_value(context, "es")


@pytest.mark.parametrize(
    ("around", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_CA"}, "fr"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "fr_CH.UTF-8"}, "fr"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "es:de"}, "de"),
    ],
)
def test_the_system_is_heard_also_where_it_lacks_the_locale_it_names(
    around: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in around.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


@pytest.mark.parametrize(
    ("call", "language"),
    [
        ("", "en"),
        ("score x", "en"),
        ("score x -l de", "de"),
        ("score -lfr x", "fr"),
        ("score --lang=de --foo", "de"),
        ("score --language", "en"),
        ("score --language es", "en"),
        ("score -l de -l fr", "fr"),
    ],
)
def test_help_and_faults_are_in_the_language_of_a_call_even_of_a_wrong_one(
    call: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.settings.chosen_language", lambda asked: asked if asked in LANGUAGES else "en")
    assert spoken_language(call.split()) == language
