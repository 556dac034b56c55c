"""From outlines to contacts: every way pieces touch, and what is refused."""

import math
import random

import pytest

from physics.contacts import TABLE, find_contacts
from physics.errors import Floating, Overlapping
from physics.judge import judge, statics_seen
from physics.noise import Noise
from physics.overlap import overlap_mm
from physics.pieces import Piece, Tower, by_area, piece, placed, tower
from tests.physics.random_towers import box, mixed_tower


def boxes(*places: tuple[float, float, float, float]) -> Tower:
    return tower([piece(box(*place), place[2] * place[3] / 100) for place in places])


def stretches(found, upper):
    return [(c.lower, c.left[0], c.right[0]) for c in found if c.upper == upper and c.carries]


def test_a_single_piece_rests_on_the_table():
    assert stretches(find_contacts(boxes((5, 0, 20, 10))), 0) == [(TABLE, 5.0, 25.0)]


def test_flush_corners_belong_to_the_level_sides():
    found = find_contacts(boxes((0, 0, 20, 10), (0, 10, 20, 10)))
    assert stretches(found, 1) == [(0, 0.0, 20.0)]


def test_an_overhang_is_clipped_to_its_support():
    assert stretches(find_contacts(boxes((0, 0, 20, 10), (12, 10, 30, 10))), 1) == [(0, 12.0, 20.0)]


def test_an_arch_stands_on_both_feet():
    arch = piece([(0, 10), (8, 10), (8, 20), (32, 20), (32, 10), (40, 10), (40, 30), (0, 30)], 5)
    found = find_contacts(tower([piece(box(-5, 0, 60, 10), 6), arch]))
    assert sorted(stretches(found, 1)) == [(0, 0.0, 8.0), (0, 32.0, 40.0)]


def test_a_bridge_rests_on_both_pillars():
    found = find_contacts(boxes((0, 0, 15, 15), (30, 0, 15, 15), (10, 15, 25, 5)))
    assert sorted(stretches(found, 2)) == [(0, 10.0, 15.0), (1, 30.0, 35.0)]


def test_a_pillar_two_millimetres_too_short_carries_nothing():
    found = find_contacts(boxes((0, 0, 15, 15), (30, 0, 15, 13), (2, 15, 35, 5)), 0.5)
    assert stretches(found, 2) == [(0, 2.0, 15.0)]


@pytest.mark.parametrize("gap", [-0.4, -0.05, 0.05, 0.4])
def test_small_gaps_and_overlaps_are_closed_in_thought(gap):
    found = find_contacts(boxes((0, 0, 20, 10), (5, 10 + gap, 20, 10)), 0.2)
    assert stretches(found, 1) == [(0, 5.0, 20.0)]


def test_a_slope_is_one_contact_along_the_slope():
    angle = math.radians(8)
    rise = 40 * math.tan(angle)
    wedge = piece([(0, 0), (40, 0), (40, 20 + rise), (0, 20)], 8)
    on_top = placed(piece(box(10, 0, 15, 15), 2), (0, 20), turn_rad=angle)
    contact = next(c for c in find_contacts(tower([wedge, on_top])) if c.upper == 1)
    assert contact.normal == pytest.approx((-math.sin(angle), math.cos(angle)))
    assert contact.right[0] - contact.left[0] == pytest.approx(15 * math.cos(angle))


def test_a_cube_on_its_corner_touches_in_one_point():
    cube = placed(piece(box(0, 0, 15, 15), 2.4), (10, 10), turn_rad=math.radians(45))
    found = [c for c in find_contacts(tower([piece(box(0, 0, 30, 10), 3), cube]), 0.5) if c.upper == 1]
    assert [(c.is_flat, round(c.left[0], 6)) for c in found] == [(False, 10.0)]


def test_a_leaning_plank_touches_table_and_corner():
    block = piece(box(0, 0, 20, 20), 4)
    plank = placed(piece(box(0, 0, 60, 5), 3), (0, 0), turn_rad=math.radians(-50))
    slid = placed(plank, (0, -min(y for _, y in plank.outline_mm)))
    reach = _touching_shift(block, slid)
    found = find_contacts(tower([block, placed(slid, (reach, 0))]))
    assert {c.lower for c in found if c.upper == 1 and c.carries} == {TABLE, 0}


