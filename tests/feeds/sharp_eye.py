"""A camera feed that reads perfectly: it hands over what was laid, without drawing a picture."""

from __future__ import annotations

from companion.feeds.feed import Quiet
from companion.rulebook.zone import Zone
from companion.session.inbox import Inbox
from tests.session.test_explain import look


class SharpEye(Quiet):
    """Sees the cards of the zones that were laid last, each time it is asked."""

    kinds = frozenset({"cards"})

    def __init__(self) -> None:
        self.laid: tuple[Zone, ...] = ()

    def lay(self, zones: tuple[Zone, ...]) -> None:
        """Lay the table so."""
        self.laid = zones

    def pump(self, inbox: Inbox) -> None:
        """Hand over a look at each zone of cards."""
        for zone in self.laid:
            if zone.kind == "cards":
                inbox.post(look(zone))
