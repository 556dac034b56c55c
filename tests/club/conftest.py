"""A broker (the twin, and mosquitto where it is installed), a hall that hears everything, and tables that talk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.club.topics import EVERY_TABLE
from tests.club.ears import Ear
from tests.club.mosquitto import ABSENT, PROGRAM
from tests.club.rigs import BrokerRig, MosquittoRig, TwinRig
from tests.club.tables import Evening

NO_MOSQUITTO = pytest.mark.skipif(PROGRAM is None, reason=ABSENT)


@pytest.fixture(params=[TwinRig, pytest.param(MosquittoRig, marks=NO_MOSQUITTO)])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BrokerRig]:
    made: BrokerRig = request.param(tmp_path / "broker")
    yield made
    made.close()


@pytest.fixture
def hall(rig: BrokerRig) -> Iterator[Ear]:
    ear = Ear(rig.link("hall", session_s=60), patterns=(*EVERY_TABLE, "homeassistant/#")).up()
    yield ear
    ear.link.close()


@pytest.fixture
def evenings(rig: BrokerRig, tmp_path: Path) -> Iterator[Any]:
    begun: list[Evening] = []

    def begin(word: str, **more: Any) -> Evening:
        evening = Evening(word, tmp_path, more.pop("records", None))
        evening.begin(rig.link(more.pop("client", word)), **more)
        begun.append(evening)
        return evening

    yield begin
    for evening in begun:
        evening.end()
