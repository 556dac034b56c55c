"""Alles im Eimer: how the table should look, what displays show and what helps at the table."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from companion.games.alles_im_eimer import model as m
from companion.games.alles_im_eimer.model import Colour, Pyramid, Seat, State
from companion.games.alles_im_eimer.options import can_defend
from companion.games.alles_im_eimer.pyramid import at, may_lose, parts, standing, without
from companion.games.alles_im_eimer.rules import pyramid_of, running
from companion.games.alles_im_eimer.score import buckets_left
from companion.rulebook.game import TABLE, word
from companion.rulebook.text import Player, Said, Value, say
from companion.rulebook.zone import GAP, Zone

_BUCKETS = (*m.COLOURS, GAP)
_CARDS = (*(f"{colour}{value}" for colour in m.COLOURS for value in m.VALUES), GAP)
_PLACES = 6
"""Places for cards before a seat: enough for two laps of a round, and more where more lie there."""


def zones(state: State) -> tuple[Zone, ...]:
    """A pyramid a seat, rows from the base up, and the cards before it in this round."""
    seats = range(state.seats)
    return (*(_pyramid(state, seat) for seat in seats), *(_cards(state, seat) for seat in seats))


def _pyramid(state: State, seat: Seat) -> Zone:
    rows = tuple(tuple(colour or GAP for colour in row) for row in pyramid_of(state, seat))
    return Zone(f"pyramid{seat}", "buckets", rows, _BUCKETS, seat)


def _cards(state: State, seat: Seat) -> Zone:
    """The cards before `seat`, with room for three more."""
    now = running(state)
    laid = tuple(f"{now.colour}{value}" for value in now.laid[seat]) if now else ()
    room = max(_PLACES, len(laid) + m.MOST_CARDS)
    return Zone(f"cards{seat}", "cards", ((*laid, *(GAP,) * (room - len(laid))),), _CARDS, seat)


def seat_texts(state: State) -> tuple[str, ...]:
    """The buckets left of every seat."""
    return tuple(str(left) for left in buckets_left(state))


def hints(state: State) -> tuple[Said, ...]:
    """The sum to beat, what falls if a given bucket goes, and both parts of a split pyramid."""
    match state.phase:
        case m.Defending(seat, now):
            return (*_to_beat(state, state.phase), *_falls(pyramid_of(state, seat), now.colour))
        case m.Losing(seat, now):
            return _falls(pyramid_of(state, seat), now.colour)
        case m.Keeping(seat):
            left, right = parts(pyramid_of(state, seat))
            return _part("hint_left", left), _part("hint_right", right)
        case _:
            return ()


def _to_beat(state: State, phase: m.Defending) -> tuple[Said, ...]:
    now = phase.round
    own = sum(now.laid[phase.seat])
    least = now.total + (0 if state.house.equal_reverses else 1) - own
    if not can_defend(state, phase):
        return (say("hint_no_defence", seat=Player(phase.seat), total=now.total),)
    return (say("hint_to_beat", total=now.total, seat=Player(phase.seat), least=least, own=own),)


def _falls(pyramid: Pyramid, colour: Colour) -> tuple[Said, ...]:
    """For each bucket that may go: how many fall with it and what is left."""
    before = len(standing(pyramid))
    told = []
    for cell in may_lose(pyramid, colour):
        left = without(pyramid, cell)
        sizes = tuple(len(standing(part)) for part in parts(left))
        values: dict[str, Value] = {
            "n": before - len(standing(left)) - 1,
            "colour": say(f"colour.{at(pyramid, cell)}"),
            "row": cell[0] + 1,
            "column": cell[1] + 1,
        }
        if len(sizes) > 1:
            told.append(say("hint_falls_apart", **values, left=sizes[0], right=sizes[1]))
        else:
            told.append(say("hint_falls", **values, left=sum(sizes)))
    return tuple(told)


def _part(key: str, part: Pyramid) -> Said:
    colours = tuple(say(f"colour.{at(part, cell)}") for cell in standing(part))
    return say(key, n=len(colours), colours=colours)


def tell(action: Any) -> Said:
    """What the history says of an action."""
    values: dict[str, Value] = {"by": say("the_table") if action.by == TABLE else Player(action.by)}
    for name in (field.name for field in fields(action)):
        value = getattr(action, name)
        if name == "colour":
            values |= {"colour": say(f"colour.{value}"), "animal": say(f"animal.{value}")}
        elif name == "cards":
            values |= {"cards": value, "total": sum(value)}
        elif name == "cell":
            values |= {"row": value[0] + 1, "column": value[1] + 1}
        elif name == "part":
            values["part"] = say(f"part.{value}")
    return Said(f"told.{word(type(action))}", tuple(values.items()))
