"""Seats taken, changed and left by dragging names; the keys that do the same stay."""

from __future__ import annotations

import pytest

from companion.companion import Companion
from companion.ui.drag import Ghost
from tests.ui.scenes import Show
from tests.ui.touch import Screen, opened

FOUR = ("Anaïs", "Jörg", "Léo", "Zoé")


@pytest.fixture
def screen(whole: Companion, show: Show) -> Screen:
    """The page of a new game with the last group seated and one more person remembered."""
    opened(whole, "allegra", (*FOUR[:2], "Mia"))
    whole._clock.move(60)
    opened(whole, "allegra", FOUR)
    whole.leave()
    one = show(whole)
    one.tap("game", "allegra")
    return one


def place(screen: Screen, number: int) -> tuple[float, float]:
    """The middle of a place at the table, pixels."""
    key = screen.app.page.ids.seats.children[::-1][number]
    return tuple(key.to_window(*key.center))


def hanging(screen: Screen) -> list[str]:
    """What hangs on a finger."""
    return [widget.text for widget in screen.app.shell.walk() if isinstance(widget, Ghost)]


@pytest.mark.parametrize(
    ("seat", "to", "order"),
    [
        (0, 2, ["Jörg", "Léo", "Anaïs", "Zoé"]),
        (3, 0, ["Zoé", "Anaïs", "Jörg", "Léo"]),
        (1, 5, ["Anaïs", "Léo", "Zoé", "Jörg"]),
        (1, 1, list(FOUR)),
    ],
)
def test_a_name_dragged_to_another_seat_moves_there_and_the_others_close_up(
    screen: Screen, seat: int, to: int, order: list[str]
) -> None:
    screen.drag(screen.target("seat", seat), place(screen, to))
    assert screen.app.page.seats == order
    assert hanging(screen) == []


def test_a_person_dragged_to_a_seat_takes_it_and_the_others_move_on(screen: Screen) -> None:
    screen.drag(screen.target("person", "Mia"), place(screen, 1))
    assert screen.app.page.seats == ["Anaïs", "Mia", "Jörg", "Léo", "Zoé"]
    assert not screen.has("person", "Mia")


def test_a_name_dragged_back_to_the_people_leaves_its_seat(screen: Screen) -> None:
    people = screen.app.page.ids.people
    screen.drag(screen.target("seat", 2), tuple(people.center))
    assert screen.app.page.seats == ["Anaïs", "Jörg", "Zoé"]
    assert screen.has("person", "Léo")


def test_a_name_let_go_elsewhere_stays_where_it_was(screen: Screen) -> None:
    screen.drag(screen.target("seat", 2), (400, 20))
    assert screen.app.page.seats == list(FOUR)
    assert hanging(screen) == []


def test_what_is_dragged_hangs_on_the_finger_and_the_place_below_is_framed(screen: Screen) -> None:
    touch = screen.drag(screen.target("seat", 0), place(screen, 2), drop=False)
    assert hanging(screen) == ["Anaïs"]
    framed = [number for number, key in enumerate(screen.app.page.ids.seats.children[::-1]) if key.focused]
    assert framed == [2]
    touch.touch_up()
    screen.frames()
    assert hanging(screen) == []


def test_a_finger_that_only_trembles_has_pressed_the_key(screen: Screen) -> None:
    key = screen.target("seat", 1)
    x, y = key.to_window(*key.center)
    screen.drag(key, (x + 6, y + 4))
    assert screen.app.page.chosen == 1
    assert screen.app.page.seats == list(FOUR)


def test_a_full_table_takes_nobody_more(whole: Companion, show: Show) -> None:
    opened(whole, "splash", ("Mia", "Tom"))
    whole._clock.move(60)
    opened(whole, "buero_crazy", FOUR)
    whole.leave()
    one = show(whole)
    one.tap("game", "buero_crazy")
    for name in ("Mia", "Tom"):
        one.drag(one.target("person", name), place(one, 0))
    assert one.app.page.seats == ["Mia", *FOUR], "five is the most of this game"


def test_a_page_that_goes_away_under_the_finger_leaves_nothing_hanging(screen: Screen) -> None:
    touch = screen.drag(screen.target("seat", 0), place(screen, 2), drop=False)
    screen.app.back()
    screen.frames()
    touch.touch_up()
    screen.frames()
    assert hanging(screen) == []
