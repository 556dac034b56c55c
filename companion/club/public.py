"""What a table tells the hall: its view and its events as JSON, made from redacted states alone.

Everything here is computed after `redact` has replaced each secret by `Hidden`, so nothing sealed can reach a payload,
whatever a game does. A number that was bid appears once the rules have revealed it: in the facts and the sentences.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from companion.rulebook.codec import encode, json_name
from companion.rulebook.course import Course, Undo
from companion.rulebook.game import word
from companion.rulebook.sealed import PUBLIC, redact
from companion.session.record import Entry, Header
from companion.session.session import told
from companion.texts import Texts


@dataclass(frozen=True, slots=True)
class OnTable:
    """A game as the session holds it, secrets included; `entries` as they are in the journal."""

    game_id: str
    header: Header
    course: Course
    entries: tuple[Entry, ...]

    @property
    def length(self) -> int:
        """The number of its last entry."""
        return len(self.entries)


@dataclass(frozen=True, slots=True)
class Place:
    """The table itself: its name, its word in topics, the language it speaks, and the number it has for good."""

    name: str
    word: str
    language: str
    id: str


def event_of(game: OnTable, seq: int, place: Place) -> dict[str, Any]:
    """Entry `seq` as everybody may know it.

    ``game`` with ``seq`` names it for good: a subscriber drops what it has seen. Fields that hold something sealed are
    left out and named in ``sealed``.
    """
    course = _after(game.course, seq)
    action = course.entries[0]
    original = game.course.entries[seq - 1]
    entry = game.entries[seq - 1]
    open_fields, sealed = _fields(original, action)
    return {
        "game": game.game_id,
        "seq": seq,
        "kind": game.header.game,
        "at": entry.at,
        "source": entry.source,
        "by": action.by,
        "do": word(type(action)),
        "fields": open_fields,
        "sealed": sealed,
        "text": _sentence(course, game.header.seats, place.language),
        **_standing(course),
    }


def view_of(game: OnTable | None, place: Place, *, at: str, since: str) -> dict[str, Any]:
    """The table as everybody may see it now; `at` when this was made, `since` when the line to the broker came up."""
    around = {"table": place.name, "table_id": place.id, "at": at, "since": since}
    if game is None:
        return {**around, "game": None, "seats": [], "totals": []}
    course = _after(game.course, game.length)
    texts = _words(place.language, game.header.game)
    facts = dict(course.game.facts(course.state))
    return {
        **around,
        "game": game.game_id,
        "seq": game.length,
        "kind": game.header.game,
        "name": texts("name"),
        "seats": list(game.header.seats),
        **_standing(course),
        "phase_text": texts(f"phase.{course.game.phase(course.state)}"),
        "best": course.game.best,
        "winners": list(course.outcome.winners) if course.outcome else [],
        "round": next((facts[name] for name in ("round", "floor") if name in facts), None),
        "facts": facts,
        "last": _sentence(course, game.header.seats, place.language) if game.length else "",
    }


def as_bytes(told_: Mapping[str, Any]) -> bytes:
    """A payload: JSON in UTF-8."""
    return json.dumps(told_, ensure_ascii=False, separators=(",", ":")).encode()


def ask_again(game_id: str, seq: int) -> bytes:
    """The payload by which a hall asks for a game from entry `seq` on."""
    return as_bytes({"game": game_id, "from": seq})


def asked_again(payload: bytes) -> tuple[str, int] | None:
    """The game and entry that `ask_again` wrote, None for anything else."""
    try:
        wish = json.loads(payload)
        game_id, seq = wish["game"], wish["from"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return (game_id, seq) if isinstance(game_id, str) and type(seq) is int else None


@cache
def _words(language: str, game: str) -> Texts:
    """The sentences of a game; finding its catalogues anew for every event would take longer than all the rest."""
    return Texts(language, game)


def _after(course: Course, seq: int) -> Course:
    """The course cut down to the table after entry `seq`, redacted; its only entry is that one."""
    moment = redact(course.moments[seq], PUBLIC)
    entries = (redact(course.entries[seq - 1], PUBLIC),) if seq else ()
    return replace(course, moments=(moment,), entries=entries)


def _standing(course: Course) -> dict[str, Any]:
    return {
        "totals": list(course.totals),
        "phase": course.game.phase(course.state),
        "over": course.is_over,
    }


def _sentence(course: Course, names: Sequence[str], language: str) -> str:
    """The last entry and what followed, in words."""
    texts = _words(language, course.game.key)
    events = () if isinstance(course.entries[0], Undo) else course.now.events
    return " ".join(texts.said(said, names) for said in (told(course, 1), *events))


def _fields(original: Any, redacted: Any) -> tuple[dict[str, Any], list[str]]:
    """The open fields of an action as JSON, and the names of those that are sealed."""
    names = [field.name for field in fields(original) if field.name != "by"]
    sealed = [name for name in names if getattr(original, name) is not getattr(redacted, name)]
    shown = {name: getattr(redacted, name) for name in names if name not in sealed}
    given = {json_name(name): encode(value) for name, value in shown.items() if value is not None}
    return given, [json_name(name) for name in sealed]
