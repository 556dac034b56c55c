"""The catalogue of pieces: the shipped set, and what is refused."""

import pytest

from physics.catalogue import parse_catalogue, splash_set
from physics.errors import BadOutline, BadPiece


def test_the_splash_set_has_five_shapes_with_their_known_sizes():
    found = splash_set()
    assert [kind.name for kind in found.kinds] == ["large_cube", "small_cube", "stick", "plate", "octagon"]
    cube = found.kind("large_cube").view("face")
    assert max(x for x, _ in cube.outline_mm) - min(x for x, _ in cube.outline_mm) == 15.0
    octagon = found.kind("octagon").view("face")
    assert len(octagon.outline_mm) == 8
    assert not any(kind.measured for kind in found.kinds)


def test_every_posture_stands_on_its_base_line():
    for kind in splash_set().kinds:
        for _, seen in kind.views:
            assert min(y for _, y in seen.outline_mm) == 0.0


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", BadPiece, "at least one"),
        ("piece = 3", BadPiece, "at least one"),
        ("name = ", BadPiece, "not TOML"),
        ("[[piece]]\ngrams = 1", BadPiece, "piece 0: 'name'"),
        ('[[piece]]\nname = "a"\ngrams = 1', BadPiece, "'views'"),
        ('[[piece]]\nname = "a"\ngrams = 0\nviews = [{ box_mm = [1, 2] }]', BadPiece, "piece a, face: grams"),
        ('[[piece]]\nname = "a"\nviews = [{ box_mm = [1, 2] }]', BadPiece, "grams"),
        ('[[piece]]\nname = "a"\ngrams = 1\nviews = [{ box_mm = [1] }]', BadPiece, "width, height"),
        ('[[piece]]\nname = "a"\ngrams = 1\nviews = [{ box_mm = ["1", 2] }]', BadPiece, "width, height"),
        ('[[piece]]\nname = "a"\ngrams = 1\nviews = [{ outline_mm = [[0, 0], [1, 0]] }]', BadOutline, "piece a, face"),
        ('friction = -1\n[[piece]]\nname = "a"\ngrams = 1\nviews = [{ box_mm = [1, 2] }]', BadPiece, "'friction'"),
        ('friction = nan\n[[piece]]\nname = "a"\ngrams = 1\nviews = [{ box_mm = [1, 2] }]', BadPiece, "'friction'"),
        (2 * '[[piece]]\nname = "a"\ngrams = 1\nviews = [{ box_mm = [1, 2] }]\n', BadPiece, "'a' twice"),
    ],
)
def test_a_faulty_catalogue_says_what_is_wrong(text, error, words):
    with pytest.raises(error, match=words):
        parse_catalogue(text)


def test_unknown_names_are_answered_with_the_known_ones():
    with pytest.raises(BadPiece, match="large_cube"):
        splash_set().kind("pyramid")
    with pytest.raises(BadPiece, match="lying, standing"):
        splash_set().kind("stick").view("upside down")
