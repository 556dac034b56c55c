"""The errors of the companion. Each carries a text key and values, so that a player reads a calm sentence.

The base stands here, at the bottom of the dependency order, because rules raise it too.
"""

from __future__ import annotations

from companion.rulebook.text import Said, Value, say


class CompanionError(Exception):
    """The base of everything the companion refuses or reports.

    `said` is the text key with its values; `str()` gives the key and the values for logs.
    """

    def __init__(self, key: str, **values: Value) -> None:
        self.said: Said = say(key, **values)
        super().__init__(str(self.said))


class IllegalAction(CompanionError, ValueError):
    """Error raised when an action is not allowed in the state it was applied to; nothing of it happened."""

    @property
    def reason(self) -> str:
        """The reason key, for instance ``"not_your_turn"``."""
        return self.said.key


class BadField(CompanionError, ValueError):
    """Error raised when a JSON value has not the type or the form that a field asks for."""


class BadOptions(CompanionError, ValueError):
    """Error raised when a game cannot be set up with these options or this number of seats."""


class SealBroken(CompanionError, TypeError):
    """Error raised when something sealed is about to be written where others could read it."""
