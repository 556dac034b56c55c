"""What a hall has heard of one game or table."""

from __future__ import annotations

import json
from typing import Any

from companion.club.link import Arrived, News
from tests.club.ears import Ear
from tests.club.tables import keys


def until(hall: Ear, game: str, seq: int) -> None:
    """Wait for the event of entry `seq`."""
    hall.wait(lambda news: isinstance(news, Arrived) and keys([news.payload]) == [(game, seq)])


def view_with(hall: Ear, word: str, **expected: Any) -> dict[str, Any]:
    """The first view of a table, heard already or still to come, that holds these values."""

    def fits(news: News) -> bool:
        if not isinstance(news, Arrived) or news.topic != f"tabletop/{word}/view":
            return False
        told = json.loads(news.payload)
        return all(told.get(name) == value for name, value in expected.items())

    news = next(filter(fits, hall.heard), None) or hall.wait(fits)
    assert isinstance(news, Arrived)
    return dict(json.loads(news.payload))


def told(hall: Ear, game: str) -> list[int]:
    """The numbers of the events of one game, in the order heard."""
    return [seq for known, seq in keys(hall.payloads) if known == game]
