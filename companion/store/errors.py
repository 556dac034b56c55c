"""What can go wrong with the store; each is a sentence for the player, and what was accepted before is kept."""

from __future__ import annotations

from companion.rulebook.errors import CompanionError


class StoreError(CompanionError, OSError):
    """The base of all faults of the store."""


class StoreUnreadable(StoreError):
    """Error raised when the database cannot be opened, is damaged or was written by a newer version."""


class StoreUnreachable(StoreError, ConnectionError):
    """Error raised when the server of the database does not answer; it may do so later."""


class StoreRefused(StoreError):
    """Error raised when the database does not take a value that another one took."""


class StoreFull(StoreError):
    """Error raised when an entry could not be written because the disk is full; it did not happen."""


class StoreBusy(StoreError):
    """Error raised when another program holds the data folder or the database."""


class HallDiffers(StoreError):
    """Error raised when a hall holds something else under the same game and number; nothing is overwritten."""


class HallRaced(StoreBusy):
    """Error raised when another process is adding the same game to a hall at this moment; trying again helps."""


class BadBackup(StoreError, ValueError):
    """Error raised when a backup is damaged, not one of ours, or of a newer version; nothing was changed."""


class WouldOverwrite(StoreError, FileExistsError):
    """Error raised when something lies where a file or games are to go, and nobody has said that it may be replaced."""
