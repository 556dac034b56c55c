"""The page for phones: a code for spectators, and behind a cover one for each seat that no phone sits at yet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.cover import Cover
from companion.ui.page import Page
from companion.ui.questions import seat_code
from companion.ui.theme import SeatKey

_LOOK_S: Final = 0.5
"""How often it is seen whether a phone has sat down."""
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - opened by a key that says so


class Closed(BoxLayout):
    """What the page would be, while it is closed; or why it cannot be opened."""

    text = StringProperty("")


class Spectators(BoxLayout):
    """The code for everybody, and a key for each seat."""

    link = StringProperty("")
    warning = StringProperty("")


class SeatCode(BoxLayout):
    """The code for one seat, to be scanned or typed."""

    link = StringProperty("")
    code = StringProperty("")
    text = StringProperty("")


class PhonesPage(Page):
    """Closed, or open with its codes; a seat's code is covered until the right person has the screen."""

    def __init__(self, **kwargs: Any) -> None:
        self._names: tuple[str, ...] = ()
        self._seat: int | None = None
        self._uncovered = False
        self._shown: tuple[Any, ...] = ()
        super().__init__(**kwargs)
        self._again = Clock.schedule_interval(self._look, _LOOK_S)

    def on_parent(self, _: Any, parent: Any) -> None:
        """See who sits down while the page is in front."""
        self._again.cancel()
        if parent:
            self._again()

    def show(self, view: Any) -> None:
        """Show how the page stands now."""
        self._names = view.seats if view else ()
        self._look()

    def escape(self) -> bool:
        """Away from a seat's code."""
        had = self._seat is not None
        self._leave_seat()
        return had

    def change(self) -> None:
        """Open the page to the local network, take a seat back, or close the page: what the key says."""
        desk = self.app.companion.desk
        if self._seat is not None and desk is not None:
            desk.reissue(self._seat)
        else:
            address = "" if desk and desk.origin else EVERYWHERE
            self.app.change_settings(replace(self.app.companion.settings, web_address=address))
        self._look()

    def _look(self, _: float = 0) -> None:
        desk, names = self.app.companion.desk, self._names
        origin = desk.origin if desk else ""
        taken = tuple(desk.is_taken(seat) for seat in range(len(names))) if desk else ()
        faults = tuple(health.said for health in desk.health() if health.level == "missing") if desk else ()
        if not origin or (self._seat or 0) >= len(names):
            self._seat = None
        now = (origin, names, taken, faults, self._seat, self._uncovered, self.app.words.language)
        if now == self._shown:
            return
        self._shown = now
        key = "phones.open_network" if not origin else "phones.close" if self._seat is None else "phones.reissue"
        self.ids.change.text = self.app.words(key)
        self.ids.stage.clear_widgets()
        self.ids.stage.add_widget(self._content(origin, names, taken, faults))

    def _content(self, origin: str, names: Any, taken: tuple[bool, ...], faults: Any) -> Any:
        words = self.app.words
        if not origin:
            return Closed(text=words.said(faults[0]) if faults else words("phones.closed"))
        if self._seat is None:
            return self._spectators(origin, names, taken)
        if not self._uncovered:
            cover = Cover(seat=self._seat, text=names[self._seat])
            cover.bind(on_uncover=self._uncover)
            return cover
        return self._seat_code(names[self._seat])

    def _spectators(self, origin: str, names: Any, taken: tuple[bool, ...]) -> Any:
        words = self.app.words
        warning = words("phones.local" if self.app.companion.desk.is_local else "phones.network")
        shown = Spectators(link=origin, warning=warning)
        for seat, name in enumerate(names):
            text, kind = (words("phones.has_phone", name=name), "chosen") if taken[seat] else (name, "plain")
            key = SeatKey(name="seat", value=seat, seat=seat, text=text, note=seat_code(words, seat), kind=kind)
            key.bind(on_release=lambda key: self._choose(key.value))
            shown.ids.seats.add_widget(key)
        shown.ids.remark.text = "" if names else words("phones.no_game")
        return shown

    def _seat_code(self, name: str) -> Any:
        words, link = self.app.words, self.app.companion.desk.link(self._seat)
        if link is None:
            return SeatCode(text=words("phones.seat_taken", name=name))
        return SeatCode(link=link.link, text=words("phones.once", name=name, address=link.join), code=link.code)

    def _choose(self, seat: int) -> None:
        self._seat, self._uncovered = seat, False
        self._look()

    def _uncover(self, *_: Any) -> None:
        self._uncovered = True
        self._look()

    def _leave_seat(self) -> None:
        self._seat, self._uncovered = None, False
        self._look()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
