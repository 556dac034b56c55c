"""Alles im Eimer: how a table starts and what each action does (docs/rules/alles_im_eimer.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.alles_im_eimer import model as m
from companion.games.alles_im_eimer.cards import check_cards
from companion.games.alles_im_eimer.model import Colour, Pyramid, Round, Seat, State
from companion.games.alles_im_eimer.pyramid import (
    CELLS,
    EMPTY,
    at,
    has_equal_neighbours,
    has_shape,
    has_two_of_each,
    may_lose,
    parts,
    standing,
    without,
)
from companion.rulebook.errors import BadOptions, IllegalAction
from companion.rulebook.game import TABLE, Over, Step
from companion.rulebook.guards import in_phase, must, must_be
from companion.rulebook.text import Player, Said, say


def start(house: m.House, seats: int) -> State:
    """The table after the deal, before anybody has built. Raises BadOptions."""
    if not 0 <= house.first < seats:
        raise BadOptions("bad_option", option="first")
    return State(house, seats, (None,) * seats, (m.HAND,) * seats, m.CARDS - m.HAND * seats, m.Building())


def apply(state: State, action: Any) -> Step[State]:
    """The table after `action`, all that is forced included. Raises IllegalAction."""
    rule: Callable[[State, Any], Step[State]] = _RULES[type(action)]
    return rule(state, action)


def running(state: State) -> Round | None:
    """The round that runs, None before its attack and after its end."""
    phase = state.phase
    return phase.round if isinstance(phase, m.Defending | m.Losing | m.Keeping) else None


def pyramid_of(state: State, seat: Seat) -> Pyramid:
    """The pyramid of `seat`, an empty one before it is built."""
    return state.pyramids[seat] or EMPTY


def check_pyramid(house: m.House, pyramid: Pyramid) -> None:
    """Refuse what cannot be built with two buckets of each colour, or what the house forbids (R07, R08)."""
    must(has_shape(pyramid), "wrong_shape")
    must(has_two_of_each(pyramid), "two_of_each_colour")
    if house.adjacency != "off":
        must(not has_equal_neighbours(pyramid, upright=house.adjacency == "contact"), "equal_neighbours")


def check_defence(state: State, phase: m.Defending, cards: tuple[int, ...]) -> None:
    """Refuse cards that cannot lie there or do not top the last total (R13, E1, E3)."""
    check_cards(state, phase.seat, phase.round.colour, cards)
    total = sum(phase.round.laid[phase.seat]) + sum(cards)
    least = phase.round.total + (0 if state.house.equal_reverses else 1)
    must(total >= least, "total_too_low", total=total, least=least)


def _build(state: State, action: m.Build) -> Step[State]:
    in_phase(state, m.Building)
    must(action.by != TABLE, "each_seat_builds")
    seat = int(action.by)
    must(state.pyramids[seat] is None, "built_already")
    check_pyramid(state.house, action.pyramid)
    pyramids = _put(state.pyramids, seat, action.pyramid)
    if None in pyramids:
        return Step(replace(state, pyramids=pyramids))
    return Step(replace(state, pyramids=pyramids, phase=m.Leading(state.house.first)), (say("all_built"),))


def _attack(state: State, action: m.Attack) -> Step[State]:
    phase = in_phase(state, m.Leading)
    must_be(action.by, phase.seat)
    check_cards(state, phase.seat, action.colour, action.cards)
    opened = Round(action.colour, ((),) * state.seats, 0)
    return _laid(state, phase.seat, opened, action.cards)


def _defend(state: State, action: m.Defend) -> Step[State]:
    phase = in_phase(state, m.Defending)
    must_be(action.by, phase.seat)
    check_defence(state, phase, action.cards)
    return _laid(state, phase.seat, phase.round, action.cards)


def _laid(state: State, seat: Seat, before: Round, cards: tuple[int, ...]) -> Step[State]:
    """`cards` lie before `seat`, who draws; the attack moves on (R11, R14, E3, E4)."""
    own = (*before.laid[seat], *cards)
    turns = sum(own) == before.total
    events: tuple[Said, ...] = (say("turned"),) if turns else ()
    after = Round(before.colour, _put(before.laid, seat, own), sum(own), -before.step if turns else before.step)
    state = replace(state, hands=_put(state.hands, seat, state.hands[seat] - len(cards)))
    if state.house.auto_draw:
        state, drawn = _drawn(state, seat)
        events += drawn
    owed = None if state.house.auto_draw else seat
    return Step(replace(state, phase=m.Defending(_next(state, seat, after.step), after, owed)), events)


def _pass(state: State, action: m.Pass) -> Step[State]:
    phase = in_phase(state, m.Defending)
    must_be(action.by, phase.seat)
    return Step(replace(state, phase=m.Losing(phase.seat, phase.round)))


def _draw(state: State, action: m.Draw) -> Step[State]:
    must(not state.house.auto_draw, "draws_are_automatic")
    phase = in_phase(state, m.Defending)
    if phase.owed is None:
        raise IllegalAction("drawn_already")
    must_be(action.by, phase.owed)
    state, events = _drawn(state, phase.owed)
    return Step(replace(state, phase=replace(phase, owed=None)), events)


def _lose(state: State, action: m.Lose) -> Step[State]:
    phase = in_phase(state, m.Losing)
    must_be(action.by, phase.seat)
    before = pyramid_of(state, phase.seat)
    must(action.cell in CELLS and at(before, action.cell) is not None, "no_bucket_there")
    must(action.cell in may_lose(before, phase.round.colour), "own_colour_first", colour=_colour(phase.round.colour))
    after = without(before, action.cell)
    state = replace(state, pyramids=_put(state.pyramids, phase.seat, after))
    fallen = len(standing(before)) - len(standing(after)) - 1
    events = (say("fell", n=fallen, seat=Player(phase.seat)),) if fallen else ()
    if len(parts(after)) > 1:
        return Step(replace(state, phase=m.Keeping(phase.seat, phase.round)), (*events, say("split")))
    return _round_over(state, phase, events)


def _keep(state: State, action: m.Keep) -> Step[State]:
    phase = in_phase(state, m.Keeping)
    must_be(action.by, phase.seat)
    left, right = parts(pyramid_of(state, phase.seat))
    kept = left if action.part == "left" else right
    return _round_over(replace(state, pyramids=_put(state.pyramids, phase.seat, kept)), phase, ())


def _round_over(state: State, phase: m.Losing | m.Keeping, events: tuple[Said, ...]) -> Step[State]:
    """The cards of the round are put away; the game ends or the loser leads (R20, R23-R25, E7, E13, E16)."""
    seat = phase.seat
    away = tuple((phase.round.colour, value) for laid in phase.round.laid for value in laid)
    state = replace(state, discard=state.discard + away)
    if not standing(pyramid_of(state, seat)):
        hidden = state.hidden + state.hands[seat]
        state = replace(state, hands=_put(state.hands, seat, 0), hidden=hidden)
        events = (*events, say("destroyed", seat=Player(seat)))
        if _destroyed(state) == _most_destroyed(state.seats):
            return Step(replace(state, phase=Over("most_buckets")), events)
        seat = _next(state, seat, 1)
    if not state.hands[seat]:
        state, drawn = _drawn(state, seat)
        events = (*events, *drawn, say("drew_to_lead", seat=Player(seat)))
    return Step(replace(state, phase=m.Leading(seat)), events)


def _drawn(state: State, seat: Seat) -> tuple[State, tuple[Said, ...]]:
    """`seat` draws a card; an empty deck is first made of the discard pile, which is never empty then (E6)."""
    events: tuple[Said, ...] = ()
    if not state.deck:
        state = replace(state, deck=len(state.discard) + state.hidden, discard=(), hidden=0)
        events = (say("reshuffled"),)
    return replace(state, deck=state.deck - 1, hands=_put(state.hands, seat, state.hands[seat] + 1)), events


def _destroyed(state: State) -> int:
    return sum(not standing(pyramid_of(state, seat)) for seat in range(state.seats))


def _most_destroyed(seats: int) -> int:
    """How many destroyed pyramids end the game."""
    return 1 if seats < 5 else 2


def _next(state: State, seat: Seat, step: int) -> Seat:
    """The next seat that still has a bucket, `step` +1 for clockwise."""
    around = ((seat + step * k) % state.seats for k in range(1, state.seats + 1))
    return next(other for other in around if standing(pyramid_of(state, other)))


def _colour(colour: Colour) -> Said:
    return say(f"colour.{colour}")


def _put(parts_of: tuple[Any, ...], seat: Seat, part: Any) -> tuple[Any, ...]:
    """`parts_of` the seats with the part of `seat` replaced."""
    return (*parts_of[:seat], part, *parts_of[seat + 1 :])


_RULES: Mapping[type, Callable[[State, Any], Step[State]]] = {
    m.Build: _build,
    m.Attack: _attack,
    m.Defend: _defend,
    m.Pass: _pass,
    m.Draw: _draw,
    m.Lose: _lose,
    m.Keep: _keep,
}
