"""A hall's server as docs/security.md sets it up: what a table may do there, and whom it trusts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from companion.games import game_named
from companion.ports import HandClock
from companion.session.record import Entry
from companion.store.database import faults_told, open_database, sqlite_url
from companion.store.errors import StoreUnreadable
from companion.store.journal import Journal
from companion.store.mirror import Mirror
from companion.store.tables import entries, games
from tests.kit import NAMES, ROOT, finished
from tests.postgres import Postgres
from tests.store.mirrors import ONE, kept, same, settle


def documented_rights() -> str:
    """The statements of the page, with a password in place of the dots."""
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    found = re.search(r"```sql\n(.*?)```", page, re.DOTALL)
    assert found is not None
    return found[1].replace("…", "secret")


@pytest.fixture
def table_url(postgres: Postgres, postgres_url: str) -> Iterator[str]:
    """The address by which a table with the documented rights reaches a hall."""
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute(documented_rights())
        yield postgres_url.replace(f"hall:{postgres.password}@", "hall_table:secret@")
        owner.execute("DROP OWNED BY hall_table; DROP ROLE hall_table")


def test_a_table_adds_its_games_with_the_rights_of_the_page(tmp_path: Path, postgres_url: str, table_url: str) -> None:
    journal = Journal(open_database(sqlite_url(tmp_path)))
    course = finished(game_named("splash"), 2, 1)
    game_id = kept(journal, course)
    mirror = Mirror(journal, table_url, identity=ONE, clock=HandClock())
    settle(mirror)
    assert mirror.status.state == "caught_up"
    journal.append(game_id, Entry(course.seq + 1, {"by": "table", "do": "undo", "to": 0}))
    mirror.note(game_id)
    settle(mirror)
    assert same(journal, postgres_url)
    mirror.close()


@pytest.mark.parametrize(
    "statement",
    [
        entries.delete(),
        entries.update().values(source="forged"),
        games.update().values(seats=list(NAMES)),
        sa.text("DROP TABLE entries"),
        sa.text("UPDATE schema_version SET version = 99"),
        sa.text("CREATE TABLE mine (a int)"),
        sa.text("SELECT pg_read_file('/etc/passwd')"),
    ],
    ids=str,
)
def test_a_table_can_change_and_remove_nothing_in_the_hall(table_url: str, statement: sa.Executable) -> None:
    engine = open_database(table_url)
    with (
        engine.connect() as connection,
        pytest.raises(sa.exc.ProgrammingError, match=r"permission denied|must be owner"),
    ):
        connection.execute(statement)
    engine.dispose()


def test_a_table_that_is_newer_than_its_hall_says_who_can_help(postgres_url: str, table_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute("UPDATE schema_version SET version = 2")
    with pytest.raises(StoreUnreadable, match="store_no_right"):
        open_database(table_url)


@pytest.mark.parametrize(
    "answer",
    [
        'password authentication failed for user "hall"',
        "Passwort-Authentifizierung für Benutzer »hall« fehlgeschlagen",
        "authentification par mot de passe échouée pour l'utilisateur « hall »",
        "Datenbank »games« existiert nicht",
        "la base de données « games » n'existe pas",
        "keine Berechtigung für Datenbank »games«",
        "droit refusé pour la base de données « games »",
    ],
)
def test_a_server_that_does_not_want_us_is_understood_in_three_languages(answer: str) -> None:
    fault = psycopg.OperationalError(f"connection to server at hall failed: FATAL:  {answer}")
    with pytest.raises(StoreUnreadable, match="store_not_let_in"), faults_told():
        raise sa.exc.OperationalError("", {}, fault)


@pytest.fixture
def certificate(tmp_path: Path, postgres: Postgres) -> Iterator[Path]:
    """The certificate that the server shows from now on."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    own = certificate_in(tmp_path)
    data = postgres.data
    for name in ("server.crt", "server.key"):
        shutil.copy(own / name, data / name)
        os.chown(data / name, data.stat().st_uid, data.stat().st_gid)
        (data / name).chmod(0o600)
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET ssl = on")
        connection.execute("SELECT pg_reload_conf()")
        yield own / "server.crt"
        connection.execute("ALTER SYSTEM RESET ssl")
        connection.execute("SELECT pg_reload_conf()")


def certificate_in(folder: Path) -> Path:
    how = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1")
    files = ("-keyout", str(folder / "server.key"), "-out", str(folder / "server.crt"))
    subprocess.run(["openssl", *how, *names, *files], check=True, capture_output=True)
    return folder


def test_a_line_is_encrypted_and_only_the_expected_server_is_trusted(
    tmp_path: Path, postgres_url: str, certificate: Path
) -> None:
    engine = open_database(f"{postgres_url}?sslmode=verify-full&sslrootcert={certificate}")
    with engine.connect() as connection:
        query = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
        assert connection.exec_driver_sql(query).scalar() is True
    engine.dispose()
    (tmp_path / "other").mkdir()
    other = certificate_in(tmp_path / "other") / "server.crt"
    with pytest.raises(StoreUnreadable, match="store_not_trusted"):
        open_database(f"{postgres_url}?sslmode=verify-full&sslrootcert={other}")


def test_a_server_forgets_clients_that_are_gone_and_the_address_goes_before_our_choice(postgres_url: str) -> None:
    def told(url: str, name: str) -> str:
        engine = open_database(url)
        with engine.connect() as connection:
            found = connection.exec_driver_sql(f"SHOW {name}").scalar_one()
        engine.dispose()
        return str(found)

    assert told(postgres_url, "idle_in_transaction_session_timeout") == "20s"
    assert told(postgres_url, "application_name") == "companion"
    assert told(f"{postgres_url}?application_name=mine", "application_name") == "mine"
