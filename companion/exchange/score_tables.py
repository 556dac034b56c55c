"""A game's score for spreadsheets (CSV) and for programs (JSON)."""

from __future__ import annotations

import csv
import io
import json
from typing import Final

from companion.exchange.play import Play
from companion.exchange.report import standing
from companion.texts import Texts

COLUMNS: Final = ("date_utc", "game", "seat", "name", "part", "points", "why", "place", "winner")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def score_csv(play: Play, words: Texts) -> str:
    """One row for each part of each seat's score, and one for its total, which alone has place and winner."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    texts = Texts(words.language, play.header.game)
    start = [f"{play.began_at:%Y-%m-%d %H:%M:%S}", words.game(play.header.game)]
    for seat, lines in enumerate(play.course.lines):
        who = [str(seat + 1), as_text(play.names[seat])]
        for line in lines:
            why = as_text(texts.said(line.why, play.names))
            writer.writerow([*start, *who, texts(f"what.{line.what}"), line.points, why, "", ""])
        won = int(seat in play.winners)
        writer.writerow([*start, *who, "total", play.course.totals[seat], "", play.places[seat], won])
    return out.getvalue()


def as_text(words: str) -> str:
    """Words that no spreadsheet takes for a formula."""
    return f"'{words}" if words.startswith(_FORMULA) else words


def score_json(play: Play, words: Texts) -> str:
    """The public standing of a game (log format, section 2) with names, places and times."""
    told = {
        "id": play.id,
        "began_at": _iso(play, began=True),
        "ended_at": _iso(play, began=False),
        "seats": list(play.names),
        "options": dict(play.header.options),
        "places": list(play.places),
        "left_out": play.left_out,
        **standing(play.course, play.names, Texts(words.language, play.header.game)),
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _iso(play: Play, *, began: bool) -> str:
    moment = play.began_at if began else play.ended_at
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")
