"""The console program as people call it: output, faults as calm sentences, exit codes."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.store.instance import only_instance
from tests.kit import ROOT

HEADER = {"format": "companion-log/1", "game": "allegra", "seats": ["Ann", "Ben", "Cy"], "options": {}}
DEAL = {"seq": 1, "by": "table", "do": "deal", "discard": 5}
TURN = {"seq": 2, "by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": 7}
GONE = "No such file or directory"
WRONG = {"seq": 3, "by": 1, "do": "turn_up", "cell": [1, 0, 0], "value": 7}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def companion(
    *arguments: str, data: Path | None = None, given: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the program as a user would, with its own folders and in English."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        capture_output=True, encoding="utf-8", env=at_home(data) | more, input=given, cwd=ROOT, check=False,
    )  # fmt: skip


def at_home(data: Path | None) -> dict[str, str]:
    """What the program finds around it: own folders, an English speaker, no display, whoever runs the tests."""
    own = {"COMPANION_DATA": str(data), "XDG_CONFIG_HOME": str(data), "LANG": "en_GB.UTF-8", "COLUMNS": "120"}
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "LANGUAGE"}
    around = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    return {name: value for name, value in around.items() if name not in hidden} | own


def log(path: Path, *lines: object) -> str:
    path.write_text("".join(f"{json.dumps(line) if not isinstance(line, str) else line}\n" for line in lines))
    return str(path)


def test_score_prints_one_object_a_log_in_order_and_two_for_a_bad_one(tmp_path: Path) -> None:
    good = log(tmp_path / "good.jsonl", HEADER, DEAL, TURN)
    bad = log(tmp_path / "bad.jsonl", HEADER, DEAL, "", TURN, WRONG)
    told = companion("score", good, bad, "-", data=tmp_path, given=json.dumps(HEADER))
    first, second, third = map(json.loads, told.stdout.splitlines())
    assert told.returncode == 2
    assert (first["scores"], first["facts"]["zones"], "error" in first) == ([7, 0, 0], [7, 0, 0], False)
    assert (second["seq"], second["scores"]) == (2, [7, 0, 0])
    assert second["error"] == {"line": 5, "reason": "not_your_turn"}
    assert third["phase"] == "dealing"
    assert told.stderr == f"{bad}:5: not_your_turn: It is Ann's turn.\n"


def test_score_speaks_utf8_wherever_it_runs(tmp_path: Path) -> None:
    path = log(tmp_path / "good.jsonl", {**HEADER, "seats": ["Zoë", "Jörg", "Łucja"]}, DEAL, TURN, WRONG)
    told = companion("score", path, "-l", "fr", data=tmp_path, PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert told.returncode == 2
    assert "C'est à Zoë de jouer." in told.stderr


def test_score_of_a_bad_header_is_the_error_alone(tmp_path: Path) -> None:
    told = companion("score", log(tmp_path / "x.jsonl", {**HEADER, "seats": ["Ann"]}), data=tmp_path)
    assert json.loads(told.stdout) == {"error": {"line": 1, "reason": "bad_number_of_seats"}}
    assert told.returncode == 2


def test_score_of_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    told = companion("score", "nowhere.jsonl", data=tmp_path)
    assert told.returncode == 2
    assert f"nowhere.jsonl:1: file_unreadable: The file nowhere.jsonl cannot be read: {GONE}" in told.stderr


def test_import_then_export_gives_back_the_same_lines(tmp_path: Path, data: Path) -> None:
    path = log(tmp_path / "good.jsonl", HEADER, DEAL, TURN)
    taken = companion("import", path, data=data)
    assert taken.returncode == 0
    given = companion("export", taken.stdout.split()[0], data=data)
    assert given.stdout == Path(path).read_text()
    assert companion("export", taken.stdout.split()[0], "-o", str(tmp_path / "out"), data=data).returncode == 0
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o600


def test_a_log_can_come_from_the_standard_input(tmp_path: Path, data: Path) -> None:
    good = Path(log(tmp_path / "good.jsonl", HEADER, DEAL)).read_text()
    taken = companion("import", "-", data=data, given=good)
    assert (taken.returncode, taken.stdout.split()[1]) == (0, "-")
    assert companion("export", taken.stdout.split()[0], data=data).stdout == good


def test_import_of_a_log_with_a_fault_takes_nothing(tmp_path: Path, data: Path) -> None:
    told = companion("import", log(tmp_path / "bad.jsonl", HEADER, DEAL, WRONG), data=data)
    assert told.returncode == 2
    assert ":3: gap_in_seq: The number of this entry must be 2." in told.stderr
    assert companion("export", data=data).stdout == ""


def test_import_takes_the_other_logs_when_one_cannot_be_read(tmp_path: Path, data: Path) -> None:
    told = companion("import", "nowhere.jsonl", log(tmp_path / "good.jsonl", {**HEADER, "note": 1}, DEAL), data=data)
    assert (told.returncode, len(told.stdout.splitlines())) == (2, 1)
    assert f"nowhere.jsonl:1: file_unreadable: The file nowhere.jsonl cannot be read: {GONE}" in told.stderr
    assert "good.jsonl:1: unknown_field: The field note is unknown and was ignored." in told.stderr


def test_export_of_a_sealed_round_stops_before_it_and_says_so(tmp_path: Path, data: Path) -> None:
    header = {**HEADER, "game": "die_bombe"}
    show = {"seq": 1, "by": "table", "do": "show", "cards": ["red7", "green9"]}
    bid = {"seq": 2, "by": 0, "do": "bid", "amount": 17}
    taken = companion("import", log(tmp_path / "sealed.jsonl", header, show, bid), data=data)
    given = companion("export", taken.stdout.split()[0], data=data)
    assert [json.loads(line).get("do") for line in given.stdout.splitlines()] == [None, "show"]
    assert "17" not in given.stdout + given.stderr
    assert "1 entry is left out" in given.stderr


def test_export_of_an_unknown_id_is_a_calm_sentence(data: Path) -> None:
    told = companion("export", "ffff", data=data)
    assert (told.returncode, told.stdout) == (1, "")
    assert "0 kept games have an id that begins with ffff" in told.stderr


def test_a_second_instance_is_told_and_changes_nothing(data: Path) -> None:
    with only_instance(data):
        told = companion("play", "--simulate", "--terminal", "--entries", "1", data=data)
    assert told.returncode == 1
    assert f"The companion already runs on {data} (process {os.getpid()})." in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("command", ["import {path}", "play --simulate --terminal --entries 1"])
def test_a_full_disk_is_told_and_what_was_kept_before_is_safe(tmp_path: Path, data: Path, command: str) -> None:
    path = log(tmp_path / "good.jsonl", HEADER, DEAL, TURN)
    assert companion("import", path, data=data).returncode == 0
    before = companion("export", data=data).stdout
    limited = f"ulimit -f {0 if 'play' in command else 4}; exec {sys.executable} -m companion {command}".format(
        path=path
    )
    told = subprocess.run(
        ["bash", "-c", limited], capture_output=True, encoding="utf-8", env=at_home(data), cwd=ROOT, check=False
    )
    assert told.returncode == 1
    assert told.stderr == "The disk is full. The last entry was not kept; everything before it is safe.\n"
    assert companion("export", data=data).stdout == before


@pytest.mark.parametrize("command", ["score good.jsonl", "simulate die_bombe --games 1"])
def test_an_output_that_takes_nothing_more_is_told(tmp_path: Path, command: str) -> None:
    path = log(tmp_path / "good.jsonl", HEADER, DEAL)
    words = [sys.executable, "-m", "companion", *command.replace("good.jsonl", path).split()]
    with Path("/dev/full").open("w") as full:
        told = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, env=at_home(tmp_path), check=False)
    assert (told.returncode, told.stderr) == (1, "- cannot be written: No space left on device\n")


@pytest.mark.parametrize(
    ("command", "code"), [("export", 0), ("score -", 2), ("tower -", 1), ("import nowhere.jsonl", 2)]
)
def test_streams_that_are_closed_are_empty_ones(tmp_path: Path, command: str, code: int) -> None:
    closed = f"exec {sys.executable} -m companion {command} <&- >&-"
    told = subprocess.run(
        ["bash", "-c", closed], stderr=subprocess.PIPE, text=True, env=at_home(tmp_path), cwd=ROOT, check=False
    )
    assert (told.returncode, "Traceback" in told.stderr) == (code, False)


def test_a_folder_that_cannot_hold_games_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = companion("export", data=tmp_path / "file" / "below")
    assert told.returncode == 1
    assert "cannot be used to keep games" in told.stderr


@pytest.mark.parametrize("source", ["nowhere.mp4", "9"])
def test_a_camera_that_is_not_there_is_told(data: Path, source: str) -> None:
    told = companion("play", "--camera", source, data=data)
    assert (told.returncode, "Traceback" in told.stderr) == (1, False)
    assert f"The camera {source} is not there" in told.stderr


@pytest.mark.slow
def test_an_evening_into_a_pipe_tells_each_entry_as_it_happens_and_ends_when_interrupted(data: Path) -> None:
    command = [sys.executable, "-m", "companion", "play", "--simulate", "--terminal", "--game", "allegra"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=at_home(data), cwd=ROOT
    ) as evening:
        assert evening.stdout is not None
        first = evening.stdout.readline()
        evening.send_signal(signal.SIGINT)
        told, faults = evening.communicate()
    assert first.startswith("   1  ")
    assert (evening.returncode, faults) == (0, "")
    assert told.endswith("The evening ends here; all of it is kept.\n")
    assert "Allegra" in told
    assert companion("export", data=data).stdout != ""


def test_without_a_display_the_app_says_what_can_be_done(data: Path) -> None:
    told = companion("play", data=data)
    assert told.returncode == 1
    assert "companion play --simulate" in told.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("colour = 3\n", "unknown name colour"),
        ("voice = 3\n", "give voice a value"),
        ("= 3\n", "no TOML"),
        ("web_port = 99999\n", "give web_port the value 99999; a port lies between 0 and 65535"),
        ("web_port = -1\n", "give web_port the value -1;"),
        ('web_address = "kitchen"\n', "give web_address the value “kitchen”;"),
    ],
)
def test_settings_that_make_no_sense_are_told_with_the_file(data: Path, text: str, sentence: str) -> None:
    file = data / "tabletop-companion" / "settings.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    told = companion("export", data=data)
    assert told.returncode == 1
    assert sentence in told.stderr
    assert str(file) in told.stderr


def test_simulate_prints_what_games_are_like(data: Path) -> None:
    told = companion("simulate", "die_bombe", "--games", "5", "--seats", "3", data=data)
    assert told.returncode == 0
    assert "5 random games" in told.stdout
    assert companion("simulate", "die_bombe", "--seats", "9", data=data).returncode == 1
    told = companion("simulate", "chess", data=data).stderr
    assert told.startswith("There is no game called chess; there are allegra, alles_im_eimer,")


def test_no_command_and_no_fault_shows_a_traceback(data: Path) -> None:
    told = companion("--help", data=data)
    assert told.returncode == 0
    for command in ("play", "score", "read", "tower", "export", "import", "simulate", "check", "print"):
        assert command in told.stdout
