"""Taking a game away: the public log, a table of scores, and a code that hands the result to BG Stats on a phone."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import numpy as np
import segno
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.exchange.log import last_open_seq, write_log
from companion.exchange.private_file import write_private
from companion.games import game_named
from companion.session.session import Session
from companion.settings import data_folder
from companion.ui.page import Page
from companion.ui.theme import Drawn

BG_STATS: Final = "https://app.bgstatsapp.com/createPlay.html?data="


class Code(Drawn):
    """A QR code."""

    link = StringProperty("")
    redraw_on = ("link",)

    def draw(self) -> None:
        """Draw the code as large as the box allows, one texel a module."""
        if not self.link:
            return
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
        session = self.app.companion.session
        view = self.app.view
        over = view.outcome is not None
        self.ids.code.link = bg_stats_link(session, view, self.app.words("name")) if over else ""
        self.ids.remark.text = self.app.words("export.scan" if over else "export.not_over")

    def _write(self, suffix: str, lines: list[str]) -> None:
        folder = data_folder() / "exports"
        opened = "".join(c if c.isalnum() else "-" for c in self._stamp())
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = folder / f"{self.app.view.game}-{opened}.{suffix}"
            write_private(file, "".join(f"{line}\n" for line in lines).encode())
        except OSError:
            self.ids.done.text = self.app.words("export.failed", folder=str(folder))
            return
        self.ids.done.text = self.app.words("export.written", file=str(file))

    def _stamp(self) -> str:
        entries = self.app.companion.session.entries
        return (entries[0].at or "game")[:16] if entries else "game"

    def write_log(self) -> None:
        """Write the public log, without what is still sealed."""
        session = self.app.companion.session
        entries = session.entries[: last_open_seq(session.course)]
        self._write("jsonl", list(write_log(session.header, entries)))

    def write_scores(self) -> None:
        """Write the scores as a table."""
        rows: list[str] = []
        writer = csv.writer(Lines(rows))
        view, words = self.app.view, self.app.words
        for seat, name in enumerate(view.seats):
            for line in view.lines[seat]:
                writer.writerow((name, words(f"what.{line.what}"), words.said(line.why, view.seats), line.points))
            writer.writerow((name, "", "", view.totals[seat]))
        self._write("csv", rows)


class Lines:
    """What `csv` writes to: a list of lines."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def write(self, text: str) -> None:
        """Keep a line."""
        self._lines.append(text.rstrip("\r\n"))


def bg_stats_link(session: Session, view: Any, name: str) -> str:
    """The link by which BG Stats takes over a play; every player carries ``winner``, or its Android app fails."""
    first = session.entries[0].at or ""
    lowest = game_named(view.game).best == "lowest"
    players = [
        {
            "name": player,
            "sourcePlayerId": player,
            "score": str(view.totals[seat]),
            "winner": seat in view.outcome.winners,
            "startPlayer": False,
        }
        for seat, player in enumerate(view.seats)
    ]
    play = {
        "sourceName": "companion",
        "sourcePlayId": f"{view.game}-{first}",
        "playDate": first[:19].replace("T", " "),
        "game": {"name": name, "sourceGameId": view.game, "highestWins": not lowest, "noPoints": False},
        "players": players,
    }
    return BG_STATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
