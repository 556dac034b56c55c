"""The knock feed: presses of the seat buttons go to the inbox with the time of their own edge."""

from __future__ import annotations

from companion.feeds.feed import Health, Quiet
from companion.ports import Presses
from companion.rulebook.text import say
from companion.session.inbox import Inbox, Pressed


class KnockFeed(Quiet):
    """Joins buttons to the inbox."""

    def __init__(self, presses: Presses) -> None:
        self._presses = presses

    def pump(self, inbox: Inbox) -> None:
        """Hand over the presses since the last call."""
        for press in self._presses.poll():
            inbox.post(Pressed(press.seat, press.at_s, press.tied_with))

    def health(self) -> tuple[Health, ...]:
        """That they are listened to; a wire that is off cannot be told from a button nobody presses."""
        return (Health("buttons", "good", say("buttons.listening")),)

    def close(self) -> None:
        """Give the lines back."""
        self._presses.close()
