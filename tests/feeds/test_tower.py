"""The tower feed: rendered towers are read from the side, judged, and proposed like anything else that is seen."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.feeds.look import Glance, watches_of
from companion.feeds.table_reader import TableReader
from companion.feeds.tower import TowerReader
from companion.games import game_named
from companion.rulebook.zone import GAP
from tests.kit import SHARED, course
from vision.frames import Frame

RENDERS = SHARED / "photos" / "renders-side"
pytestmark = [pytest.mark.shared, pytest.mark.slow]


def still(reader: TowerReader, picture: np.ndarray, zones: tuple[object, ...]) -> Glance:
    """What the reader says once the picture has stood still for half a second."""
    glance = Glance(())
    for at_s in (0.0, 0.2, 0.4, 0.6):
        glance = reader.look(Frame(picture, at_s), watches_of(zones))
    return glance


def splash_renders() -> list[Path]:
    labels = [path for path in sorted(RENDERS.glob("tower_*.json")) if path.with_suffix(".jpg").exists()]
    small = [path for path in labels if json.loads(path.read_text())["set"] == "splash"]
    return [path for path in small if json.loads(path.read_text())["card"]][:3]


def test_a_rendered_tower_is_read_named_and_judged() -> None:
    right = 0
    for label in splash_renders():
        truth = json.loads(label.read_text())
        names = [f"{p['shape']}/{p['colour']}" for p in truth["pieces"]]
        zones = game_named("splash").zones(course(game_named("splash"), 2).state)
        glance = still(TowerReader(TableReader()), cv2.imread(str(label.with_suffix(".jpg"))), zones)
        if glance.tower is None:
            continue
        seen = [row[0].label for row in glance.seen[0].cells if row[0].label != GAP]
        right += seen == names
        assert 0 <= glance.tower.p_topple <= 1
        assert (glance.tower.culprit is None) == (not glance.tower.fall)
    assert right >= 1


def test_nothing_is_said_while_something_moves() -> None:
    label = splash_renders()[0]
    picture = cv2.imread(str(label.with_suffix(".jpg")))
    zones = game_named("splash").zones(course(game_named("splash"), 2).state)
    assert TowerReader(TableReader()).look(Frame(picture, 0.0), watches_of(zones)) == Glance(())


def test_a_picture_without_a_tower_says_what_the_camera_needs() -> None:
    grey = np.full((960, 1280, 3), 120, np.uint8)
    zones = game_named("splash").zones(course(game_named("splash"), 2).state)
    glance = still(TowerReader(TableReader()), grey, zones)
    assert glance.seen == ()
    assert glance.note is not None
    assert glance.note.key == "camera.no_tower"
