"""What a hall hears: the state of all tables, each event once, and nothing that a stranger could break."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from companion.club.hall import Tables, heard
from companion.club.hall_pictures import hall_csv, hall_html, hall_json, hall_table
from companion.club.ledger import PATIENCE_S, Ledger
from companion.club.link import Arrived, Connected, Link, Lost
from companion.club.listener import Listener
from companion.club.public import as_bytes, view_of
from companion.club.publisher import SILENT_S
from companion.club.topics import ROOT, table_and_kind, table_word
from companion.commands.club import _show
from companion.games import all_games
from companion.ports import SystemClock
from companion.rulebook.text import say
from companion.texts import LANGUAGES, Texts
from tests.club.tables import on_table
from tests.club.test_public import PLACE
from tests.kit import finished

NOW = datetime(2026, 1, 1, 20, tzinfo=UTC)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NAMES = (
    "table",
    "at",
    "since",
    "game",
    "seq",
    "kind",
    "name",
    "seats",
    "totals",
    "winners",
    "phase_text",
    "round",
    "text",
)


def told(tables: Tables, kind: str, payload: bytes, *, word: str = "one", kept: bool = False) -> Tables:
    return heard(tables, Arrived(f"tabletop/{word}/{kind}", payload, is_kept=kept), now=NOW)


def with_view(**more: Any) -> Tables:
    game = next(game for game in all_games() if game.key == "die_bombe")
    view = view_of(on_table(finished(game, 3, 1), "g1"), PLACE, at="2026-01-01T19:59:00Z", since="2026-01-01T18:00:00Z")
    return told(told({}, "status", b"online"), "view", as_bytes({**view, **more}))


def test_a_table_is_known_by_its_status_and_its_view() -> None:
    table = with_view()["one"]
    assert (table.name, table.presence(NOW), table.kind) == ("Table 1", "online", "die_bombe")
    assert len(table.seats) == len(table.totals) == 3
    assert table.present_since(NOW) == NOW - timedelta(hours=2)


def test_a_table_that_is_silent_too_long_or_has_left_is_told_apart() -> None:
    tables = with_view()
    late = NOW + timedelta(seconds=SILENT_S)
    assert tables["one"].presence(late) == "silent"
    assert tables["one"].present_since(late) == NOW
    gone = told(tables, "status", b"offline")
    assert gone["one"].presence(late) == "offline"


def test_kept_messages_tell_the_time_of_the_table_not_of_their_arrival() -> None:
    game = all_games()[0]
    view = view_of(on_table(finished(game, 2, 1), "g1"), PLACE, at="2026-01-01T12:00:00Z", since="2026-01-01T11:00:00Z")
    tables = told(told({}, "view", as_bytes(view), kept=True), "status", b"online", kept=True)
    assert tables["one"].presence(NOW) == "silent"
    assert tables["one"].present_since(NOW) == datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_an_event_is_the_last_thing_heard() -> None:
    assert told(with_view(), "event", as_bytes({"text": "Ann wins."}))["one"].last == "Ann wins."


@given(payload=st.dictionaries(st.sampled_from(NAMES), JSON) | JSON, kind=st.sampled_from(["view", "event", "status"]))
def test_any_payload_leaves_a_hall_that_can_be_shown(payload: Any, kind: str) -> None:
    tables = told(with_view(), kind, json.dumps(payload).encode())
    words = Texts("en")
    console = Console(file=io.StringIO(), width=120)
    console.print(hall_table(tables, words, now=NOW))
    assert "<script" not in hall_html(tables, words, now=NOW)
    json.loads(hall_json(tables, now=NOW))
    list(csv.reader(io.StringIO(hall_csv(tables, now=NOW))))


@given(st.binary(), st.text())
def test_any_bytes_on_any_topic_change_nothing_or_something_known(payload: bytes, topic: str) -> None:
    assert heard({}, Arrived(topic, payload, is_kept=False), now=NOW) == {}
    assert set(told({}, "view", payload)) <= {"one"}


def test_what_a_stranger_writes_is_shown_as_text_and_cut_short() -> None:
    tables = with_view(table="<script>[red]\x1b[2J" + "x" * 1000, seats=["=1+1", "[b]", "ok"])
    assert len(tables["one"].name) == 300
    assert "\x1b" not in tables["one"].name
    assert "<script>" not in hall_html(tables, Texts("en"), now=NOW)
    assert "'=1+1" in hall_csv(tables, now=NOW)
    out = io.StringIO()
    Console(file=out, width=300).print(hall_table(tables, Texts("en"), now=NOW))
    assert "[b]" in out.getvalue()


def test_a_hall_keeps_a_bounded_number_of_tables() -> None:
    tables: Tables = {f"t{number}": one for one in with_view().values() for number in range(5000)}
    assert told(tables, "status", b"online", word="one-more") is tables


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_tables_speaks_the_language(language: str) -> None:
    out = io.StringIO()
    Console(file=out, width=200).print(hall_table(with_view(), Texts(language), now=NOW))
    assert "Table 1" in out.getvalue()
    assert "club." not in out.getvalue()


class Talking:
    """A line on which a view and an event come as soon as it is open."""

    def open(self, hear: Any, **_more: Any) -> None:
        hear(Connected(20))
        for kind, seq in (("view", 0), ("event", 1)):
            hear(Arrived(f"tabletop/one/{kind}", as_bytes({"game": "g1", "seq": seq}), is_kept=False))


def test_an_event_that_comes_while_a_hall_looks_around_is_told() -> None:
    hall = Listener(cast("Link", Talking()), clock=SystemClock(), now=lambda: NOW, wants="events")
    assert hall.look_around() == ({"table": "one", "game": "g1", "seq": 1},)
    assert list(hall.tables) == ["one"]


class Interrupted:
    """A listener whose broker goes away, and whose people press Ctrl-C then."""

    def __init__(self) -> None:
        self.tables, self._calls = with_view(), 0
        self.why: Lost | None = None

    def listen(self, _patience_s: float) -> Any:
        self._calls += 1
        if self._calls == 3:
            raise KeyboardInterrupt
        self.why = Lost(say("club.unreachable", broker="hall:1883")) if self._calls == 2 else None
        return iter(())


def test_the_live_table_shows_what_is_wrong_and_ends_when_interrupted(capsys: pytest.CaptureFixture[str]) -> None:
    _show(cast("Listener", Interrupted()), Texts("en"))
    shown = capsys.readouterr().out
    assert "Table 1" in shown
    assert "hall:1883" in shown


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Tisch Süd 1", "tisch-sud-1"),
        ("a/b+c#", "a-b-c"),
        ("  Ärger! ", "arger"),
        ("x" * 99, "x" * 60),
        ("№ 5", "no-5"),
    ],
)
def test_a_word_for_topics_is_plain(name: str, word: str) -> None:
    assert table_word(name) == word
    assert table_and_kind(f"{ROOT}/{word}/view") == (word, "view")


def test_topics_of_others_are_none_of_ours() -> None:
    for topic in ("", "tabletop", "tabletop/a/b", "tabletop/a/view/c", "other/a/view"):
        assert table_and_kind(topic) is None


@given(seed=st.integers(0, 10**6), loss=st.floats(0, 0.6), share=st.floats(0, 0.5))
def test_with_losses_doubles_and_disorder_a_ledger_gets_every_event_once(seed: int, loss: float, share: float) -> None:
    """The table resends what is asked for; the network loses some of that, too."""
    rng, ledger, now_s, got = Random(seed), Ledger(from_start=True), 0.0, []
    wire = list(range(1, 31))
    ledger.length("one", "g", 30, now_s=now_s)
    for _ in range(200):
        for seq in wire:
            arrived = [seq] * ((rng.random() >= loss) + (rng.random() < share))
            got += [one for one in arrived if ledger.event("one", "g", one, now_s=now_s)]
        now_s += PATIENCE_S
        wishes = list(ledger.wishes(now_s))
        wire = [seq for _, _, first in wishes for seq in range(first, 31)]
        rng.shuffle(wire)
    assert sorted(got) == list(range(1, 31))
    assert list(ledger.wishes(now_s + PATIENCE_S)) == []


def test_who_joins_late_asks_for_nothing_before_and_for_gaps_after() -> None:
    ledger = Ledger(from_start=False)
    assert ledger.event("one", "g", 50, now_s=0)
    assert not ledger.event("one", "g", 49, now_s=0)
    assert ledger.event("one", "g", 53, now_s=0)
    assert list(ledger.wishes(PATIENCE_S - 0.1)) == []
    assert list(ledger.wishes(PATIENCE_S)) == [("one", "g", 51)]
    assert list(ledger.wishes(PATIENCE_S + 0.1)) == []


def test_a_view_ahead_of_its_events_shows_that_they_are_missing() -> None:
    ledger = Ledger(from_start=True)
    ledger.length("one", "g", 3, now_s=0)
    assert list(ledger.wishes(PATIENCE_S)) == [("one", "g", 1)]
