"""Pictures of a verdict, and the verdict of two views."""

import xml.etree.ElementTree as ET

import pytest
from PIL import Image

from physics.drawing import INKS
from physics.errors import BadScene
from physics.judge import judge
from physics.pieces import piece, tower
from physics.plot import save_plot
from physics.scene import Scene
from physics.second_view import both_views
from tests.physics.random_towers import box

SVG = "{http://www.w3.org/2000/svg}"


def scene(overhang=3.0, *, following=True):
    built = tower([piece(box(0, 0, 15, 15), 2.4), piece(box(overhang, 15, 20, 5), 1.4)])
    return Scene(built, 0.3, piece(box(0, 0, 7, 7), 0.3) if following else None)


def judged(asked):
    return judge(asked.tower, noise_mm=asked.noise_mm, next_piece=asked.next_piece)


def test_the_svg_shows_pieces_contacts_margins_and_the_safe_span(tmp_path):
    path = tmp_path / "tower.svg"
    save_plot(scene(), judged(scene()), path)
    root = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 we have just written it
    assert len(root.findall(f"{SVG}polygon")) == 3
    lines = [line.get("stroke") for line in root.findall(f"{SVG}line")]
    assert lines.count(INKS["contact"]) == 2
    assert lines.count(INKS["safe"]) == 1
    words = [text.text for text in root.findall(f"{SVG}text")]
    assert any(word.startswith("stands: margin +") for word in words)
    assert sum(word.endswith(" mm") for word in words) == 2


def test_a_failing_contact_is_drawn_in_its_own_ink(tmp_path):
    path = tmp_path / "tower.svg"
    falling = scene(9.0, following=False)
    save_plot(falling, judged(falling), path)
    assert INKS["failing"] in path.read_text(encoding="utf-8")


def test_the_png_shows_wood_and_table(tmp_path):
    path = tmp_path / "tower.png"
    save_plot(scene(), judged(scene()), path)
    with Image.open(path) as image:
        colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 20)}
    for ink in ("piece", "table", "contact", "safe"):
        assert tuple(bytes.fromhex(INKS[ink][1:])) in colours


def test_a_bridge_and_a_point_can_be_drawn(tmp_path):
    pillars = [piece(box(0, 0, 10, 15), 2), piece(box(20, 0, 10, 15), 2), piece(box(0, 15, 40, 5), 2)]
    diamond = piece([(10, 20), (15, 25), (10, 30), (5, 25)], 0.5)
    asked = Scene(tower([*pillars, diamond]), 0.2)
    for name in ("a.svg", "a.png"):
        save_plot(asked, judged(asked), tmp_path / name)
        assert (tmp_path / name).stat().st_size > 500


def test_other_endings_are_refused(tmp_path):
    with pytest.raises(BadScene, match=r"\.svg or \.png"):
        save_plot(scene(), judged(scene()), tmp_path / "tower.gif")


def test_a_tower_stands_only_if_it_stands_in_both_views():
    good, bad = scene(3.0, following=False), scene(9.0, following=False)
    both = both_views(good, judged(good), good)
    assert both.stands
    assert both.p_topple >= judged(good).p_topple
    for first, second in ((good, bad), (bad, good)):
        verdict = both_views(first, judged(first), second)
        assert not verdict.stands
        assert verdict.answer == "falls"
        assert (verdict.culprit, verdict.failing) == (1, (1,))
        assert verdict.margin_mm == pytest.approx(-4.0)


def test_views_of_different_pieces_are_refused():
    one = Scene(tower([piece(box(0, 0, 15, 15), 2.4)]), 0.3)
    with pytest.raises(BadScene, match="expected 2 pieces, got 1"):
        both_views(scene(), judged(scene()), one)
    heavier = Scene(tower([piece(box(0, 0, 15, 15), 2.4), piece(box(3, 15, 20, 5), 9.0)]), 0.3)
    with pytest.raises(BadScene, match="piece 1 weighs"):
        both_views(scene(), judged(scene()), heavier)
