"""The rollout: settings that agree with statics, the shape-id trap, falls and what they leave."""

import logging
import math
import random
from dataclasses import replace
from types import SimpleNamespace

import pymunk
import pytest

from physics import dynamics
from physics.collapse import collapse, stacks_of
from physics.contacts import find_contacts
from physics.dynamics import Pace, posed, rollout
from physics.judge import statics_of
from physics.pieces import piece, tower
from physics.pivot import Hinge, pivot_of
from physics.seating import SUNK_MM, reseated
from physics.statics import find_supports
from tests.physics.random_towers import box, mixed_tower, near_tower, random_tower


def seated_tower(known):
    found = statics_of(known.tower, 0.0)
    return reseated(found.tower, found.contacts, found.supports)


def leaning():
    """Return the statics of three cubes of which the third is beyond the edge."""
    return statics_of(tower([piece(box(0, 0, 15, 15), 2), piece(box(3, 15, 15, 15), 2), piece(box(14, 30, 15, 15), 2)]))


@pytest.mark.slow
def test_the_tuned_rollout_agrees_with_statics_where_the_margin_is_clear():
    rng = random.Random(21)
    for _ in range(60):
        known = random_tower(rng)
        if abs(known.margin_mm) > 0.05:
            assert rollout(seated_tower(known)).fell is (known.margin_mm < 0)


@pytest.mark.slow
def test_a_tower_that_falls_is_never_called_standing():
    rng = random.Random(22)
    for _ in range(40):
        known = near_tower(rng, 0.6)
        if known.margin_mm < 0:
            assert rollout(seated_tower(known)).fell


@pytest.mark.parametrize(("overhang_mm", "fell"), [(9.98, False), (10.001, True)])
def test_a_fall_that_begins_slowly_is_told_from_rest(overhang_mm, fell):
    edge = statics_of(tower([piece(box(0, 0, 20, 20), 4), piece(box(overhang_mm, 20, 20, 60), 12)]), 0.0)
    assert rollout(reseated(edge.tower, edge.contacts, edge.supports)).fell is fell


@pytest.mark.slow
def test_naive_settings_shake_standing_towers_down():
    """Documents why the settings are what they are: pymunk's defaults are no judge."""
    rng = random.Random(23)
    naive = Pace(step_s=1 / 60, iterations=10, ramp_s=0.0, calm_s=9.0, lasts_s=2.0)
    stand = [known for known in (random_tower(rng) for _ in range(60)) if 0 < known.margin_mm < 2]
    fell = sum(rollout(seated_tower(known), naive).fell for known in stand)
    assert fell > len(stand) / 2


def drift_mm(used_up_ids):
    space = pymunk.Space()
    space.gravity = (0, -9810)
    space.iterations = 30
    for _ in range(used_up_ids):
        spent = pymunk.Circle(space.static_body, 1, (1e5, 1e5))
        space.add(spent)
        space.remove(spent)
    table = pymunk.Segment(space.static_body, (-3000, -50), (3000, -50), 50)
    table.friction = 0.63
    space.add(table)
    bodies = []
    for level in range(4):
        body = pymunk.Body(1.2, pymunk.moment_for_box(1.2, (40, 30)))
        body.position = (0, 15 + 30 * level)
        shape = pymunk.Poly(body, [(-20, -15), (20, -15), (20, 15), (-20, 15)])
        shape.friction = 0.63
        space.add(body, shape)
        bodies.append(body)
    for _ in range(1200):
        space.step(1 / 240)
    return max(abs(body.position.x) for body in bodies)


def test_used_up_shape_ids_keep_a_centred_column_in_place():
    """Munk2D gives both contact points one label when shape ids are as small as corner numbers."""
    assert drift_mm(dynamics.USED_UP_IDS) < 0.5
    assert drift_mm(0) > 5


