"""What only a real broker shows: killed processes, users and access lists, encrypted lines, whole commands."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.club.address import Broker
from companion.club.hall import utc_now
from companion.club.link import Arrived, Lost
from companion.club.listener import Listener
from companion.club.paho_link import PahoLink
from companion.club.topics import EVERY_TABLE
from companion.commands import club as command
from companion.compose import companion
from companion.ports import SystemClock
from companion.session.record import Header
from companion.settings import Settings, write_settings
from tests.club.ears import Ear, Overheard, said
from tests.club.mosquitto import ABSENT, PROGRAM, Mosquitto
from tests.club.tables import Evening, keys
from tests.cut_line import CutLine
from tests.kit import NAMES, ROOT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=ABSENT)]
PASSWORDS = shutil.which("mosquitto_passwd")
OPENSSL = shutil.which("openssl")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    made = Mosquitto(tmp_path / "broker")
    yield made
    made.stop()


def ear(broker: Mosquitto, name: str = "hall") -> Ear:
    return Ear(PahoLink(Broker("127.0.0.1", broker.port), client_id=name), patterns=EVERY_TABLE).up()


def playing(broker: Mosquitto, folder: Path, entries: int, *, word: str = "one") -> Evening:
    """A table that has played so much of a game."""
    table = Evening(word, folder)
    table.begin(PahoLink(Broker("127.0.0.1", broker.port), client_id=word))
    table.open("g1")
    table.play(entries)
    return table


def test_a_table_process_that_is_killed_is_offline_for_those_who_listen_and_those_who_come(
    broker: Mosquitto, tmp_path: Path
) -> None:
    hall = ear(broker)
    program = [sys.executable, "-m", "tests.club.table_process", str(broker.port), str(tmp_path)]
    with subprocess.Popen(program, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as table:
        hall.message("tabletop/doomed/status", b"online")
        hall.wait(lambda news: isinstance(news, Arrived) and keys([news.payload]) == [("g1", 5)])
        table.send_signal(signal.SIGKILL)
        hall.message("tabletop/doomed/status", b"offline")
    late = ear(broker, "late")
    assert late.message("tabletop/doomed/status") == Arrived("tabletop/doomed/status", b"offline", is_kept=True)
    for one in (hall, late):
        one.link.close()


def test_a_broker_that_lost_all_it_retained_is_told_again(broker: Mosquitto, tmp_path: Path) -> None:
    table = playing(broker, tmp_path, 3)
    hall = ear(broker)
    hall.message("tabletop/one/view")
    broker.kill()
    hall.lost()
    for kept in (tmp_path / "broker").glob("*.db"):
        kept.unlink()
    broker.start()
    hall.message("tabletop/one/status", b"online")
    assert json.loads(hall.message("tabletop/one/view").payload)["seq"] == 3
    hall.link.close()
    table.end()


def test_what_a_broker_drops_for_a_slow_listener_is_asked_for_and_told_again(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path / "broker", queued=50)
    with CutLine(broker.port) as line:
        link = PahoLink(Broker("127.0.0.1", line.port), client_id="hall", session_s=60)
        hall = Listener(link, clock=SystemClock(), now=utc_now, wants="games")
        table = Evening("one", tmp_path)
        table.begin(PahoLink(Broker("127.0.0.1", broker.port), client_id="one"))
        table.open("g1", game="allegra")
        while "one" not in hall.tables:
            assert list(hall.listen(1.0)) == []
        line.cut()
        table.play(200)
        witness = ear(broker, "witness")
        witness.wait(lambda news: isinstance(news, Arrived) and b'"seq":200' in news.payload)
        line.mend()
        told: list[int] = []
        while len(told) < 200:
            told += [event["seq"] for event in hall.listen(1.0)]
        assert sorted(told) == list(range(1, 201))
        hall.close()
        witness.link.close()
        table.end()
    broker.stop()


def test_a_central_hall_gets_everything_through_a_bridge_and_asks_through_it(broker: Mosquitto, tmp_path: Path) -> None:
    docs = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")
    lines = ("topic tabletop/# out 1", "topic tabletop/+/again in 1", "cleansession false")
    assert all(f"`{line}`" in docs for line in lines)
    local = Mosquitto(tmp_path / "local", "connection centre", f"address 127.0.0.1:{broker.port}", *lines)
    table = playing(local, tmp_path, 30, word="paris-1")
    near = ear(local)
    near.message("tabletop/paris-1/view")
    link = PahoLink(Broker("127.0.0.1", broker.port), client_id="centre")
    centre = Listener(link, clock=SystemClock(), now=utc_now, wants="games")
    told: list[int] = []
    while len(told) < 30:
        told += [event["seq"] for event in centre.listen(1.0)]
    assert sorted(told) == list(range(1, 31))
    assert centre.tables["paris-1"].is_online
    centre.close()
    near.link.close()
    table.end()
    local.stop()


def users(folder: Path, *names: str) -> Path:
    """A password file; everybody's password is the name turned round."""
    assert PASSWORDS is not None
    file = folder / "users"
    file.write_text("".join(f"{name}:{name[::-1]}\n" for name in names))
    subprocess.run([PASSWORDS, "-U", str(file)], check=True)
    file.chmod(0o600)
    return file


