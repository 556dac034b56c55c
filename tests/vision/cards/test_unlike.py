import numpy as np
import pytest

from tests.vision.cards.drawn import RED, lay, number_card
from vision.cards.outlines import Outline
from vision.cards.plan import Plan
from vision.cards.rectangles import canvas_of, find_rectangles
from vision.cards.selection import first_choice
from vision.cards.unlike import small_table

HEIGHT_PX = 182
PLAN = Plan(np.diag([0.5, 0.5, 1.0]), ((59.0, 91.0),))


def checked_cloth(size: tuple[int, int] = (720, 960)) -> np.ndarray:
    """Red and white squares of 36 px, askew, under a lamp to one side."""
    y, x = np.mgrid[: size[0], : size[1]]
    across, along = x * np.cos(0.35) + y * np.sin(0.35), y * np.cos(0.35) - x * np.sin(0.35)
    white = (across // 36 + along // 36) % 2 == 0
    cloth = np.where(white[..., None], (235, 238, 240), (50, 45, 185)) * (0.75 + 0.25 * x / size[1])[..., None]
    noise = np.random.default_rng(3).normal(0, 3, cloth.shape)
    return np.clip(cloth + noise, 0, 255).astype(np.uint8)


def plain_card() -> np.ndarray:
    return number_card("8", ground=(245, 245, 245), indices=False, middle=False)


@pytest.mark.parametrize("turn_deg", [0, 27, 61])
def test_a_white_card_on_white_and_red_squares_is_unlike_the_cloth(turn_deg: float) -> None:
    cloth = checked_cloth()
    quad = lay(cloth, plain_card(), (480, 350), HEIGHT_PX, turn_deg)
    unlike = small_table(cloth, PLAN).unlike([])
    card, cloth_beside = unlike.shares([Outline(quad, 1.0), Outline(quad - (300, 0), 1.0)])
    assert card > 0.3
    assert cloth_beside < 0.1
    middle = PLAN.on_table(quad).mean(0)
    assert [all(part.area[0] < middle) and all(middle < part.area[1]) for part in unlike.parts(PLAN)] == [True]


def test_where_every_card_is_known_nothing_is_left_to_search() -> None:
    cloth = checked_cloth()
    laid = [lay(cloth, plain_card(), (x, 350), HEIGHT_PX, 12) for x in (300, 600)]
    assert len(small_table(cloth, PLAN).unlike(laid[:1]).parts(PLAN)) == 1
    assert small_table(cloth, PLAN).unlike(laid).parts(PLAN) == []


def test_the_same_cards_in_another_order_leave_the_same_table() -> None:
    cloth = checked_cloth()
    laid = [lay(cloth, plain_card(), (x, 350), HEIGHT_PX, 12) for x in (300, 600)]
    table = small_table(cloth, PLAN)
    assert table.unlike(laid[::-1]) is table.unlike(laid)
    assert table.unlike(laid[:1]) is not table.unlike(laid)


def test_a_part_of_the_table_is_searched_in_the_directions_of_what_lies_there() -> None:
    cloth = checked_cloth()
    quad = lay(cloth, number_card("4", ground=RED), (480, 350), HEIGHT_PX, 61)
    unlike = small_table(cloth, PLAN).unlike([])
    found = [one for part in unlike.parts(PLAN) for one in find_rectangles(canvas_of(cloth, PLAN), PLAN, part)]
    best = first_choice(unlike.ranked(found), ())[0].quad
    assert np.abs(best.mean(0) - quad.mean(0)).max() < 8


def test_a_table_hidden_by_cards_shows_nothing_unlike_it() -> None:
    cloth = checked_cloth()
    whole = np.array([[-10.0, -10], [970, -10], [970, 730], [-10, 730]])
    unlike = small_table(cloth, PLAN).unlike([whole])
    assert unlike.parts(PLAN) == []
    assert unlike.shares([Outline(whole, 1.0)]) == [0]


def test_faint_outlines_are_left_out_where_a_table_without_bold_pattern_looks_like_itself() -> None:
    for cloth, bold in ((np.full((720, 960, 3), 90, np.uint8), False), (checked_cloth(), True)):
        quad = lay(cloth, number_card("4", ground=RED), (480, 350), HEIGHT_PX, 12)
        on_card, on_cloth, clear = Outline(quad, 0.6), Outline(quad - (300, 0), 0.6), Outline(quad - (300, 0), 0.9)
        kept = small_table(cloth, PLAN).unlike([]).likely([on_card, on_cloth, clear])
        assert kept == ([on_card, on_cloth, clear] if bold else [on_card, clear])


def test_faint_outlines_half_on_a_card_are_left_out() -> None:
    table = np.full((720, 960, 3), 90, np.uint8)
    quad = lay(table, number_card("4", ground=RED), (480, 350), HEIGHT_PX, 12)
    beside = [Outline(quad - (off, 0), score) for off in (100, 120) for score in (0.6, 0.9)]
    unlike = small_table(table, PLAN).unlike([])
    assert all(0.3 < share < 0.7 for share in unlike.shares(beside))
    assert unlike.likely(beside) == beside[1::2]


def test_of_an_outline_partly_beside_the_picture_what_is_seen_counts() -> None:
    cloth = checked_cloth()
    quad = lay(cloth, plain_card(), (30, 350), HEIGHT_PX, 0)
    assert quad.min() < 0
    assert small_table(cloth, PLAN).unlike([]).shares([Outline(quad, 1.0)])[0] > 0.5
