"""Whether the newest entry let a pyramid fall; physics is loaded only once one does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from companion.feeds.pyramid_fall import Falling

GAME: Final = "alles_im_eimer"


def newest_fall(session: Any) -> tuple[int, Falling] | None:
    """Whose pyramid the entry in force has changed, and its fall; None for every other entry and without a game.

    It takes some ten milliseconds where something falls: ask once for each entry.
    """
    if session is None or session.course.game.key != GAME or not session.course.now.seq:
        return None
    if session.entries[session.course.now.seq - 1].body.get("do") != "lose":
        return None
    from companion.feeds.pyramid_fall import newest_falling  # noqa: PLC0415 - start must not wait for physics

    return newest_falling(session.course)
