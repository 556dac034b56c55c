"""Die Bombe: how a table starts and what each action does (rules.md section 4, resolutions D1-D21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.die_bombe import model as m
from companion.games.die_bombe.model import Card, Seat, State
from companion.rulebook.errors import IllegalAction
from companion.rulebook.game import TABLE, Over, Step
from companion.rulebook.guards import in_phase, must, must_be
from companion.rulebook.sealed import Sealed
from companion.rulebook.text import Player, Said, say


def start(house: m.House, seats: int) -> State:
    """The table before the first pair."""
    return State(house, seats, m.Showing(), (None, None), live=((),) * seats, deficits=((),) * seats)


def apply(state: State, action: Any) -> Step[State]:
    """The table after `action`, all that is forced included. Raises IllegalAction."""
    rule: Callable[[State, Any], Step[State]] = _RULES[type(action)]
    return rule(state, action)


def show_fault(state: State, cards: tuple[Card, ...]) -> Said | None:
    """Why `cards` cannot be the next pair; None where they can."""
    if len(cards) != 2:
        return say("two_cards")
    out = state.seen
    for card in cards:
        if card not in m.VALUE_CARDS and card != m.BOMB:
            return say("no_such_card", card=card)
        if card == m.BOMB and not out:
            return say("no_bomb_first")
    for card in cards:
        exist = m.BOMBS if card == m.BOMB else 1
        if out.count(card) + cards.count(card) > exist:
            return say("card_is_out", card=card)
    return None


def targets(state: State, seat: Seat) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
    """The other seats that a bomb of `seat` can hit and the cards it can hit there (D8, D9)."""
    hit = ((victim, _targets_of(state, victim)) for victim in range(state.seats) if victim != seat)
    return tuple((victim, cards) for victim, cards in hit if cards)


def _targets_of(state: State, victim: Seat) -> tuple[Card, ...]:
    cards = state.live[victim]
    if state.house.bomb_target == "any":
        return cards
    return tuple({m.colour_of(card): card for card in cards}.values())


def _show(state: State, action: m.Show) -> Step[State]:
    in_phase(state, m.Showing)
    must_be(action.by, TABLE)
    if fault := show_fault(state, action.cards):
        raise IllegalAction(fault.key, **dict(fault.values))
    everybody = tuple(range(state.seats))
    return Step(replace(state, shown=action.cards, bids=(), phase=m.Bidding(everybody)))


def _bid(state: State, action: m.Bid) -> Step[State]:
    phase = state.phase
    must(not isinstance(phase, m.Revealing), "all_bids_are_in")
    phase = in_phase(state, m.Bidding)
    must(action.by in phase.bidders, "not_a_bidder")
    must(action.by not in {bid.owner for bid in phase.bids}, "bid_already")
    must(m.LEAST_BID <= action.amount.value <= m.MOST_BID, "bid_out_of_range", least=m.LEAST_BID, most=m.MOST_BID)
    seat = int(action.by)
    bids = tuple(sorted((*phase.bids, Sealed(seat, action.amount.value)), key=lambda bid: bid.owner))
    locked = len(bids) == len(phase.bidders)
    following = m.Revealing(bids, phase.rebids) if locked else replace(phase, bids=bids)
    return Step(replace(state, phase=following), (say("bid_locked", seat=Player(seat)),))


def _reveal(state: State, action: m.Reveal) -> Step[State]:
    must(not isinstance(state.phase, m.Bidding), "bids_are_missing")
    phase = in_phase(state, m.Revealing)
    must_be(action.by, TABLE)
    bids = {bid.owner: bid.value for bid in phase.bids}
    revealed = replace(state, bids=tuple(bids.get(seat) for seat in range(state.seats)))
    told = tuple(say("bid_was", seat=Player(seat), points=bid) for seat, bid in bids.items())
    highest, *rest = sorted(set(bids.values()), reverse=True)
    first = [seat for seat, bid in bids.items() if bid == highest]
    if len(first) > 1:
        return _tied(revealed, tuple(first), phase.rebids, told)
    second = [seat for seat, bid in bids.items() if rest and bid == rest[0]]
    # D2: after a tie for the highest one card is for sale; the second gets one only where the house says so.
    free = len(second) == 1 and (phase.rebids == 0 or state.house.tie_high == "like_fresh")
    taking = m.Taking(first[0], highest, second[0] if free else None)
    return Step(replace(revealed, phase=taking), (*told, say("bid_won", seat=Player(first[0]), points=highest)))


def _tied(state: State, tied: tuple[Seat, ...], rebids: int, events: tuple[Said, ...]) -> Step[State]:
    """The highest bid was given more than once: those seats bid again, or both cards leave play (D2-D5)."""
    events = (*events, say("tie_for_highest", seats=tuple(Player(seat) for seat in tied)))
    if rebids < state.house.max_rebids:
        return Step(replace(state, phase=m.Bidding(tied, (), rebids + 1)), events)
    state = replace(state, shown=(None, None), aside=(*state.aside, *state.open.values()))
    return _sold(state, (*events, say("both_leave")))


def _take(state: State, action: m.Take) -> Step[State]:
    phase = in_phase(state, m.Taking)
    must_be(action.by, phase.seat)
    must(action.card in {0, 1}, "left_or_right")
    deficits = _with(state.deficits, phase.seat, phase.bid)
    return _received(replace(state, deficits=deficits), phase.seat, action.card, phase.second, ())


def _bomb(state: State, action: m.Bomb) -> Step[State]:
    phase = in_phase(state, m.Bombing)
    must_be(action.by, phase.seat)
    must(action.victim != phase.seat, "not_oneself")
    must(0 <= action.victim < state.seats, "no_such_seat", seat=action.victim)
    cards = state.live[action.victim]
    must(action.card in cards, "not_his_card", seat=Player(action.victim))
    must(action.card in dict(targets(state, phase.seat))[action.victim], "not_the_newest")
    left = tuple(card for card in cards if card != action.card)
    live = tuple(left if seat == action.victim else won for seat, won in enumerate(state.live))
    state = replace(state, live=live, aside=(*state.aside, action.card))
    return _award(state, phase.second, (say("destroyed", seat=Player(action.victim), card=named(action.card)),))


def _received(state: State, seat: Seat, place: int, second: Seat | None, events: tuple[Said, ...]) -> Step[State]:
    """`seat` gets the open card at `place`; a bomb must be played before anything else (D11)."""
    card = state.open[place]
    state = replace(state, shown=(None, state.shown[1]) if place == 0 else (state.shown[0], None))
    events = (*events, say("got", seat=Player(seat), card=named(card)))
    if card != m.BOMB:
        return _award(replace(state, live=_with(state.live, seat, card)), second, events)
    state = replace(state, aside=(*state.aside, card))
    if targets(state, seat):
        return Step(replace(state, phase=m.Bombing(seat, second)), events)
    return _award(state, second, (*events, say("bomb_fizzles")))


def _award(state: State, second: Seat | None, events: tuple[Said, ...]) -> Step[State]:
    """The card that still lies open goes to `second`, or leaves play where there is none (D1)."""
    for place, card in state.open.items():
        if second is not None:
            return _received(state, second, place, None, events)
        state = replace(state, shown=(None, None), aside=(*state.aside, card))
        events = (*events, say("leaves", card=named(card)))
    return _sold(state, events)


def _sold(state: State, events: tuple[Said, ...]) -> Step[State]:
    """The turn is over: the next pair, or the end once the pile is used up."""
    phase = m.Showing() if state.pile else Over("highest_score")
    return Step(replace(state, phase=phase), events)


def named(card: Card) -> Said:
    """A card in words."""
    return say("card_bomb") if card == m.BOMB else say(f"card_{m.colour_of(card)}", value=m.value_of(card))


def _with(rows: tuple[tuple[Any, ...], ...], seat: Seat, one: Any) -> tuple[tuple[Any, ...], ...]:
    return tuple((*row, one) if other == seat else row for other, row in enumerate(rows))


_RULES: Mapping[type, Callable[[State, Any], Step[State]]] = {
    m.Show: _show,
    m.Bid: _bid,
    m.Reveal: _reveal,
    m.Take: _take,
    m.Bomb: _bomb,
}
