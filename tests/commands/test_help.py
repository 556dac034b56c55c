"""What a newcomer reads of a command: it and all it can be given are explained in each language, and only once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from typer.testing import CliRunner

from companion.__main__ import application
from companion.command_help import sentence
from companion.command_line import Command, Group
from companion.texts import LANGUAGES, Texts
from companion.usage import is_option
from tests.commands.test_languages import commands
from tests.test_words import catalogue

Place = tuple[str, ...]


def keys_of(place: Place, command: Any) -> Iterator[str]:
    """The keys under which a command's own words, or those it shares, may stand."""
    yield ".".join(("help", *place))
    for one in (*command.params, command.get_help_option(command.context_class(command))):
        yield from (f"{'.'.join(('help', *place[:depth]))}:{one.name}" for depth in range(len(place) + 1))
        if not is_option(one):
            yield f"help.word.{one.name}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_and_all_it_can_be_given_are_explained(language: str) -> None:
    words = Texts(language)
    for place, command in commands():
        assert isinstance(command, Command | Group), place
        assert not sentence(words, place).startswith("help")
        for one in command.params:
            assert not sentence(words, place, one.name).startswith("help"), (place, one.name)
            assert is_option(one) or words.has(f"help.word.{one.name}"), (place, one.name)


def test_nothing_is_explained_that_cannot_be_given() -> None:
    used = {key for place, command in commands() for key in keys_of(place, command)}
    told = {key for key in catalogue("fr", "") if key.partition(".")[0].partition(":")[0] == "help"}
    frame = {"help.usage", "help.arguments", "help.options", "help.commands", "help.call_options", "help.call_command"}
    kinds = {f"help.kind.{kind}" for kind in ("int", "float", "path", "text")}
    assert told - used - frame - kinds - {"help.default"} == set()


@pytest.mark.parametrize(
    ("language", "frame"),
    [
        ("fr", ("Appel : ", "Arguments", "Options", "Affiche cette aide.", "sinon : swiss")),
        ("en", ("Usage: ", "Arguments", "Options", "Show this help.", "otherwise: swiss")),
        ("de", ("Aufruf: ", "Argumente", "Optionen", "Zeigt diese Hilfe.", "sonst: swiss")),
    ],
)
def test_help_is_in_the_language_that_is_asked_for(language: str, frame: tuple[str, ...]) -> None:
    call = ["club", "tournament", "new", "--help", "--language", language]
    told = CliRunner().invoke(application("club"), call, env={"COLUMNS": "200"})
    assert told.exit_code == 0
    assert [part for part in frame if part not in told.output] == []
    assert Texts(language)("help.club.tournament.new") in told.output


@pytest.mark.parametrize("place", [place for place, _ in commands()], ids=" ".join)
def test_no_word_of_help_is_typers_own(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.settings.system_language", lambda: "de")
    told = CliRunner().invoke(application(place[0] if place else ""), [*place, "--help"], env={"COLUMNS": "300"}).output
    english = ("Usage", "Arguments", "[OPTIONS]", "COMMAND", "default:", "required", "Show this", "<", "Commands")
    assert [word for word in english if word in told] == []


def test_a_paragraph_of_help_is_as_wide_as_the_terminal() -> None:
    told = CliRunner().invoke(application("teach"), ["teach", "--help", "-l", "en"], env={"COLUMNS": "200"})
    lines = [line.strip() for line in told.output.splitlines()]
    assert any(line.startswith("With --camera each face") and "keeps what was shown" in line for line in lines)
