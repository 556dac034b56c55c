"""A call that makes no sense is told in the player's language, with exit code 2, whatever is wrong with it."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from companion.__main__ import application
from companion.texts import LANGUAGES, Texts
from companion.usage import in_our_words

CALLS = {
    "xyzzy": "Den Befehl „xyzzy“ gibt es nicht.",
    "reed": "Den Befehl „reed“ gibt es nicht; ist es read?",
    "club tournament --": "Der Befehl fehlt.",
    "export --foo": "Die Option „--foo“ gibt es hier nicht; ist es --out?",
    "export -x": "Die Option „-x“ gibt es hier nicht.",
    "export a b c": "Das ist mehr, als der Befehl erwartet: b c",
    "export a --as foo": "--as: Erwartet: eines von log, csv, json, bgstats, bgsplay, html, png; erhalten: „foo“.",
    "export --out x": "--out: Die Kennung einer Partie fehlt; ohne sie werden die aufgehobenen Partien aufgelistet.",
    "check --simulate=3": "--simulate nimmt keinen Wert.",
    "support --picture": "Nach --picture fehlt ein Wert.",
    "read tower": "BILD fehlt.",
    "read tower a.png --set lego": "--set: Erwartet: eines von splash, big; erhalten: „lego“.",
    "read cards a.png --deck poker": "--deck: Erwartet: eines von allegra, alles_im_eimer, buero_crazy, die_bombe; "
    "erhalten: „poker“.",
    "read cards a.png --values x": "--values: Erwartet: Werte von -1 bis 25, etwa 0-9 oder 1,2,5; erhalten: „x“.",
    "read cards a.png --colours pink": "--colours: Erwartet: einige von red, orange, yellow, green, blue, violet, "
    "black; erhalten: „pink“.",
    "read cards a.png --taught mine": "--taught: Noch kein Satz wurde gelernt; erhalten: „mine“.",
    "club tournament new t.json": "NAME fehlt.",
    "club tournament result t.json one a=1": "TISCH: Erwartet: eine ganze Zahl; erhalten: „one“.",
    "simulate allegra --games x": "-n, --games: Erwartet: eine ganze Zahl, 1 oder mehr; erhalten: „x“.",
    "simulate allegra --games 1.5": "-n, --games: Erwartet: eine ganze Zahl, 1 oder mehr; erhalten: „1.5“.",
    "play --seats 9": "--seats: Erwartet: eine ganze Zahl, von 2 bis 6; erhalten: „9“.",
    "tower --friction x a.json": "--friction: Erwartet: eine Zahl, 0 oder mehr; erhalten: „x“.",
    "tower --friction -1 a.json": "--friction: Erwartet: eine Zahl, 0 oder mehr; erhalten: „-1“.",
    "teach a/b": "NAME: Erwartet: Buchstaben, Ziffern, - und _; erhalten: „a/b“.",
    "teach mine": "Erwartet: KARTE=BILD, oder --camera.",
    "teach mine x": "Erwartet: KARTE=BILD; erhalten: „x“.",
    "teach mine --camera 0": "Nenne die Karten, die gezeigt werden, denn „mine“ ist keines von allegra, alles_im_eimer,"
    " buero_crazy, die_bombe.",
    "score x -l es": "-l, --lang, --language: Erwartet: eines von fr, en, de; erhalten: „es“.",
}


@pytest.fixture(autouse=True)
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr("companion.settings.system_language", lambda: "de")


@pytest.mark.parametrize("call", CALLS)
def test_what_is_wrong_with_a_call_is_told_in_the_language_of_the_player(call: str) -> None:
    told = CliRunner().invoke(application(call.split(maxsplit=1)[0]), call.split(), env={"COLUMNS": "300"})
    assert (told.exit_code, told.stdout) == (2, "")
    sentence = next(line.strip("│ ") for line in told.stderr.splitlines() if line.startswith("│"))
    assert sentence == CALLS[call]


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_the_command_is_called_is_shown_with_it(language: str) -> None:
    told = CliRunner().invoke(application("score"), ["score", "--language", language, "--foo"], env={"COLUMNS": "200"})
    words = Texts(language)
    assert words("usage.fault") in told.stderr
    assert told.stderr.startswith(words("help.usage", call="")[:6])


def test_what_steers_a_terminal_is_not_repeated() -> None:
    told = CliRunner().invoke(application("simulate"), ["simulate", "allegra", "--games", "\x1b[31m1\x07"])
    assert not {"\x1b", "\x07"} & set(told.stderr)


def test_a_command_without_its_words_shows_its_help() -> None:
    told = CliRunner().invoke(application("print"), ["print"])
    assert (told.exit_code, told.stderr) == (2, "")
    assert Texts("de")("help.print.seats") in told.stdout


def sayings() -> Iterator[str]:
    """Whatever the parser of Typer says of a call, a dummy in each gap; errors of programmers are no UsageError."""
    home = Path(inspect.getfile(typer)).parent
    for name in ("core.py", "_click/core.py", "_click/parser.py"):
        for node in ast.walk(ast.parse((home / name).read_text(encoding="utf-8"))):
            called = getattr(getattr(node, "func", None), "attr", getattr(getattr(node, "func", None), "id", ""))
            if not isinstance(node, ast.Call) or called not in {
                "fail",
                "UsageError",
                "BadOptionUsage",
                "BadArgumentUsage",
            }:
                continue
            yield from (text for one in node.args[-1:] if (text := _filled(one)))


def _filled(node: ast.expr) -> str:
    """The words of a literal, a translated one or one with gaps; those of a name were looked at where it was made."""
    match node:
        case ast.Constant(value=str(text)):
            return re.sub(r"\{[^}]*\}", "2", text)
        case ast.JoinedStr(values=parts):
            return "".join(map(_part, parts))
        case ast.Call(func=ast.Attribute(value=inner, attr="format")):
            return _filled(inner)
        case ast.Call(func=ast.Name(id="_"), args=[inner]):
            return _filled(inner)
    return ""


def _part(part: ast.expr) -> str:
    if isinstance(part, ast.FormattedValue):
        return "an argument." if ast.unparse(part.value) == "msg" else "2"
    return _filled(part)


def test_all_that_the_parser_may_say_has_a_sentence_of_ours() -> None:
    said = sorted(set(sayings()))
    assert len(said) >= 5
    assert [saying for saying in said if in_our_words(saying).key == "usage.other"] == []
