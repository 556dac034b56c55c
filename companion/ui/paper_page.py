"""The pages a camera holds on to, written as PDF files to be printed elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder

from companion.ui.outlet_page import OutletPage
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


class PaperPage(OutletPage):
    """A key for each file, and one for the folder they go to."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in PAPERS:
            key = Key(name="paper", value=name, glyph="export", text=self.app.words(f"paper.{name}"))
            key.bind(on_release=lambda key: self.write(key.value))
            self.ids.grid.add_widget(key)

    def write(self, name: str) -> None:
        """Write a file, and say where it is."""
        try:
            file = self.open_folder() / f"{name}.pdf"
            write_paper(name, file)
        except OSError as error:
            self.failed(error)
            return
        self.ids.done.text = self.app.words("paper.written", file=str(file))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
