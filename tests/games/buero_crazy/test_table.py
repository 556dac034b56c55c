"""What lies on the table, what displays show and what helps, in Büro Crazy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.buero_crazy import GAME
from companion.games.buero_crazy.model import Place, Roof
from companion.rulebook.course import Course
from companion.texts import LANGUAGES, Texts
from tests import kit
from tests.games.buero_crazy.duels import STAIRS, A, B, at, choose, duel, final, place, placed, roof, sides, table
from tests.kit import facts


def rows(course: Course, name: str) -> tuple[tuple[str, ...], ...]:
    return next(zone.rows for zone in GAME.zones(course.state) if zone.name == name)


def helped(course: Course, language: str = "en") -> list[str]:
    return [Texts(language, "buero_crazy").said(hint, kit.NAMES) for hint in GAME.hints(course.state)]


def test_the_building_grows_from_the_stairs_to_the_boss() -> None:
    assert list(map(len, rows(table(), "building"))) == [16, 8, 4, 2, 1]
    course = sides(placed(4), 0, 1)
    assert rows(course, "building")[0][:4] == ("", "seat1", "seat2", "")
    assert rows(course, "building")[1][:3] == ("seat0", "seat3", "")


def test_the_cards_of_a_duel_lie_open_from_the_reveal_to_the_next_choice() -> None:
    course = duel(placed(), (10, 20), (5,))
    assert rows(course, "played0") == (("20", "10"),)
    assert rows(course, "played1") == (("5",),)
    assert rows(course, "played2") == ((),)
    course = kit.play(course, choose(B, 1))
    assert (rows(course, "played0"), rows(course, "played1")) == (((),), (("back",),))


def test_displays_show_hands_dashes_and_the_sums_of_the_last_duel() -> None:
    course = placed()
    assert GAME.seat_texts(course.state) == ("152", "152", "152")
    course = kit.play(course, choose(B, 20))
    assert GAME.seat_texts(course.state) == ("", "---", "")
    course = duel(placed(), (10, 20), (5,))
    assert GAME.seat_texts(course.state) == ("30", "5", "")
    done = kit.play(duel(final(hands=(92, 90, 91), kitchen=20), (1,), ()), roof(*[[]] * 9))
    assert GAME.seat_texts(done.state) == ("91", "91", "91")


def test_the_hint_says_which_cards_go_into_the_kitchen_and_out_of_it() -> None:
    assert helped(table()) == ["Put 80 into the kitchen: 2 × 20, 2 × 10, 2 × 5, 3 × 2, 4 × 1."]
    course = duel(placed(), (20,), (10, 2))
    assert helped(course)[0] == "Give 8 to Ben: 1 × 5, 1 × 2, 1 × 1."
    assert not [said for said in helped(kit.play(course, choose(A, 1))) if "Give" in said]


def test_the_hint_tells_to_empty_the_kitchen_before_a_reset() -> None:
    told = helped(sides(placed(4, refill="reset"), *[0] * 8))
    assert told[1] == "First empty the kitchen into the bank."
    assert told[2] == "Put 60 into the kitchen: 1 × 20, 2 × 10, 2 × 5, 3 × 2, 4 × 1."


def test_the_hint_shows_a_card_to_be_changed_at_the_bank() -> None:
    four_ones_are_gone = sides(placed(4), 0, 0, 0, 0)
    told = helped(sides(four_ones_are_gone, 0))
    assert told[:2] == ["Change a 2 of the kitchen at the bank.", "Give 1 to Ben: 1 × 1."]


def test_the_bracket_hint_names_the_duel_the_next_opponents_and_what_follows() -> None:
    told = helped(sides(placed(), 0))
    assert "Duel 2 of 8: Ann against Ben." in told
    assert "The winner may meet: Ann." in told
    following = next(said for said in told if said.startswith("Then on this floor"))
    assert following == (
        "Then on this floor: Ann – Cy, Ben – Cy, Ben – Cy, Ann – Cy, Ann – Cy, Ben goes up without a duel."
    )


def test_the_roof_hint_says_who_can_still_get_which_piles() -> None:
    told = helped(final(hands=(100, 90, 50), kitchen=20))
    assert "Boss's suite, 3 piles: Ann, Ben." in told
    assert "Beaten finalist, 2 piles: Ann, Ben." in told
    assert "Left of the kitchen, 1 pile: Cy." in told
    assert "Right of the kitchen, 1 pile: Ann." in told


def test_the_roof_hint_says_who_gets_which_piles_once_the_boss_is_found() -> None:
    course = duel(final(hands=(100, 90, 50), kitchen=20), (10,), ())
    told = helped(course)
    assert "Ann takes piles 1, 2, 3, 7." in told
    assert "Ben takes piles 4, 5." in told
    assert "Cy takes pile 6." in told
    assert "The roof is worth 10: about 1 a pile." in told


def test_there_are_no_hints_after_the_end() -> None:
    assert GAME.hints(kit.finished(GAME, 3, 1).state) == ()


def test_the_camera_reads_the_stairs_and_the_piles() -> None:
    (option,) = GAME.options(table().state)
    read = dict(option.domains)["figures"].read
    course = placed()
    assert read({"building": rows(course, "building")}) == tuple(STAIRS[3])
    assert read({}) is None
    assert Place("table", tuple(STAIRS[3])) in option
    roofing = duel(final(hands=(100, 90, 50), kitchen=20), (10,) * 5, (10,) * 4)
    (option,) = GAME.options(roofing.state)
    read = dict(option.domains)["piles"].read
    assert read({"piles": (("10",),) * 9}) == ((10,),) * 9
    assert read({"piles": (("10",),) * 8 + (("back",),)}) is None
    assert read({"piles": (("10",),) * 8}) is None
    assert Roof("table", ((10,),) * 9) in option
    assert Roof("table", ((10,),) * 8) not in option


def test_piles_have_a_place_only_at_the_end() -> None:
    assert "piles" not in {zone.name for zone in GAME.zones(placed().state)}
    course = duel(final(hands=(100, 90, 50), kitchen=20), (10,) * 5, (10,) * 4)
    assert rows(course, "piles") == ((),) * 9
    assert rows(kit.play(course, roof(*[[10]] * 9)), "piles") == (("10",),) * 9


def test_facts_are_those_of_the_log_format() -> None:
    start = {"hand_points": [152] * 3, "kitchen": 80, "roof": 0, "bank": 604, "floor": 0, "pair": None}
    assert facts(table()) == start
    assert facts(placed()) == {**start, "pair": [A, B]}
    assert facts(kit.play(placed(), choose(A, 1), choose(B, 2))) == {**start, "pair": [A, B]}


def test_undo_of_a_reveal_seals_the_choices_again() -> None:
    course = duel(placed(), (20,), (5,))
    back = kit.play(course, {"by": 2, "do": "undo", "to": 3})
    assert GAME.seat_texts(back.state) == ("---", "---", "")
    assert kit.play(back, {"by": "table", "do": "reveal"}).state == course.state


def test_a_house_ruling_counts_at_the_end_and_changes_no_fact() -> None:
    course = duel(final(hands=(100, 90, 50), kitchen=20), (10,), ())
    ruled = kit.play(course, {"by": "table", "do": "adjust", "seat": 2, "points": 100, "why": "cake"})
    assert facts(ruled) == facts(course)
    done = kit.play(ruled, roof(*[[]] * 9))
    assert done.outcome is not None
    assert done.outcome.winners == (2,)


def test_the_figures_of_other_floors_are_where_they_were_beaten() -> None:
    state = final(hands=(1, 1, 1), kitchen=0).state
    building = rows(at(replace(state, results=(*state.results, 0))), "building")
    assert [sum(map(bool, row)) for row in building] == [7, 4, 2, 1, 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_field_has_words(language: str) -> None:
    words = Texts(language, "buero_crazy")
    reasons = (
        "sixteen_steps figures_each last_step_empty same_on_step no_such_value not_in_hand both_have_chosen "
        "not_in_this_duel chosen_already choices_are_missing nine_equal_piles more_than_exist not_from_roof "
        "too_many_left bad_split bad_option hint_break hint_back hint_empty alone"
    )
    fields = "field.figures field.cards field.winner field.piles"
    assert [key for key in f"{reasons} {fields}".split() if not words.has(key)] == []


def test_the_stairs_are_placed_once() -> None:
    assert kit.play(table(), place(list(STAIRS[3]))).state == placed().state
