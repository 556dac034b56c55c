"""Büro Crazy: how a table starts and what each action does (rules.md section 1, resolutions B1-B17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.buero_crazy import model as m
from companion.games.buero_crazy.bracket import ALL_CONTESTS, FINAL, STARTS, Figure, floor_of, pair
from companion.games.buero_crazy.model import Seat, State
from companion.games.buero_crazy.purse import VALUES, counted, fewest, missing, plus, purse, worth
from companion.games.buero_crazy.score import pile_points, piles_of
from companion.rulebook.codec import Counts
from companion.rulebook.errors import BadOptions, IllegalAction
from companion.rulebook.game import TABLE, Over, Step
from companion.rulebook.guards import in_phase, must, must_be
from companion.rulebook.sealed import Sealed
from companion.rulebook.text import Player, Said, say


def start(house: m.House, seats: int) -> State:
    """The table before the figures are placed, the kitchen filled for the first floor. Raises BadOptions."""
    split = counted(house.card_split)
    bank = worth(split) - seats * m.HAND_POINTS - m.FILLS[0]
    if min(split) < m.EACH_IN_HAND * seats or bank < m.LATER_FILLS:
        raise BadOptions("bad_split", least=m.EACH_IN_HAND * seats, bank=m.LATER_FILLS)
    return State(house, seats, m.Placing(), (m.HAND_POINTS,) * seats, kitchen=m.FILLS[0], bank=bank)


def apply(state: State, action: Any) -> Step[State]:
    """The table after `action`, all that is forced included. Raises IllegalAction."""
    rule: Callable[[State, Any], Step[State]] = _RULES[type(action)]
    return rule(state, action)


def place_fault(state: State, figures: tuple[Figure, ...]) -> Said | None:
    """Why the figures cannot stand like this on the stairs; None where they can (B8, B17)."""
    each = m.FIGURES[state.seats]
    if len(figures) != m.STEPS:
        return say("sixteen_steps", expected=m.STEPS, got=len(figures))
    if any(figures.count(seat) != each for seat in range(state.seats)):
        return say("figures_each", expected=each)
    if any(figure is not None for figure in figures[state.seats * each :]):
        return say("last_step_empty")
    if any(left == right for left, right in zip(figures[::2], figures[1::2], strict=True)):
        return say("same_on_step")
    return None


def play_fault(state: State, seat: Seat, cards: Counts) -> Said | None:
    """Why `cards` cannot come from this hand; None where they can. It never says what was tried."""
    if any(value not in VALUES for value, _ in cards.pairs):
        return say("no_such_value")
    free = missing(state.roof_cards, counted(state.house.card_split))
    if cards.worth > state.hands[seat] or any(missing(free, counted(cards))):
        return say("not_in_hand", points=state.hands[seat])
    return None


def roof_fault(state: State, piles: tuple[tuple[int, ...], ...]) -> Said | None:
    """Why the roof cannot have been dealt into these piles; None where it can (log format 1.3)."""
    cards = [value for pile in piles for value in pile]
    if len(piles) != m.PILES or len({len(pile) for pile in piles}) != 1:
        return say("nine_equal_piles", expected=m.PILES)
    if any(value not in VALUES for value in cards):
        return say("no_such_value")
    dealt = purse(cards)
    if any(missing(counted(state.house.card_split), dealt)):
        return say("more_than_exist")
    unknown = state.tie_points - worth(missing(state.roof_cards, dealt))
    if unknown < 0:
        return say("not_from_roof")
    left_over = sum(missing(dealt, state.roof_cards)) + sum(fewest(unknown))
    return say("too_many_left", most=m.PILES - 1) if left_over >= m.PILES else None


def _refuse(fault: Said | None) -> None:
    if fault is not None:
        raise IllegalAction(fault.key, **dict(fault.values))


def _place(state: State, action: m.Place) -> Step[State]:
    in_phase(state, m.Placing)
    must_be(action.by, TABLE)
    _refuse(place_fault(state, action.figures))
    return _next_contest(replace(state, steps=action.figures), ())


def _play(state: State, action: m.Play) -> Step[State]:
    must(not isinstance(state.phase, m.Revealing), "both_have_chosen")
    phase = in_phase(state, m.Selecting)
    must(action.by in {phase.left, phase.right}, "not_in_this_duel")
    must(action.by not in {bid.owner for bid in phase.bids}, "chosen_already")
    seat = int(action.by)
    _refuse(play_fault(state, seat, action.cards.value))
    both = (*phase.bids, Sealed(seat, action.cards.value))
    if len(both) == 1:
        following: m.Phase = replace(phase, bids=both)
    else:
        in_order = both if seat == phase.right else both[::-1]
        following = m.Revealing(phase.left, phase.right, in_order, phase.zeros)
    return Step(replace(state, phase=following), (say("choice_locked", seat=Player(seat)),))


def _reveal(state: State, action: m.Reveal) -> Step[State]:
    must(not isinstance(state.phase, m.Selecting), "choices_are_missing")
    phase = in_phase(state, m.Revealing)
    must_be(action.by, TABLE)
    left, right = (bid.value for bid in phase.bids)
    revealed = m.Revealed(phase.left, phase.right, (counted(left), counted(right)))
    told = tuple(say("bid_was", seat=Player(bid.owner), points=bid.value.worth) for bid in phase.bids)
    state = replace(state, revealed=revealed, settled=len(state.ledger))
    if left.worth == right.worth:
        return _tied(state, phase, left.worth, told)
    side = 0 if left.worth > right.worth else 1
    return _decided(_paid(state, revealed, side), side, (*told, *_payment_told(state, revealed, side)))


def _paid(state: State, duel: m.Revealed, side: int) -> State:
    """The cards of the winner go to the roof, and in the final those of the loser; the kitchen pays the difference."""
    seats = (duel.left, duel.right)
    winner, loser = seats[side], seats[1 - side]
    won, lost = duel.cards[side], duel.cards[1 - side]
    gain = _gain(state, duel, side)
    is_final = len(state.results) == FINAL
    hands = list(state.hands)
    hands[winner] -= worth(won)
    hands[loser] += gain - (worth(lost) if is_final else 0)
    to_roof = plus(won, lost) if is_final else won
    return replace(
        state,
        hands=tuple(hands),
        kitchen=state.kitchen - gain,
        roof_cards=plus(state.roof_cards, to_roof),
        ledger=(*state.ledger, m.Payment(loser, gain)),
    )


def _gain(state: State, duel: m.Revealed, side: int) -> int:
    """The difference, or what is left in the kitchen (B1, B2)."""
    return min(worth(duel.cards[side]) - worth(duel.cards[1 - side]), state.kitchen)


def _payment_told(state: State, duel: m.Revealed, side: int) -> tuple[Said, ...]:
    loser = Player(duel.right if side == 0 else duel.left)
    paid = say("paid", seat=loser, points=_gain(state, duel, side))
    if len(state.results) < FINAL:
        return (paid,)
    return (say("final_loss", seat=loser, points=worth(duel.cards[1 - side])), paid)


def _tied(state: State, phase: m.Revealing, points: int, events: tuple[Said, ...]) -> Step[State]:
    """Both lose half of what they played and choose again; three 0-0 in a row call for lots (B4-B6)."""
    loss = (points + 1) // 2 if state.house.tie_round == "up" else points // 2
    hands = tuple(h - loss if seat in {phase.left, phase.right} else h for seat, h in enumerate(state.hands))
    to_roof = state.house.tie_loss_to == "roof"
    zeros = phase.zeros + 1 if points == 0 else 0
    state = replace(
        state,
        hands=hands,
        tie_points=state.tie_points + (2 * loss if to_roof else 0),
        bank=state.bank + (0 if to_roof else 2 * loss),
        phase=m.Selecting(phase.left, phase.right, (), zeros),
    )
    events = (*events, say("tie", points=loss))
    if zeros < m.ZERO_TIES:
        return Step(state, events)
    return Step(replace(state, phase=m.CastingLots(phase.left, phase.right)), (*events, say("lots_due")))


def _lots(state: State, action: m.Lots) -> Step[State]:
    phase = in_phase(state, m.CastingLots)
    must_be(action.by, TABLE)
    must(action.winner in {phase.left, phase.right}, "not_in_this_duel")
    return _decided(replace(state, settled=len(state.ledger)), 0 if action.winner == phase.left else 1, ())


def _decided(state: State, side: int, events: tuple[Said, ...]) -> Step[State]:
    """The figure on `side` goes up; once a floor is done the kitchen is filled for the next one."""
    winner = pair(state.steps, state.results, len(state.results))[side]
    events = (*events, say("goes_up", seat=Player(winner))) if winner is not None else events
    state = replace(state, results=(*state.results, side))
    if len(state.results) in STARTS:
        state, filled = _filled(state)
        events = (*events, filled)
    return _next_contest(state, events)


def _filled(state: State) -> tuple[State, Said]:
    points = m.FILLS[floor_of(len(state.results))]
    emptied = state.house.refill == "reset"
    left = 0 if emptied else state.kitchen
    state = replace(
        state,
        kitchen=left + points,
        bank=state.bank + state.kitchen - left - points,
        ledger=(*state.ledger, m.Fill(points, emptied)),
    )
    return state, say("filled", points=points, floor=floor_of(len(state.results)))


def _next_contest(state: State, events: tuple[Said, ...]) -> Step[State]:
    """On to the next duel; a bye and a pair of one owner settle themselves (B7, B8)."""
    if len(state.results) == ALL_CONTESTS:
        return Step(replace(state, phase=m.Roofing()), (*events, say("boss_found")))
    left, right = pair(state.steps, state.results, len(state.results))
    if left is None or right is None:
        return _decided(state, 0, (*events, say("bye")))
    if left == right:
        return _decided(state, 0, (*events, say("own_pair", seat=Player(left))))
    return Step(replace(state, phase=m.Selecting(left, right)), events)


def _roof(state: State, action: m.Roof) -> Step[State]:
    in_phase(state, m.Roofing)
    must_be(action.by, TABLE)
    _refuse(roof_fault(state, action.piles))
    dealt = replace(state, piles=action.piles, phase=Over("highest_score"))
    told = (
        say("piles_won", seat=Player(seat), n=len(numbers), points=pile_points(dealt, seat))
        for seat, numbers in enumerate(piles_of(dealt))
        if numbers
    )
    return Step(dealt, (say("roof_dealt"), *told))


_RULES: Mapping[type, Callable[[State, Any], Step[State]]] = {
    m.Place: _place,
    m.Play: _play,
    m.Reveal: _reveal,
    m.Lots: _lots,
    m.Roof: _roof,
}
