"""Where numerals may stand on a card, whichever way up it lies."""

import numpy as np
import pytest

from tests.vision.cards.drawn import number_card
from vision.cards.candidates import FIRST, REST, Candidate, find_candidates, half_turned

OTHER_HALF = {"upper": "lower", "lower": "upper"}


def boxes_by_zone(found: list[Candidate], names: dict[str, str]) -> dict[str, np.ndarray]:
    zones: dict[str, list[tuple[int, ...]]] = {}
    for one in found:
        half, zone = one.zone.split()
        zones.setdefault(f"{names[half]} {zone}", []).append(one.box)
    return {zone: np.array(sorted(boxes)) for zone, boxes in zones.items()}


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize("text", ["2", "14", "-1"])
def test_on_its_head_a_card_shows_the_same_with_its_halves_changed(text: str, thorough: bool) -> None:
    card = number_card(text)
    zones = (*FIRST, *REST)
    upright = boxes_by_zone(find_candidates(card, zones, thorough=thorough), {half: half for half in OTHER_HALF})
    turned = boxes_by_zone(find_candidates(half_turned(card), zones, thorough=thorough), OTHER_HALF)
    assert {"upper left", "lower left", "upper middle", "lower middle"} <= upright.keys() == turned.keys()
    for zone, boxes in upright.items():
        assert boxes.shape == turned[zone].shape
        assert np.abs(boxes - turned[zone]).max() <= 1


def test_numerals_in_the_middle_lie_inside_their_boxes_both_ways_up() -> None:
    plain = np.full_like(number_card("8"), 245)
    plain[100:150, 60:80] = 20  # One thick stroke, left of the middle.
    found = find_candidates(plain, REST, thorough=False)
    boxes = {one.zone: one.box for one in found}
    assert boxes == {"upper middle": (60, 100, 20, 50), "lower middle": (76, 90, 20, 50)}
