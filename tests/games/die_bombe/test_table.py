"""What lies on the table, what displays show and what helps, in Die Bombe."""

from __future__ import annotations

import pytest

from companion.games.die_bombe import GAME
from companion.games.die_bombe.model import Show
from companion.rulebook.course import Course
from companion.rulebook.zone import GAP
from companion.texts import LANGUAGES, Texts
from tests.games.die_bombe.turns import REVEAL, after, bid, bomb, offer, rebid, show, table, take
from tests.kit import NAMES, facts, finished, refused


def rows(course: Course, name: str) -> tuple[tuple[str, ...], ...]:
    return next(zone.rows for zone in GAME.zones(course.state) if zone.name == name)


def helped(course: Course, language: str = "en") -> list[str]:
    return [Texts(language, "die_bombe").said(hint, NAMES) for hint in GAME.hints(course.state)]


def test_the_open_pair_is_a_zone_with_gaps_for_what_was_taken() -> None:
    course = table()
    assert rows(course, "cards") == ((GAP, GAP),)
    course = after(course, offer("red7 green9", (12, 8, 3)))
    assert rows(course, "cards") == (("red7", "green9"),)
    course = after(course, take(0, 0), offer("bomb red3", (1, 9, 2)), take(1, 0))
    assert rows(course, "cards") == ((GAP, "red3"),)


def test_won_cards_lie_before_their_owner_red_and_green_apart() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 3)), take(0, 0), offer("green3 red3", (9, 1, 2)), take(0, 0))
    assert rows(course, "won0") == (("red7",), ("green3",))
    assert rows(course, "won1") == ((), ("green9",))
    assert rows(course, "won2") == (("red3",), ())
    assert [zone.owner for zone in GAME.zones(course.state)] == [None, 0, 1, 2]


def test_displays_show_bids_from_the_reveal_until_the_sale_and_scores_after_it() -> None:
    course = table()
    assert GAME.seat_texts(course.state) == ("0", "0", "0")
    course = after(course, show("red7", "green9"))
    assert GAME.seat_texts(course.state) == ("", "", "")
    course = after(course, bid(0, 12), bid(1, 12), bid(2, 3))
    assert GAME.seat_texts(course.state) == ("---", "---", "---")
    course = after(course, REVEAL)
    assert GAME.seat_texts(course.state) == ("12", "12", "3")
    course = after(course, bid(1, 9))
    assert GAME.seat_texts(course.state) == ("", "---", "")
    course = after(course, bid(0, 10), REVEAL)
    assert GAME.seat_texts(course.state) == ("10", "9", "")
    course = after(course, take(0, 0))
    assert GAME.seat_texts(course.state) == ("4", "0", "0")


def test_the_hint_names_who_has_still_to_bid() -> None:
    course = after(table(), offer("red7 green9", (12, 12, 3)), bid(1, 9))
    assert helped(course)[0] == "Still to bid: Ann."


def test_the_hint_lists_what_is_left_in_the_pile() -> None:
    course = after(table(), show("red7", "green9"))
    told = helped(course)
    assert "Left in red: 3, 5, 9, 11, 13, 15, 17, 19, 21, 23, 25." in told
    assert "Left in green: 3, 5, 7, 11, 13, 15, 17, 19, 21, 23, 25." in told
    assert "6 bombs left." in told


def test_the_hint_says_what_each_majority_would_give() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 3)), take(0, 0), offer("red25 red3", (1, 9, 2)), take(1, 0))
    told = helped(course)
    assert "Most cards in red: Ann, Ben, Cy, with 1 card." in told
    assert "The majority in red is worth: Ann +7, Ben +25, Cy +3." in told
    assert "The majority in green is worth: Ben +9." in told


def test_there_are_no_hints_before_the_first_pair_and_after_the_end() -> None:
    assert GAME.hints(table().state) == ()
    assert GAME.hints(finished(GAME, 3, 1).state) == ()


def test_the_camera_reads_the_next_pair_only_where_two_cards_lie() -> None:
    (option,) = GAME.options(table().state)
    domain = dict(option.domains)["cards"]
    assert domain.read({"cards": (("red7", "green9"),)}) == ("red7", "green9")
    assert domain.read({"cards": (("red7", GAP),)}) is None
    assert domain.read({}) is None
    assert Show("table", ("red7", "green9")) in option
    assert Show("table", ("red7", "bomb")) not in option


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_field_has_words(language: str) -> None:
    words = Texts(language, "die_bombe")
    reasons = (
        "no_such_card no_bomb_first card_is_out two_cards all_bids_are_in not_a_bidder bid_already bid_out_of_range "
        "bids_are_missing left_or_right not_oneself not_his_card not_the_newest no_such_seat not_now not_your_turn"
    )
    fields = "field.cards field.amount field.card field.victim"
    assert [key for key in f"{reasons} {fields}".split() if not words.has(key)] == []


def test_facts_are_those_of_the_log_format() -> None:
    assert facts(table()) == {"deficits": [0, 0, 0], "live": [[], [], []], "pile": 28}
    course = after(table(), offer("red7 green9", (12, 8, 3)), take(0, 0))
    assert facts(course) == {"deficits": [12, 0, 0], "live": [["red7"], ["green9"], []], "pile": 28}
    assert facts(after(course, show("bomb", "bomb")))["pile"] == 26


def test_undo_of_a_reveal_seals_the_bids_again() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 3)))
    back = after(course, {"by": 2, "do": "undo", "to": 4})
    assert GAME.seat_texts(back.state) == ("---", "---", "---")
    assert after(back, REVEAL).state == course.state


def test_entries_that_come_at_the_wrong_time_are_refused() -> None:
    assert refused(table(), bid(0, 3)) == "not_now"
    assert refused(table(), REVEAL) == "not_now"
    assert refused(table(), take(0, 0)) == "not_now"
    assert refused(table(), bomb(0, 1, "red7")) == "not_now"
    assert refused(table(), {**show("red7", "green9"), "by": 0}) == "only_the_table"
    assert refused(after(table(), show("red7", "green9")), show("red3", "green3")) == "not_now"


def test_a_rebid_ends_like_a_bid() -> None:
    course = after(table(4), offer("red7 green9", (9, 9, 9, 9)), rebid({3: 2, 2: 1, 1: 1, 0: 1}), take(3, 1))
    assert facts(course)["live"] == [[], [], [], ["green9"]]
