"""The table on the screen: everything inside, nothing on top of anything else."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.art.layout import Box, Place, Placed, arrange, arrange_row, token_kind
from companion.games import all_games
from companion.rulebook.zone import BACK, GAP, Zone
from tests.kit import course

ROOM = Box(10, 20, 540, 340)


def overlap(one: Box, other: Box) -> float:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    up = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return max(0.0, across) * max(0.0, up)


def inside(box: Box, room: Box) -> bool:
    right, top = box.x + box.width, box.y + box.height
    return (
        box.x >= room.x - 1
        and box.y >= room.y - 1
        and right <= room.x + room.width + 1
        and top <= room.y + room.height + 1
    )


def check(places: tuple[Placed, ...]) -> None:
    for number, placed in enumerate(places):
        assert inside(placed.box, ROOM), placed
        for other in places[number + 1 :]:
            assert overlap(placed.box, other.box) < 1, (placed, other)


def test_no_zone_takes_no_place() -> None:
    assert arrange((), ROOM, caption=26).places == ()


@settings(max_examples=40)
@given(st.data())
def test_any_table_of_any_game_fits(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(all_games()))
    seats = data.draw(st.sampled_from(game.seats))
    now = course(game, seats)
    truth = game.truth(now.options, seats, data.draw(st.randoms(use_true_random=False)))
    for _ in range(data.draw(st.integers(0, 60))):
        if not now.is_over:
            now = now.after(truth.act(now.state))
    table = arrange(game.zones(now.state), ROOM, caption=26)
    check(table.places)
    for caption in table.captions:
        assert inside(caption.box, ROOM)
        assert all(overlap(caption.box, placed.box) < 1 for placed in table.places), caption


def test_a_pyramid_grows_upwards_and_leans_inwards() -> None:
    zone = Zone("pyramid0", "buckets", (("red", "blue"), ("green",)), (), 0)
    left, right, top = (placed.box for placed in arrange((zone,), ROOM, caption=26).places)
    assert left.y == right.y < top.y
    assert left.x < top.x < right.x


def test_rows_of_cards_run_downwards() -> None:
    upper, lower = (p.box for p in arrange((Zone("grid0", "cards", (("1",), ("2",)), (), 0),), ROOM, caption=26).places)
    assert upper.y > lower.y


def test_cells_that_can_be_chosen_are_large_enough_for_fingers() -> None:
    own = Zone("grid0", "cards", ((BACK,) * 4,) * 3, (), 0)
    next_one = Zone("grid1", "cards", ((BACK,) * 4,) * 3, (), 1)
    choices = frozenset(
        [Place("grid0", r, c) for r in range(3) for c in range(4)] + [Place("grid1", r, 3) for r in range(3)]
    )
    placed = arrange_row((next_one, own), ROOM, choices).places
    assert {p.place for p in placed} == choices
    assert all(p.box.width >= 64 and p.box.height >= 64 for p in placed)
    check(placed)


def test_cards_in_the_colours_of_the_buckets_show_animals() -> None:
    labels = tuple(f"{colour}{n}" for colour in ("red", "blue", "yellow", "violet", "green") for n in (1, 2))
    assert token_kind(Zone("cards0", "cards", ((GAP,),), (*labels, GAP), 0)) == "animals"
    assert token_kind(Zone("cards", "cards", ((GAP,),), ("red7", "green9", GAP))) == "cards"
