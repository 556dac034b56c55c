"""The reader of a table as the camera feed uses it: `vision.look` with remarks for people in place of bare facts."""

from __future__ import annotations

from pathlib import Path

from companion.feeds.feed import Outline
from companion.feeds.look import Glance
from companion.feeds.teaching import Teaching
from companion.rulebook.text import Said, say
from companion.system_faults import why_of
from vision.by_hand import PointedAt
from vision.errors import UnknownDeck
from vision.frame_health import Trouble
from vision.frames import Frame
from vision.lens import Lens
from vision.look import Looked, TableLook
from vision.readings import Watch

_TROUBLES = {
    Trouble.BLACK: say("camera.black"),
    Trouble.BLOWN_OUT: say("camera.blown_out"),
    Trouble.BLURRED: say("camera.blurred"),
    Trouble.FROZEN: say("camera.frozen"),
}


class TableReader:
    """Looks at one table with one camera; used by the camera thread alone.

    Args: `teaching` where lessons come from; `decks` the folder in which what was learned is kept.
    """

    def __init__(self, teaching: Teaching | None = None, decks: Path | None = None) -> None:
        self._look = TableLook(decks=decks)
        self._teaching = teaching or Teaching()
        self._unkept: Said | None = None

    def use(self, lens: Lens | None, pointed: PointedAt | None) -> None:
        """From now on take the table to lie where a person pointed, while no corner card is in view; and this lens."""
        self._look.use(lens, pointed)

    def look(self, frame: Frame, watches: tuple[Watch, ...]) -> Glance:
        """What the frame shows of the watches, and what people should know about the picture."""
        self._study()
        looked = self._look.look(frame, watches)
        self._teaching.saw(looked.seen)
        outlines = tuple(Outline(mark.quad, mark.label, mark.confidence, mark.cell) for mark in looked.marked)
        note, drifted = remark(looked) or self._unkept, looked.drift is not None
        return Glance(looked.seen, outlines, note, hand=looked.hand, unsettled=drifted)

    def _study(self) -> None:
        study = self._teaching.study
        try:
            if self._look.study(study.deck, study.lessons, study.withdrawn):
                self._unkept = None
        except UnknownDeck:
            self._unkept = say("camera.deck_damaged")
        except OSError as error:
            self._unkept = say("camera.not_kept", why=why_of(error))


def remark(looked: Looked) -> Said | None:
    """The one thing worth saying about a look, the gravest first; None where all is well."""
    for trouble in looked.troubles:
        return _TROUBLES[trouble]
    if looked.hand:
        return say("camera.hand")
    if looked.moved:
        return say("camera.moved", cards=", ".join(map(str, looked.moved)))
    if not looked.referenced:
        return say("camera.no_reference")
    if looked.drift is not None:
        return say(f"camera.drift_{looked.drift}")
    return None if looked.seen else say("camera.waiting")
