import json
import stat
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from companion.commands.read import app as read_app
from companion.commands.teach import NotShown
from companion.commands.teach import app as teach_app
from companion.exchange.private_file import NotWritten
from companion.rulebook.text import say
from tests.vision.cards.drawn import lay, number_card, wooden_table
from vision.cards.kept import load
from vision.errors import CameraLost
from vision.frames import Frame


def picture_of(text: str, folder: Path) -> str:
    table = wooden_table(4)
    lay(table, number_card(text), (480, 360), 300, 5)
    path = folder / f"{text}.png"
    cv2.imwrite(str(path), table)
    return str(path)


def test_each_picture_gives_a_line_and_a_bad_one_an_error_line(tmp_path: Path) -> None:
    good, bad = picture_of("8", tmp_path), tmp_path / "bad.jpg"
    bad.write_bytes(b"\xff\xd8 no picture")
    told = CliRunner().invoke(read_app, ["cards", str(bad), good, "--values", "0-9", "--colours", "red,blue"])
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    assert told.exit_code == 1
    assert (str(bad), "no_camera_picture") == (lines[0]["image"], lines[0]["error"])
    card = lines[1]["cards"][0]
    assert {"image", "ms", "cards"} == set(lines[1])
    assert (card["value"], card["colour"]) == (8, "blue")
    assert (len(card["quad"]), card["confidence"] >= 0.5) == (4, True)


@pytest.mark.parametrize(
    "option", [["--deck", "poker"], ["--values", "x"], ["--colours", "pink"], ["--taught", "nobody"]]
)
def test_options_that_make_no_sense_are_refused(
    option: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    assert CliRunner().invoke(read_app, ["cards", "a.jpg", *option]).exit_code == 2


def test_a_deck_taught_by_pictures_is_read_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    shown = {letter: picture_of(letter, tmp_path) for letter in "KRW"}
    taught = CliRunner().invoke(teach_app, ["letters", *(f"{letter}={path}" for letter, path in shown.items())])
    assert taught.exit_code == 0
    told = CliRunner().invoke(read_app, ["cards", shown["R"], "--taught", "letters"])
    assert json.loads(told.stdout)["cards"][0]["value"] == "R"


def test_teaching_from_a_picture_without_a_card_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), wooden_table(2))
    (tmp_path / "junk.png").write_bytes(b"no picture")
    for name, fault in (
        ("empty.png", say("teach.no_card_in", file=str(empty))),
        ("junk.png", say("teach.no_picture_in", file=str(tmp_path / "junk.png"))),
        ("no.png", say("file_unreadable", file=str(tmp_path / "no.png"), why=say("system.not_there"))),
    ):
        told = CliRunner().invoke(teach_app, ["letters", f"A={tmp_path / name}"])
        assert isinstance(told.exception, NotShown)
        assert told.exception.said == fault


def test_reasons_are_kept_where_they_are_asked_for(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"no picture")
    images = [str(bad), picture_of("8", tmp_path)]
    told = CliRunner().invoke(read_app, ["cards", *images, "--values", "0-9", "--explain", str(tmp_path / "why")])
    assert told.exit_code == 1
    assert {path.name for path in (tmp_path / "why").iterdir()} == {"002_8"}
    folder = tmp_path / "why" / "002_8"
    assert {path.name for path in folder.iterdir()} == {"picture.png", "marked.png", "card_01.png", "reasons.json"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    card = json.loads((folder / "reasons.json").read_text())[0]
    assert card["value"] == 8
    assert any(sign["odds"][0][0] == "8" for sign in card["signs"])


def test_reasons_that_cannot_be_kept_are_told_with_the_place(tmp_path: Path) -> None:
    (tmp_path / "why").write_text("a file where a folder is wanted")
    told = CliRunner().invoke(read_app, ["cards", picture_of("8", tmp_path), "--explain", str(tmp_path / "why")])
    assert isinstance(told.exception, NotWritten)
    assert dict(told.exception.said.values)["file"] == str(tmp_path / "why" / "001_8")


class Camera:
    """A camera before which one card after another is laid, each for some frames."""

    def __init__(self, *cards: str) -> None:
        self.frames = iter([self.frame(number, card) for number, card in enumerate(cards) for _ in range(8)])
        self.at_s = 0.0
        self.is_closed = False

    def frame(self, number: int, card: str) -> np.ndarray:
        table = wooden_table(4)
        lay(table, number_card(card), (400 + 60 * (number % 2), 350), 300, 5)
        return table

    def read(self) -> Frame:
        self.at_s += 0.25
        picture = next(self.frames, None)
        if picture is None:
            raise CameraLost("unplugged")
        noise = np.random.default_rng(round(100 * self.at_s)).integers(0, 3, picture.shape, np.uint8)
        return Frame(cv2.add(picture, noise), self.at_s)

    def close(self) -> None:
        self.is_closed = True


@pytest.mark.slow
def test_a_camera_leads_through_the_deck_and_keeps_what_was_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    camera = Camera("3", "7", "K")
    monkeypatch.setattr("vision.camera.open_camera", lambda _: camera)
    told = CliRunner().invoke(
        teach_app, ["mine", "3", "K", "R", "--camera", "0", "--language", "en"], input="n\n", catch_exceptions=False
    )
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert lines[0] == "Show 3 (0 of 3 shown)."
    assert "Thank you. Next, please: K (1 of 3 shown)." in lines
    assert "Thank you. Next, please: R (2 of 3 shown)." in lines
    assert camera.is_closed
    assert load(tmp_path / "decks", "mine").faces == ((3, None), ("K", None))


@pytest.mark.slow
@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_who_ends_at_a_question_keeps_what_was_shown(
    end: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(*_: str) -> str:
        raise end

    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setattr("vision.camera.open_camera", lambda _: Camera("3", "7", "K"))
    monkeypatch.setattr("builtins.input", ended)
    told = CliRunner().invoke(teach_app, ["mine", "3", "K", "--camera", "0", "-l", "de"], catch_exceptions=False)
    assert told.exit_code == 0
    assert "[j/N]" in told.stdout
    assert (3, None) in load(tmp_path / "decks", "mine").faces


@pytest.mark.slow
def test_the_deck_of_a_game_is_asked_for_in_the_players_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setattr("vision.camera.open_camera", lambda _: Camera("3"))
    asked = ["die_bombe", "red3", "back", "--camera", "0", "--language", "fr"]
    lines = CliRunner().invoke(teach_app, asked, input="n\n", catch_exceptions=False).stdout.splitlines()
    assert lines[0] == "Montrez rouge 3 (0 montrées sur 2)."
    assert "Merci. Carte suivante : le dos (1 montrées sur 2)." in lines


def test_without_a_camera_nothing_is_taught_and_a_deck_we_do_not_know_must_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setattr("vision.camera.open_camera", lambda _: Camera())
    told = CliRunner().invoke(teach_app, ["allegra", "--camera", "0", "--language", "en"])
    assert (told.exit_code, "Show" in told.output) == (1, False)
    assert CliRunner().invoke(teach_app, ["mine", "--camera", "0"]).exit_code == 2
    assert CliRunner().invoke(teach_app, ["mine"]).exit_code == 2
