"""What a hall knows of its tables: a fold of messages over states.

Payloads come from the network and are not trusted: each part is looked at, cut to a length, or left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from companion.club.link import Arrived
from companion.club.publisher import SILENT_S
from companion.club.topics import EVENT, ONLINE, STATUS, VIEW, table_and_kind
from companion.exchange.play import parsed_time

Presence: TypeAlias = Literal["online", "silent", "offline"]
_LONGEST = 300
_SEATS = 12
_TABLES = 5000


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A table of the hall as it was last heard.

    `game` is the id of the game that lies there, empty for none; `since` is when its line came up, `told_at` when it
    made its last view (its own clock), `heard_at` when anything last came from it (ours; None where only kept messages
    did).
    """

    word: str
    name: str
    is_online: bool = False
    game: str = ""
    seq: int = 0
    kind: str = ""
    game_name: str = ""
    seats: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    phase: str = ""
    round: int | None = None
    last: str = ""
    since: datetime | None = None
    told_at: datetime | None = None
    heard_at: datetime | None = None

    def presence(self, now: datetime) -> Presence:
        """Whether the table is there: one that is online and has not told its view for long is silent."""
        if not self.is_online:
            return "offline"
        last = self.heard_at or self.told_at
        return "online" if last is None or (now - last).total_seconds() < SILENT_S else "silent"

    def present_since(self, now: datetime) -> datetime | None:
        """Since when it is as it is, as far as is known."""
        return self.since if self.presence(now) == "online" else self.heard_at or self.told_at


Tables: TypeAlias = Mapping[str, TableSeen]


def heard(tables: Tables, news: Arrived, *, now: datetime) -> Tables:
    """The tables after one more message; one that cannot be read changes nothing."""
    if (named := table_and_kind(news.topic)) is None:
        return tables
    word, kind = named
    if word not in tables and len(tables) >= _TABLES:
        return tables
    before = tables.get(word, TableSeen(word, word))
    if kind == STATUS:
        after = replace(before, is_online=news.payload == ONLINE)
    elif (told := json_object(news.payload)) is None:
        return tables
    elif kind == VIEW:
        after = _viewed(before, told)
    else:
        after = replace(before, last=text_in(told, "text")) if kind == EVENT else before
    return {**tables, word: after if news.is_kept else replace(after, heard_at=now)}


def json_object(payload: bytes) -> Mapping[str, Any] | None:
    """The object that a payload holds, None for anything else."""
    try:
        value = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def text_in(told: Mapping[str, Any], name: str) -> str:
    """A text of a payload: at most 300 characters, none that would move a cursor; empty where there is none."""
    value = told.get(name)
    if not isinstance(value, str):
        return ""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in value[:_LONGEST])


def number_in(told: Mapping[str, Any], name: str) -> int | None:
    """A whole number of a payload, None where there is none or it is beyond any score."""
    value = told.get(name)
    return value if type(value) is int and abs(value) < 10**12 else None


def _viewed(before: TableSeen, told: Mapping[str, Any]) -> TableSeen:
    return replace(
        before,
        name=text_in(told, "table") or before.word,
        game=text_in(told, "game"),
        seq=number_in(told, "seq") or 0,
        kind=text_in(told, "kind"),
        game_name=text_in(told, "name"),
        seats=tuple(text_in({"": name}, "") for name in _list(told, "seats")),
        totals=_numbers(told, "totals"),
        winners=_numbers(told, "winners"),
        phase=text_in(told, "phase_text"),
        round=number_in(told, "round"),
        last=text_in(told, "last"),
        since=_moment(told, "since"),
        told_at=_moment(told, "at"),
    )


def _list(told: Mapping[str, Any], name: str) -> list[Any]:
    value = told.get(name)
    return value[:_SEATS] if isinstance(value, list) else []


def _numbers(told: Mapping[str, Any], name: str) -> tuple[int, ...]:
    return tuple(number_in({"": value}, "") or 0 for value in _list(told, name))


def _moment(told: Mapping[str, Any], name: str) -> datetime | None:
    return parsed_time(text_in(told, name))


def utc_now() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)
