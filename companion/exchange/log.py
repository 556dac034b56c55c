"""The public game log: reading with the last good state and the first error, and writing (log format, section 1)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.exchange.whole_file import read_input, read_whole
from companion.games import UnknownGame
from companion.rulebook.course import Course
from companion.rulebook.entry import decode_entry, ignored_fields
from companion.rulebook.errors import BadField, BadOptions, IllegalAction
from companion.rulebook.sealed import is_sealed
from companion.rulebook.text import Said, say
from companion.session.record import BadLog, Entry, Header
from companion.system_faults import why_of

FORMAT: Final = "companion-log/1"
MOST_DIGITS: Final = 1000  # Python writes numbers of up to 4,300 digits; sums of these stay far below


@dataclass(frozen=True, slots=True)
class Fault:
    """Where and why a replay stopped."""

    line: int
    said: Said


@dataclass(frozen=True, slots=True)
class Reading:
    """A log as far as it could be replayed.

    `course` is None where the header is bad, and `header` too where it does not tell a game and its seats.
    """

    header: Header | None
    course: Course | None
    entries: tuple[Entry, ...] = ()
    warnings: tuple[Fault, ...] = ()
    fault: Fault | None = None


def lines_of(source: Path | bytes) -> Iterator[str]:
    """The lines of a log file, or of its bytes.

    A line that is no UTF-8 becomes one that is no JSON, so that it is told by its number. Raises BadLog where the file
    cannot be read.
    """
    try:
        data = source if isinstance(source, bytes) else read_whole(source)
    except OSError as error:
        raise BadLog("file_unreadable", file=str(source), why=why_of(error)) from error
    for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        try:
            yield line.decode()
        except UnicodeDecodeError:
            yield "\N{REPLACEMENT CHARACTER}"


def read_log(lines: Iterable[str]) -> Reading:
    """Replay a log line by line up to its first fault."""
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        return Reading(None, None, fault=Fault(1, say("header_missing")))
    header = None
    try:
        header = parse_header(numbered[0][1])
        course = header.open()
    except UnknownGame as error:
        return Reading(None, None, fault=Fault(1, error.said))
    except (BadLog, BadOptions) as error:
        return Reading(header, None, fault=Fault(1, error.said))
    warnings = [Fault(numbered[0][0], say("unknown_field", field=name)) for name in header.more]
    return _replayed(header, course, numbered[1:], warnings)


def read_named(name: str) -> Reading:
    """Replay the log in the file of this name; ``-`` is the standard input.

    That it cannot be read is a fault of its first line.
    """
    try:
        return read_log(lines_of(read_input() if name == "-" else Path(name)))
    except BadLog as error:
        return Reading(None, None, fault=Fault(1, error.said))
    except OSError as error:
        return Reading(None, None, fault=Fault(1, say("file_unreadable", file=name, why=why_of(error))))


def parse_header(line: str) -> Header:
    """The header written in `line`. Raises BadLog."""
    body = _json_object(line)
    if body.get("format") != FORMAT:
        raise BadLog("bad_format", expected=FORMAT)
    game, seats, options = body.get("game"), body.get("seats"), body.get("options", {})
    if not isinstance(game, str):
        raise BadLog("missing_field", field="game")
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise BadLog("wrong_type", field="seats", expected="array")
    if not isinstance(options, dict):
        raise BadLog("wrong_type", field="options", expected="object")
    more = {k: v for k, v in body.items() if k not in {"format", "game", "seats", "options"}}
    return Header(game, tuple(seats), options, more)


def _replayed(header: Header, course: Course, numbered: list[tuple[int, str]], warnings: list[Fault]) -> Reading:
    entries: list[Entry] = []
    for number, line in numbered:
        try:
            entry = parse_entry(line, course.seq + 1)
            course = course.after(decode_entry(course.game, course.seats, entry.body))
        except (BadLog, BadField, IllegalAction) as error:
            return Reading(header, course, tuple(entries), tuple(warnings), Fault(number, error.said))
        entries.append(entry)
        ignored = ignored_fields(course.game, entry.body)
        warnings += [Fault(number, say("unknown_field", field=name)) for name in ignored]
    return Reading(header, course, tuple(entries), tuple(warnings))


def parse_entry(line: str, expected_seq: int) -> Entry:
    """The entry written in `line`.

    Raises BadLog where it is no object, its number is not `expected_seq`, or `at` or `source` is no text.
    """
    body = dict(_json_object(line))
    if "seq" not in body:
        raise BadLog("missing_field", field="seq")
    seq = body.pop("seq")
    if type(seq) is not int or seq != expected_seq:
        raise BadLog("gap_in_seq", expected=expected_seq)
    return Entry(seq, body, at=_taken_text(body, "at"), source=_taken_text(body, "source"))


def _taken_text(body: dict[str, Any], name: str) -> str | None:
    """The text of an optional field, taken out of `body`; None where it is left out, which null is not."""
    if name not in body:
        return None
    text = body.pop(name)
    if not isinstance(text, str):
        raise BadLog("wrong_type", field=name, expected="string")
    return text


def _json_object(line: str) -> Mapping[str, Any]:
    try:
        value = json.loads(line, parse_constant=_no_constant, parse_int=_whole, parse_float=_finite)
        if "\\u" in line:  # half a surrogate pair may be escaped in JSON, but nobody can write it out again
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadLog("not_json") from error
    if not isinstance(value, dict):
        raise BadLog("not_json")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(digits)
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number


def write_log(header: Header, entries: Iterable[Entry]) -> Iterator[str]:
    """The lines of a log; `read_log` reads back the same header and entries."""
    first = {"format": FORMAT, "game": header.game, "seats": list(header.seats), "options": header.options}
    yield json.dumps({**first, **header.more}, ensure_ascii=False)
    for entry in entries:
        around = {name: value for name, value in (("at", entry.at), ("source", entry.source)) if value is not None}
        yield json.dumps({"seq": entry.seq, **entry.body, **around}, ensure_ascii=False)


def last_open_seq(course: Course) -> int:
    """The last entry that may be shown to everybody: those after it hold a bid that is still sealed.

    A sealed round starts at the last unsealed table before it. What was sealed in it so far is open once play has gone
    on from it to an unsealed table, bids that were undone included; a bid made after an undo waits for the next time.
    At the end of a game everything is open.
    """
    secrets = [seq for seq, action in enumerate(course.entries, 1) if is_sealed(action)]
    if course.is_over or not secrets:
        return course.seq
    return last_open_of(course, secrets, [is_sealed(moment.state) for moment in course.moments])


def last_open_of(course: Course, secrets: Sequence[int], sealed: Sequence[bool]) -> int:
    """The same for a game that runs, where it is known which entries are `secrets` and which moments `sealed`."""
    opened = {
        _round_start(course, moment.previous, sealed): now
        for now, moment in enumerate(course.moments)
        if not sealed[moment.seq] and sealed[moment.previous]
    }
    shut = (seq for seq in secrets if opened.get(_round_start(course, seq, sealed), 0) < seq)
    return next(shut, course.seq + 1) - 1


def _round_start(course: Course, seq: int, sealed: Sequence[bool]) -> int:
    while sealed[seq]:
        seq = course.moments[seq].previous
    return seq
