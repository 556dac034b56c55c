"""Trying the broker of the settings once, for ``companion check``."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from secrets import token_hex
from typing import Final

from companion.club.errors import BadBroker
from companion.club.joining import configured_broker
from companion.club.link import Lost, News
from companion.club.topics import table_word
from companion.rulebook.text import Said, say
from companion.settings import Settings

PATIENCE_S: Final = 6.0


def broker_trouble(settings: Settings) -> Said | None:
    """What is wrong with the broker of the settings; None where it lets us in. Waits at most `PATIENCE_S`."""
    try:
        broker = configured_broker(settings)
        if settings.table_name:
            table_word(settings.table_name)
    except BadBroker as error:
        return error.said
    from companion.club.paho_link import PahoLink  # noqa: PLC0415 - paho is there only where a club was asked for

    box: SimpleQueue[News] = SimpleQueue()
    link = PahoLink(broker, client_id=f"tabletop-check-{token_hex(8)}")
    link.open(box.put)
    try:
        news = box.get(timeout=PATIENCE_S)
    except Empty:
        return say("club.unreachable", broker=str(broker))
    finally:
        link.close()
    return news.why if isinstance(news, Lost) else None