def _touching_shift(block: Piece, plank: Piece) -> float:
    low, high = -15.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        apart = overlap_mm(block.outline_mm, placed(plank, (middle, 0)).outline_mm) <= 0
        low, high = (low, middle) if apart else (middle, high)
    return high


@pytest.mark.parametrize("noise_mm", [0.0, 0.5])
def test_cubes_in_a_wall_hold_nothing_where_only_their_corners_meet(noise_mm):
    wall = boxes(*((15 * column, 15 * row, 15, 15) for column in range(3) for row in range(3)))
    found = find_contacts(wall, noise_mm)
    assert [(c.upper, c.lower) for c in found if c.carries] == [(k, k - 1 if k % 3 else TABLE) for k in range(9)]
    assert sorted({c.upper, c.lower} for c in found if not c.carries) == [{k, k + 3} for k in range(6)]


@pytest.mark.parametrize("off_mm", [0.0, 1e-9, -1e-9])
def test_a_piece_that_meets_its_support_only_in_a_corner_falls(off_mm):
    verdict = judge(boxes((0, 0, 15, 15), (15 + off_mm, 15, 15, 15)), noise_mm=0.0)
    assert (verdict.stands, verdict.culprit) == (False, 1)


def test_a_floating_piece_is_refused_with_its_height():
    with pytest.raises(Floating, match=r"piece 1 rests on nothing.*30\.00 mm"):
        find_contacts(boxes((0, 0, 20, 10), (0, 30, 20, 10)))


def test_a_slanted_side_that_dips_into_a_corner_takes_no_piece_off_its_support():
    """A gable hangs over the end of a T: its side and the end of the bar face each other as far as the noise goes."""
    slanted = [(20.86, 92.7), (-29.11, 96.2), (-29.11, 37.9), (20.86, 37.9)]
    trapezium = [(-30.58, 96.3), (5.11, 93.8), (1.44, 119.11), (-24.62, 120.94)]
    foot = [(-12.14, 120.06), (-2.38, 119.38), (0.16, 155.56), (10.73, 154.82)]
    bar = [(11.34, 163.54), (-19.57, 165.7), (-20.18, 156.99), (-9.61, 156.25)]
    gable = [(56.4, 160.38), (35.55, 209.78), (8.52, 163.74)]
    outlines = [box(-19, 0, 38, 37.9), slanted, trapezium, [*foot, *bar], gable]
    found = find_contacts(tower(by_area(outlines)), 0.5)
    assert [(c.upper, c.lower) for c in found] == [(0, TABLE), (1, 0), (2, 1), (3, 2), (4, 3)]


def test_nothing_rests_on_what_lies_under_its_support():
    thin_plate = boxes((0, 0, 40, 20), (5, 20, 30, 4), (0, 24.2, 40, 10))
    found = [c for c in find_contacts(thin_plate, 1.5) if c.upper == 2]
    assert [c.lower for c in found if c.is_flat] == [1]


def test_a_piece_beside_the_tower_in_the_air_is_refused():
    with pytest.raises(Floating, match="piece 1"):
        find_contacts(boxes((0, 0, 20, 10), (40, 10, 20, 10)))


def test_interpenetrating_pieces_are_refused_with_the_depth():
    with pytest.raises(Overlapping, match=r"pieces 0 and 1 overlap by 4\.00 mm"):
        find_contacts(boxes((0, 0, 20, 10), (5, 6, 20, 10)))


def test_a_piece_inside_another_is_refused():
    with pytest.raises(Overlapping):
        find_contacts(boxes((0, 0, 40, 40), (10, 10, 10, 10)))


def test_a_piece_sunk_in_the_table_is_refused():
    with pytest.raises(Overlapping, match="into the table"):
        find_contacts(boxes((0, -5, 20, 10)))