def documented_rights() -> str:
    """The access list as docs/club.md has it."""
    text = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")
    return text.partition("```acl\n")[2].partition("```")[0]


@pytest.mark.skipif(PASSWORDS is None, reason="mosquitto_passwd is not installed")
def test_a_table_writes_its_own_topics_alone_and_is_told_when_it_may_not(tmp_path: Path) -> None:
    rights = tmp_path / "rights"
    rights.write_text(documented_rights())
    rights.chmod(0o600)
    lists = (f"password_file {users(tmp_path, 'hall', 'one', 'two')}", f"acl_file {rights}")
    broker = Mosquitto(tmp_path / "broker", *lists, anonymous=False)

    def link(name: str, password: str) -> PahoLink:
        return PahoLink(Broker("127.0.0.1", broker.port, name, password), client_id=name)

    hall = Ear(link("hall", "llah"), patterns=EVERY_TABLE).up()
    stranger = Ear(link("two", "wrong"))
    assert stranger.lost().why.key == "club.not_allowed"
    one, two = Evening("one", tmp_path), Evening("three", tmp_path)
    one.begin(link("one", "eno"))
    two.begin(unwelcome := Overheard(link("two", "owt")))
    one.open("g1")
    two.open("g2")
    one.play(2)
    two.play(2)
    hall.message("tabletop/one/event")
    assert all(not news.topic.startswith("tabletop/three") for news in hall.heard if isinstance(news, Arrived))
    hall.acked(hall.link.publish(said("tabletop/one/again", b"{}")))
    unwelcome.ear.refused()  # this broker at times cuts the line as it refuses, and the reason comes with a later try
    two.end()
    one.end()
    assert two.publisher.state.why is not None
    assert two.publisher.state.why.key == "club.not_allowed"
    for listening in (hall, stranger):
        listening.link.close()
    broker.stop()


