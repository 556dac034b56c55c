"""Backup and restore as people call them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.test_console import companion
from tests.commands.test_take_out import data  # noqa: F401
from tests.postgres import Postgres


@pytest.mark.slow
def test_everything_comes_back_by_one_command_each(data: Path, tmp_path: Path) -> None:  # noqa: F811
    listed = companion("export", data=data).stdout
    told = companion("backup", str(tmp_path / "b.zip"), data=data)
    assert (told.returncode, told.stderr) == (0, "")
    assert "readable by you alone" in told.stdout
    again = companion("backup", str(tmp_path / "b.zip"), data=data)
    assert (again.returncode, again.stderr.count("--replace")) == (1, 1)
    other = tmp_path / "other"
    told = companion("restore", str(tmp_path / "b.zip"), "--language", "de", data=other)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("2 Spiele wiederhergestellt")
    assert companion("export", data=other).stdout == listed
    told = companion("restore", str(tmp_path / "b.zip"), "--replace", data=other)
    assert "What was there before is in" in told.stdout


def test_a_file_that_is_no_backup_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_text("no zip")
    told = companion("restore", str(tmp_path / "b.zip"), data=tmp_path / "data")
    assert told.returncode == 1
    assert told.stderr.endswith("Nothing was changed.\n")
    assert "Traceback" not in told.stderr


@pytest.mark.slow
def test_a_server_is_read_filled_and_never_named_with_its_password(
    data: Path,  # noqa: F811
    tmp_path: Path,
    postgres: Postgres,
) -> None:
    url = postgres.database()
    companion("backup", str(tmp_path / "b.zip"), data=data)
    told = companion("restore", str(tmp_path / "b.zip"), "--database", url, data=data)
    assert (told.returncode, told.stderr) == (0, "")
    assert "Ann" in companion("statistics", "--database", url, data=data).stdout
    gone = companion("export", "--database", url.replace(f":{postgres.port}/", ":1/"), data=data)
    assert gone.stderr == "The server that keeps the games does not answer.\n"
    wrong = companion("export", "--database", url.replace(postgres.password, "wrong-password"), data=data)
    assert wrong.returncode == 1
    assert "wrong-password" not in wrong.stdout + wrong.stderr
