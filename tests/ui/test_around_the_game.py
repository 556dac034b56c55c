"""Settings, statistics and what is taken away."""

from __future__ import annotations

import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from companion.companion import Companion
from companion.games.die_bombe.model import Bid
from companion.games.die_bombe.model import Show as Show_
from companion.rulebook.game import TABLE
from companion.rulebook.sealed import Sealed
from companion.ui.gallery import Evening
from companion.ui.statistics_page import FiguresRow
from tests.ui.scenes import GROUP, Show, written
from tests.ui.touch import opened


def test_the_language_changes_without_a_restart(whole: Companion, show: Show) -> None:
    screen = show(whole)
    screen.tap("settings")
    assert "Réglages" in written(screen)
    screen.tap("next", "language")
    assert "Settings" in written(screen)
    screen.tap("next", "language")
    assert "Einstellungen" in written(screen)
    screen.tap("back")
    assert screen.target("settings").text == "Einstellungen"


def test_light_and_dark_change_without_a_restart(whole: Companion, show: Show) -> None:
    screen = show(whole)
    ground = screen.app.look.ground
    screen.tap("settings")
    screen.tap("next", "theme")
    assert screen.app.look.ground != ground


def test_statistics_count_the_games_that_were_finished(night: Evening, show: Show) -> None:
    night.play("die_bombe", GROUP, seed=1)
    night.play("die_bombe", GROUP, seed=2)
    screen = show(night.companion)
    screen.tap("statistics")
    rows = {row.cells[0]: row.cells[1] for row in screen.app.page.walk() if isinstance(row, FiguresRow)}
    assert rows == dict.fromkeys(GROUP, "2")
    screen.tap("games")
    rows = {row.cells[0]: row.cells[1] for row in screen.app.page.walk() if isinstance(row, FiguresRow)}
    assert rows == {"Die Bombe": "2"}


@pytest.mark.parametrize("key", [("game", "allegra"), ("archive", None), ("statistics", None)])
def test_a_page_about_games_that_cannot_be_read_any_more_is_told_and_not_shown(
    whole: Companion, show: Show, tmp_path: Path, key: tuple[str, str | None]
) -> None:
    screen = show(whole)
    with closing(sqlite3.connect(tmp_path / "data" / "games.sqlite3")) as damaged:
        for table in ("results_due", "entries", "games"):
            damaged.execute(f"DROP TABLE {table}")
    screen.tap(*key)
    assert type(screen.app.page).__name__ == "HomePage"
    assert screen.app.notice.text.startswith("Les parties gardées sont illisibles (no such table: ")
    screen.app.home()
    assert type(screen.app.page).__name__ == "HomePage"


def test_a_game_is_taken_away_as_a_file_for_its_owner_alone_without_what_is_sealed(
    whole: Companion, show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    session = opened(whole, "die_bombe", GROUP)
    session.submit(Show_(TABLE, ("red7", "green9")), "touch")
    session.submit(Bid(0, Sealed(0, 17)), "touch")
    screen = show(whole)
    screen.app.go("export")
    screen.frames()
    screen.tap("log")
    screen.tap("scores")
    files = sorted((tmp_path / "data" / "exports").iterdir())
    assert [file.suffix for file in files] == [".csv", ".jsonl"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert [json.loads(line).get("do") for line in files[1].read_text().splitlines()] == [None, "show"]


def test_games_of_a_kind_begun_in_the_same_minute_are_files_of_their_own(
    whole: Companion, show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    ids = []
    for bid in (17, 18):
        session = opened(whole, "die_bombe", GROUP)
        session.submit(Show_(TABLE, ("red7", "green9")), "touch")
        session.submit(Bid(0, Sealed(0, bid)), "touch")
        screen = show(whole)
        screen.app.go("export")
        screen.frames()
        screen.tap("log")
        ids.append(session.game_id[:8])
    names = [file.stem for file in (tmp_path / "data" / "exports").iterdir()]
    assert sorted(name.rpartition("-")[2] for name in names) == sorted(ids)


def test_a_game_that_cannot_be_written_is_told_with_the_place_and_the_reason(
    whole: Companion, show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "taken"))
    (tmp_path / "taken").write_text("a file where a folder is wanted")
    opened(whole, "die_bombe", GROUP)
    screen = show(whole)
    screen.app.go("export")
    screen.frames()
    screen.tap("log")
    told = f"Impossible d’écrire dans {tmp_path / 'taken' / 'exports'} (ce n'est pas un dossier)."
    assert told in written(screen)
