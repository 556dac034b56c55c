"""`companion tower`: verdicts as lines of JSON (log_format, section 4)."""

import json

import pytest
from typer.testing import CliRunner

from companion.commands.tower import app
from tests.physics.random_towers import box

KEYS = ["scene", "stands", "p_topple", "answer", "margin_mm", "tilt_deg", "culprit", "failing"]


def scene(*places, **more):
    pieces = [{"outline_mm": box(*place), "grams": place[2] * place[3] / 100} for place in places]
    return json.dumps({"pieces": pieces, "friction": 0.4, "noise_mm": 0.3, **more})


STANDING = scene((0, 0, 20, 20), (2, 20, 20, 20))
FALLING = scene((0, 0, 20, 20), (15, 20, 20, 20))
NEXT = {"outline_mm": box(0, 0, 10, 10), "grams": 1.0}


def run(*arguments, stdin=None):
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)


def lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def write(tmp_path):
    def _write(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return _write


def test_each_scene_gets_one_line_in_order(write):
    good, bad = write("good.json", STANDING), write("bad.json", FALLING)
    result = run(good, bad)
    first, second = lines(result)
    assert result.exit_code == 0
    assert list(first) == [*KEYS, "ms"]
    assert (first["scene"], first["stands"], first["answer"], first["culprit"]) == (str(good), True, "stands", None)
    assert first["margin_mm"] == pytest.approx(8.0)
    assert (second["stands"], second["answer"], second["culprit"], second["failing"]) == (False, "falls", 1, [1])
    assert second["margin_mm"] == pytest.approx(-5.0)
    assert second["tilt_deg"] < 0


def test_with_a_next_piece_the_safe_places_are_told(write):
    found = lines(run(write("next.json", scene((0, 0, 20, 20), next=NEXT))))[0]
    assert list(found) == [*KEYS, "safe_mm", "ms"]
    assert found["safe_mm"] == [[0.0, 20.0]]


def test_for_each_piece_in_hand_the_risk_of_being_given_it_is_told_riskiest_first(write):
    lean = [(0, 0, 20, 10), (15, 10, 6, 5)]
    hand = [
        {"name": "bead", "outline_mm": box(-3, 0, 6, 4), "grams": 0.2},
        {"name": "bar", "posture": "up", "outline_mm": box(-2, 0, 4, 90), "grams": 30.0},
        {"name": "bar", "posture": "flat", "outline_mm": box(-45, 0, 90, 4), "grams": 30.0},
    ]
    told = lines(run(write("hand.json", scene(*lean, hand=hand))))[0]
    assert list(told) == [*KEYS, "hand", "ms"]
    assert [entry["name"] for entry in told["hand"]] == ["bar", "bead"]
    assert told["hand"][0]["p_topple"] >= told["hand"][1]["p_topple"]
    assert set(told["hand"][0]) == {"name", "p_topple", "posture", "best_mm"}
    assert told["hand"][1]["posture"] == "0"
    assert 15 < told["hand"][1]["best_mm"] < 21


def test_nowhere_is_an_empty_list(write):
    text = scene((0, 0, 20, 20))
    roof = {"outline_mm": [[0, 20], [20, 20], [10, 40]], "grams": 1.0}
    data = json.loads(text)
    data["pieces"].append(roof)
    data["next"] = NEXT
    assert lines(run(write("roof.json", json.dumps(data))))[0]["safe_mm"] == []


def test_a_scene_from_standard_input():
    found = lines(run("-", stdin=STANDING))[0]
    assert (found["scene"], found["stands"]) == ("-", True)


def test_of_two_views_the_one_that_cannot_be_read_is_named(write, tmp_path):
    (tmp_path / "side.json").write_bytes(b"\xff")
    view = str(tmp_path / "side.json")
    assert lines(run(write("front.json", STANDING), "--second-view", view))[0]["message"].startswith(f"{view}: ")


def test_bad_scenes_are_told_and_end_with_code_one_while_good_ones_are_still_judged(write):
    floating = write("floating.json", scene((0, 0, 20, 20), (0, 60, 20, 20)))
    result = run(floating, write("good.json", STANDING), "missing.json")
    first, second, third = lines(result)
    assert result.exit_code == 1
    assert list(first) == ["scene", "error", "message"]
    assert first["error"] == "Floating"
    assert "piece 1" in first["message"]
    assert second["stands"] is True
    assert third["error"] == "Unreadable"
    assert third["message"] == "missing.json: No such file or directory"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{", "BadScene"),
        ("{}", "BadScene"),
        (scene((0, 0, 20, 20), (5, 5, 20, 20)), "Overlapping"),
        (scene((0, 0, 20, 20), hand={}), "BadScene"),
        (scene((0, 0, 20, 20), hand=[{"outline_mm": box(0, 0, 9, 9)}]), "BadScene"),
        (json.dumps({"pieces": [{"outline_mm": [[0, 0], [9, 9], [9, 0], [0, 9]], "grams": 1}]}), "BadOutline"),
        (json.dumps({"pieces": [{"outline_mm": box(0, 0, 9, 9), "grams": -1}]}), "BadPiece"),
    ],
)
def test_what_makes_no_sense_is_named(text, error):
    result = run("-", stdin=text)
    assert result.exit_code == 1
    assert lines(result)[0]["error"] == error


def test_bytes_that_are_no_text_are_unreadable(tmp_path):
    path = tmp_path / "noise.json"
    path.write_bytes(b"\xff\xfe\x00\x80")
    assert lines(run(path))[0]["error"] == "Unreadable"


def test_friction_can_be_set_from_outside(write):
    wedge = {"outline_mm": [[0, 0], [40, 0], [40, 24], [0, 20]], "grams": 9}
    run_mm = 4 / 40
    low = [[5, 20 + 5 * run_mm], [15, 20 + 15 * run_mm], [14.6, 24 + 15 * run_mm], [4.6, 24 + 5 * run_mm]]
    path = write("slope.json", json.dumps({"pieces": [wedge, {"outline_mm": low, "grams": 1}], "noise_mm": 0}))
    assert lines(run(path))[0]["stands"] is True
    assert lines(run(path, "--friction", "0.05"))[0]["failing"] == [1]


def test_a_second_view_can_bring_a_tower_down(write):
    front, side = write("front.json", STANDING), write("side.json", FALLING)
    assert lines(run(front, "--second-view", side))[0]["stands"] is False
    assert lines(run(front, "--second-view", front))[0]["stands"] is True


def test_plots_are_written_and_numbered(write, tmp_path):
    good = write("good.json", STANDING)
    run(good, "--plot", tmp_path / "one.svg")
    run(good, good, "--plot", tmp_path / "two.png")
    assert {path.name for path in tmp_path.glob("*.*g")} == {"one.svg", "two-0.png", "two-1.png"}
