"""Why a camera shows nothing, in the language of the players."""

from __future__ import annotations

from companion.rulebook.text import Value, say
from companion.system_faults import why_of
from vision.errors import VisionError


def why_not_seen(error: VisionError) -> Value:
    """The reason of `error`, else that of the system behind it; what has neither is told as it is."""
    if error.reason:
        return say(f"camera.why.{error.reason}")
    cause = error.__cause__
    return why_of(cause) if isinstance(cause, OSError) else str(error)
