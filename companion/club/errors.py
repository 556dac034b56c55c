"""What can go wrong between a table and its hall; each is a sentence, and the game at the table goes on."""

from __future__ import annotations

from companion.rulebook.errors import CompanionError


class ClubError(CompanionError):
    """The base of all faults of a club."""


class BadBroker(ClubError, ValueError):
    """Error raised when the settings name no usable broker, password or table."""


class NoBroker(ClubError, OSError):
    """Error raised when the broker a hall is heard through does not answer, or does not let us in."""


class BadTournament(ClubError, ValueError):
    """Error raised when a tournament is asked for something it cannot do, or its file cannot be read."""
