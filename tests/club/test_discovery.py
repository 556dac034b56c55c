"""Home Assistant's own rules for a discovered device, written down from its schema, and ours against them.

Source: home-assistant/core, homeassistant/components/mqtt/schemas.py (DEVICE_DISCOVERY_SCHEMA), sensor.py and
binary_sensor.py.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from companion.club.discovery import discovery_of
from companion.club.public import Place, as_bytes
from companion.club.topics import OFFLINE, ONLINE, discovery_topic, topic_of
from companion.texts import LANGUAGES

ROOT_KEYS = {"device", "origin", "components", "state_topic", "command_topic", "qos", "encoding", "availability",
             "availability_mode", "availability_topic", "availability_template", "payload_available",
             "payload_not_available"}  # fmt: skip
DEVICE_KEYS = {"identifiers", "connections", "manufacturer", "model", "model_id", "name", "hw_version", "serial_number",
               "sw_version", "via_device", "suggested_area", "configuration_url"}  # fmt: skip
ENTITY_KEYS = {"platform", "unique_id", "name", "state_topic", "value_template", "availability_topic", "device_class",
               "entity_category", "json_attributes_topic", "json_attributes_template", "icon", "qos"}  # fmt: skip
OWN_KEYS = {"sensor": {"state_class", "unit_of_measurement"}, "binary_sensor": {"payload_on", "payload_off"}}


@pytest.fixture(params=LANGUAGES)
def payload(request: pytest.FixtureRequest) -> dict[str, Any]:
    place = Place("Tisch Süd 1", "tisch-sud-1", request.param, "a" * 32)
    return dict(json.loads(as_bytes(discovery_of(place))))


def test_the_topic_is_one_where_home_assistant_looks() -> None:
    assert re.fullmatch(r"homeassistant/device/[a-zA-Z0-9_-]+/config", discovery_topic("tisch-sud-1"))


def test_device_origin_and_components_are_there_and_nothing_unknown(payload: dict[str, Any]) -> None:
    assert {"device", "origin", "components"} <= payload.keys() <= ROOT_KEYS
    assert payload["device"].keys() <= DEVICE_KEYS
    assert payload["device"]["identifiers"]
    assert payload["origin"]["name"]
    assert payload["qos"] in {0, 1, 2}


def test_every_entity_has_what_its_platform_asks_for(payload: dict[str, Any]) -> None:
    for key, entity in payload["components"].items():
        assert re.fullmatch(r"[a-z0-9_]+", key)
        assert {"platform", "unique_id", "name", "state_topic"} <= entity.keys()
        assert entity.keys() <= ENTITY_KEYS | OWN_KEYS[entity["platform"]]
        assert "+" not in entity["state_topic"]
        assert "#" not in entity["state_topic"]
    ids = [entity["unique_id"] for entity in payload["components"].values()]
    assert len(set(ids)) == len(ids)


def test_there_is_a_score_for_each_seat_the_game_and_the_connection(payload: dict[str, Any]) -> None:
    components = payload["components"]
    assert {f"score_{seat}" for seat in range(1, 7)} | {"game", "connectivity"} <= components.keys()
    link = components["connectivity"]
    assert (link["platform"], link["device_class"]) == ("binary_sensor", "connectivity")
    assert (link["payload_on"], link["payload_off"]) == (ONLINE.decode(), OFFLINE.decode())
    assert "availability_topic" not in link
    assert components["score_1"]["state_topic"] == topic_of("tisch-sud-1", "view")
    assert components["score_1"]["availability_topic"] == topic_of("tisch-sud-1", "status")


def test_templates_give_a_score_or_nothing(payload: dict[str, Any]) -> None:
    """Jinja itself is not among our parts; the expression between the braces is plain enough to be read by Python."""
    template = payload["components"]["score_3"]["value_template"]
    inner = template.removeprefix("{{ ").removesuffix(" }}").replace("value_json.seats | length", "len(seats)")
    expression = inner.replace("value_json.", "")
    assert eval(expression, {"totals": [7, 8, 9], "seats": ["a", "b", "c"]}) == 9  # noqa: S307
    assert eval(expression, {"totals": [7], "seats": ["a"]}) is None  # noqa: S307
