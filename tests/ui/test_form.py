"""Forms ask only what leaves a choice, and every legal action can be reached by answering."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import all_games
from companion.games.allegra.model import Draw, Swap, TurnUp
from companion.rulebook.domain import OneOf
from companion.rulebook.game import option
from companion.ui.form import BY, Form, form_for, kinds
from tests.kit import course


def answered(form: Form, action: Any) -> Any:
    """The action that comes out when every question is answered as `action` says."""
    while form.question is not None:
        form = form.given(getattr(action, form.question.field))
    return form.action


def test_what_leaves_no_choice_is_not_asked() -> None:
    form = form_for((option(0, Draw, value=OneOf((4,))),), Draw)
    assert form.action == Draw(0, 4)
    assert not form.can_go_back


def test_who_acts_is_asked_where_several_may() -> None:
    form = form_for((option(0, Draw, value=OneOf((4,))), option(2, Draw, value=OneOf((4,)))), Draw)
    assert form.question is not None
    assert form.question.field == BY
    assert form.answer(2).action == Draw(2, 4)


def test_a_detail_that_may_be_left_out_is_left_out() -> None:
    cells = OneOf(((0, 0, 0), (0, 0, 1)))
    form = form_for((option(0, Swap, cell=cells, was=OneOf((None, 7))),), Swap)
    assert form.answer((0, 0, 1)).action == Swap(0, (0, 0, 1))


def test_back_leads_to_the_last_answer_a_person_gave() -> None:
    form = form_for((option(0, TurnUp, cell=OneOf(((0, 0, 0), (0, 0, 1))), value=OneOf((1, 2))),), TurnUp)
    two = form.answer((0, 0, 1)).answer(2)
    assert two.back() == form.answer((0, 0, 1))
    assert two.back().back() == form
    assert form.back() == form


def test_a_wrong_answer_is_refused() -> None:
    form = form_for((option(0, Draw, value=OneOf((4, 5))),), Draw)
    with pytest.raises(ValueError, match="Draw"):
        form.answer(6)


@given(st.data())
def test_every_action_of_a_physical_game_can_be_entered(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(all_games()))
    seats = data.draw(st.sampled_from(game.seats))
    now = course(game, seats)
    truth = game.truth(now.options, seats, Random(data.draw(st.integers(0, 10**6))))
    while not now.is_over:
        action = truth.act(now.state)
        options = game.options(now.state)
        assert type(action) in kinds(options)
        entered = answered(form_for(options, type(action)), action)
        assert game.apply(now.state, entered).state == game.apply(now.state, action).state
        now = now.after(action)
