"""A table as a device of Home Assistant: one retained message that names its sensors (device discovery, 2024.11)."""

from __future__ import annotations

from typing import Any, Final

from companion.club.public import Place
from companion.club.topics import OFFLINE, ONLINE, ROOT, STATUS, VIEW, topic_of
from companion.games import all_games
from companion.texts import Texts

_MAKER: Final = "tabletop-companion"


def discovery_of(place: Place) -> dict[str, Any]:
    """The payload for `companion.club.topics.discovery_topic`: a score for each seat, the game, and if it is there.

    Source: Home Assistant, ``homeassistant/components/mqtt/schemas.py``, DEVICE_DISCOVERY_SCHEMA.
    """
    words = Texts(place.language)
    seats = max(game.seats[-1] for game in all_games())
    scores = {f"score_{seat + 1}": _score(place, words, seat) for seat in range(seats)}
    return {
        "device": {"identifiers": [f"{ROOT}-{place.word}"], "name": place.name, "manufacturer": _MAKER},
        "origin": {"name": _MAKER},
        "qos": 1,
        "components": {
            "connectivity": _connectivity(place, words),
            "game": _sensor(place, "game", words("club.ha.game"), "{{ value_json.name | default('', true) }}"),
            "phase": _sensor(place, "phase", words("club.ha.phase"), "{{ value_json.phase_text | default('', true) }}"),
            "last": _sensor(place, "last", words("club.ha.last"), "{{ (value_json.last | default('', true))[:250] }}"),
            **scores,
        },
    }


def _connectivity(place: Place, words: Texts) -> dict[str, Any]:
    return {
        "platform": "binary_sensor",
        "unique_id": f"{ROOT}_{place.word}_connectivity",
        "name": words("club.ha.connectivity"),
        "device_class": "connectivity",
        "entity_category": "diagnostic",
        "state_topic": topic_of(place.word, STATUS),
        "payload_on": ONLINE.decode(),
        "payload_off": OFFLINE.decode(),
    }


def _score(place: Place, words: Texts, seat: int) -> dict[str, Any]:
    at_seat = f"value_json.seats | length > {seat}"
    name = words("club.ha.score", seat=seat + 1)
    template = f"{{{{ value_json.totals[{seat}] if {at_seat} else None }}}}"
    person = f"{{{{ {{'person': value_json.seats[{seat}] if {at_seat} else None}} | tojson }}}}"
    return {
        **_sensor(place, f"score_{seat + 1}", name, template),
        "state_class": "measurement",
        "json_attributes_topic": topic_of(place.word, VIEW),
        "json_attributes_template": person,
    }


def _sensor(place: Place, key: str, name: str, template: str) -> dict[str, Any]:
    return {
        "platform": "sensor",
        "unique_id": f"{ROOT}_{place.word}_{key}",
        "name": name,
        "state_topic": topic_of(place.word, VIEW),
        "value_template": template,
        "availability_topic": topic_of(place.word, STATUS),
    }
