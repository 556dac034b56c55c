"""Statistics of people and games as tables for the console."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from babel.dates import format_date
from babel.numbers import format_decimal, format_percent
from rich.table import Table
from rich.text import Text

from companion.exchange.people import People
from companion.texts import Texts


def people_tables(people: People, words: Texts, *, person: str = "") -> Iterator[Table]:
    """The tables that `companion statistics` prints: of everybody, or of one person."""
    yield _people(people, words, person)
    yield _scores(people, words, person)
    if not person:
        yield _records(people, words)
    yield _meetings(people, words, person)
    yield _quality(people, words)


def day(at: str, language: str) -> str:
    """The day of a moment (UTC, ISO 8601) where people are, written as the language does."""
    try:
        return format_date(datetime.fromisoformat(at).astimezone(), "short", locale=language)
    except ValueError:
        return at


def _table(words: Texts, title: str, names: tuple[str, ...], figures: tuple[str, ...]) -> Table:
    """A table with a title, columns of words and columns of figures, all named by keys."""
    table = Table(title=words(title), title_justify="left")
    for key in names:
        table.add_column(words(key))
    for key in figures:
        table.add_column(words(key), justify="right")
    return table


def _people(people: People, words: Texts, person: str) -> Table:
    figures = ("people.games", "people.wins", "people.share", "people.expected", "people.streak",
               "people.longest", "people.last")  # fmt: skip
    table = _table(words, "people.title", ("people.name",), figures)
    for one in people.people():
        if person in {"", one.name}:
            share = format_percent(one.share, locale=words.language)
            expected = format_decimal(round(one.expected, 1), locale=words.language)
            counts = (str(one.games), str(one.wins), share, expected, str(one.streak), str(one.longest_streak))
            table.add_row(Text(one.name), *counts, day(one.last_at, words.language))
    return table


def _scores(people: People, words: Texts, person: str) -> Table:
    figures = ("people.games", "people.wins", "people.mean", "people.best", "people.worst")
    table = _table(words, "people.scores", ("people.game", "people.name"), figures)
    for one in people.scores():
        if person in {"", one.name}:
            mean = format_decimal(round(one.mean, 1), locale=words.language)
            counts = (str(one.games), str(one.wins), mean, str(one.best), str(one.worst))
            table.add_row(words.game(one.game), Text(one.name), *counts)
    return table


def _records(people: People, words: Texts) -> Table:
    table = _table(words, "people.records", ("people.game", "people.name"), ("people.best", "people.day"))
    for record in people.records():
        when = day(record.at, words.language)
        table.add_row(words.game(record.game), Text(record.name), str(record.score), when)
    return table


def _meetings(people: People, words: Texts, person: str) -> Table:
    figures = ("people.games", "people.ahead", "people.behind", "people.level")
    table = _table(words, "people.meetings", ("people.name", "people.other"), figures)
    for met in people.meetings(person):
        counts = (met.games, met.ahead, met.behind, met.level)
        table.add_row(Text(met.name), Text(met.other), *map(str, counts))
    return table


def _quality(people: People, words: Texts) -> Table:
    figures = ("people.games", "people.automatic", "people.corrected", "people.by_hand", "people.read")
    table = _table(words, "people.quality", ("people.game",), figures)
    for one in people.quality():
        share = "" if one.share is None else format_percent(one.share, locale=words.language)
        counts = (one.games, one.automatic, one.corrected, one.by_hand)
        table.add_row(words.game(one.game), *map(str, counts), share)
    return table
