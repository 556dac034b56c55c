"""Where the next piece may go: exact ends, feet and slopes, and the giver's question."""

import random

import pytest

from physics.catalogue import Kind
from physics.judge import judge, statics_of
from physics.next_piece import Advice, risks
from physics.noise import Noise
from physics.pieces import piece, tower
from physics.placement import feet_of, find_seat, safe_spans, seated
from tests.physics.random_towers import CROWNS, arch, box, random_tower

CUBE = piece(box(-5, 0, 10, 10), 1.0)


def kind_of(name, grams, outlines_mm):
    return Kind(name, grams, tuple((posture, piece(points, grams)) for posture, points in outlines_mm.items()))


def spans_of(built, part):
    return safe_spans(built, statics_of(built, 0.0).supports, part)


def holds(built, part, x):
    taller = tower([*built.pieces, seated(part, find_seat(built.pieces[-1]), x)], friction=built.friction)
    return judge(taller, noise_mm=0.0).stands


def test_on_a_lone_base_only_its_own_sides_count():
    assert spans_of(tower([piece(box(0, 0, 30, 10), 3)]), CUBE) == ((0.0, 30.0),)


def test_an_overhang_is_safe_as_far_as_the_counterweight_reaches():
    built = tower([piece(box(0, 0, 20, 10), 2), piece(box(5, 10, 30, 5), 3)])
    (low, high) = spans_of(built, CUBE)[0]
    assert low == pytest.approx(5.0)
    assert high == pytest.approx(20.0)


def two_stacks(left_mm, right_mm):
    """A plank on a block, with a stack on either end; the right one is the last."""
    heights = ((-30, left_mm), (20, right_mm))
    stacks = [piece(box(x, 25, 10, height), 3) for x, height in heights]
    return tower([piece(box(-15, 0, 30, 20), 9), piece(box(-30, 20, 60, 5), 6), *stacks])


@pytest.mark.parametrize(
    ("left_mm", "width_mm", "spans"),
    [
        (10, 60, [(20, 30)]),
        (20, 30, [(20, 30)]),
        (20, 60, [(-10, 10), (20, 30)]),
        (30, 60, [(20, 30)]),
        (30, 90, [(25, 30)]),
        (30, 110, []),
    ],
)
def test_a_second_stack_carries_where_it_is_as_high_and_is_in_the_way_where_it_is_higher(left_mm, width_mm, spans):
    """The stacks end at x = -20 and begin at x = 20."""
    built = two_stacks(left_mm, 20)
    part = piece(box(-width_mm / 2, 0, width_mm, 3), 1)
    assert [pytest.approx(span, abs=0.02) for span in spans] == list(spans_of(built, part))


def test_in_a_cup_the_next_piece_stays_clear_of_the_walls():
    walls = [(-20, 10), (20, 10), (20, 40), (16, 40), (16, 14), (-16, 14), (-16, 40), (-20, 40)]
    built = tower([piece(box(-25, 0, 50, 10), 9), piece(walls, 4), piece(box(-14, 14, 28, 20), 5)])
    spans = spans_of(built, piece(box(-8, 0, 16, 3), 1))
    assert spans == (pytest.approx((-8, 8), abs=0.05),)


def test_ends_are_exact_for_random_towers_and_pieces():
    rng = random.Random(3)
    tried = 0
    while tried < 60:
        known = random_tower(rng, count=rng.randint(1, 6)) if tried % 5 else random_tower(rng, count=1)
        if known.margin_mm < 0.3 or known.blocks[-1].top is None:
            continue
        block = rng.choice((*CROWNS, arch, arch))(rng)
        part = piece(block.outline, 4)
        for low, high in spans_of(known.tower, part):
            assert holds(known.tower, part, low + 0.02)
            assert holds(known.tower, part, high - 0.02)
            if high - low > 0.1:
                assert not _stands_or_misses(known.tower, part, low - 0.02)
                assert not _stands_or_misses(known.tower, part, high + 0.02)
        tried += 1


def _stands_or_misses(built, part, x):
    from physics.errors import Floating

    try:
        return holds(built, part, x)
    except Floating:
        return False


