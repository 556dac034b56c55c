"""The public game log: read up to the first fault, written as it was read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.exchange.log import MOST_DIGITS, last_open_seq, lines_of, parse_header, read_log, write_log
from companion.exchange.report import faults_told
from companion.games import all_games, game_named
from companion.rulebook.course import Undo, open_course
from companion.rulebook.game import TABLE
from companion.rulebook.sealed import is_sealed
from companion.session.record import Entry, Header, entry_of
from companion.texts import Texts
from tests.kit import NAMES, finished, physical

HEADER = '{"format": "companion-log/1", "game": "allegra", "seats": ["Ann", "Ben", "Cy"], "options": {}}'
DEAL = '{"seq": 1, "by": "table", "do": "deal", "discard": 5}'
TURN = '{"seq": 2, "by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": 7}'


def test_a_good_log_is_replayed_to_its_last_entry() -> None:
    reading = read_log([HEADER, DEAL, TURN])
    assert reading.fault is None
    assert reading.course is not None
    assert (reading.course.seq, reading.course.totals) == (2, (7, 0, 0))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "header_missing"),
        ("no json", "not_json"),
        ("[1]", "not_json"),
        ('{"format": "companion-log/2", "game": "allegra", "seats": ["A", "B"]}', "bad_format"),
        ('{"format": "companion-log/1", "seats": ["A", "B"]}', "missing_field"),
        ('{"format": "companion-log/1", "game": "chess", "seats": ["A", "B"]}', "unknown_game"),
        ('{"format": "companion-log/1", "game": "allegra", "seats": ["A"]}', "bad_number_of_seats"),
        ('{"format": "companion-log/1", "game": "allegra", "seats": [1, 2]}', "wrong_type"),
        (
            '{"format": "companion-log/1", "game": "allegra", "seats": ["A", "B"], "options": {"x": 1}}',
            "unknown_option",
        ),
        (
            '{"format": "companion-log/1", "game": "allegra", "seats": ["A", "B"], "options": {"first": 2}}',
            "bad_option",
        ),
        (
            '{"format": "companion-log/1", "game": "allegra", "seats": ["A", "B"], "options": {"first": true}}',
            "wrong_type",
        ),
    ],
)
def test_a_bad_header_is_an_error_at_line_one(line: str, reason: str) -> None:
    reading = read_log([line, DEAL] if line else [line])
    assert reading.course is None
    assert reading.fault is not None
    assert (reading.fault.line, reading.fault.said.key) == (1, reason)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("no json", "not_json"),
        ('{"seq": 3, "by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": 7}', "gap_in_seq"),
        ('{"by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": 7}', "missing_field"),
        ('{"seq": 2, "do": "turn_up", "cell": [0, 0, 0], "value": 7}', "missing_field"),
        ('{"seq": 2, "by": 0, "cell": [0, 0, 0], "value": 7}', "missing_field"),
        ('{"seq": 2, "by": 0, "do": "fly"}', "unknown_action"),
        ('{"seq": 2, "by": 3, "do": "turn_up", "cell": [0, 0, 0], "value": 7}', "bad_author"),
        ('{"seq": 2, "by": true, "do": "turn_up", "cell": [0, 0, 0], "value": 7}', "bad_author"),
        ('{"seq": 2, "by": 1, "do": "turn_up", "cell": [0, 0, 0], "value": 7}', "not_your_turn"),
        ('{"seq": 2, "by": 0, "do": "turn_up", "cell": [0, 0], "value": 7}', "wrong_length"),
        ('{"seq": 2, "by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": 7.0}', "wrong_type"),
        ('{"seq": 2, "by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": "7"}', "wrong_type"),
        ('{"seq": 2, "by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": null}', "wrong_type"),
        ('{"seq": 2, "by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": NaN}', "not_json"),
        ('{"seq": 2, "by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": 7, "note": 1e999}', "not_json"),
        (f'{{"seq": 2, "by": "table", "do": "adjust", "seat": 0, "points": {"9" * 1001}, "why": "x"}}', "not_json"),
        ('{"seq": 2, "by": 0, "do": "undo", "to": 2}', "undo_out_of_range"),
        ('{"seq": 2, "by": 0, "do": "adjust", "seat": 0, "points": 3, "why": "x"}', "only_the_table"),
        ('{"seq": 2, "by": "table", "do": "adjust", "seat": 3, "points": 3, "why": "x"}', "no_such_seat"),
    ],
)
def test_the_first_bad_line_stops_the_replay_and_nothing_of_it_happens(entry: str, reason: str) -> None:
    reading = read_log([HEADER, DEAL, "", entry, TURN])
    assert reading.course is not None
    assert reading.course.seq == 1
    assert reading.fault is not None
    assert (reading.fault.line, reading.fault.said.key) == (4, reason)


def test_unknown_fields_are_ignored_with_a_warning() -> None:
    reading = read_log([HEADER, DEAL[:-1] + ', "mood": "good"}', TURN])
    assert reading.fault is None
    assert [(fault.line, fault.said.key) for fault in reading.warnings] == [(2, "unknown_field")]


def test_unknown_fields_of_the_header_are_told_too() -> None:
    reading = read_log([HEADER[:-1] + ', "event": "club evening"}', DEAL])
    assert reading.fault is None
    assert reading.header is not None
    assert reading.header.more == {"event": "club evening"}
    assert [(fault.line, dict(fault.said.values)) for fault in reading.warnings] == [(1, {"field": "event"})]


def test_a_line_that_is_no_utf8_is_told_by_its_number() -> None:
    reading = read_log(lines_of(f"{HEADER}\n{DEAL}\n".encode() + b"\xff\xfe\n"))
    assert reading.fault is not None
    assert reading.fault.line == 3


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm() -> None:
    text = "\ufeff" + "\r\n".join([HEADER, DEAL, TURN, ""])
    assert read_log(lines_of(text.encode())).fault is None


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
@given(seed=st.integers(0, 2**32))
def test_export_and_import_are_exact_inverses(game: Any, seed: int) -> None:
    seats = game.seats[seed % len(game.seats)]
    played = finished(game, seats, seed)
    header = Header(game.key, NAMES[:seats], {}, {"place": "Malmö"})
    entries = tuple(
        entry_of(seq, action, at="2026-01-01T20:00:00Z", source="touch") for seq, action in enumerate(played.entries, 1)
    )
    lines = list(write_log(header, entries))
    reading = read_log(lines)
    assert reading.fault is None
    assert (reading.header, reading.entries) == (header, entries)
    assert list(write_log(parse_header(lines[0]), reading.entries)) == lines
    assert reading.course is not None
    assert reading.course.state == played.state


def test_an_entry_keeps_what_was_written_beside_its_fields() -> None:
    entry = Entry(1, {"by": "table", "do": "deal", "discard": 5}, None, None)
    assert json.loads(list(write_log(Header("allegra", ("A", "B")), [entry]))[1]) == {"seq": 1, **entry.body}


@given(seed=st.integers(0, 2**32))
def test_a_sealed_round_is_not_exported_and_a_revealed_one_is(seed: int) -> None:
    game = game_named("die_bombe")
    for step in physical(game, 3, seed):
        last = last_open_seq(step)
        assert not is_sealed(step.moments[last].state)
        if not is_sealed(step.state):
            assert last == step.seq


def test_a_bid_that_was_undone_before_the_reveal_stays_sealed_until_that_round_is_revealed() -> None:
    game = game_named("die_bombe")
    steps = list(physical(game, 3, 1))
    first_bid = next(step for step in steps if is_sealed(step.state))
    undone = first_bid.after(Undo(TABLE, first_bid.seq - 1))
    assert not is_sealed(undone.state)
    assert last_open_seq(undone) == first_bid.seq - 1
    revealed = undone
    for action in next(steps[i] for i in range(first_bid.seq, len(steps)) if not is_sealed(steps[i].state)).entries[
        first_bid.seq - 1 :
    ]:
        revealed = revealed.after(action)
    assert last_open_seq(revealed) == revealed.seq


def test_a_bid_made_again_after_the_reveal_was_undone_waits_for_the_new_reveal() -> None:
    steps = list(physical(game_named("die_bombe"), 3, 3))
    before = max(step.seq for step in steps[:6] if not is_sealed(step.state) and is_sealed(steps[step.seq + 1].state))
    revealed = next(step for step in steps[before + 1 :] if not is_sealed(step.state))
    again = revealed.after(Undo(TABLE, before))
    undo = again.seq
    for action in revealed.entries[before:-1]:
        again = again.after(action)
        assert last_open_seq(again) == undo
    again = again.after(revealed.entries[-1])
    assert last_open_seq(again) == again.seq


def test_a_bid_withdrawn_by_going_forward_again_to_the_reveal_is_open_with_its_round() -> None:
    steps = list(physical(game_named("die_bombe"), 3, 3))
    revealed = next(step for step in steps if not is_sealed(step.state) and is_sealed(steps[step.seq - 1].state))
    bid = next(seq for seq, action in enumerate(revealed.entries, 1) if is_sealed(action))
    back = revealed.after(Undo(TABLE, bid - 1)).after(revealed.entries[bid - 1])
    assert last_open_seq(back) == back.seq - 1
    forward = back.after(Undo(TABLE, revealed.seq))
    assert last_open_seq(forward) == forward.seq


def test_a_bid_of_a_round_that_was_taken_back_whole_is_open_once_the_game_is_over() -> None:
    whole = finished(game_named("die_bombe"), 3, 1)
    begun = open_course(whole.game, whole.options, 3)
    for action in (*whole.entries[:2], Undo(TABLE, 0), *whole.entries[:-1]):
        begun = begun.after(action)
    assert last_open_seq(begun) == 1
    over = begun.after(whole.entries[-1])
    assert last_open_seq(over) == over.seq


def test_the_longest_numbers_taken_can_be_added_and_written_again() -> None:
    ruling = '{{"seq": {}, "by": "table", "do": "adjust", "seat": 0, "points": {}, "why": "x"}}'
    reading = read_log([HEADER, *(ruling.format(seq, "9" * MOST_DIGITS) for seq in (1, 2))])
    assert reading.course is not None
    assert json.loads(json.dumps(reading.course.totals)) == [2 * (10**MOST_DIGITS - 1), 0, 0]


def test_an_author_that_cannot_be_is_told_the_seats_there_are() -> None:
    reading = read_log([HEADER, DEAL.replace('"table"', "3")])
    assert reading.fault is not None
    assert Texts("en").said(reading.fault.said) == '`by` must be a seat from 0 to 2, or "table".'


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("splash", 3, {"teams": True}),
        ("buero_crazy", 5, {"card_split": {"1": 19, "2": 30, "5": 30, "10": 30, "20": 30}}),
        ("allegra", 2, {"distribution": {str(value): 9 for value in range(-1, 12)}}),
    ],
)
def test_an_option_that_a_game_refuses_is_told_in_the_words_of_that_game(game: str, seats: int, options: Any) -> None:
    reading = read_log(write_log(Header(game, NAMES[:seats], options), ()))
    assert reading.fault is not None
    (line,) = faults_told("x", reading, "en")
    assert Texts("en", game).has(reading.fault.said.key)
    assert line == f"x:1: {reading.fault.said.key}: {Texts('en', game).said(reading.fault.said)}"
