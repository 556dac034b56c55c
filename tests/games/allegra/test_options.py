"""The options of Allegra: what a house may agree on and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.allegra import GAME
from companion.games.allegra import model as m
from companion.rulebook.codec import Counts
from companion.rulebook.domain import OneOf
from companion.rulebook.errors import BadOptions, IllegalAction
from tests.games.allegra.table import Q, after, refused, table
from tests.kit import course, play

COUNTED = {str(v): n for v, n in zip(range(-1, 12), (5, 8, 8, 9, 10, 11, 12, 12, 11, 10, 9, 8, 7), strict=True)}


def test_option_distribution_refuses_a_card_that_cannot_exist() -> None:
    few = {**COUNTED, "-1": 1, "0": 12}
    state = course(GAME, 2, {"distribution": few})
    dealt = play(state, {"by": "table", "do": "deal", "discard": -1})
    with pytest.raises(IllegalAction, match="no_such_card"):
        play(dealt, {"by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": -1})
    play(dealt, {"by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": 0})


def test_a_card_the_house_has_none_of_is_not_offered_to_be_dealt() -> None:
    dealing = course(GAME, 2, {"distribution": {**COUNTED, "-1": 0, "0": 13}}).state
    (deal,) = GAME.options(dealing)
    assert dict(deal.domains)["discard"] == OneOf(tuple(range(12)), shown=True)
    assert refused(dealing, m.Deal("table", -1)) == "no_such_card"


def test_option_distribution_counts_the_cards_turned_up_at_the_end_together() -> None:
    rows = ("? ? 0 2 / 3 0 5 6 / 7 8 2 0", Q[1])
    few = Counts(tuple((int(value), count) for value, count in {**COUNTED, "-1": 2, "0": 11}.items()))
    finishing = table(*rows, phase=m.Finishing(), house={"distribution": few}, closer=1)
    turned = m.Final("table", ((0, 0, 0, -1), (0, 0, 1, -1)))
    assert refused(finishing, turned) == "no_such_card"  # a third one lies face up
    after(finishing, m.Final("table", ((0, 0, 0, -1), (0, 0, 1, 0))))


@pytest.mark.parametrize(
    "options",
    [
        {"distribution": {**COUNTED, "0": 9}},
        {"distribution": {"12": 120}},
        {"first": 2},
        {"knock_window_s": -1},
        {"final_reveal_lines": 1},
        {"close_by_neighbour": "never"},
        {"unheard_of": True},
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        course(GAME, 2, options)


@pytest.mark.parametrize("value", ["--1", "-0", "05", "+5", "", "five", "9" * 5000])
def test_a_distribution_with_a_name_that_is_no_number_is_refused_and_not_crashed_on(value: str) -> None:
    with pytest.raises(BadOptions):
        course(GAME, 2, {"distribution": {value: 120}})


def test_a_distribution_is_left_out_and_never_null() -> None:
    with pytest.raises(BadOptions):
        course(GAME, 2, {"distribution": None})
