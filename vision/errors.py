"""What can go wrong between a camera and a reading; imports nothing, so that every module may import it."""


class VisionError(Exception):
    """Base of every error this package raises on purpose.

    `reason` is a key for those who tell people in their language; empty where the message, or its cause, says it.
    """

    def __init__(self, message: str, *, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason


class NoCameraPicture(VisionError, OSError):
    """Error raised when a file, folder or stream holds no picture that can be decoded."""


class CameraLost(VisionError, ConnectionError):
    """Error raised when a camera that gave pictures gives none any more."""


class NotCalibrated(VisionError, ValueError):
    """Error raised when too few reference marks are in view to know where things lie."""


class UnknownDeck(VisionError, KeyError):
    """Error raised when a taught deck is asked for that was never saved, or whose file is damaged."""


class NoCardThere(VisionError, LookupError):
    """Error raised when a picture that should show a card shows none."""
