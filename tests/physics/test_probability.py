"""How sure an answer is: copies, calibration, and the kinds of error a camera makes."""

import random

import numpy as np
import pytest

from physics.errors import Floating
from physics.judge import answer_of, judge, statics_of
from physics.noise import Noise, centroid_slopes
from physics.outline import centroid_mm
from physics.pieces import piece, tower
from physics.probability import margin_copies
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
    margins = margin_copies(found.tower, found.contacts, found.supports, Noise(0.0, scale=0.05))
    assert (margins > 0).all()
    assert margins[:, 1].std() == pytest.approx(0.05 * 0.1, rel=0.1)


def test_a_lean_common_to_all_pieces_moves_the_centre_by_its_height():
    found = statics_of(column(0), 0.0)
    noise = Noise(0.0, lean_rad=0.01)
    margins = margin_copies(found.tower, found.contacts, found.supports, noise)
    sideways = 10 - margins[:, 0]
    assert np.sqrt((sideways**2).mean()) == pytest.approx(0.01 * 20, rel=0.1)


def test_the_copies_scatter_as_much_as_towers_measured_again():
    rng = random.Random(5)
    known = random_tower(rng, count=4)
    while known.margin_mm < 3:
        known = random_tower(rng, count=4)
    found = statics_of(known.tower, 0.0)
    copies = margin_copies(found.tower, found.contacts, found.supports, Noise(0.2)).std(axis=0)
    again = []
    for _ in range(300):
        noisy = [
            piece([(x + rng.gauss(0, 0.2), y) for x, y in part.outline_mm], part.grams) for part in known.tower.pieces
        ]
        again.append(statics_of(tower(noisy), 0.2).balance.margins_mm)
    assert np.std(again, axis=0) == pytest.approx(copies, rel=0.25)


def test_centroid_slopes_are_the_derivatives_of_the_centroid():
    part = piece([(0, 0), (30, 0), (30, 10), (10, 10), (10, 40), (0, 40)], 5)
    slopes = centroid_slopes(part)
    for k in range(6):
        for axis in range(2):
            corners = [list(corner) for corner in part.outline_mm]
            corners[k][axis] += 1e-5
            moved = centroid_mm(tuple((x, y) for x, y in corners))
            assert (moved[0] - part.centroid_mm[0]) / 1e-5 == pytest.approx(slopes[k, axis], abs=1e-4)


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


@pytest.mark.slow
def test_sure_answers_are_right_and_probabilities_match_frequencies():
    """A small copy of `bench/physics.py`: bounds are wide enough for 300 towers."""
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
