import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.cards.drawn import CARD_MM, SHAPE, on_tilted_table, slopes
from vision.cards.plan import Plan, any_size, plan_by_cards, searched

LEVEL = np.zeros(2)
PLACES = [(-150.0, -90.0, 0.1), (20.0, -80.0, 1.2), (140.0, -60.0, -0.4), (-90.0, 70.0, 0.7), (110.0, 80.0, 2.0)]


@settings(max_examples=30, deadline=None)
@given(sideways=st.floats(-0.5, 0.5), forward=st.floats(-0.6, 0.6))
def test_on_a_table_tilted_anyhow_all_cards_are_equal(sideways: float, forward: float) -> None:
    quads = on_tilted_table(sideways, forward, PLACES)
    plan = plan_by_cards(quads, SHAPE, LEVEL)
    assert np.allclose([plan.size_of(quad) for quad in quads], 1.0, atol=0.05)


def test_two_cards_taken_as_one_do_not_mislead_the_plan() -> None:
    quads = on_tilted_table(0.1, 0.4, PLACES)
    middle = quads[2].mean(0)
    plan = plan_by_cards([*quads[:2], middle + (quads[2] - middle) * (2.0, 1.0), *quads[3:]], SHAPE, LEVEL)
    assert np.allclose([plan.size_of(quad) for quad in quads], 1.0, atol=0.1)


def test_a_single_card_of_the_usual_shape_lies_on_a_level_table() -> None:
    (quad,) = on_tilted_table(0.0, 0.0, PLACES[:1])
    plan = plan_by_cards([quad], SHAPE, LEVEL)
    (elsewhere,) = on_tilted_table(0.0, 0.0, PLACES[4:])
    assert abs(plan.size_of(elsewhere) - 1) < 0.05


@pytest.mark.parametrize("shape", [(960, 1280, 3), (1280, 960, 3)])
def test_however_cards_are_squeezed_all_of_the_picture_shows_the_table(shape: tuple[int, int, int]) -> None:
    flat = CARD_MM * (1.0, 0.3) + (640.0, 200.0)
    near = CARD_MM * (3.0, 0.9) + (640.0, 800.0)
    plan = plan_by_cards([flat, near], shape, LEVEL)
    rim = np.array([[0, 0, 1], [shape[1], 0, 1], [shape[1], shape[0], 1], [0, shape[0], 1]])
    assert (rim @ plan.to_mm[2] > 0).all()


def test_a_single_card_tells_the_size_of_all_where_the_tilt_of_the_table_is_known() -> None:
    quads = on_tilted_table(0.0, 0.5, PLACES)
    plan = plan_by_cards(quads[:1], SHAPE, slopes(0.0, 0.5))
    assert np.allclose([plan.size_of(quad) for quad in quads], 1.0, atol=0.08)


@pytest.mark.parametrize("forward", [0.0, 0.5])
def test_cards_from_a_twentieth_to_a_fifth_of_a_picture_are_looked_for(forward: float) -> None:
    plan = any_size(SHAPE, slopes(0.0, forward))
    for larger in (0.8, 1.2, 1.8, 2.5):
        (quad,) = on_tilted_table(0.0, forward, [(0.0, 0.0, 0.3)], CARD_MM * larger)
        sides = np.linalg.norm(np.diff(plan.on_table(quad), axis=0), axis=1)
        assert min(abs(np.log(sides[0] / width)) for width, _ in plan.sizes_mm) < 0.08
        assert abs(np.log(sides[1] / sides[0]) - np.log(CARD_MM.max(0)[1] / CARD_MM.max(0)[0])) < 0.03


@pytest.mark.parametrize("hidden", range(4))
def test_where_something_hides_a_corner_card_its_part_of_the_table_is_searched_too(hidden: int) -> None:
    turn = np.array([[np.cos(0.6), np.sin(0.6)], [-np.sin(0.6), np.cos(0.6)]])
    page = np.array([[-45.0, -45], [45, -45], [45, 45], [-45, 45]])
    pages = [
        (page + middle) @ turn + (500, 400) for middle in np.array([(-300, -150), (300, -150), (300, 150), (-300, 150)])
    ]
    picture = np.zeros((800, 1000, 3), np.uint8)
    low, high = searched(picture, Plan(np.eye(3), ((57.5, 89.0),), tuple(pages)))
    left, right = searched(picture, Plan(np.eye(3), ((57.5, 89.0),), tuple(pages[:hidden] + pages[hidden + 1 :])))
    assert np.allclose([low, high], [left, right])
