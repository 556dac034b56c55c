"""Splash: how a table starts and what each action does (docs/rules/splash.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.splash import model as m
from companion.games.splash.giving import givable, winner_of
from companion.games.splash.model import Seat, Stack, State
from companion.games.splash.pieces import PIECES, Piece, fitting
from companion.rulebook.errors import BadOptions, IllegalAction
from companion.rulebook.game import TABLE, Over, Step
from companion.rulebook.guards import in_phase, must, must_be
from companion.rulebook.text import Player, Said, say


def start(house: m.House, seats: int) -> State:
    """The table before the pieces are shared out. Raises BadOptions."""
    if not 0 <= house.first < seats:
        raise BadOptions("bad_option", option="first")
    if house.teams and seats not in {4, 6}:
        raise BadOptions("teams_of_two", seats=seats)
    return State(house, seats, ((),) * seats, (0,) * seats, m.Drafting())


def apply(state: State, action: Any) -> Step[State]:
    """The table after `action`, all that is forced included. Raises IllegalAction."""
    rule: Callable[[State, Any], Step[State]] = _RULES[type(action)]
    return rule(state, action)


def shares(state: State) -> tuple[int, ...]:
    """How many pieces each seat has after the draft (R02)."""
    each, over = divmod(len(PIECES), state.seats)
    if state.house.draft == "equal":
        return (each,) * state.seats
    return tuple(each + ((seat - state.house.first) % state.seats < over) for seat in range(state.seats))


def check_draft(state: State, reserves: tuple[tuple[Piece, ...], ...]) -> None:
    """Refuse a draft with unknown or doubled pieces or with wrong shares."""
    must(len(reserves) == state.seats, "one_reserve_each", expected=state.seats)
    drafted = [piece for reserve in reserves for piece in reserve]
    for piece in drafted:
        must(piece in PIECES, "no_such_piece", piece=piece)
        must(drafted.count(piece) == 1, "piece_twice", piece=named(piece))
    for seat, (reserve, share) in enumerate(zip(reserves, shares(state), strict=True)):
        must(len(reserve) == share, "wrong_share", seat=Player(seat), expected=share, got=len(reserve))


def check_stacks(state: State, stacks: tuple[Stack, ...]) -> None:
    """Refuse stacks that are not exactly the tower and the new piece, in at least two stacks."""
    must(len(stacks) > 1, "at_least_two_stacks")
    must(all(stacks), "empty_stack")
    lying = sorted(piece for stack in stacks for piece in stack)
    must(lying == sorted((*state.tower, *_in_hand(state))), "other_pieces_lie_there")


def check_collected(state: State, pieces: tuple[Piece, ...]) -> None:
    """Refuse anything but three different fallen pieces (R16)."""
    must(len(pieces) == len(set(pieces)) == m.COLLECTED, "collect_three")
    for piece in pieces:
        must(piece in _flat(state.fallen), "not_fallen", piece=piece)


def bases(state: State) -> tuple[int, ...]:
    """The stacks that may become the base: the highest, or any where height is measured (R13, R14, S8)."""
    highest = max(map(len, state.fallen), default=0)
    any_stack = state.house.height == "physical"
    return tuple(i for i, stack in enumerate(state.fallen) if any_stack or len(stack) == highest)


def named(piece: Piece) -> Said:
    """`piece` in words."""
    return say(f"piece.{piece}")


def _draft(state: State, action: m.Draft) -> Step[State]:
    in_phase(state, m.Drafting)
    must_be(action.by, TABLE)
    check_draft(state, action.reserves)
    drafted = _flat(action.reserves)
    box = tuple(piece for piece in PIECES if piece not in drafted)
    return Step(replace(state, reserves=action.reserves, box=box, phase=m.Giving(state.house.first)))


def _give(state: State, action: m.Give) -> Step[State]:
    phase = in_phase(state, m.Giving)
    must_be(action.by, phase.seat)
    owner = phase.seat if action.from_ is None else action.from_
    _check_given(state, phase.seat, action)
    winner = winner_of(state, phase.seat, owner)
    reserve = tuple(piece for piece in state.reserves[owner] if piece != action.piece)
    reserves = (*state.reserves[:owner], reserve, *state.reserves[owner + 1 :])
    state = replace(state, reserves=reserves, given=action.piece, phase=m.Placing(phase.seat))
    if winner is None:
        return Step(state)
    return _won(state, winner, "last_piece_given" if winner == phase.seat else "last_piece_taken")


def _check_given(state: State, giver: Seat, action: m.Give) -> None:
    """Refuse what the giver may not give, with the reason that helps (R08-R10)."""
    must(action.from_ != giver, "own_needs_no_from")
    must(action.from_ is None or 0 <= action.from_ < state.seats, "no_such_seat", seat=action.from_ or 0)
    owner = giver if action.from_ is None else action.from_
    must(action.piece in state.reserves[owner], "not_in_reserve", piece=action.piece, seat=Player(owner))
    allowed = dict(givable(state, giver))
    if action.piece in allowed.get(owner, ()):
        return
    if fitting(state.reserves[giver], state.tower):
        raise IllegalAction("own_piece_fits")
    if giver in allowed:
        raise IllegalAction("nobody_fits")
    if owner == giver:
        raise IllegalAction("take_elsewhere")
    raise IllegalAction("does_not_fit", top=named(state.tower[-1]))


def _stands(state: State, action: m.Stands) -> Step[State]:
    phase = in_phase(state, m.Placing)
    must_be(action.by, TABLE)
    tower = (*state.tower, *_in_hand(state))
    return Step(replace(state, tower=tower, given=None, phase=m.Giving(_receiver(state, phase))))


def _falls(state: State, action: m.Falls) -> Step[State]:
    phase = in_phase(state, m.Placing)
    must_be(action.by, TABLE)
    check_stacks(state, action.stacks)
    return _fallen(state, phase, action.stacks)


def _foul(state: State, action: m.Foul) -> Step[State]:
    phase = in_phase(state, m.Placing)
    must_be(action.by, TABLE)
    must(state.tower, "no_foul_on_first")
    if not phase.fouled:
        return Step(replace(state, phase=replace(phase, fouled=True)), (say("place_again"),))
    return _fallen(state, phase, (state.tower, _in_hand(state)))


def _fallen(state: State, phase: m.Placing, stacks: tuple[Stack, ...]) -> Step[State]:
    """A drop for the giver; his third ends the game, else the base and the collection follow (S11)."""
    giver, receiver = phase.giver, _receiver(state, phase)
    drops = tuple(drops + (seat == giver) for seat, drops in enumerate(state.drops))
    state = replace(state, drops=drops, tower=(), given=None, fallen=stacks, phase=m.ChoosingBase(receiver))
    events = (say("drop", seat=Player(giver)),)
    if drops[giver] == m.DROPS_TO_WIN:
        return _won(state, giver, "three_drops", events)
    if state.house.height == "count" and len(only := bases(state)) == 1:
        return _based(state, receiver, only[0], events)
    return Step(state, events)


def _base(state: State, action: m.Base) -> Step[State]:
    phase = in_phase(state, m.ChoosingBase)
    must_be(action.by, phase.seat)
    must(0 <= action.stack < len(state.fallen), "no_such_stack", stack=action.stack, stacks=len(state.fallen))
    must(action.stack in bases(state), "not_the_highest")
    return _based(state, phase.seat, action.stack, ())


def _based(state: State, seat: Seat, stack: int, events: tuple[Said, ...]) -> Step[State]:
    """Stack number `stack` is the new tower; `seat` takes what else fell, or chooses three of it (R13, R15, R16)."""
    rest = (*state.fallen[:stack], *state.fallen[stack + 1 :])
    state = replace(state, tower=state.fallen[stack], fallen=rest, phase=m.Collecting(seat))
    if len(_flat(rest)) > m.COLLECTED:
        return Step(state, events)
    return _collected(state, seat, _flat(rest), events)


def _collect(state: State, action: m.Collect) -> Step[State]:
    phase = in_phase(state, m.Collecting)
    must_be(action.by, phase.seat)
    check_collected(state, action.pieces)
    return _collected(state, phase.seat, action.pieces, ())


def _collected(state: State, seat: Seat, pieces: tuple[Piece, ...], events: tuple[Said, ...]) -> Step[State]:
    boxed = tuple(piece for piece in _flat(state.fallen) if piece not in pieces)
    reserves = tuple((*own, *pieces) if s == seat else own for s, own in enumerate(state.reserves))
    state = replace(state, reserves=reserves, fallen=(), box=(*state.box, *boxed), phase=m.Giving(seat))
    return Step(state, (*events, say("collected", seat=Player(seat), n=len(pieces))))


def _won(state: State, seat: Seat, reason: str, events: tuple[Said, ...] = ()) -> Step[State]:
    """`seat` wins, in teams with the partner opposite (R18-R20)."""
    partner = (seat + state.seats // 2) % state.seats
    winners = tuple(sorted({seat, partner})) if state.house.teams else (seat,)
    return Step(replace(state, phase=Over(reason, winners)), (*events, say("won", seat=Player(seat))))


def _receiver(state: State, phase: m.Placing) -> Seat:
    return (phase.giver + 1) % state.seats


def _in_hand(state: State) -> tuple[Piece, ...]:
    return () if state.given is None else (state.given,)


def _flat(stacks: Iterable[Stack]) -> tuple[Piece, ...]:
    return tuple(piece for stack in stacks for piece in stack)


_RULES: Mapping[type, Callable[[State, Any], Step[State]]] = {
    m.Draft: _draft,
    m.Give: _give,
    m.Stands: _stands,
    m.Falls: _falls,
    m.Foul: _foul,
    m.Base: _base,
    m.Collect: _collect,
}
