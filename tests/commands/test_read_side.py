"""`companion read buckets` and `companion read tower`: one JSON object a line, whatever happens to the others."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner

from companion.__main__ import application
from companion.commands import read_buckets, read_tower
from companion.exchange.piece_sets import SPLASH
from companion.rulebook.zone import Zone
from vision.simulated_side import SimulatedSide

FULL = (("red", "blue", "green", "yellow"), ("violet", "red", "blue"), ("green", "yellow"), ("violet",))
TOWER = (("plate/red",), ("large_cube/blue",), ("octagon/green",))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    for name, zone in (("pyramid", Zone("zone", "buckets", FULL, ())), ("tower", Zone("zone", "tower", TOWER, ()))):
        side = SimulatedSide(2, poses=SPLASH)
        side.show([zone])
        cv2.imwrite(str(folder / f"{name}.png"), side.read().picture)
    (folder / "broken.jpg").write_bytes(b"no picture")
    return folder


def lines(output: str) -> list[dict]:
    return [json.loads(line) for line in output.splitlines()]


def test_buckets_are_printed_with_a_confidence_for_each_place(pictures: Path) -> None:
    done = CliRunner().invoke(read_buckets.app, [str(pictures / "pyramid.png")])
    line = lines(done.output)[0]
    assert done.exit_code == 0
    assert line["rows"] == [list(row) for row in FULL]
    assert [len(row) for row in line["confidence"]] == [4, 3, 2, 1]
    assert line["ms"] > 0


def test_a_picture_that_cannot_be_read_does_not_stop_the_others(pictures: Path) -> None:
    names = [str(pictures / name) for name in ("broken.jpg", "missing.jpg", "pyramid.png")]
    done = CliRunner().invoke(read_buckets.app, ["--inventory", *names])
    read = lines(done.output)
    assert done.exit_code == 1
    assert [line["image"] for line in read] == names
    assert [line.get("error") for line in read] == ["no_camera_picture", "no_camera_picture", None]


def test_a_tower_is_printed_with_outlines_and_the_verdict_of_physics(pictures: Path) -> None:
    done = CliRunner().invoke(read_tower.app, [str(pictures / "tower.png"), "--set", "splash"])
    line = lines(done.output)[0]
    assert [f"{piece['shape']}/{piece['colour']}" for piece in line["pieces"]] == [row[0] for row in TOWER]
    assert line["pieces"][1]["outline_mm"][0][1] == 5.0
    assert line["verdict"]["stands"] is True
    assert {"p_topple", "answer", "margin_mm", "tilt_deg", "culprit", "failing"} <= set(line["verdict"])


def test_no_tower_gives_no_pieces_and_no_verdict(pictures: Path) -> None:
    blank = pictures / "blank.png"
    side = SimulatedSide(2)
    cv2.imwrite(str(blank), side.read().picture)
    line = lines(CliRunner().invoke(read_tower.app, [str(blank)]).output)[0]
    assert (line["pieces"], line["verdict"]) == ([], None)


def test_an_unknown_set_is_refused_with_the_ones_there_are(pictures: Path) -> None:
    done = CliRunner().invoke(read_tower.app, [str(pictures / "tower.png"), "--set", "lego"])
    assert done.exit_code == 2
    assert "splash" in done.output


@pytest.mark.parametrize("call", ["read cards", "read buckets", "read tower", "read house", "teach mine"])
def test_a_picture_is_read_as_the_app_reads_it(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    monkeypatch.setattr(cv2, "setNumThreads", counted.append)
    image = "7=nowhere.png" if call.startswith("teach") else "nowhere.png"
    assert CliRunner().invoke(application(call.split(maxsplit=1)[0]), [*call.split(), image]).exit_code == 1
    assert counted == [1]
