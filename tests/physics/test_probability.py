"""How sure an answer is: copies, calibration, and the kinds of error a camera makes."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.copies import Copies, copies_of
from physics.errors import Floating
from physics.judge import answer_of, judge, statics_of
from physics.noise import Noise, area_slopes, centroid_slopes
from physics.outline import centroid_mm, moved, signed_area_mm2
from physics.pieces import by_area, piece, placed, tower
from physics.posterior import posterior_of
from physics.probability import share_standing
from tests.physics.random_towers import box, random_tower


def column(overhang_mm):
    return tower([piece(box(0, 0, 20, 20), 4), piece(box(overhang_mm, 20, 20, 20), 4)])


def test_the_same_question_gets_the_same_answer():
    assert judge(column(9.5), noise_mm=0.5) == judge(column(9.5), noise_mm=0.5)


def test_probability_falls_with_the_margin_and_is_even_at_the_edge():
    chances = [judge(column(x), noise_mm=0.5).p_topple for x in (5, 8, 9, 9.5, 10, 10.5, 11, 12, 15)]
    assert chances == sorted(chances)
    assert chances[0] < 0.005
    assert 0.35 < chances[4] < 0.65
    assert chances[-1] > 0.995


@pytest.mark.parametrize(
    ("p_topple", "word"), [(0.0, "stands"), (0.02, "too_close"), (0.98, "too_close"), (1.0, "falls")]
)
def test_three_words_for_a_probability(p_topple, word):
    assert answer_of(p_topple) == word


def test_more_noise_makes_an_answer_less_sure():
    chances = [judge(column(9), noise_mm=sigma).p_topple for sigma in (0.1, 0.5, 1.0)]
    assert chances == sorted(chances)
    assert chances[0] < 0.005 < chances[1]


@pytest.mark.parametrize(
    "noise",
    [
        Noise(0.1, lean_rad=0.05),
        Noise(0.1, poses=(((0.8, 0, 0), (0, 0.8, 0), (0, 0, 1e-4)),) * 2),
    ],
)
def test_errors_of_lean_and_pose_add_to_those_of_corners(noise):
    assert judge(column(9), noise=noise).p_topple > judge(column(9), noise_mm=0.1).p_topple + 0.01


def test_uncertain_poses_close_the_gaps_they_make():
    apart = tower([piece(box(0, 0, 20, 20), 4), piece(box(1, 21.5, 20, 20), 4)])
    pose = ((0.5, 0.0, 0.0), (0.0, 0.5, 0.0), (0.0, 0.0, 1e-5))
    assert judge(apart, noise=Noise(0.1, poses=(pose, pose))).stands
    with pytest.raises(Floating):
        judge(apart, noise_mm=0.1)


def test_an_error_of_scale_stretches_margins_but_turns_none():
    found = statics_of(column(9.9), 0.0)
    margins = copies_of(found.tower, found.contacts, found.supports, Noise(0.0, scale=0.05)).margins_mm
    assert (margins > 0).all()
    assert margins[:, 1].std() == pytest.approx(0.05 * 0.1, rel=0.1)


def test_a_lean_common_to_all_pieces_moves_the_centre_by_its_height():
    found = statics_of(column(0), 0.0)
    noise = Noise(0.0, lean_rad=0.01)
    margins = copies_of(found.tower, found.contacts, found.supports, noise).margins_mm
    sideways = 10 - margins[:, 0]
    assert np.sqrt((sideways**2).mean()) == pytest.approx(0.01 * 20, rel=0.1)


def measured_again(known, sigma, rng):
    return tower(
        [
            piece([(x + rng.gauss(0, sigma), y + rng.gauss(0, sigma)) for x, y in part.outline_mm], part.grams)
            for part in known.pieces
        ]
    )


def test_true_corners_lie_as_far_from_the_likeliest_ones_as_the_posterior_says():
    rng = random.Random(5)
    scores = []
    for _ in range(60):
        known = random_tower(rng, count=4).tower
        noisy = measured_again(known, 0.3, rng)
        seen = posterior_of(noisy, statics_of(noisy, 0.3).contacts, Noise(0.3))
        true = np.array([corner for part in known.pieces for corner in part.outline_mm])
        scores += list((true - seen.corners.xy).ravel() / np.sqrt(np.diag(seen.covariance) + 0.05**2))
    assert np.mean(np.square(scores)) == pytest.approx(1.0, abs=0.2)


def test_what_touches_and_is_square_is_known_better_than_what_was_measured():
    noisy = measured_again(column(4), 0.5, random.Random(2))
    seen = posterior_of(noisy, statics_of(noisy, 0.5).contacts, Noise(0.5))
    deviations = np.sqrt(np.diag(seen.covariance))
    assert deviations[0::2].max() < 0.9 * 0.5
    assert np.abs(seen.corners.xy[[0, 1, 4, 5], 1] - [0, 0, 20, 20]).max() < 0.5


def slant_left(slant_mm, noise_mm):
    """Return how much of a measured slant of a side 40 mm high is believed."""
    built = tower([piece([(0, 0), (20, 0), (20 + slant_mm, 40), (0, 40)], 4)])
    seen = posterior_of(built, statics_of(built, noise_mm).contacts, Noise(noise_mm)).corners.xy
    return (seen[2, 0] - seen[1, 0]) / slant_mm


def test_a_side_is_held_square_the_less_the_more_it_slants():
    believed = [slant_left(slant_mm, 0.5) for slant_mm in (0.2, 0.8, 1.6, 2.0, 2.4, 3.0)]
    assert believed == sorted(believed)
    assert believed[0] < 0.2
    assert believed[-1] > 0.9


@given(st.floats(0.05, 2.9), st.floats(0.1, 0.5))
def test_no_slant_is_a_threshold_at_which_what_is_known_leaps(slant_mm, noise_mm):
    before, after = (by * slant_left(by, noise_mm) for by in (slant_mm, slant_mm + 0.01))
    assert abs(after - before) < 0.1


def test_a_turn_that_the_table_belies_is_taken_back():
    tilted = tower([piece(moved(box(0, 0, 20, 60), (0, 0), 0.02), 4)])
    noise = Noise(0.0, poses=(((0.01, 0, 0), (0, 0.01, 0), (0, 0, 4e-4)),))
    seen = posterior_of(tilted, statics_of(tilted, 0.3).contacts, noise)
    (ax, ay), (bx, by) = seen.corners.xy[0], seen.corners.xy[1]
    assert abs((by - ay) / (bx - ax)) < 0.004


def test_a_slope_near_the_limit_of_friction_is_too_close_to_call():
    wedge = [(0, 0), (40, 0), (40, 35), (0, 20)]
    turn = math.atan2(15, 40)
    block = moved(box(8, 0, 20, 8), (0, 20), turn)
    for friction, word in ((0.2, "falls"), (math.tan(turn) + 0.002, "too_close"), (0.8, "stands")):
        built = tower([piece(wedge, 9), piece(block, 2)], friction=friction)
        assert judge(built, noise_mm=0.2).answer == word


def test_a_tower_that_stood_before_its_last_piece_is_likelier_to_stand():
    known = tower([piece(box(0, 0, 20, 20), 4), piece(box(9.5, 20, 20, 20), 4), piece(box(9.5, 40, 20, 20), 4)])
    found = statics_of(known, 0.5)
    copies = copies_of(found.tower, found.contacts, found.supports, Noise(0.5))
    plain = float((copies.margins_mm > 0).all(axis=1).mean())
    assert share_standing(copies, 0.4) > plain + 0.01


def test_centroid_slopes_are_the_derivatives_of_the_centroid():
    part = piece([(0, 0), (30, 0), (30, 10), (10, 10), (10, 40), (0, 40)], 5)
    slopes = centroid_slopes(part)
    for k in range(6):
        for axis in range(2):
            corners = [list(corner) for corner in part.outline_mm]
            corners[k][axis] += 1e-5
            moved = centroid_mm(tuple((x, y) for x, y in corners))
            assert (moved[0] - part.centroid_mm[0]) / 1e-5 == pytest.approx(slopes[k, axis], abs=1e-4)


@pytest.mark.parametrize(("pieces", "share"), [(2, 1 / 2), (3, 2 / 3), (9, 8 / 9)])
def test_a_copy_that_stood_as_it_grew_counts_as_often_as_pieces_were_put_on(pieces, share):
    """Half of these copies stood all along and stand; the others never did."""
    off = np.repeat([0.0, 5.0], 500)[:, None] * np.ones(pieces)
    ones = np.ones_like(off)
    copies = Copies(off, off, off, -ones, ones, 0 * ones, -99 * ones)
    assert share_standing(copies, 0.4) == pytest.approx(share, abs=0.03)


def test_area_slopes_are_the_derivatives_of_the_area_by_its_size():
    corners = [(0, 0), (30, 0), (30, 10), (10, 10), (10, 40), (0, 40)]
    slopes = area_slopes(piece(corners, 5))
    for k in range(6):
        for axis in range(2):
            wider = [list(corner) for corner in corners]
            wider[k][axis] += 1e-5
            change = signed_area_mm2(tuple((x, y) for x, y in wider)) / 600 - 1
            assert change / 1e-5 == pytest.approx(slopes[k, axis], abs=1e-5)


def test_weights_taken_from_areas_err_with_them():
    outlines = [box(0, 0, 20, 10), box(9, 10, 20, 40), box(-11, 50, 20, 40)]
    one_material = tower(by_area(outlines))
    weighed = tower([piece(corners, grams) for corners, grams in zip(outlines, (2, 8, 8.01), strict=True)])
    spreads = []
    for built in (one_material, weighed):
        found = statics_of(built, 0.5)
        copies = copies_of(found.tower, found.contacts, found.supports, Noise(0.5))
        spreads.append(copies.margins_mm[:, 1].std())
    assert spreads[0] > 1.05 * spreads[1]


def test_a_pile_has_a_probability_too():
    pillars = [piece(box(0, 0, 10, 15), 2), piece(box(20, 0, 10, 15), 2), piece(box(0, 15, 40, 5), 2)]
    sure = judge(tower(pillars), noise_mm=0.3)
    edge = judge(tower([*pillars, piece(box(32, 20, 8, 10), 3)]), noise_mm=0.3)
    assert sure.answer == "stands"
    assert edge.p_topple > sure.p_topple


def test_a_foot_that_barely_rests_makes_the_answer_unsure():
    feet = [(-20, 20), (-12, 20), (-12, 35), (9.9, 35), (9.9, 20), (18, 20), (18, 45), (-20, 45)]
    barely = judge(tower([piece(box(-20, 0, 30, 20), 6), piece(feet, 5)]), noise_mm=0.3)
    assert barely.stands
    assert barely.answer == "too_close"


def arch_beside(gap_mm):
    """Return an arch whose left foot just misses the block that carries the right one."""
    x = -6 - gap_mm
    feet = [(x, 20), (x + 6, 20), (x + 6, 32), (x + 34, 32), (x + 34, 20), (x + 40, 20), (x + 40, 40), (x, 40)]
    return tower([piece(box(0, 0, 40, 20), 9), piece(feet, 5)])


def test_a_foot_that_just_misses_its_support_may_still_rest_on_it():
    """None of a thousand copies need show it: what is rare is told by how near the foot is, not by the margin."""
    words = [judge(arch_beside(gap_mm), noise_mm=0.5).answer for gap_mm in (0.5, 1.5, 1.7, 2.5)]
    assert words == ["too_close", "too_close", "too_close", "falls"]


@pytest.mark.parametrize(("low_mm", "p_topple"), [(0.5, 0.0), (1.1, 0.5), (2.0, 1.0)])
def test_a_plank_whose_second_pillar_seems_a_little_too_low_falls_as_often_as_it_stands(low_mm, p_topple):
    pillars = [piece(box(0, 0, 15, 15), 2), piece(box(30, 0, 15, 15 - low_mm), 2)]
    found = judge(tower([*pillars, piece(box(5, 15, 40, 5), 2)]), noise_mm=0.25)
    assert found.p_topple == pytest.approx(p_topple, abs=0.001)


def test_a_tower_that_fell_before_its_counterweight_came_did_not_stand_while_it_grew():
    loads = [(box(0, 0, 20, 20), 4), (box(10, 20, 30, 8), 4), (box(10, 28, 10, 10), 20), (box(10, 38, 10, 10), 1)]
    found = statics_of(tower([piece(corners, grams) for corners, grams in loads]), 0.5)
    copies = copies_of(found.tower, found.contacts, found.supports, Noise(0.5))
    assert found.balance.stands
    assert (copies.margins_mm > 0).all(axis=1).mean() > 0.9
    assert (copies.margins_before_mm > 0).all(axis=1).mean() < 0.1


@pytest.mark.slow
def test_sure_answers_on_pieces_that_are_off_as_a_whole_are_right():
    """Contacts of pieces a millimetre and three degrees off are read for what they are, not for piles."""
    rng = random.Random(10)
    sure = wrong = 0
    pose = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0025))
    for _ in range(200):
        known = random_tower(rng)
        pieces = []
        for part in known.tower.pieces:
            (x, y), off = part.centroid_mm, (rng.gauss(0, 1), rng.gauss(0, 1), rng.gauss(0, 0.05))
            pieces.append(placed(placed(part, (-x, -y)), (x + off[0], y + off[1]), turn_rad=off[2]))
        verdict = judge(tower(pieces), noise=Noise(0.0, poses=(pose,) * len(pieces)))
        if verdict.answer != "too_close":
            sure += 1
            wrong += (verdict.answer == "stands") != (known.margin_mm > 0)
    assert sure > 100
    assert wrong == 0


@pytest.mark.slow
def test_sure_answers_are_right_and_probabilities_match_frequencies():
    """A small copy of `bench/physics_calibration.py`: bounds are wide enough for 300 towers."""
    rng = random.Random(9)
    sure = wrong = 0
    expected = stood = 0.0
    for _ in range(300):
        known = random_tower(rng)
        noisy = [
            piece([(x + rng.gauss(0, 0.4), y + rng.gauss(0, 0.4)) for x, y in part.outline_mm], part.grams)
            for part in known.tower.pieces
        ]
        verdict = judge(tower(noisy), noise_mm=0.4)
        expected += 1 - verdict.p_topple
        stood += known.margin_mm > 0
        if verdict.answer != "too_close":
            sure += 1
            wrong += (verdict.answer == "stands") != (known.margin_mm > 0)
    assert sure > 150
    assert wrong <= 1
    assert abs(expected - stood) < 15
