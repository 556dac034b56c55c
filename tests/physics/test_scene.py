"""Reading scenes: the public format (log_format, section 4) and the messages for what makes no sense."""

import json

import pytest

from physics.errors import BadOutline, BadPiece, BadScene
from physics.scene import read_scene
from tests.physics.random_towers import box

CUBE = {"outline_mm": box(0, 0, 15, 15), "grams": 2.4}


def scene(**changes):
    return json.dumps({"pieces": [CUBE], "friction": 0.4, "noise_mm": 0.5, **changes})


def test_a_scene_is_read_with_all_its_parts():
    found = read_scene(scene(next={"outline_mm": box(0, 0, 7, 7), "grams": 0.3}, friction=0.3, noise_mm=0.2))
    assert found.tower.friction == 0.3
    assert found.noise_mm == 0.2
    assert found.tower.pieces[0].grams == 2.4
    assert found.next_piece is not None
    assert found.next_piece.centroid_mm == (3.5, 3.5)


def test_friction_and_noise_have_defaults():
    found = read_scene(json.dumps({"pieces": [CUBE]}))
    assert (found.tower.friction, found.noise_mm, found.next_piece) == (0.4, 0.5, None)


def test_without_any_grams_the_area_decides():
    wide = {"outline_mm": box(0, 0, 30, 15)}
    found = read_scene(json.dumps({"pieces": [{"outline_mm": CUBE["outline_mm"]}, wide]}))
    assert found.tower.pieces[1].grams == pytest.approx(2 * found.tower.pieces[0].grams)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", BadScene, "not JSON"),
        ("[]", BadScene, "object"),
        ("[" * 100_000, BadScene, "not JSON"),
        ("{}", BadScene, "'pieces'"),
        (scene(pieces=[]), BadScene, "an empty list"),
        (scene(pieces={}), BadScene, "'pieces'"),
        (scene(pieces=[7]), BadScene, "piece 0"),
        (scene(pieces=[CUBE] * 201), BadScene, "at most 200"),
        (scene(pieces=[CUBE, {"grams": 1}]), BadScene, "piece 1: 'outline_mm'"),
        (scene(pieces=[CUBE, {"outline_mm": box(0, 15, 9, 9)}]), BadScene, "piece 1: 'grams'"),
        (scene(pieces=[CUBE, {"outline_mm": [[0, 0], [1, 0]], "grams": 1}]), BadOutline, "piece 1: .*at least 3"),
        (scene(pieces=[{**CUBE, "grams": -3}]), BadPiece, "piece 0: grams"),
        (scene(pieces=[{**CUBE, "grams": "4"}]), BadPiece, "piece 0: grams"),
        (scene(pieces=[{**CUBE, "grams": None}]), BadPiece, "piece 0: grams"),
        (scene(pieces=[{**CUBE, "outline_mm": [[0, 0], [1, "a"], [2, 2]]}]), BadOutline, "piece 0: point 1"),
        (scene(pieces=[{**CUBE, "outline_mm": [[0, 0]] * 201}]), BadScene, "at most 200"),
        (scene(friction=-1), BadScene, "'friction'"),
        (scene(friction="high"), BadScene, "'friction' .*'high'"),
        (scene(friction=10**400), BadScene, "'friction' .*of at least 0, got 1000"),
        (scene(noise_mm=10**400), BadScene, "'noise_mm' .*between 0 and 20"),
        (scene(pieces=[{**CUBE, "grams": 10**400}]), BadPiece, "piece 0: grams"),
        (scene(pieces=[{**CUBE, "outline_mm": [[0, 0], [10**400, 0], [2, 2]]}]), BadOutline, "piece 0: point 1"),
        (scene(noise_mm=-0.1), BadScene, "'noise_mm'"),
        (scene(noise_mm=1e9), BadScene, "'noise_mm'"),
        ('{"pieces": [], "noise_mm": NaN}', BadScene, "'noise_mm'"),
        (scene(next={"outline_mm": box(0, 0, 7, 7)}), BadScene, "next: 'grams'"),
        (scene(next=3), BadScene, "next"),
    ],
)
def test_a_scene_that_makes_no_sense_says_where_and_what(text, error, words):
    with pytest.raises(error, match=words):
        read_scene(text)
