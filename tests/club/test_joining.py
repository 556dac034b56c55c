"""From the settings to the line: addresses, passwords, names, and what people are told when something is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from companion.checks import probe_broker
from companion.club.address import PASSWORD_VARIABLE, Broker, broker_of, read_password
from companion.club.broadcast import Broadcast
from companion.club.errors import BadBroker
from companion.club.joining import club_feeds, configured_broker, place_of
from companion.club.marks import MOST, Marks
from companion.club.publisher import Publisher, State
from companion.ports import HandClock
from companion.rulebook.text import say
from companion.settings import Settings
from companion.store.identity import TableIdentity
from companion.store.journal import open_journal
from companion.texts import LANGUAGES, Texts
from hardware.findings import Level
from tests.club.mosquitto import ABSENT, PROGRAM, Mosquitto
from tests.postgres import free_port


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("mqtt://hall", Broker("hall", 1883)),
        ("mqtts://hall", Broker("hall", 8883, is_tls=True)),
        ("mqtt://table%20one@hall.local:1900/", Broker("hall.local", 1900, "table one")),
        ("mqtt://[::1]:1884", Broker("::1", 1884)),
    ],
)
def test_an_address_names_host_port_user_and_encryption(url: str, broker: Broker) -> None:
    assert broker_of(url) == broker


@pytest.mark.parametrize(
    "url", ["hall", "http://hall", "mqtt://", "mqtt://hall:0", "mqtt://hall:99999", "mqtt://hall/x", "mqtt://h?x=1", ""]
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BadBroker, match="bad_address"):
        broker_of(url)


def test_a_password_in_the_address_is_refused_and_never_repeated() -> None:
    for url in ("mqtt://one:secret@hall", "http://one:secret@hall", "mqtt://one:secret@hall:port"):
        with pytest.raises(BadBroker) as refused:
            broker_of(url)
        assert "secret" not in str(refused.value)


def test_a_password_is_not_shown_by_anything_that_holds_it() -> None:
    broker = broker_of("mqtt://one@hall", password="sec" + "ret")
    assert "secret" not in repr(broker) + str(broker)


def test_a_password_comes_from_a_closed_file_or_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("sesame\n")
    file.chmod(0o600)
    assert read_password(str(file), {PASSWORD_VARIABLE: "other"}) == "sesame"
    assert read_password("", {PASSWORD_VARIABLE: "other"}) == "other"
    assert read_password("", {}) == ""
    file.chmod(0o640)
    with pytest.raises(BadBroker, match="password_file_open"):
        read_password(str(file), {})
    with pytest.raises(BadBroker, match="password_file_unreadable"):
        read_password(str(tmp_path / "none"), {})


def test_a_certificate_file_that_is_not_there_is_told() -> None:
    with pytest.raises(BadBroker, match="no_ca_file"):
        broker_of("mqtts://hall", ca_file="/no/such/file")


def test_a_table_nobody_named_has_a_piece_of_its_number_in_its_topics() -> None:
    identity = TableIdentity("abcd" + "0" * 28, "raspberrypi")
    assert place_of(Settings(), identity).word == "raspberrypi-abcd"
    assert place_of(Settings(table_name="Tisch 1"), TableIdentity(identity.id, "Tisch 1")).word == "tisch-1"


def test_without_a_broker_there_is_no_feed_and_a_bad_one_is_told_by_its_health(tmp_path: Path) -> None:
    journal = open_journal("", tmp_path)
    assert club_feeds(Settings(), tmp_path, journal, HandClock()) == ()
    with pytest.raises(BadBroker, match="no_broker"):
        configured_broker(Settings())
    (feed,) = club_feeds(Settings(broker="nonsense"), tmp_path, journal, HandClock())
    (health,) = feed.health()
    assert (health.part, health.level, health.said.key) == ("club", "missing", "club.bad_address")
    journal.close()


def test_without_the_part_for_halls_a_table_plays_on_and_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.club.joining.find_spec", lambda _name: None)
    journal = open_journal("", tmp_path)
    (feed,) = club_feeds(Settings(broker="mqtt://hall"), tmp_path, journal, HandClock())
    assert [health.said.key for health in feed.health()] == ["club.no_paho"]
    journal.close()


@pytest.mark.parametrize(
    ("state", "level", "key"),
    [
        (State(), "warning", "club.connecting"),
        (State(is_up=True), "good", "club.told"),
        (State(is_up=True, behind=1), "good", "club.told"),
        (State(is_up=True, behind=7), "warning", "club.behind"),
        (State(is_up=False, behind=7, why=say("club.not_allowed")), "missing", "club.waiting"),
        (State(is_up=True, why=say("club.same_name", name="one")), "warning", "club.waiting"),
    ],
)
def test_health_says_how_the_telling_goes(state: State, level: str, key: str) -> None:
    publisher = cast("Publisher", SimpleNamespace(state=state))
    (health,) = Broadcast(publisher, broker="hall:1883").health()
    assert (health.part, health.level, health.said.key) == ("club", level, key)
    for language in LANGUAGES:
        assert "club." not in Texts(language).said(health.said)


@pytest.mark.skipif(PROGRAM is None, reason=ABSENT)
def test_the_check_tries_the_broker_of_the_settings(tmp_path: Path) -> None:
    assert list(probe_broker(Settings())) == []
    (absent,) = probe_broker(Settings(broker=f"mqtt://127.0.0.1:{free_port()}"))
    assert absent.level is Level.MISSING
    broker = Mosquitto(tmp_path)
    (there,) = probe_broker(Settings(broker=f"mqtt://127.0.0.1:{broker.port}", table_name="Tisch 1"))
    assert there.level is Level.GOOD
    (unnamed,) = probe_broker(Settings(broker=f"mqtt://127.0.0.1:{broker.port}", table_name="!"))
    assert unnamed.level is Level.MISSING
    broker.stop()


def test_marks_are_kept_closed_whole_and_bounded(tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    marks = Marks(file)
    for number in range(MOST + 5):
        marks.begin(f"g{number}")
    marks.advance("g9", 4)
    marks.advance("g9", 3)
    marks.keep()
    again = Marks(file)
    assert list(again) == [f"g{number}" for number in range(5, MOST + 5)]
    assert again.of("g9") == 4
    assert file.stat().st_mode & 0o077 == 0
    for damaged in ("", "[]", '{"g": "x", "h": -1, "i": 2}'):
        file.write_text(damaged)
        assert list(Marks(file)) == (["i"] if "i" in damaged else [])
    assert json.loads('{"i": 2}')["i"] == Marks(file).of("i")
