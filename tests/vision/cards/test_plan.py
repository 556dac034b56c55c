import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.cards.drawn import CARD_MM, SHAPE, on_tilted_table
from vision.cards.plan import any_size, plan_by_cards

PLACES = [(-150.0, -90.0, 0.1), (20.0, -80.0, 1.2), (140.0, -60.0, -0.4), (-90.0, 70.0, 0.7), (110.0, 80.0, 2.0)]


@settings(max_examples=30, deadline=None)
@given(sideways=st.floats(-0.5, 0.5), forward=st.floats(-0.6, 0.6))
def test_on_a_table_tilted_anyhow_all_cards_are_equal(sideways: float, forward: float) -> None:
    quads = on_tilted_table(sideways, forward, PLACES)
    plan = plan_by_cards(quads, SHAPE)
    assert np.allclose([plan.size_of(quad) for quad in quads], 1.0, atol=0.05)


def test_two_cards_taken_as_one_do_not_mislead_the_plan() -> None:
    quads = on_tilted_table(0.1, 0.4, PLACES)
    middle = quads[2].mean(0)
    plan = plan_by_cards([*quads[:2], middle + (quads[2] - middle) * (2.0, 1.0), *quads[3:]], SHAPE)
    assert np.allclose([plan.size_of(quad) for quad in quads], 1.0, atol=0.1)


def test_a_single_card_of_the_usual_shape_lies_on_a_level_table() -> None:
    (quad,) = on_tilted_table(0.0, 0.0, PLACES[:1])
    plan = plan_by_cards([quad], SHAPE)
    (elsewhere,) = on_tilted_table(0.0, 0.0, PLACES[4:])
    assert abs(plan.size_of(elsewhere) - 1) < 0.05


@pytest.mark.parametrize("shape", [(960, 1280, 3), (1280, 960, 3)])
def test_however_cards_are_squeezed_all_of_the_picture_shows_the_table(shape: tuple[int, int, int]) -> None:
    flat = CARD_MM * (1.0, 0.3) + (640.0, 200.0)
    near = CARD_MM * (3.0, 0.9) + (640.0, 800.0)
    plan = plan_by_cards([flat, near], shape)
    rim = np.array([[0, 0, 1], [shape[1], 0, 1], [shape[1], shape[0], 1], [0, shape[0], 1]])
    assert (rim @ plan.to_mm[2] > 0).all()


@pytest.mark.parametrize("share", [0.55, 0.7, 1.0])
def test_cards_are_looked_for_up_to_twice_as_large_as_what_is_alike_on_a_tilted_table(share: float) -> None:
    printed = on_tilted_table(0.1, 0.6, PLACES, CARD_MM * share)
    plan = any_size(SHAPE, plan_by_cards(printed, SHAPE))
    for quad in on_tilted_table(0.1, 0.6, PLACES):
        sides = np.linalg.norm(np.diff(plan.on_table(quad), axis=0), axis=1)
        assert min(abs(np.log(sides[0] / width)) for width, _ in plan.sizes_mm) < 0.08


def test_where_nothing_is_alike_cards_from_a_twentieth_to_a_fifth_of_a_picture_are_looked_for() -> None:
    plan = any_size(SHAPE, None)
    for width_px in (64, 100, 160, 250):
        quad = np.array([[0.0, 0.0], [width_px, 0.0], [width_px, 1.5 * width_px], [0.0, 1.5 * width_px]])
        side = plan.on_table(quad)[1, 0]
        assert min(abs(np.log(side / width)) for width, _ in plan.sizes_mm) < 0.08
