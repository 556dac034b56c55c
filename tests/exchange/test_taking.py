"""Games leave as tables, for BG Stats and as pictures: right, in UTC, and never with a secret."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.art.look import FELT
from companion.exchange.bg_stats import LINK, link_code, link_in_terminal, play_file, play_link
from companion.exchange.evening_page import evening_page
from companion.exchange.play import NotOver, Play, evening_of, play_of
from companion.exchange.report import standing
from companion.exchange.score_card import WIDTH_PX, fitted, score_card
from companion.exchange.score_tables import COLUMNS, score_csv, score_json
from companion.exchange.taking import Form, taken
from companion.games import game_keys, game_named
from companion.rulebook.course import Course
from companion.rulebook.sealed import Sealed, is_sealed
from companion.session.record import Header
from companion.store.database import open_database, sqlite_url
from companion.store.journal import Journal, Kept
from companion.texts import LANGUAGES, Texts
from tests.exchange.plays import BEGAN, play, random_play, record
from tests.kit import NAMES, physical

EN = Texts("en")


def linked(link: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(unquote(link.removeprefix(LINK)))
    return told


@pytest.mark.parametrize("game", game_keys())
def test_the_rows_of_the_csv_add_up_to_the_totals(game: str) -> None:
    told = random_play(game)
    rows = list(csv.DictReader(io.StringIO(score_csv(told, EN))))
    totals = [row for row in rows if row["place"]]
    assert [row["name"] for row in totals] == list(NAMES[:3])
    assert [int(row["points"]) for row in totals] == list(told.course.totals)
    assert [int(row["winner"]) for row in totals] == [int(seat in told.winners) for seat in range(3)]
    for seat, total in enumerate(told.course.totals):
        assert sum(int(row["points"]) for row in rows if row["seat"] == str(seat + 1) and not row["place"]) == total
    assert {row["date_utc"] for row in rows} == {"2026-03-07 19:30:10"}
    assert tuple(rows[0]) == COLUMNS


def test_a_name_that_a_spreadsheet_would_run_is_only_text() -> None:
    told = random_play("splash", seats=2, names=('=HYPERLINK("http://x")', "-1+1"))
    rows = list(csv.DictReader(io.StringIO(score_csv(told, EN))))
    assert {row["name"] for row in rows} == {'\'=HYPERLINK("http://x")', "'-1+1"}


@pytest.mark.parametrize("game", game_keys())
def test_the_json_is_the_standing_with_names_places_and_times(game: str) -> None:
    told = random_play(game)
    body = json.loads(score_json(told, EN))
    expected = json.loads(json.dumps(standing(told.course, NAMES[:3], Texts("en", game))))
    assert {key: body[key] for key in expected} == expected
    assert (body["seats"], body["began_at"]) == (list(NAMES[:3]), "2026-03-07T19:30:10Z")
    assert [place == 1 for place in body["places"]] == [seat in told.winners for seat in range(3)]


@pytest.mark.parametrize("game", game_keys())
def test_bg_stats_is_told_who_won_and_who_began_for_every_player(game: str) -> None:
    told = random_play(game)
    body = linked(play_link(told, EN))
    assert body["game"]["highestWins"] is (game_named(game).best == "highest")
    assert [player["winner"] for player in body["players"]] == [seat in told.winners for seat in range(3)]
    assert all(type(player["startPlayer"]) is bool for player in body["players"])
    assert [player["score"] for player in body["players"]] == list(told.course.totals)
    has_first = game not in {"buero_crazy", "die_bombe"}
    assert [player["startPlayer"] for player in body["players"]] == [has_first, False, False]
    assert [player["rank"] for player in body["players"]] == list(told.places)


def test_the_date_of_a_play_is_utc_wherever_the_log_was_kept() -> None:
    late = datetime(2026, 3, 8, 0, 30, tzinfo=timezone(timedelta(hours=5)))
    told = play(random_play("splash").course, began=late)
    assert linked(play_link(told, EN))["playDate"] == "2026-03-07 19:30:10"
    assert linked(play_link(told, EN))["durationMin"] == told.minutes > 0


def test_the_code_of_a_play_reads_as_its_link() -> None:
    link = play_link(random_play("allegra", seats=6, names=("Anaïs", "Jörg", "Łucja", "Zoë", "Åke", "Ñu")), EN)
    picture = cv2.imdecode(np.frombuffer(link_code(link, kind="png"), np.uint8), cv2.IMREAD_COLOR)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == link
    assert b"<svg" in link_code(link, kind="svg")
    assert len(link_in_terminal(link).splitlines()) > 20


def test_names_too_long_for_any_code_are_told() -> None:
    link = play_link(random_play("allegra", names=("x" * 3000, "Ben", "Cy")), EN)
    with pytest.raises(NotOver, match="too_long"):
        link_code(link, kind="svg")


@pytest.mark.parametrize("game", game_keys())
def test_the_file_for_bg_stats_refers_to_what_it_holds(game: str) -> None:
    told = play(random_play(game).course, place="Malmö")
    body = json.loads(play_file(told, EN))
    (one,) = body["plays"]
    people = {person["id"]: person["name"] for person in body["players"]}
    assert [people[score["playerRefId"]] for score in one["playerScores"]] == list(NAMES[:3])
    assert (one["gameRefId"], one["locationRefId"]) == (body["games"][0]["id"], body["locations"][0]["id"])
    assert body["games"][0]["highestWins"] is (game_named(game).best == "highest")
    assert [score["winner"] for score in one["playerScores"]] == [seat in told.winners for seat in range(3)]
    assert [score["score"] for score in one["playerScores"]] == [str(total) for total in told.course.totals]
    assert json.loads(play_file(told, EN)) == body


def test_one_person_on_two_seats_is_one_person() -> None:
    body = json.loads(play_file(random_play("splash", names=("Ann", "Ben", "Ann")), EN))
    assert [person["name"] for person in body["players"]] == ["Ann", "Ben"]
    assert [score["playerRefId"] for score in body["plays"][0]["playerScores"]] == [1, 2, 1]


def other_bids(course: Course) -> Course | None:
    """The same game with another sealed bid as its last entry, None where the last entry is no sealed bid."""
    last = course.entries[-1] if course.entries else None
    if last is None or not isinstance(getattr(last, "amount", None), Sealed):
        return None
    before = replace(course, entries=course.entries[:-1], moments=course.moments[:-1])
    return before.after(replace(last, amount=Sealed(last.by, last.amount.value % 40 + 1)))


@pytest.mark.slow
@given(seed=st.integers(0, 2**32))
def test_nothing_that_leaves_depends_on_a_sealed_bid(seed: int) -> None:
    steps = [step for step in physical(game_named("die_bombe"), 3, seed) if is_sealed(step.state)]
    sealed = [step for step in steps if other_bids(step) is not None]
    step = sealed[seed % len(sealed)]
    one, two = play(step), play(other_bids(step))
    assert not is_sealed(one.course.state)
    assert one.left_out > 0
    for made in (score_csv, score_json, score_card):
        assert made(one, EN) == made(two, EN)
    assert evening_page([one], EN) == evening_page([two], EN)


def test_a_game_that_runs_leaves_as_a_page_but_not_for_bg_stats() -> None:
    running = play(list(physical(game_named("splash"), 3, 1))[10])
    assert "The game is not over." in evening_page([running], EN)
    for made in (play_link, play_file):
        with pytest.raises(NotOver, match="not_over"):
            made(running, EN)


@pytest.mark.parametrize("seats", [2, 6])
def test_the_score_card_has_a_row_for_everybody_and_the_winners_stand_out(seats: int) -> None:
    told = random_play("alles_im_eimer", seats=seats)
    picture = Image.open(io.BytesIO(score_card(told, EN)))
    assert picture.width == WIDTH_PX
    pixels = np.asarray(picture.convert("RGB"))
    accent = tuple(round(255 * part) for part in FELT.accent[:3])
    rows = [tuple(int(part) for part in pixels[320 + 158 * row + 70, 60]) == accent for row in range(seats)]
    assert rows == [True] * len(told.winners) + [False] * (seats - len(told.winners))


def test_a_long_name_is_shortened_on_the_card_and_a_short_one_is_not() -> None:
    assert fitted("Ann", 300, size=60) == "Ann"
    short = fitted("Maximiliane Freifrau von und zu Guttenberg", 300, size=60)
    assert short.endswith("…")
    assert short.startswith("Maxi")


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(open_database(sqlite_url(tmp_path)))


def kept_at(journal: Journal, began: datetime) -> Kept:
    told = random_play("splash")
    game_id = journal.open_game(
        Header("splash", NAMES[:3]), at_utc=began.isoformat(), entries_before=record(told.course, began)
    )
    return next(kept for kept in journal.games() if kept.id == game_id)


@pytest.fixture
def in_greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "UTC0")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("in_greenwich")
def test_an_evening_lasts_until_five_in_the_morning(journal: Journal) -> None:
    hours = (timedelta(hours=-20), timedelta(0), timedelta(hours=2), timedelta(hours=8), timedelta(hours=30))
    kept = [kept_at(journal, BEGAN + hour) for hour in hours]
    assert [one.id for one in evening_of(journal, kept[1])] == [game.id for game in kept[1:4]]


@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_can_be_taken_in_every_language(journal: Journal, form: Form, language: str) -> None:
    kept = kept_at(journal, BEGAN)
    data, left_out = taken(journal, kept, form, words=Texts(language))
    assert data
    assert left_out == 0
    if form is Form.PNG:
        assert data.startswith(b"\x89PNG")
    else:
        assert "Ann" in unquote(data.decode())


def test_a_play_without_times_is_dated_by_its_opening() -> None:
    entries = tuple(replace(entry, at=None) for entry in record(random_play("splash").course))
    told: Play = play_of(Kept("b" * 32, Header("splash", NAMES[:3]), "2026-02-01T10:00:00.000Z", len(entries)), entries)
    assert told.began_at == told.ended_at == datetime(2026, 2, 1, 10, tzinfo=UTC)
    assert told.minutes == 0


def test_a_play_whose_clock_was_set_back_ends_when_it_began() -> None:
    first, *others = record(random_play("splash").course)
    entries = (first, *(replace(entry, at="2026-03-07T18:00:00Z") for entry in others))
    told = play_of(Kept("b" * 32, Header("splash", NAMES[:3]), BEGAN.isoformat(), len(entries)), entries)
    assert told.began_at == told.ended_at == BEGAN + timedelta(seconds=10)
    assert told.minutes == 0
