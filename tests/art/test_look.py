"""What is written can be read: contrast of every pair of colours that the screens put on one another."""

from __future__ import annotations

from itertools import product

import pytest

from companion.art.look import Look, contrast, look_for, luminance, rgba

LOOKS = [look_for(*one) for one in product(("dark", "light"), ("plain", "contrast"), ("normal", "large"))]


def test_black_on_white_has_the_largest_contrast() -> None:
    assert round(contrast(rgba("#000000"), rgba("#FFFFFF")), 2) == 21.0
    assert luminance(rgba("#FFFFFF")) == pytest.approx(1.0)


@pytest.mark.parametrize("look", LOOKS)
def test_words_stand_out_from_every_ground(look: Look) -> None:
    for ground in (look.ground, look.panel, look.raised):
        assert contrast(look.ink, ground) >= 7, "scores are read across the table"
        assert contrast(look.dim, ground) >= 4.5


@pytest.mark.parametrize("look", LOOKS)
def test_words_on_filled_keys_stand_out(look: Look) -> None:
    for ground, ink in ((look.accent, look.on_accent), (look.good, look.on_good), (look.bad, look.on_bad)):
        assert contrast(ground, ink) >= 4.5
    assert contrast(look.alarm, look.panel) >= 4.5


@pytest.mark.parametrize("look", LOOKS)
def test_animals_and_signs_stand_out_from_their_colour(look: Look) -> None:
    for hue in (*look.seats, *look.hues.values()):
        assert contrast(look.on_hue, hue) >= 4.5
    assert contrast(look.card_ink, look.card) >= 7


@pytest.mark.parametrize("look", LOOKS)
def test_keys_stand_out_from_what_they_lie_on(look: Look) -> None:
    assert contrast(look.accent, look.ground) >= 3
    assert contrast(look.line, look.panel) >= 1.5
