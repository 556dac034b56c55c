"""Piles with several supports: forces by least squares, and a probability from few of them."""

import math
import random

import numpy as np
import pytest
import scipy.optimize
from scipy.optimize import linprog, nnls

from physics import pile_probability
from physics.contacts import UNSURE_LEVEL_SIGMAS, find_contacts
from physics.equilibrium import can_rest, pile_balance, pushes
from physics.errors import PhysicsError
from physics.forces import forces_of, held_by, is_held
from physics.judge import judge, statics_of
from physics.noise import Noise
from physics.outline import moved
from physics.pieces import by_area, piece, tower
from physics.pile_probability import Copied, pile_p_stands
from physics.products import product
from tests.physics.random_piles import random_pile
from tests.physics.random_towers import box, mixed_tower


def measured(known, sigma, rng):
    pieces = [
        piece([(x + rng.gauss(0, sigma), y + rng.gauss(0, sigma)) for x, y in part.outline_mm], part.grams)
        for part in known.pieces
    ]
    return tower(pieces, friction=known.friction)


def rests_by_programme(built, points):
    forces = forces_of(built, points)
    columns = forces.columns(built.friction)
    return linprog(np.zeros(columns.shape[1]), A_eq=columns, b_eq=forces.weights, method="highs").status == 0


def test_least_squares_and_a_linear_programme_agree_on_what_rests():
    rng = random.Random(3)
    towers = [mixed_tower(rng, number).tower for number in range(60)] + [random_pile(rng, 10) for _ in range(30)]
    answers = []
    for built in towers:
        points = pushes(find_contacts(built))
        answers.append(can_rest(built, points))
        assert answers[-1] == rests_by_programme(built, points)
    assert 10 < sum(answers) < 80


def test_what_is_left_over_is_a_motion_that_no_contact_hinders_and_gravity_drives():
    falling = tower([piece(box(0, 0, 20, 20), 4), piece(box(15, 20, 20, 20), 4)])
    forces = forces_of(falling, pushes(find_contacts(falling)))
    columns = forces.columns(0.4)
    motion = held_by(columns, forces.weights)[1]
    assert not is_held(motion)
    assert (motion @ columns).max() < 1e-12
    assert motion @ forces.weights > 0


def stops_early():
    """Return a problem at which SciPy's quick solver stops early and claims too small a rest (its issue 25389)."""
    columns = np.array([[-2, -2, 2, 2], [2, 0, -2, 1], [2, 1, -2, -2], [-2, 2, 0, -1]], dtype=float)
    return columns, np.array([2.0, 1.0, 0.0, 0.0])


def test_forces_that_the_quick_solver_overlooks_are_found():
    columns, weights = stops_early()
    forces, left_over = held_by(columns, weights)
    assert forces.min() >= 0
    assert left_over == pytest.approx(weights - columns @ forces)
    assert (left_over @ columns).max() < 1e-12
    assert np.linalg.norm(left_over) <= np.linalg.norm(weights - columns @ nnls(columns, weights)[0])


@pytest.mark.parametrize("lie", [0.0, 0.1, -0.1])
def test_no_claim_of_the_quick_solver_makes_a_falling_pile_stand(lie, monkeypatch):
    monkeypatch.setattr(scipy.optimize, "nnls", lambda columns, _, **__: (np.full(columns.shape[1], lie), 0.0))
    rng = random.Random(41)
    answers = []
    for pile in (random_pile(rng, 16) for _ in range(12)):
        points = pushes(find_contacts(pile))
        answers.append(can_rest(pile, points))
        assert answers[-1] == rests_by_programme(pile, points)
    assert 2 < sum(answers) < 10


def test_the_margin_of_a_pile_is_where_narrower_supports_let_it_fall():
    pillars = [piece(box(0, 0, 10, 15), 2), piece(box(25, 0, 10, 15), 2), piece(box(0, 15, 40, 5), 2)]
    off_centre = tower([*pillars, piece(box(24, 20, 16, 30), 12)])
    found = pile_balance(off_centre, find_contacts(off_centre))
    load = (2 * 20 + 12 * 32) / 14
    assert min(found.margins_mm) == pytest.approx(35 - load, abs=0.001)


