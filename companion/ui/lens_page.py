"""Measuring the lens once, with the printed chessboard: it says what to show next and when it is enough."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.graphics import Color, Line, Rectangle
from kivy.lang import Builder
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.art.layout import Box
from companion.rulebook.text import say
from companion.ui.live_page import LivePage
from companion.ui.theme import Drawn
from vision.lens_lesson import CELLS, ENOUGH_CELLS, ENOUGH_TILTED, ENOUGH_VIEWS, Progress


class Cells(Drawn):
    """The parts of the picture that the page has been in, over the live picture."""

    seen = ListProperty([])
    shown = ListProperty([0, 0, 0, 0])
    redraw_on = ("seen", "shown")

    def draw(self) -> None:
        """Draw a grid and fill what was seen."""
        left, bottom, width, height = self.shown
        for row in range(CELLS):
            for column in range(CELLS):
                box = Box(
                    left + column * width / CELLS,
                    bottom + (CELLS - 1 - row) * height / CELLS,
                    width / CELLS,
                    height / CELLS,
                )
                if (row, column) in self.seen:
                    Color(*self.look.good[:3], 0.22)
                    Rectangle(pos=box[:2], size=box[2:])
                Color(*self.look.card[:3], 0.35)
                Line(rectangle=box, width=1)


class Measure(BoxLayout):
    """How much there is of something, and how much there should be."""

    text = StringProperty("")
    value = NumericProperty(0)
    most = NumericProperty(1)


class LensPage(LivePage):
    """The live picture with the page found in it, three bars, one wish."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.progress = Progress()
        self._size_px = (0, 0)
        self.ids.preview.bind(count=lambda *_: self._place())
        for id_, most in (("views", ENOUGH_VIEWS), ("tilted", ENOUGH_TILTED), ("cells", ENOUGH_CELLS)):
            self.ids[id_].most = most
        self._show_kept()

    def on_parent(self, _: Any, parent: Any) -> None:
        """Measure while the page is in front."""
        if self.calibrator is not None:
            self.calibrator.want("lens" if parent else "")

    def show(self, view: Any) -> None:
        """Show the last picture at once, and how far it is."""
        super().show(view)
        self._tell()

    def see(self, picture: Any) -> None:
        """Show the newest picture and what it has brought."""
        self.ids.preview.see(picture, "")
        survey = picture.survey
        if survey is not None and survey.lens is not None:
            self._took(survey.lens)
            self.progress, self._size_px = survey.lens, survey.size_px
            self._tell()

    def _took(self, progress: Progress) -> None:
        if progress.views > self.progress.views:
            self.app.sounds.play("entered")

    def _place(self) -> None:
        self.ids.grid.shown = list(self.ids.preview.shown)

    def _tell(self) -> None:
        words, progress, ids = self.app.words, self.progress, self.ids
        ids.views.value, ids.tilted.value, ids.cells.value = progress.views, progress.tilted, len(progress.cells)
        ids.grid.seen = sorted(progress.cells)
        ids.keep.disabled = progress.found is None
        wish = "misfit" if progress.misfit and not progress.views else progress.wish.value
        ids.wish.text = words(f"lens.{wish}")
        if progress.found is not None:
            ids.wish.text = words("lens.found", px=round(progress.found.error_px, 2), n=progress.found.views)

    def _show_kept(self) -> None:
        kept = self.calibrator.bearings.lens if self.calibrator else None
        self.ids.forget.disabled = kept is None
        words = self.app.words
        self.ids.top.remark = words("lens.kept", px=round(kept.error_px, 2)) if kept else words("lens.print")

    def restart(self) -> None:
        """Begin anew."""
        self.progress = Progress()
        self.calibrator.want("lens")
        self._tell()

    def keep(self) -> None:
        """Keep the lens that was found, and lead back."""
        if self._put(self.progress):
            self.app.back()
            self.app.tell(say("lens.is_kept"))

    def forget(self) -> None:
        """Use the camera as it is again."""
        if self._put(None):
            self._show_kept()

    def _put(self, progress: Progress | None) -> bool:
        return self.was_kept(lambda: self.calibrator.keep_lens(progress, self._size_px))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
