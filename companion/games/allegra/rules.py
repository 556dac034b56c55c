"""Allegra: how a table starts and what each action does (rules.md section 3, resolutions G1-G25)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.allegra import model as m
from companion.games.allegra.grid import all_cells, index, lines, with_card, zone, zone_sum
from companion.games.allegra.known import can_be, grabbable, has_card, reshuffled
from companion.games.allegra.model import Card, Cell, Seat, State
from companion.rulebook.errors import BadOptions, IllegalAction
from companion.rulebook.game import TABLE, UNKNOWN, Over, Step
from companion.rulebook.guards import in_phase, must, must_be
from companion.rulebook.text import Player, Said, say


def start(house: m.House, seats: int) -> State:
    """The table before the first deal. Raises BadOptions."""
    if not 0 <= house.first < seats:
        raise BadOptions("bad_option", option="first")
    return State(house, seats, (UNKNOWN,) * (12 * seats), m.Dealing(), starter=house.first)


def apply(state: State, action: Any) -> Step[State]:
    """The table after `action`, all that is forced included. Raises IllegalAction."""
    rule: Callable[[State, Any], Step[State]] = _RULES[type(action)]
    return rule(state, action)


def _deal(state: State, action: m.Deal) -> Step[State]:
    in_phase(state, m.Dealing)
    must_be(action.by, TABLE)
    number = len(state.rounds) + 1
    starter = (state.house.first + number - 1) % state.seats
    fresh = replace(
        state,
        cards=(UNKNOWN,) * (12 * state.seats),
        phase=m.TurningUp(starter, 2),
        deck=m.CARDS - 12 * state.seats - 1,
        discard=(),
        removed=(),
        round=number,
        starter=starter,
        closer=None,
        extra=(),
    )
    must(can_be(fresh, action.discard), "no_such_card", value=action.discard)
    return Step(replace(fresh, discard=(action.discard,)), (say("round_began", round=number),))


def _turn_up(state: State, action: m.TurnUp) -> Step[State]:
    phase = in_phase(state, m.TurningUp)
    must_be(action.by, phase.seat)
    state = _flipped(state, phase.seat, action.cell, action.value)
    state, events = _cleared(state)
    if phase.left > 1:
        return Step(replace(state, phase=m.TurningUp(phase.seat, phase.left - 1)), events)
    following = (phase.seat + 1) % state.seats
    if following == state.starter:
        return Step(replace(state, phase=m.Choosing(state.starter)), events)
    return Step(replace(state, phase=m.TurningUp(following, 2)), events)


def _take(state: State, action: m.Take) -> Step[State]:
    phase = in_phase(state, m.Choosing)
    must_be(action.by, phase.seat)
    must(has_card(state, phase.seat), "empty_zone")
    *rest, top = state.discard
    return Step(replace(state, discard=tuple(rest), phase=m.Taken(phase.seat, top)))


def _draw(state: State, action: m.Draw) -> Step[State]:
    phase = in_phase(state, m.Choosing)
    must_be(action.by, phase.seat)
    source = reshuffled(state) if state.deck == 0 else state
    must(can_be(source, action.value), "no_such_card", value=action.value)
    events = (say("reshuffled"),) if source is not state else ()
    return Step(replace(source, deck=source.deck - 1, phase=m.Drawn(phase.seat, action.value)), events)


def _swap(state: State, action: m.Swap) -> Step[State]:
    phase = state.phase
    if not isinstance(phase, m.Taken | m.Drawn):
        raise IllegalAction("not_now")
    must_be(action.by, phase.seat)
    old = _card_at(state, phase.seat, action.cell, action.was)
    swapped = replace(state, cards=with_card(state.cards, action.cell, phase.card), discard=(*state.discard, old))
    swapped, events = _cleared(swapped)
    return _turn_over(swapped, phase.seat, events)


def _discard(state: State, action: m.Discard) -> Step[State]:
    phase = in_phase(state, m.Drawn)
    must_be(action.by, phase.seat)
    hidden = any(state.cards[index(cell)] is UNKNOWN for cell in zone(state.seats, phase.seat))
    must(hidden or action.flip is None, "nothing_to_flip")
    must(not hidden or action.flip is not None, "flip_missing")
    must((action.flip is None) == (action.value is None), "flip_missing")
    if action.flip is not None and action.value is not None:
        state = _flipped(state, phase.seat, action.flip, action.value)
    state, events = _cleared(replace(state, discard=(*state.discard, phase.card)))
    return _turn_over(state, phase.seat, events)


def _knock(state: State, action: m.Knock) -> Step[State]:
    phase = in_phase(state, m.Drawn)
    must(state.seats > 2, "no_knocks_for_two")
    must(action.by not in {TABLE, phase.seat}, "own_knock")
    must(action.by not in phase.knockers, "knocked_already")
    knockers = (*phase.knockers, int(action.by))
    return Step(replace(state, phase=m.Drawn(phase.seat, phase.card, knockers)))


def _give(state: State, action: m.Give) -> Step[State]:
    phase = in_phase(state, m.Drawn)
    must_be(action.by, phase.seat)
    must(action.to in phase.knockers, "did_not_knock")
    must(has_card(state, action.to), "empty_zone")
    return Step(replace(state, phase=m.Placing(phase.seat, action.to, phase.card)))


def _place(state: State, action: m.Place) -> Step[State]:
    phase = in_phase(state, m.Placing)
    must_be(action.by, phase.knocker)
    old = _card_at(state, phase.knocker, action.cell, action.was)
    grabbing = m.Grabbing(phase.seat, phase.knocker, old, action.cell)
    placed = replace(state, cards=with_card(state.cards, action.cell, phase.card), phase=grabbing)
    placed, events = _cleared(placed)
    if grabbable(placed, grabbing):
        return Step(placed, events)
    return _turn_over(replace(placed, discard=(*placed.discard, old)), phase.seat, events)


def _grab(state: State, action: m.Grab) -> Step[State]:
    phase = in_phase(state, m.Grabbing)
    must_be(action.by, phase.seat)
    grabbed = _card_at(state, phase.knocker, action.cell, action.was)
    must(action.cell in grabbable(state, phase), "given_card")
    putting = m.Putting(phase.seat, phase.knocker, phase.old, action.cell, grabbed)
    state = replace(state, cards=with_card(state.cards, action.cell, None), phase=putting)
    if has_card(state, phase.seat):
        return Step(state)
    return _filled(replace(state, discard=(*state.discard, grabbed)), putting, ())


def _put(state: State, action: m.Put) -> Step[State]:
    phase = in_phase(state, m.Putting)
    must_be(action.by, phase.seat)
    old = _card_at(state, phase.seat, action.cell, action.was)
    put = replace(state, cards=with_card(state.cards, action.cell, phase.card), discard=(*state.discard, old))
    put, events = _cleared(put)
    return _filled(put, phase, events)


def _filled(state: State, phase: m.Putting, events: tuple[Said, ...]) -> Step[State]:
    filled, more = _cleared(replace(state, cards=with_card(state.cards, phase.hole, phase.old)))
    return _turn_over(filled, phase.seat, events + more)


def _final(state: State, action: m.Final) -> Step[State]:
    in_phase(state, m.Finishing)
    must_be(action.by, TABLE)
    turned: dict[Cell, int] = {(owner, row, column): value for owner, row, column, value in action.cells}
    hidden = {cell for cell in all_cells(state.seats) if state.cards[index(cell)] is UNKNOWN}
    must(turned.keys() == hidden and len(turned) == len(action.cells), "wrong_cells", expected=len(hidden))
    for value in turned.values():
        must(can_be(state, value, more=list(turned.values()).count(value) - 1), "no_such_card", value=value)
    shown: tuple[Card, ...] = tuple(turned.get(cell, state.cards[index(cell)]) for cell in all_cells(state.seats))
    state = replace(state, cards=shown)
    events: tuple[Said, ...] = ()
    if state.house.final_reveal_lines:
        state, events = _cleared(state)
    return _scored(state, events)


def _scored(state: State, events: tuple[Said, ...]) -> Step[State]:
    sums = tuple(zone_sum(state.cards, state.seats, seat) for seat in range(state.seats))
    closer = state.closer
    doubled = closer if closer is not None and sums[closer] > max(0, min(sums)) else None
    if doubled is not None:
        events = (*events, say("doubled", seat=Player(doubled), points=sums[doubled]))
    rounds = (*state.rounds, m.RoundScore(sums, doubled))
    phase = Over("lowest_total") if len(rounds) == m.ROUNDS else m.Dealing()
    return Step(replace(state, rounds=rounds, phase=phase), (*events, say("round_scored", round=state.round)))


def _flipped(state: State, seat: Seat, cell: Cell, value: int) -> State:
    must(cell in zone(state.seats, seat), "not_in_zone")
    must(state.cards[index(cell)] is UNKNOWN, "not_face_down")
    must(can_be(state, value), "no_such_card", value=value)
    return replace(state, cards=with_card(state.cards, cell, value))


def _card_at(state: State, seat: Seat, cell: Cell, was: int | None) -> int:
    """The value of the card that comes out of `cell`, told by the table or by `was`."""
    must(cell in zone(state.seats, seat), "not_in_zone")
    card = state.cards[index(cell)]
    if card is None:
        raise IllegalAction("no_card_there")
    if isinstance(card, int):
        must(was is None or was == card, "card_was_different", value=card)
        return card
    if was is None:
        raise IllegalAction("value_missing")
    must(can_be(state, was), "no_such_card", value=was)
    return was


def _cleared(state: State) -> tuple[State, tuple[Said, ...]]:
    """All lines leave the game at once (G5, G6, G8)."""
    leaving = lines(state.cards, state.seats)
    if not leaving:
        return state, ()
    gone = tuple(card for i in sorted(leaving) if isinstance(card := state.cards[i], int))
    left = tuple(None if i in leaving else card for i, card in enumerate(state.cards))
    cleared = replace(state, cards=left, removed=(*state.removed, *gone))
    return cleared, (say("line_cleared", cards=len(gone)),)


def _turn_over(state: State, seat: Seat, events: tuple[Said, ...]) -> Step[State]:
    """The turn of `seat` ends: test whether the round closes, then the next turn or the end of the round."""
    if state.closer is not None:
        extra = state.extra[1:]
    elif (closer := _closer(state, seat)) is not None:
        after = ((seat + step) % state.seats for step in range(1, state.seats + 1))
        extra = tuple(s for s in after if s != closer)
        state = replace(state, closer=closer)
        events = (*events, say("closed", seat=Player(closer)))
    else:
        return Step(replace(state, phase=m.Choosing((seat + 1) % state.seats)), events)
    phase = m.Choosing(extra[0]) if extra else m.Finishing()
    return Step(replace(state, extra=extra, phase=phase), events)


def _closer(state: State, seat: Seat) -> Seat | None:
    """Who closes after a turn of `seat` (G1, G2, G16, G17)."""
    may = 1 if state.house.close_by_neighbour == "own_turn" else state.seats
    for other in ((seat + step) % state.seats for step in range(may)):
        if not any(state.cards[index(cell)] is UNKNOWN for cell in zone(state.seats, other)):
            return other
    return None


_RULES: Mapping[type, Callable[[State, Any], Step[State]]] = {
    m.Deal: _deal,
    m.TurnUp: _turn_up,
    m.Take: _take,
    m.Draw: _draw,
    m.Swap: _swap,
    m.Discard: _discard,
    m.Knock: _knock,
    m.Give: _give,
    m.Place: _place,
    m.Grab: _grab,
    m.Put: _put,
    m.Final: _final,
}
