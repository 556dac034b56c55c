"""A PostgreSQL server of the tests' own: made in a temporary folder, on a loopback port, gone at the end."""

from __future__ import annotations

import os
import pwd
import secrets
import select
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from companion.store.database import open_database
from companion.store.tables import SCHEMA_VERSION, metadata, versions
from tests.kit import PATIENCE_S

TEMPLATE = "companion_template"


class Postgres:
    """A server in `folder`; root, whom PostgreSQL refuses, runs it as somebody else."""

    def __init__(self, binaries: Path, folder: Path, *, settings: tuple[str, ...] = ()) -> None:
        self.port = free_port()
        self.password = secrets.token_hex(16)
        self._binaries = binaries
        self._folder = folder
        self._settings = settings
        self._count = 0
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            person = next(p for p in pwd.getpwall() if p.pw_name in {"postgres", "nobody"})
            os.chown(folder, person.pw_uid, person.pw_gid)
            self._as = {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}
        secret = folder / "password"
        secret.write_text(self.password)
        secret.chmod(0o644)
        how = ("--no-sync", "--no-instructions", "-E", "UTF8", "--locale=C.UTF-8", "-A", "scram-sha-256", "-U", "hall")
        self._run("initdb", "-D", str(folder / "data"), *how, f"--pwfile={secret}")

    @property
    def data(self) -> Path:
        """Where the server keeps its files."""
        return self._folder / "data"

    def url(self, database: str = "postgres", port: int | None = None) -> str:
        """The address of a database as people write it in their settings."""
        return f"postgresql://hall:{self.password}@127.0.0.1:{port or self.port}/{database}"

    def start(self, *, fsync: bool = False) -> None:
        """Start, and return when it answers; a crash before is recovered from.

        Without `fsync` a crash of the machine, though not of the server, would cost data; it is several times as fast.
        """
        settings = ("listen_addresses=127.0.0.1", f"port={self.port}", "unix_socket_directories=")
        more = (
            "lc_messages=C",
            "shared_buffers=16MB",
            "recovery_init_sync_method=syncfs",
            f"fsync={fsync}",
            *self._settings,
        )
        options = " ".join(f"-c {setting}" for setting in (*settings, *more))
        self._control("-o", options, "-l", f"{self._folder}/log", "start")

    def stop(self) -> None:
        """Stop in good order; open connections are ended."""
        self._control("-m", "fast", "stop")

    def drop(self) -> None:
        """Stop for good, without writing anything that will not be read again."""
        self._control("-m", "immediate", "stop", check=False)

    def kill(self) -> None:
        """Kill the server and all its parts at once, as a power cut would."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        watched = [os.pidfd_open(pid) for pid in (first, *map(int, children))]
        for pidfd in watched:
            signal.pidfd_send_signal(pidfd, signal.SIGKILL)
        for pidfd in watched:
            ended = select.poll()  # select itself takes no number above 1024
            ended.register(pidfd, select.POLLIN)
            ended.poll()
            os.close(pidfd)
        (self.data / "postmaster.pid").unlink()  # names a dead process, which nobody may have buried yet

    @property
    def is_running(self) -> bool:
        """Whether there is a server."""
        return self._control("status", check=False) == 0

    def database(self, template: str = "template0") -> str:
        """The address of a new database like `template`."""
        self._count += 1
        name = f"games_{self._count}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        return self.url(name)

    def emptied(self) -> str:
        """The address of the database that tests share, empty; copying one for each would be 8 MB of disk a test."""
        names = ", ".join(f'"{name}"' for name in metadata.tables if name != versions.name)
        with psycopg.connect(self.url(TEMPLATE), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            connection.execute(f"TRUNCATE {names} CASCADE")
            connection.execute("UPDATE schema_version SET version = %s", (SCHEMA_VERSION,))
        return self.url(TEMPLATE)

    def make_template(self) -> None:
        """Make the database that tests share or copy: the tables of this version, empty."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {TEMPLATE} TEMPLATE template0")
        open_database(self.url(TEMPLATE)).dispose()

    def _control(self, *what: str, check: bool = True) -> int:
        return self._run("pg_ctl", "-D", str(self.data), "-w", "-t", f"{PATIENCE_S:.0f}", *what, check=check)

    def _run(self, program: str, *arguments: str, check: bool = True) -> int:
        command = [str(self._binaries / program), *arguments]
        with (self._folder / "commands").open("ab") as told:
            done = subprocess.run(
                command, cwd="/", stdout=told, stderr=told, stdin=subprocess.DEVNULL, check=False, **self._as
            )
        if check and done.returncode:
            raise RuntimeError((self._folder / "commands").read_text()[-2000:])
        return done.returncode


def free_port() -> int:
    """A loopback port that nobody listens at now."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


def postgres_binaries() -> Path | None:
    """Where Debian keeps the newest server's programs; None where there are none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A server for all tests of a run; it is running when a test begins."""
    binaries = postgres_binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="companion-postgres-"))
    try:
        server = Postgres(binaries, folder)
        server.start()
        server.make_template()
        yield server
        server.drop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(postgres_server: Postgres) -> Postgres:
    """The server, started again where the test before has stopped it."""
    if not postgres_server.is_running:
        postgres_server.start()
    return postgres_server


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """A database with the tables of this version, empty."""
    return postgres.emptied()


@pytest.fixture(params=["sqlite", "postgres"])
def any_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    return str(request.getfixturevalue("postgres_url"))