def test_a_standing_tower_ends_early_and_hardly_moves():
    found = statics_of(tower([piece(box(0, 0, 15, 15), 2), piece(box(2, 15, 15, 15), 2)]))
    seen = rollout(found.tower)
    assert not seen.fell
    assert seen.frames[-1].at_s < 0.4
    moved = [math.dist(a[:2], b[:2]) for a, b in zip(seen.frames[0].poses, seen.frames[-1].poses, strict=True)]
    assert max(moved) < 0.1


def test_the_pivot_of_a_fall_is_the_contact_that_fails():
    seen = rollout(leaning().tower)
    assert seen.fell
    assert seen.pivot in leaning().balance.failing


def test_the_contact_that_only_opens_because_what_lies_below_turns_away_is_not_the_pivot():
    hinges = (Hinge((None,), 0.0, 20.0, 10.0, 12.0), Hinge((0,), 10.0, 20.0, 6.0, 24.0))
    assert pivot_of((0.010, -0.008), hinges) == 1
    assert pivot_of((0.0, 0.0), hinges) is None
    assert pivot_of((0.010, -0.008), (None, None)) is None


@pytest.mark.slow
def test_every_fall_begins_at_a_failing_contact():
    rng = random.Random(31)
    falls = 0
    for number in range(60):
        found = statics_of(mixed_tower(rng, number).tower, 0.0)
        if found.balance.stands:
            continue
        seen = rollout(reseated(found.tower, found.contacts, found.supports))
        falls += 1
        assert seen.fell
        assert seen.pivot in found.balance.failing
    assert falls > 20


def test_a_collapse_ends_with_stacks_and_singles_of_all_pieces():
    fall = collapse(leaning())
    assert fall is not None
    assert sorted(index for stack in fall.stacks for index in stack) == [0, 1, 2]
    assert fall.stacks[0] == (0, 1)
    assert fall.stacks[1] == (2,)
    assert fall.frames[0].at_s == 0.0
    assert all(a.at_s < b.at_s for a, b in zip(fall.frames, fall.frames[1:], strict=False))


def test_pieces_that_rest_only_on_each_other_are_left_as_pieces_that_lie_alone(monkeypatch):
    carriers = [(None,), (0,), (3,), (2,)]
    monkeypatch.setattr("physics.collapse.carriers_of", lambda bodies, index: (bodies[index], None))
    assert stacks_of(SimpleNamespace(bodies=carriers)) == ((0, 1), (2,), (3,))


def test_a_standing_tower_has_no_collapse():
    assert collapse(statics_of(tower([piece(box(0, 0, 15, 15), 2)]))) is None


def test_a_contradiction_is_logged_and_not_shown(caplog):
    standing = statics_of(tower([piece(box(0, 0, 15, 15), 2)]))
    claimed = replace(standing, balance=replace(standing.balance, margins_mm=(-1.0,)))
    with caplog.at_level(logging.WARNING):
        assert collapse(claimed) is None
    assert "statics: tower falls by 1.000 mm; rollout: it stands" in caplog.text


def test_reseating_closes_gaps_by_a_little_too_much_and_levels_pieces():
    noisy = [box(0, 0.2, 20, 10), [[2, 10.4], [22, 10.1], [22, 20.1], [2, 20.4]], box(4, 20, 20, 10)]
    found = statics_of(tower([piece(corners, 2) for corners in noisy]), 0.3)
    exact = reseated(found.tower, found.contacts, found.supports)
    contacts = find_contacts(exact)
    assert [c.gap_mm for c in contacts] == pytest.approx([-SUNK_MM] * len(contacts))
    assert all(c.normal == pytest.approx((0, 1), abs=1e-9) for c in contacts)
    assert find_supports(exact, contacts) is not None


def test_a_frame_puts_outlines_where_their_bodies_are():
    part = piece(box(0, 0, 10, 4), 1)
    turned = posed(part.outline_mm, part.centroid_mm, (5.0, 2.0, math.pi / 2))
    assert sorted(turned)[0] == pytest.approx((3.0, -3.0))