def test_an_arch_may_have_two_safe_places():
    narrow = tower([piece(box(0, 0, 12, 30), 10)])
    legs = [(-30, 0), (-20, 0), (-20, 10), (20, 10), (20, 0), (30, 0), (30, 20), (-30, 20)]
    heavy_left = piece(legs, 5)
    assert spans_of(narrow, heavy_left) == ()
    wide = tower([piece(box(0, 0, 60, 30), 10)])
    assert spans_of(wide, heavy_left) != ()


@pytest.mark.parametrize(
    "top",
    [
        [(-10, 10), (10, 10), (0, 30)],
        [(10, 10), (20, 20), (10, 30), (0, 20)],
    ],
)
def test_nothing_can_be_put_on_a_point(top):
    base = piece(box(-20, 0, 40, 10), 4)
    assert spans_of(tower([base, piece(top, 1)]), CUBE) == ()


def test_a_piece_on_its_point_has_no_safe_place():
    on_tip = piece([(0, 0), (10, 10), (0, 20), (-10, 10)], 1)
    assert feet_of(on_tip) == ()
    assert spans_of(tower([piece(box(0, 0, 30, 10), 3)]), on_tip) == ()


def test_a_top_steeper_than_friction_offers_no_place():
    roof = piece([(0, 0), (30, 0), (30, 30), (0, 10)], 4)
    assert spans_of(tower([roof], friction=0.4), CUBE) == ()
    assert spans_of(tower([roof], friction=0.9), CUBE) != ()


def test_a_prong_on_either_side_makes_a_seat_of_two_stretches():
    fork = piece([(0, 0), (40, 0), (40, 30), (30, 30), (30, 10), (10, 10), (10, 30), (0, 30)], 6)
    seat = find_seat(fork)
    assert seat is not None
    assert len(seat.stretches) == 2
    plank = piece(box(-20, 0, 40, 5), 2)
    assert spans_of(tower([fork]), plank)[0] == pytest.approx((0.0, 40.0))


def test_the_seated_piece_lies_on_the_seat_with_its_centroid_where_asked():
    rng = random.Random(8)
    for _ in range(30):
        known = random_tower(rng, count=3)
        seat = find_seat(known.tower.pieces[-1])
        if seat is None:
            continue
        shown = seated(CUBE, seat, 7.0)
        assert shown.centroid_mm[0] == pytest.approx(7.0)


def test_a_bridge_is_bisected_to_the_place_where_it_tips():
    pillars = [piece(box(0, 0, 10, 15), 2), piece(box(20, 0, 10, 15), 2), piece(box(0, 15, 40, 5), 2)]
    spans = spans_of(tower(pillars), piece(box(-4, 0, 8, 8), 1))
    assert len(spans) == 1
    assert spans[0][0] == pytest.approx(0.0, abs=0.02)
    assert holds(tower(pillars), piece(box(-4, 0, 8, 8), 1), spans[0][1] - 0.02)


def test_the_riskiest_piece_in_hand_is_the_heavy_one_for_a_leaning_tower():
    built = tower([piece(box(0, 0, 20, 10), 2), piece(box(15, 10, 6, 5), 0.5)])
    light, heavy = (kind_of(str(g), g, {"face": box(-3, 0, 6, h)}) for g, h in ((0.2, 4), (20.0, 40)))
    one, other = risks(statics_of(built), [light, heavy], noise=Noise(0.3), hand_mm=1.5)
    assert (one.name, other.name) == ("0.2", "20.0")
    assert one.p_topple < other.p_topple


def test_who_is_given_a_piece_stands_it_the_best_way():
    built = tower([piece(box(0, 0, 20, 10), 2)])
    plank = kind_of("plank", 3.0, {"point": [(0, 0), (9, 20), (-9, 20)], "edge": box(-1, 0, 2, 30)})
    (told,) = risks(statics_of(built), [plank], noise=Noise(0.3))
    (edge,) = risks(statics_of(built), [Kind("plank", 3.0, (("edge", plank.view("edge")),))], noise=Noise(0.3))
    assert (told.posture, told.p_topple) == ("edge", edge.p_topple)


def test_a_piece_that_can_stand_nowhere_is_certain_to_topple():
    built = tower([piece(box(0, 0, 20, 10), 2), piece([(0, 10), (20, 10), (10, 30)], 1)])
    (told,) = risks(statics_of(built), [kind_of("cube", 1.0, {"face": box(-3, 0, 6, 6)})], noise=Noise(0.3))
    assert (told.p_topple, told.posture, told.advice) == (1.0, "", Advice((), None, 1.0))