@pytest.mark.skipif(PASSWORDS is None, reason="mosquitto_passwd is not installed")
def test_a_broker_that_takes_no_discovery_is_told_all_the_rest(tmp_path: Path) -> None:
    rights = tmp_path / "rights"
    rights.write_text("pattern readwrite tabletop/%u/#\nuser hall\ntopic read tabletop/#\n")
    rights.chmod(0o600)
    lists = (f"password_file {users(tmp_path, 'hall', 'one')}", f"acl_file {rights}")
    broker = Mosquitto(tmp_path / "broker", *lists, anonymous=False)
    hall = Ear(PahoLink(Broker("127.0.0.1", broker.port, "hall", "llah"), client_id="hall"), patterns=EVERY_TABLE).up()
    one = Evening("one", tmp_path)
    one.begin(PahoLink(Broker("127.0.0.1", broker.port, "one", "eno"), client_id="one"))
    one.open("g1")
    one.play(5)
    hall.wait(lambda news: isinstance(news, Arrived) and keys([news.payload]) == [("g1", 5)])
    one.end_when_told()
    assert one.publisher.state.behind == 0
    hall.link.close()
    broker.stop()


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 signed by itself, and its key."""
    assert OPENSSL is not None
    made, key = folder / "cert.pem", folder / "key.pem"
    subject = ["-subj", "/CN=hall", "-addext", "subjectAltName=IP:127.0.0.1"]
    command_ = [OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    files = ["-keyout", str(key), "-out", str(made)]
    subprocess.run([*command_, *files, "-days", "2", *subject], check=True, capture_output=True)
    return made, key


@pytest.mark.skipif(OPENSSL is None, reason="openssl is not installed")
def test_an_encrypted_line_is_opened_only_to_a_broker_whose_certificate_is_trusted(tmp_path: Path) -> None:
    made, key = certificate(tmp_path)
    broker = Mosquitto(tmp_path / "broker", f"certfile {made}", f"keyfile {key}")
    trusting = Ear(PahoLink(Broker("127.0.0.1", broker.port, is_tls=True, ca_file=str(made)), client_id="one")).up()
    trusting.acked(trusting.link.publish(said("tabletop/one/view", b"{}")))
    wary = Ear(PahoLink(Broker("127.0.0.1", broker.port, is_tls=True), client_id="two"))
    assert wary.lost().why.key == "club.unreachable_tls"
    nothing = tmp_path / "empty.pem"
    nothing.touch()
    none = Ear(PahoLink(Broker("127.0.0.1", broker.port, is_tls=True, ca_file=str(nothing)), client_id="three"))
    lost = none.wait(lambda news: isinstance(news, Lost))
    assert isinstance(lost, Lost)
    assert lost.is_final
    for one in (trusting, wary, none):
        one.link.close()
    broker.stop()


@pytest.fixture
def at_home(broker: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings in a home of their own that name the broker."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    settings = Settings(language="en", broker=f"mqtt://127.0.0.1:{broker.port}", table_name="Tisch Süd")
    write_settings(settings)
    return settings


def test_a_whole_companion_is_seen_in_the_hall_by_the_command(
    broker: Mosquitto, at_home: Settings, tmp_path: Path
) -> None:
    hall = ear(broker)
    with companion(at_home, tmp_path / "data") as whole:
        whole.open(Header("splash", NAMES[:2]))
        whole.pump()
        hall.wait(lambda news: isinstance(news, Arrived) and b'"kind":"splash"' in news.payload)
        done = CliRunner().invoke(command.app, ["--once"], env={"COLUMNS": "160"})
        assert done.exit_code == 0
        assert "Tisch Süd" in done.output
        assert "Ann 0 · Ben 0" in done.output
        page = tmp_path / "hall.html"
        assert CliRunner().invoke(command.app, ["--export", str(page)]).exit_code == 0
        assert "Tisch Süd" in page.read_text(encoding="utf-8")
        assert any(health.part == "club" and health.level == "good" for health in whole.health())
        whole.leave()
    hall.message("tabletop/tisch-sud/status", b"offline")
    hall.link.close()


def test_events_are_printed_as_json_lines_from_the_start_of_the_game(
    broker: Mosquitto, at_home: Settings, tmp_path: Path
) -> None:
    table = playing(broker, tmp_path, 6)
    hall = ear(broker)
    hall.message("tabletop/one/view")
    program = [sys.executable, "-m", "companion", "club", "events", "--whole"]
    with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ) as printing:
        assert printing.stdout is not None
        told = [json.loads(printing.stdout.readline()) for _ in range(6)]
        printing.send_signal(signal.SIGINT)
    assert [(event["table"], event["game"], event["seq"]) for event in told] == [("one", "g1", n) for n in range(1, 7)]
    hall.link.close()
    table.end()


def test_without_a_broker_the_command_says_so_calmly(
    broker: Mosquitto, at_home: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broker.stop()
    program = [sys.executable, "-m", "companion", "club", "--once"]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, env=os.environ, check=False)
    assert done.returncode == 1
    assert done.stderr == f"The broker 127.0.0.1:{broker.port} does not answer.\n"
