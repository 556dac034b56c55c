"""Taking a game away: the public log, a table of scores, and a code that hands the result to BG Stats on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.exchange.bg_stats import play_link
from companion.exchange.log import last_open_seq, write_log
from companion.exchange.private_file import write_private
from companion.exchange.score_tables import score_csv
from companion.settings import data_folder
from companion.system_faults import why_of
from companion.ui.page import Page
from companion.ui.theme import Drawn


class Code(Drawn):
    """A QR code."""

    link = StringProperty("")
    redraw_on = ("link",)

    def draw(self) -> None:
        """Draw the code as large as the box allows, one texel a module."""
        if not self.link:
            return
        import segno  # noqa: PLC0415 - two megabytes that a table without this page never needs

        modules = np.array(
            [list(row) for row in segno.make(self.link, error="l").matrix_iter(border=3)], dtype=np.uint8
        )
        grey = np.where(modules > 0, 0, 255).astype(np.uint8)
        texture = Texture.create(size=grey.shape[::-1], colorfmt="luminance")
        texture.mag_filter = texture.min_filter = "nearest"
        texture.blit_buffer(np.ascontiguousarray(grey[::-1]).reshape(-1), colorfmt="luminance", bufferfmt="ubyte")
        box = self.box.square()
        Color(1, 1, 1)
        Rectangle(texture=texture, pos=box[:2], size=box[2:])


class ExportPage(Page):
    """Two files and a code."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        over = self.app.view.outcome is not None
        self.ids.code.link = play_link(self.app.companion.play(), self.app.words) if over else ""
        self.ids.remark.text = self.app.words("export.scan" if over else "export.not_over")

    def _write(self, suffix: str, text: str) -> None:
        folder = data_folder() / "exports"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = folder / f"{self.app.view.game}-{self._opened()}{self.app.companion.session.game_id[:8]}.{suffix}"
            write_private(file, text.encode())
        except OSError as error:
            self.ids.done.text = self.app.words("support.failed", folder=str(folder), why=why_of(error))
            return
        self.ids.done.text = self.app.words("export.written", file=str(file))

    def _opened(self) -> str:
        """The minute of the first entry, so that files lie in order; nothing before it."""
        entries = self.app.companion.session.entries
        at = (entries[0].at or "")[:16] if entries else ""
        return "".join(c if c.isalnum() else "-" for c in at) + ("-" if at else "")

    def write_log(self) -> None:
        """Write the public log, without what is still sealed."""
        session = self.app.companion.session
        entries = session.entries[: last_open_seq(session.course)]
        self._write("jsonl", "".join(f"{line}\n" for line in write_log(session.header, entries)))

    def write_scores(self) -> None:
        """Write the scores as a table."""
        self._write("csv", score_csv(self.app.companion.play(), self.app.words))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
