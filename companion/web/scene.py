"""What the web thread is shown: one immutable value, made on the main thread from the public view alone."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from companion.rulebook.course import Course
from companion.rulebook.domain import OneOf, Open, Whole
from companion.rulebook.game import Option, word
from companion.rulebook.score import Best, places
from companion.rulebook.sealed import Hidden, Sealed
from companion.session.contest import Contender, contest, pressed_last
from companion.session.session import Session
from companion.session.view import View
from companion.texts import Language


@dataclass(frozen=True, slots=True)
class Ask:
    """A sealed value that a seat owes: its action's word and what it may be.

    `domain` checks a value, it holds none. `faces` are the values of the cards that can be counted. `number` is that of
    the entry that raised the question: an answer to an older question is not taken for this one.
    """

    number: int
    do: str
    domain: Whole | Open = field(repr=False)
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A game as everybody may see it, or no game.

    `language` is that of the table. `curve` are the totals at the start and after each entry in force. `asks` and
    `given` tell by seat what sealed value it owes and whether one lies there; `may_knock` who may press now and
    `knocks` who did, in order. `has_secrets` and `has_knocks` tell what this game has at all. `number` grows with every
    scene.
    """

    number: int = 0
    language: Language = "fr"
    view: View | None = None
    best: Best = "highest"
    curve: tuple[tuple[int, ...], ...] = ()
    asks: tuple[Ask | None, ...] = ()
    given: tuple[bool, ...] = ()
    has_secrets: bool = False
    has_knocks: bool = False
    may_knock: tuple[bool, ...] = ()
    knocks: tuple[Contender, ...] = ()

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat: 1 for winners (while the game runs: for the best), equal ones share the better."""
        view = self.view
        if view is None:
            return ()
        return places(view.totals, view.outcome.winners if view.outcome else (), self.best)


def scene_of(session: Session, before: Scene, curve: tuple[tuple[int, ...], ...]) -> Scene:
    """The scene of a session's public view, the next one after `before`. Main thread."""
    view, game = session.view(), session.course.game
    seats = range(len(view.seats))
    knocked = pressed_last(session)
    owners = _hidden_owners(view.state)
    pressing = {option.by for option in view.options if option.action is game.press}
    return Scene(
        number=before.number + 1,
        language=before.language,
        view=view,
        best=game.best,
        curve=curve,
        asks=tuple(_ask(session, view, seat) for seat in seats),
        given=tuple(seat in owners for seat in seats),
        has_secrets=any(str(part.type).startswith(Sealed.__name__) for kind in game.actions for part in fields(kind)),
        has_knocks=game.press is not None,
        may_knock=tuple(seat in pressing for seat in seats),
        knocks=contest(press for press in view.presses if press.seat in knocked),
    )


def _ask(session: Session, view: View, seat: int) -> Ask | None:
    """What sealed value `seat` owes, None where it owes none or one that no phone can enter."""
    option = next((option for option in view.options if option.by == seat and option.secret is not None), None)
    inner = option.secret[1].inner if option is not None and option.secret is not None else None
    if option is None or inner is None or isinstance(inner, OneOf):
        return None
    if isinstance(inner, Open) and inner.kind != "counts":
        return None
    faces = () if isinstance(inner, Whole) else _faces(view, seat)
    return Ask(_raised_by(session.course, option), word(option.action), inner, faces)


def _raised_by(course: Course, option: Option) -> int:
    """The entry that raised a question: the last one in force that is no answer of others, or an own answer before."""
    before = [seq for seq in course.trail if not isinstance(course.entries[seq - 1], option.action)]
    own = [
        seq
        for seq, entry in enumerate(course.entries, 1)
        if isinstance(entry, option.action) and getattr(entry, "by", None) == option.by
    ]
    return max((0, *before[-1:], *own[-1:]))


def _faces(view: View, seat: int) -> tuple[int, ...]:
    """The numbers on the cards that may lie before a seat, largest first."""
    labels = {label for zone in view.zones if zone.owner == seat for label in zone.labels}
    return tuple(sorted((int(label) for label in labels if label.isdecimal()), reverse=True))


def _hidden_owners(thing: Any) -> frozenset[int]:
    """The seats of which something sealed lies in a redacted state."""
    if isinstance(thing, Hidden):
        return frozenset({thing.owner})
    if isinstance(thing, tuple):
        return frozenset().union(*map(_hidden_owners, thing))
    if is_dataclass(thing) and not isinstance(thing, type):
        return frozenset().union(*(_hidden_owners(getattr(thing, part.name)) for part in fields(thing)))
    return frozenset()
