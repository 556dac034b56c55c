"""The names of topics: ``tabletop/<table>/status``, ``view`` and ``event``, and Home Assistant's own."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from companion.club.errors import BadBroker

ROOT: Final = "tabletop"
STATUS: Final = "status"
VIEW: Final = "view"
EVENT: Final = "event"
AGAIN: Final = "again"
"""Where a hall asks a table for what it has missed: ``{"game": id, "from": seq}``."""
EVERY_TABLE: Final = (f"{ROOT}/+/{STATUS}", f"{ROOT}/+/{VIEW}", f"{ROOT}/+/{EVENT}")
"""What a hall listens to."""
ONLINE: Final = b"online"
OFFLINE: Final = b"offline"


def table_word(name: str) -> str:
    """The name of a table as topics hold it: ``Tisch Süd 1`` is ``tisch-sud-1``.

    Raises BadBroker where nothing is left. Topics may hold any text, but access lists, bridges and Home Assistant are
    at ease with a-z, 0-9 and hyphens alone.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    word = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].rstrip("-")
    if not word:
        raise BadBroker("club.bad_table_name", name=name)
    return word


def topic_of(word: str, kind: str) -> str:
    """The topic of a table, for instance ``tabletop/tisch-1/view``."""
    return f"{ROOT}/{word}/{kind}"


def table_and_kind(topic: str) -> tuple[str, str] | None:
    """The table and the kind a topic names, None where it is none of ours."""
    parts = topic.split("/")
    if len(parts) != 3 or parts[0] != ROOT or parts[2] not in {STATUS, VIEW, EVENT}:
        return None
    return parts[1], parts[2]


def discovery_topic(word: str) -> str:
    """Where Home Assistant looks for the device that this table is."""
    return f"homeassistant/device/{ROOT}-{word}/config"