@pytest.mark.parametrize("sigma", [0.25, 1.0])
def test_few_programmes_decide_all_copies_as_one_a_copy_would(sigma, monkeypatch):
    seen = []
    few = Copied.standing

    def checked(self):
        stands = few(self)
        for index in range(0, len(stands), max(1, len(stands) // 25)):
            columns = self._at(index).columns(self.friction)
            seen.append((stands[index], is_held(held_by(columns, self.forces.weights)[1])))
        return stands

    monkeypatch.setattr(Copied, "standing", checked)
    rng = random.Random(8)
    while len(seen) < 400:
        pile = measured(random_pile(rng, 8), sigma, rng)
        try:
            found = statics_of(pile, sigma)
        except PhysicsError:
            continue
        if found.supports is None:
            pile_p_stands(found.tower, found.contacts, found.balance, Noise(sigma))
    assert np.mean([few == each for few, each in seen]) > 0.99


def test_a_column_has_the_same_probability_as_a_pile_and_as_a_column():
    rng = random.Random(2)
    for number in range(8):
        found = statics_of(measured(mixed_tower(rng, number).tower, 0.5, rng), 0.5)
        if found.supports is None or any(support.rocker for support in found.supports):
            continue
        as_pile = pile_p_stands(found.tower, found.contacts, found.balance, Noise(0.5))
        as_column = 1 - judge(found.tower, noise_mm=0.5).p_topple
        assert as_pile == pytest.approx(as_column, abs=0.12)


@pytest.mark.slow
def test_sure_answers_on_piles_are_right():
    rng = random.Random(12)
    sure = wrong = 0
    for _ in range(60):
        known = random_pile(rng, rng.randint(3, 10))
        stands = can_rest(known, pushes(find_contacts(known)))
        try:
            answer = judge(measured(known, 0.4, rng), noise_mm=0.4).answer
        except PhysicsError:
            continue
        sure += answer != "too_close"
        wrong += answer == ("falls" if stands else "stands")
    assert sure > 35
    assert wrong == 0


def test_products_in_blocks_are_the_same_products():
    chance = np.random.default_rng(1)
    for rows, inner, columns in ((3, 4, 5), (1000, 60, 60), (1, 400, 900)):
        left, right = chance.normal(size=(rows, inner)), chance.normal(size=(inner, columns))
        assert product(left, right) == pytest.approx(left @ right)
        assert product(left, right[:, 0]) == pytest.approx(left @ right[:, 0])


def test_nothing_measured_in_error_leaves_no_doubt():
    built = random_pile(random.Random(1), 8)
    found = statics_of(built, 0.0)
    assert pile_probability.pile_p_stands(built, found.contacts, found.balance, Noise(0.0)) in {0.0, 1.0}


@pytest.mark.parametrize("bridge", [[], [box(0, 0, 10, 15), box(30, 0, 10, 15), box(0, 15, 40, 5)]])
def test_feet_that_just_miss_a_post_on_both_sides_hold_nothing(bridge):
    floor = 20 if bridge else 0
    feet = [(4.7, 40), (14.7, 40), (14.7, 55), (25.3, 55), (25.3, 40), (35.3, 40), (35.3, 65), (4.7, 65)]
    arch = [(x, y + floor) for x, y in feet]
    verdict = judge(tower(by_area([*bridge, box(15, floor, 10, 40), arch])), noise_mm=0.3)
    assert not verdict.stands
    assert verdict.margin_mm < 0
    assert verdict.p_topple > 0.8


def test_a_leaning_plank_rests_on_a_point_that_narrows_nothing():
    plank = moved(box(0, 0, 60, 4), (0, 0), math.radians(60))
    right, lowest = max(x for x, _ in plank), min(y for _, y in plank)
    leaning = [(x - right, y - lowest) for x, y in plank]
    built = tower([piece(box(0, 0, 40, 80), 200), piece(leaning, 5)], friction=0.4)
    found = statics_of(built, 0.0)
    assert found.supports is None
    assert found.balance.stands
    assert 15 < min(found.balance.margins_mm) <= 20


@pytest.mark.slow
def test_every_support_of_a_pile_seen_badly_is_at_least_thought_of():
    """Narrow pillars, the tops of which seem to slant, under the very end of a plank."""
    rng = random.Random(377)
    for _ in range(250):
        known = random_pile(rng, rng.randint(3, 12))
        try:
            seen = find_contacts(measured(known, 1.0, rng), 1.0, UNSURE_LEVEL_SIGMAS)
        except PhysicsError:
            continue
        assert {(c.upper, c.lower) for c in find_contacts(known)} <= {(c.upper, c.lower) for c in seen}
