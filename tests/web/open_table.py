"""A session and a desk whose page is open on a loopback port."""

from __future__ import annotations

from companion.ports import SystemClock
from companion.session.inbox import Inbox
from companion.session.record import Header
from companion.session.session import Session, Table
from companion.web.addresses import LOOPBACK
from companion.web.desk import PhoneDesk
from tests.kit import MemoryKeeper


class OpenTable:
    """`pump` lets the phones and the session meet, as the companion does."""

    def __init__(self, game: str, names: tuple[str, ...]) -> None:
        self.inbox, self.keeper, clock = Inbox(), MemoryKeeper(), SystemClock()
        table = Table("id", Header(game, names))
        self.session = Session(table, keeper=self.keeper, clock=clock, inbox=self.inbox)
        self.desk = PhoneDesk(clock, "en")
        self.desk.listen(LOOPBACK, 0)
        self.pump()

    def pump(self) -> None:
        self.desk.pump(self.inbox)
        self.session.pump()
        self.desk.touch(self.session)
