"""Pointing at four corners of something rectangular on the table, where no corner cards are at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty

from companion.rulebook.text import say
from companion.ui.corner_board import CornerBoard
from companion.ui.live_page import LivePage
from vision.by_hand import PointedAt
from vision.errors import NotCalibrated

FORMATS_MM: Final = ((297, 210), (420, 297), (600, 400), (900, 600), (1200, 800))
"""A4 and A3 sheets, a play mat, two tables: one touch for what is usual, keys for the rest."""
COARSE_PX: Final = 10
_LEAST_MM, _MOST_MM, _STEP_MM = 100, 2500, 10
_ARROWS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class CornersPage(LivePage):
    """The picture with four handles; keys move the chosen one, two rows say how large the rectangle is."""

    wide_mm = NumericProperty(600)
    deep_mm = NumericProperty(400)
    fine = BooleanProperty(defaultvalue=False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.board = CornerBoard()
        self.board.bind(on_choose=lambda *_: self._tell())
        self.ids.stage.add_widget(self.board)
        kept = self.calibrator.bearings.pointed if self.calibrator else None
        if kept is not None:
            self.board.quad = kept.quad
            self.wide_mm, self.deep_mm = (int(side) for side in kept.size_mm)
        self.ids.forget.disabled = kept is None
        self._tell()

    def on_parent(self, _: Any, parent: Any) -> None:
        """The loupe shows single pixels, so whole pictures are wanted while the page is in front."""
        if self.calibrator is not None:
            self.calibrator.want("picture" if parent else "")

    def _tell(self) -> None:
        corner = self.app.words(f"corners.{int(self.board.chosen)}")
        self.ids.top.remark = self.app.words("corners.how", corner=corner)

    def see(self, picture: Any) -> None:
        """Show the newest picture."""
        self.board.see(picture)

    # -- moving --------------------------------------------------------------------------------------------------

    def nudge(self, way: str) -> None:
        """Move the chosen corner a little."""
        x, y = _ARROWS[way]
        step = 1 if self.fine else COARSE_PX
        self.board.nudge(x * step, y * step)

    def turn(self) -> None:
        """Choose the next corner."""
        self.board.choose((int(self.board.chosen) + 1) % 4)

    def key_pressed(self, key: str, text: str) -> bool:
        """Arrows move the corner while a handle is in focus, digits choose one."""
        if key in _ARROWS and any(handle.focused for handle in self.board.handles):
            self.nudge(key)
            return True
        if text in {"1", "2", "3", "4"}:
            self.board.choose(int(text) - 1)
            return True
        return False

    # -- how large -----------------------------------------------------------------------------------------------

    def step(self, side: str, by: int) -> None:
        """Make the rectangle wider or deeper by a centimetre."""
        value = getattr(self, f"{side}_mm") // _STEP_MM * _STEP_MM + by * _STEP_MM
        setattr(self, f"{side}_mm", max(_LEAST_MM, min(_MOST_MM, value)))

    def next_format(self) -> None:
        """To the next usual size."""
        now = (self.wide_mm, self.deep_mm)
        at = FORMATS_MM.index(now) + 1 if now in FORMATS_MM else 0
        self.wide_mm, self.deep_mm = FORMATS_MM[at % len(FORMATS_MM)]

    def length(self, mm: float) -> str:
        """A length in words."""
        return str(self.app.words("corners.cm", cm=round(mm / 10, 1)))

    # -- keeping -------------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Keep the corners where they make a rectangle seen from above."""
        pointed = PointedAt(self.board.quad, (float(self.wide_mm), float(self.deep_mm)))
        if self._is_rectangle(pointed):
            self._put(pointed)
        else:
            self.app.tell(say("corners.crossed"))

    def _is_rectangle(self, pointed: PointedAt) -> bool:
        picture = self.board.preview.picture
        if picture is None:
            return False
        try:
            pointed.registration(picture.pixels)
        except NotCalibrated:
            return False
        return True

    def forget(self) -> None:
        """Hold on to nothing but cards again."""
        self._put(None)

    def _put(self, pointed: PointedAt | None) -> None:
        if self.was_kept(lambda: self.calibrator.point(pointed)):
            self.app.back()
            self.app.tell(say("corners.kept" if pointed else "corners.forgotten"))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
