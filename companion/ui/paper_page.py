"""The pages a camera holds on to, written as PDF files to be printed elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder

from companion.rulebook.text import say
from companion.ui.outlets import folders
from companion.ui.page import Page
from companion.ui.theme import Key

PAPERS: Final = ("markers", "markers_letter", "back_card_a3", "lens")
"""What can be printed, by the name of its file."""


def write_paper(name: str, file: Path) -> None:
    """Write one of `PAPERS` as a PDF. Raises OSError."""
    from companion.exchange.markers import write_lens_board, write_markers  # noqa: PLC0415 - PDF takes a while to load

    match name:
        case "markers":
            write_markers(file, paper="A4")
        case "markers_letter":
            write_markers(file, paper="Letter")
        case "back_card_a3":
            write_markers(file, paper="A3")
        case _:
            write_lens_board(file)


class PaperPage(Page):
    """A key for each file, and one for the folder they go to."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.folders = tuple(folders())
        self._at = 0
        for name in PAPERS:
            key = Key(name="paper", value=name, glyph="export", text=self.app.words(f"paper.{name}"))
            key.bind(on_release=lambda key: self.write(key.value))
            self.ids.grid.add_widget(key)
        self._tell()

    def _tell(self) -> None:
        self.ids.top.remark = self.app.words("support.into", folder=str(self.folders[self._at]))

    def next_folder(self) -> None:
        """To the next folder the files may go to."""
        self._at = (self._at + 1) % len(self.folders)
        self._tell()

    def write(self, name: str) -> None:
        """Write a file, and say where it is."""
        folder = self.folders[self._at]
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_paper(name, folder / f"{name}.pdf")
        except OSError as error:
            self.app.tell(say("support.failed", folder=str(folder), why=error.strerror or str(error)))
            return
        self.ids.done.text = self.app.words("paper.written", file=str(folder / f"{name}.pdf"))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
