"""Margins, failing contacts and tilts: exact for columns, by forces for piles, by the rolling rule for rounds."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.contacts import find_contacts
from physics.equilibrium import can_rest, largest_tilt_deg, pile_balance, pushes
from physics.judge import judge, statics_of
from physics.outline import moved
from physics.pieces import mirrored, piece, placed, tower
from physics.placement import safe_spans
from physics.statics import find_supports
from tests.physics.random_towers import box, mixed_tower, random_tower, shuffled, wedge

SEEDS = st.integers(0, 10**9)


def boxes(*places, friction=0.4):
    return tower([piece(box(*place), place[2] * place[3] / 100) for place in places], friction=friction)


@given(SEEDS, st.sampled_from([0.0, 0.25, 0.5, 1.0]))
def test_margins_are_those_the_tower_was_built_with(seed, noise_mm):
    rng = random.Random(seed)
    known = random_tower(rng)
    found = statics_of(shuffled(known.tower, rng), noise_mm).balance
    assert found.margins_mm == pytest.approx(known.margins_mm, abs=0.005)
    if all(abs(margin) > 0.005 for margin in known.margins_mm):
        assert found.failing == tuple(i for i, margin in enumerate(known.margins_mm) if margin < 0)


@pytest.mark.slow
def test_the_closed_form_equals_the_equilibrium_of_forces():
    rng = random.Random(11)
    for _ in range(150):
        known = random_tower(rng, friction=rng.choice([0.1, 0.4]))
        contacts = find_contacts(known.tower)
        found = statics_of(known.tower, 0.0).balance
        assert can_rest(known.tower, pushes(contacts)) == found.stands


@pytest.mark.slow
def test_forces_give_the_same_margin_tilt_and_failing_contacts_as_the_closed_form():
    rng = random.Random(12)
    for _ in range(40):
        known = random_tower(rng)
        found = statics_of(known.tower, 0.0).balance
        forces = pile_balance(known.tower, find_contacts(known.tower))
        assert forces.failing == found.failing
        assert min(forces.margins_mm) == pytest.approx(min(found.margins_mm), abs=2e-3)
        if found.stands:
            assert min(forces.tilts_deg) == pytest.approx(min(found.tilts_deg), abs=1e-9)


@given(SEEDS)
def test_a_mirrored_tower_has_the_same_margins(seed):
    known = random_tower(random.Random(seed))
    other = tower([mirrored(part) for part in known.tower.pieces])
    margins = statics_of(known.tower, 0.0).balance.margins_mm
    assert statics_of(other, 0.0).balance.margins_mm == pytest.approx(margins, abs=1e-6)


@given(SEEDS, st.floats(-300, 300), st.floats(0.1, 50))
def test_neither_place_nor_unit_of_weight_matters(seed, shift, factor):
    known = random_tower(random.Random(seed))
    moved = [placed(part, (shift, 0)) for part in known.tower.pieces]
    other = tower([piece(part.outline_mm, part.grams * factor) for part in moved])
    margins = statics_of(known.tower, 0.0).balance.margins_mm
    assert statics_of(other, 0.0).balance.margins_mm == pytest.approx(margins, abs=1e-6)


def test_a_centred_column_stands_and_the_margin_is_half_its_base():
    verdict = judge(boxes((0, 0, 20, 10), (0, 10, 20, 10)), noise_mm=0.0)
    assert verdict.stands
    assert verdict.margin_mm == pytest.approx(10.0)
    assert verdict.culprit is None
    assert verdict.failing == ()
    assert (verdict.p_topple, verdict.answer) == (0.0, "stands")


def test_a_weight_beyond_the_edge_falls_by_the_distance():
    verdict = judge(boxes((0, 0, 20, 10), (12, 10, 20, 10)), noise_mm=0.0)
    assert not verdict.stands
    assert verdict.margin_mm == pytest.approx(-2.0)
    assert (verdict.culprit, verdict.failing) == (1, (1,))
    assert (verdict.p_topple, verdict.answer) == (1.0, "falls")
    assert verdict.tilt_deg == pytest.approx(-math.degrees(math.atan2(2, 5)))


@pytest.mark.parametrize("off_mm", [0.0, 1e-12])
def test_a_weight_exactly_above_the_edge_can_be_held_as_the_forces_say(off_mm):
    seen = boxes((0, 0, 40, 10), (20 + off_mm, 10, 40, 10))
    found = statics_of(seen)
    assert can_rest(seen, pushes(found.contacts))
    assert (found.balance.stands, found.balance.failing, found.balance.culprit) == (True, (), None)


@pytest.mark.parametrize(("friction", "rise_mm"), [(0.0, 0.0), (0.1, 4.0), (0.4, 16.0), (0.7, 28.0), (0.4, -16.0)])
def test_a_slope_exactly_as_steep_as_friction_holds_is_held_as_the_forces_say(friction, rise_mm):
    base = [(0, 0), (40, 0), (40, 40 + rise_mm), (0, 40)]
    slab = [(x, y + 40 + rise_mm * x / 40) for x, y in box(10, 0, 12, 6)]
    seen = tower([piece(base, 20), piece(slab, 1)], friction=friction)
    found = statics_of(seen, 0.0)
    assert can_rest(seen, pushes(found.contacts))
    assert (found.balance.stands, found.balance.failing, found.balance.culprit) == (True, (), None)
    assert safe_spans(seen, found.supports, piece(box(-3, 0, 6, 4), 0.5))


def test_without_friction_a_block_on_a_level_table_stays_and_any_tilt_moves_it():
    verdict = judge(boxes((0, 0, 20, 10), friction=0.0), noise_mm=0.0)
    assert (verdict.stands, verdict.answer) == (True, "stands")
    assert (verdict.tilt_deg, verdict.friction_deg) == (0.0, 0.0)


def test_a_counterweight_holds_an_overhang():
    overhang = [(0, 0, 20, 10), (12, 10, 24, 10)]
    assert not judge(boxes(*overhang), noise_mm=0.0).stands
    held = tower([*boxes(*overhang).pieces, piece(box(12, 20, 6, 6), 8.0)])
    assert judge(held, noise_mm=0.0).stands


def test_the_tilt_is_limited_by_friction_on_a_low_tower():
    verdict = judge(boxes((0, 0, 40, 5)), noise_mm=0.0)
    assert verdict.tilt_deg == pytest.approx(math.degrees(math.atan(0.4)))
    assert judge(boxes((0, 0, 10, 40)), noise_mm=0.0).tilt_deg == pytest.approx(math.degrees(math.atan2(5, 20)))


@pytest.mark.parametrize(("friction", "stands"), [(0.05, False), (0.3, True)])
def test_a_slope_steeper_than_friction_slides(friction, stands):
    block = wedge(random.Random(3))
    base = piece(block.outline, 20)
    turn = math.atan2(block.top[1][1] - block.top[0][1], block.top[1][0] - block.top[0][0])
    middle = ((block.top[0][0] + block.top[1][0]) / 2, (block.top[0][1] + block.top[1][1]) / 2)
    low = placed(piece(box(-5, 0, 10, 4), 1), middle, turn_rad=turn)
    verdict = judge(tower([base, low], friction=friction), noise_mm=0.0)
    assert verdict.stands is stands
    assert verdict.failing == (() if stands else (1,))
    assert verdict.culprit == (None if stands else 1)
    assert verdict.margin_mm > 0


@pytest.mark.parametrize("steeper_mm", [0.01, 0.4, 4.0])
def test_what_slides_is_named_however_little_steeper_than_friction_holds_it_lies(steeper_mm):
    base = [(0, 0), (40, 0), (40, 56 + steeper_mm), (0, 40)]
    slab = [(x, y + 40 + (16 + steeper_mm) * x / 40) for x, y in box(10, 0, 12, 6)]
    found = statics_of(tower([piece(base, 20), piece(slab, 1)], friction=0.4), 0.0).balance
    assert (found.stands, found.failing, found.culprit) == (False, (1,), 1)


def test_a_piece_in_a_notch_is_held_by_both_flanks_without_friction():
    notched = [(-20, 0), (20, 0), (20, 30), (10, 30), (0, 20), (-10, 30), (-20, 30)]
    diamond = [(0, 20), (8, 28), (0, 36), (-8, 28)]
    assert judge(tower([piece(notched, 20), piece(diamond, 1)], friction=0.0), noise_mm=0.0).stands


def test_two_pieces_beside_each_other_on_one_plank_are_a_tree():
    found = boxes((0, 0, 10, 10), (-20, 10, 50, 5), (-20, 15, 10, 10), (20, 15, 10, 10))
    assert find_supports(found, find_contacts(found)) is not None
    assert judge(found, noise_mm=0.0).stands
    assert not judge(tower(found.pieces[:3]), noise_mm=0.0).stands


def test_a_bridge_stands_and_falls_when_a_pillar_is_too_far_off():
    pillars = [(0, 0, 15, 15), (30, 0, 15, 15)]
    bridge = judge(boxes(*pillars, (10, 15, 25, 5)), noise_mm=0.0)
    assert bridge.stands
    assert bridge.margin_mm > 0
    assert bridge.culprit is None
    lever = tower([*boxes(*pillars, (10, 15, 25, 5)).pieces, piece(box(46, 0, 4, 15), 1)])
    assert judge(lever, noise_mm=0.0).stands


def test_a_load_outside_both_supports_tips_the_plank_and_the_pillar_under_it():
    pieces = [*boxes((0, 0, 10, 15), (20, 0, 10, 15), (0, 15, 60, 5)).pieces, piece(box(50, 20, 10, 10), 20.0)]
    verdict = judge(tower(pieces), noise_mm=0.0)
    assert not verdict.stands
    assert verdict.failing == (1, 2)
    assert verdict.culprit == 2
    assert verdict.margin_mm == pytest.approx(30 - (20 * 55 + 3 * 30) / 23)
    assert verdict.tilt_deg < 0


def test_a_plank_that_tips_off_one_of_two_cubes_side_by_side_is_named_alone():
    verdict = judge(boxes((0, 0, 15, 15), (15, 0, 15, 15), (15, 15, 40, 5)))
    assert (verdict.stands, verdict.failing, verdict.culprit) == (False, (2,), 2)
    assert verdict.margin_mm == pytest.approx(-5.0)


def test_a_plank_leaning_on_a_block_needs_friction():
    turn = math.radians(-60)
    plank = placed(piece(box(0, 0, 60, 4), 3), (0, 0), turn_rad=turn)
    plank = placed(plank, (0, -min(y for _, y in plank.outline_mm)))
    side = min(plank.outline_mm, key=lambda corner: corner[0])
    block = piece(box(side[0] - 20, 0, 20, side[1]), 40)
    rough = judge(tower([block, plank], friction=0.9), noise_mm=0.0)
    smooth = judge(tower([block, plank], friction=0.02), noise_mm=0.0)
    assert rough.stands
    assert not smooth.stands


def leaning(turn_deg, friction):
    """A plank at a slope, its foot on the table, its upper corner against the side of a block."""
    plank = moved(box(0, 0, 60, 4), (0, 0), math.radians(turn_deg))
    right, lowest = max(x for x, _ in plank), min(y for _, y in plank)
    foot = [(x - right, y - lowest) for x, y in plank]
    return tower([piece(box(0, 0, 30, 80), 60), piece(foot, 5)], friction=friction)


@pytest.mark.parametrize("turn_deg", [45, 55, 65, 75])
@pytest.mark.parametrize("friction", [0.5, 0.8])
def test_a_leaning_plank_survives_the_tilt_that_forces_can_hold_whatever_friction_it_has_to_spare(turn_deg, friction):
    seen = leaning(turn_deg, friction)
    verdict = judge(seen, noise_mm=0.0)
    assert verdict.stands
    assert verdict.tilt_deg == pytest.approx(largest_tilt_deg(seen, pushes(find_contacts(seen))))


def half_disc(radius, lift):
    arc = [(radius * math.cos(k * math.pi / 12), -radius * math.sin(k * math.pi / 12)) for k in range(13)]
    return [(x, y + radius + lift) for x, y in arc]


def test_a_half_disc_on_its_round_side_rolls_back_and_stands():
    assert judge(tower([piece(half_disc(20, 0), 5)]), noise_mm=0.0).stands


def test_a_weight_above_the_centre_of_the_round_rolls_away():
    loaded = tower([piece(half_disc(20, 0), 2), piece(box(-10, 20, 20, 40), 20)])
    verdict = judge(loaded, noise_mm=0.0)
    assert not verdict.stands
    assert verdict.culprit == 0


def test_a_whole_disc_has_no_stable_place():
    disc = [(15 + 15 * math.cos(k * math.pi / 12), 15 + 15 * math.sin(k * math.pi / 12)) for k in range(24)]
    assert judge(tower([piece(disc, 3)]), noise_mm=0.0).margin_mm == pytest.approx(0.0, abs=0.05)


@pytest.mark.parametrize(("height_mm", "stands"), [(20, True), (36, True), (44, False)])
def test_a_block_on_a_round_back_rolls_back_while_its_centre_is_lower_than_the_radius(height_mm, stands):
    dome = [(x, 20 - y) for x, y in half_disc(20, 0)]
    verdict = judge(tower([piece(dome[::-1], 20), piece(box(-10, 20, 20, height_mm), 1)]), noise_mm=0.0)
    depth_mm = 20 - height_mm / 2
    assert verdict.stands is stands
    assert verdict.margin_mm == pytest.approx(depth_mm * math.tan(math.radians(60)) if stands else depth_mm)


def test_an_octagon_stands_flat_on_its_side():
    half = 15 / 2
    s = half * math.tan(math.pi / 8)
    octagon = [(-s, 0), (s, 0), (half, half - s), (half, half + s), (s, 15), (-s, 15), (-half, half + s)]
    found = judge(tower([piece([*octagon, (-half, half - s)], 1)]), noise_mm=0.0)
    assert found.margin_mm == pytest.approx(s)


def test_a_piece_that_just_misses_its_support_falls_instead_of_floating():
    pieces = [piece(box(0, 0, 20, 20), 4), piece(box(20.3, 20, 20, 20), 4)]
    verdict = judge(tower(pieces), noise_mm=0.3)
    assert not verdict.stands
    assert verdict.failing[-1] == 1
    assert verdict.p_topple > 0.99


def test_a_piece_that_just_misses_its_support_falls_from_a_bridge_too():
    pillars = [piece(box(0, 0, 10, 15), 2), piece(box(20, 0, 10, 15), 2), piece(box(0, 15, 30, 5), 2)]
    verdict = judge(tower([*pillars, piece(box(30.3, 20, 10, 10), 1)]), noise_mm=0.3)
    assert not verdict.stands
    assert 3 in verdict.failing


@pytest.mark.slow
def test_failing_contacts_are_named_one_and_all_as_far_as_rounded_outlines_tell():
    """Outlines are rounded to 0.001 mm; a contact within two of that counts neither way."""
    rng = random.Random(1016)
    named = 0
    for number in range(150):
        known = mixed_tower(rng, number)
        found = statics_of(shuffled(known.tower, rng), 0.5).balance
        for index, margin in enumerate(known.margins_mm):
            if abs(margin) > 0.002:
                assert (index in found.failing) == (margin < 0)
                named += margin < 0
    assert named > 150
