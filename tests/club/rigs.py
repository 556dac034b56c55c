"""A real broker and its twin behind the same handles."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

from companion.club.address import Broker
from companion.club.link import Link
from companion.club.paho_link import PahoLink
from companion.club.simulated import SimulatedBroker, SimulatedLink
from tests.club.mosquitto import Mosquitto
from tests.cut_line import CutLine


class BrokerRig(Protocol):
    """A broker that can be stopped, with lines that can be cut."""

    def link(self, name: str, *, session_s: int = 0) -> Link: ...

    def cut(self, name: str) -> None: ...

    def mend(self, name: str) -> None: ...

    def stop(self) -> None: ...

    def start(self) -> None: ...

    def close(self) -> None: ...


class TwinRig:
    """The broker in memory."""

    def __init__(self, _folder: Path) -> None:
        self._broker = SimulatedBroker()
        self.cut, self.mend = self._broker.cut, self._broker.mend
        self.stop, self.start, self.close = self._broker.stop, self._broker.start, self._broker.close

    def link(self, name: str, *, session_s: int = 0) -> Link:
        return SimulatedLink(self._broker, client_id=name, session_s=session_s)


class MosquittoRig:
    """A mosquitto of our own; every link goes through a line that can be cut."""

    def __init__(self, folder: Path) -> None:
        self._broker = Mosquitto(folder)
        self._lines: dict[str, CutLine] = {}
        self._open = ExitStack()
        self.stop, self.start = self._broker.stop, self._broker.start

    def link(self, name: str, *, session_s: int = 0) -> Link:
        if name not in self._lines:
            self._lines[name] = self._open.enter_context(CutLine(self._broker.port))
        broker = Broker("127.0.0.1", self._lines[name].port)
        return PahoLink(broker, client_id=name, session_s=session_s)

    def cut(self, name: str) -> None:
        self._lines[name].cut()

    def mend(self, name: str) -> None:
        self._lines[name].mend()

    def close(self) -> None:
        self._open.close()
        self._broker.stop()
