"""The support bundle: listed before it is written, with a picture only where wanted, into a chosen folder."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.feeds.support import save_look
from companion.support import Part, write_bundle
from companion.ui.outlet_page import OutletPage
from companion.ui.video_driver import video_driver


class PartRow(BoxLayout):
    """A file that will be in the bundle."""

    text = StringProperty("")
    told = StringProperty("")


class SupportPage(OutletPage):
    """What is in it, where it goes, and the key that writes it."""

    pictured = BooleanProperty(defaultvalue=False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._looks: tuple[Path, ...] = ()
        self._saved: TemporaryDirectory[str] | None = None
        self.parts: tuple[Part, ...] = ()
        self.ids.picture.disabled = self.app.picture is None
        self._gather()

    def _gather(self) -> None:
        """List what would be written now."""
        words = self.app.words
        try:
            self.parts = self.app.companion.support(screen_facts(), self._looks)
        except OSError as error:
            self.failed(error)
            return
        rows = [(words(f"support.part.{part.kind}"), f"{part.name}  ·  {size(part.data)}") for part in self.parts]
        self.ids.rows.fill(rows, lambda row: PartRow(text=row[0], told=row[1]))

    def on_parent(self, _: Any, parent: Any) -> None:
        """Pictures come whole while the page is in front; none stays behind when it is left."""
        if self.app.companion.calibrator is not None:
            self.app.companion.calibrator.want("picture" if parent else "")
        if not parent:
            self._forget_look()

    def toggle_picture(self) -> None:
        """Add the picture of the table with what the camera made of it, or take it out again."""
        self.pictured = not self.pictured
        try:
            if self.pictured:
                self._save_look()
            else:
                self._forget_look()
        except OSError as error:
            self.pictured = False
            self._forget_look()
            self.failed(error)
            return
        self._gather()

    def _save_look(self) -> None:
        self._saved = TemporaryDirectory()
        kept = save_look(self.app.picture, Path(self._saved.name), at_utc=now())
        self._looks = tuple(sorted(file for file in kept.iterdir() if file.is_file()))

    def _forget_look(self) -> None:
        if self._saved is not None:
            self._saved.cleanup()
        self._saved, self._looks = None, ()

    def write(self) -> None:
        """Write what is listed, and say where it is."""
        try:
            file = self.open_folder() / f"companion-support-{now().replace(':', '')}.zip"
            write_bundle(self.parts, file)
        except OSError as error:
            self.failed(error)
            return
        self.ids.done.text = self.app.words("support.written", file=str(file))


def screen_facts() -> dict[str, str]:
    """What the screen knows of itself."""
    return {"screen": f"{int(Window.width)}x{int(Window.height)}", "sdl_driver": video_driver()}


def now() -> str:
    """The moment, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def size(data: bytes) -> str:
    """How large that is."""
    return f"{len(data)} B" if len(data) < 1000 else f"{len(data) / 1000:.0f} kB"


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
