"""A finished game for BG Stats on a phone: a link to scan, and a file.

Every player carries ``winner`` and ``startPlayer``: without them its Android app refuses the whole play. Dates are UTC.
The codes of a play are made from its id, so that taking it over twice makes one play.
"""

from __future__ import annotations

import io
import json
import uuid
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from companion.exchange.play import NotOver, Play
from companion.rulebook.score import HIGHEST
from companion.texts import Texts

if TYPE_CHECKING:
    import segno

LINK: Final = "https://app.bgstatsapp.com/createPlay.html?data="
_SOURCE: Final = "Tabletop companion"
_SPACE: Final = uuid.uuid5(uuid.NAMESPACE_URL, "tabletop-companion")
_IN_QUERY: Final = ":,"
"""What need not be escaped in a query; every character less makes the code easier to scan."""


def play_link(play: Play, words: Texts) -> str:
    """The link by which BG Stats takes over a play. Raises NotOver."""
    _check_over(play)
    told: dict[str, Any] = {
        "sourceName": _SOURCE,
        "sourcePlayId": play.id,
        "playDate": _date(play.began_at),
        "durationMin": play.minutes,
        "game": {
            "name": words.game(play.header.game),
            "sourceGameId": play.header.game,
            "highestWins": _highest_wins(play),
            "noPoints": False,
        },
        "players": [
            {"name": name, "sourcePlayerId": name, **_score(play, seat)} for seat, name in enumerate(play.names)
        ],
    }
    if place := _location(play):
        told["location"] = place
    return LINK + quote(json.dumps(told, ensure_ascii=False, separators=(",", ":")), safe=_IN_QUERY)


def link_code(link: str, *, kind: str) -> bytes:
    """The QR code of a link as ``"svg"`` or ``"png"``. Raises NotOver where the link is too long for any code."""
    out = io.BytesIO()
    _code(link).save(out, kind=kind, scale=4, border=4)
    return out.getvalue()


def link_in_terminal(link: str) -> str:
    """The QR code of a link in block characters."""
    out = io.StringIO()
    _code(link).terminal(out, compact=True)
    return out.getvalue()


def _code(link: str) -> segno.QRCode:
    import segno  # noqa: PLC0415 - two megabytes that a table without such a code never needs

    try:
        return segno.make_qr(link, error="l", boost_error=False)
    except segno.DataOverflowError as error:
        raise NotOver("share.too_long") from error


def play_file(play: Play, words: Texts) -> str:
    """The text of a ``.bgsplay`` file. Raises NotOver."""
    _check_over(play)
    stamp = _date(play.ended_at)
    place = _location(play)
    told = {
        "players": [
            {"id": number, "uuid": _uuid("person", name), "name": name, "isAnonymous": False, "modificationDate": stamp}
            for number, name in enumerate(_people(play), 1)
        ],
        "locations": [{"id": 1, "uuid": _uuid("place", place), "name": place, "modificationDate": stamp}]
        if place
        else [],
        "games": [_game(play, words, stamp)],
        "plays": [_play(play, stamp, has_place=bool(place))],
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _game(play: Play, words: Texts, stamp: str) -> dict[str, Any]:
    return {
        "id": 1,
        "uuid": _uuid("game", play.header.game),
        "name": words.game(play.header.game),
        "bggId": 0,
        "highestWins": _highest_wins(play),
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
        "modificationDate": stamp,
    }


def _play(play: Play, stamp: str, *, has_place: bool) -> dict[str, Any]:
    numbers = {name: number for number, name in enumerate(_people(play), 1)}
    told: dict[str, Any] = {
        "uuid": _uuid("play", play.id),
        "gameRefId": 1,
        "playDate": _date(play.began_at),
        "entryDate": stamp,
        "modificationDate": stamp,
        "durationMin": play.minutes,
        "ignored": False,
        "manualWinner": True,
        "rounds": 0,
        "usesTeams": False,
        "playerScores": [
            {
                "playerRefId": numbers[name],
                "seatOrder": seat + 1,
                "newPlayer": False,
                **_score(play, seat, as_text=True),
            }
            for seat, name in enumerate(play.names)
        ],
    }
    if has_place:
        told["locationRefId"] = 1
    return told


def _score(play: Play, seat: int, *, as_text: bool = False) -> dict[str, Any]:
    """What both forms say of a seat; the file writes scores as text."""
    points = play.course.totals[seat]
    return {
        "score": str(points) if as_text else points,
        "winner": seat in play.winners,
        "rank": play.places[seat],
        "startPlayer": seat == play.first_seat,
    }


def _check_over(play: Play) -> None:
    if not play.course.is_over:
        raise NotOver("share.not_over")


def _highest_wins(play: Play) -> bool:
    return play.course.game.best == HIGHEST


def _people(play: Play) -> tuple[str, ...]:
    return tuple(dict.fromkeys(play.names))


def _location(play: Play) -> str:
    place = play.header.more.get("place")
    return place if isinstance(place, str) else ""


def _date(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S}"


def _uuid(kind: str, name: str) -> str:
    return str(uuid.uuid5(_SPACE, f"{kind}/{name}")).upper()