def test_an_arch_may_stand_astride_without_overlapping():
    arch = piece([(-10, 0), (-5, 0), (-5, 20), (25, 20), (25, 0), (30, 0), (30, 30), (-10, 30)], 5)
    found = find_contacts(tower([piece(box(0, 0, 20, 10), 2), arch]))
    assert {c.lower for c in found if c.upper == 1} == {TABLE}


def test_noisy_corners_keep_their_contacts():
    rng = random.Random(4)
    places = [(0, 0, 40, 20), (5, 20, 30, 15), (0, 35, 50, 10), (10, 45, 20, 20)]
    for _ in range(200):
        pieces = [
            piece([(x + rng.gauss(0, 0.4), y + rng.gauss(0, 0.4)) for x, y in box(*place)], 3) for place in places
        ]
        found = [c for c in find_contacts(tower(pieces), 0.4) if c.carries]
        assert [(c.upper, c.lower) for c in found] == [(0, TABLE), (1, 0), (2, 1), (3, 2)]
        assert all(c.is_flat for c in found)


def test_a_steep_side_a_millimetre_away_carries_nothing() -> None:
    trapezium = [(-20, 0), (20, 0), (10, 31.7), (-10, 31.7)]
    hooked = [(-10, 31.7), (10.94, 31.7), (13.94, 22.2), (20, 22.2), (20, 45), (-10, 45)]
    found = find_contacts(tower(by_area([trapezium, hooked])), 0.5)
    assert [(contact.upper, contact.lower) for contact in found] == [(0, -1), (1, 0)]


L_SEEN = [(0, 1.67), (42.68, 0), (42.34, 8.11), (21.31, 9.7), (19.36, 33.49), (-0.16, 31.73), (0.44, 8.43)]
HEXAGON_ON_L = [(7.99, 31.99), (17.47, 34.82), (27.19, 44.4), (20.07, 55.41), (7.37, 55.24), (0.74, 44.36)]


def test_the_slanted_side_of_a_hexagon_beside_its_foot_carries_nothing():
    """Seen with errors of 1 mm, the side is nine standard deviations askew to what it would rest on."""
    found = find_contacts(tower(by_area([L_SEEN, HEXAGON_ON_L])), 1.0)
    assert [(c.corners[1], c.corners[3]) for c in found if c.upper == 1] == [(0, 1)]


def test_the_undersides_of_a_bar_known_as_a_whole_piece_carry_nothing_however_badly_it_is_placed():
    """A T with a foot of 6.5 mm, placed to within a millimetre and three degrees: its own shape is known."""
    foot = [(14, 20), (26, 20), (26, 26.5), (38, 26.5)]
    tee = [*foot, (38, 40), (2, 40), (2, 26.5), (14, 26.5)]
    pose = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0025))
    found = statics_seen(tower(by_area([box(0, 0, 40, 20), tee])), Noise(0.0, poses=(pose, pose)))
    assert stretches(found.contacts, 1) == [(0, 14.0, 26.0)]


@pytest.mark.parametrize("sigma", [0.25, 0.5, 1.0])
def test_every_contact_longer_than_four_deviations_is_found_in_a_noisy_picture(sigma):
    """Feet of arches above all: short sides, far apart, each measured by two corners."""
    rng = random.Random(11)
    for number in range(60):
        known = mixed_tower(rng, number).tower
        pieces = []
        for part in known.pieces:
            noisy = [(x + rng.gauss(0, sigma), y + rng.gauss(0, sigma)) for x, y in part.outline_mm]
            pieces.append(piece(noisy, part.grams))
        true = {(c.upper, c.lower, c.corners) for c in find_contacts(known) if c.length_mm > 4 * sigma}
        seen = {(c.upper, c.lower, c.corners) for c in find_contacts(tower(pieces), sigma)}
        assert true <= seen


def test_a_second_support_a_little_too_low_leaves_the_answer_open():
    """The plank falls if only the left pillar carries it, and stands if both do."""
    pillars = [piece(box(0, 0, 10, 15), 2), piece(box(30, 0, 10, 12.7), 2), piece(box(0, 15, 40, 5), 6)]
    assert judge(tower(pillars), noise_mm=0.5).answer == "too_close"
    assert judge(tower(pillars), noise_mm=0.2).answer == "falls"
