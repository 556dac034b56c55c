"""All games that were kept."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from babel.dates import format_datetime
from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.ui.host import Kept
from companion.ui.page import Page
from companion.ui.theme import Tile


class KeptRow(Tile):
    """A kept game: what, who, when."""

    glyph = StringProperty("")
    text = StringProperty("")
    names = StringProperty("")
    when = StringProperty("")


class ArchivePage(Page):
    """The newest first; pressing one opens it where it was left, finished ones at their result."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        kept = self.app.companion.kept()
        self.ids.rows.fill(kept, self._row)
        self.ids.top.remark = self.app.words("archive.number", n=len(kept))

    def _row(self, game: Kept) -> KeptRow:
        texts = self.app.companion.texts(game.header.game)
        opened = datetime.fromisoformat(game.opened_at).astimezone()
        row = KeptRow(
            name="kept",
            value=game.id,
            glyph=f"game.{game.header.game}",
            text=texts("name"),
            names=", ".join(game.header.seats),
            when=format_datetime(opened, "d MMM yyyy, HH:mm", locale=texts.language),
        )
        row.bind(on_release=lambda _: self.app.resume(game))
        return row


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
