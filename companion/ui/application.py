"""The application: one window, a stack of pages, and a clock that lets companion and screens meet.

It mediates: pages ask it, it asks the companion, and every change is shown by one call of `show` on the page in front.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.art.look import FELT, look_for
from companion.rulebook.errors import CompanionError
from companion.rulebook.text import Said
from companion.session.record import Header
from companion.session.session import Session, Source
from companion.settings import Settings
from companion.store.journal import Kept
from companion.ui.fall_card import FallCard
from companion.ui.focus import Focus
from companion.ui.host import Host
from companion.ui.night import Night
from companion.ui.notices import Notice
from companion.ui.page import Page
from companion.ui.pages import make_page
from companion.ui.rest import Rest
from companion.ui.sounds import Sounds

PUMP_S: Final = 1 / 20
HEALTH_S: Final = 2.0


def is_same(one: Any, other: Any) -> bool:
    """True for one and the same picture; comparing pixels would take longer than showing them."""
    return one is other


class Shell(FloatLayout):
    """Holds the page in front and, above it, notices and covers."""


class CompanionApp(App):
    """Shows a companion. `words` and `look` follow the settings, `view` the game that is open."""

    look = ObjectProperty(FELT)
    words = ObjectProperty(None)
    view = ObjectProperty(None, allownone=True)
    can_undo = BooleanProperty(defaultvalue=False)
    lamps = ListProperty([])
    tower = ObjectProperty(None, allownone=True)
    picture = ObjectProperty(None, allownone=True, comparator=is_same)

    def __init__(self, companion: Host, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.companion = companion
        self.source: Source = "touch"
        self.pages: list[Page] = []
        self.sounds = Sounds()
        self._focus = Focus(self)
        self._heard = 0
        self._proposed: int | None = None
        self._spoken: tuple[str, str | None] = ("", None)
        self._refresh = Clock.create_trigger(self.refresh, 0)
        self._follow_settings()

    def mount(self) -> None:
        """Put the application into the window without running it: its owner drives the frames."""
        self._run_prepare()

    def build(self) -> Shell:
        """The window's content."""
        self.shell = Shell()
        self.notice = Notice()
        self.shell.add_widget(self.notice)
        self.falls = FallCard()
        self.shell.add_widget(self.falls)
        self.night = Night()
        self.shell.add_widget(self.night)
        self.rest = Rest(self)
        Window.clearcolor = self.look.ground
        self.go("home")
        if self.companion.session is not None:
            self._attend(self.companion.session)
        return self.shell

    def on_start(self) -> None:
        """Start the clocks and listen to keyboard and fingers."""
        self._clocks = [Clock.schedule_interval(self.pump, PUMP_S), Clock.schedule_interval(self.look_after, HEALTH_S)]
        Window.bind(on_key_down=self._focus.key_down, on_touch_down=self._touched)
        self.look_after()

    def on_stop(self) -> None:
        """Stop the clocks."""
        for clock in self._clocks:
            clock.cancel()
        self.night.stop()
        self.rest.stop()
        Window.unbind(on_key_down=self._focus.key_down, on_touch_down=self._touched)

    # -- pages ---------------------------------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        """The page in front."""
        return self.pages[-1]

    def go(self, name: str, **about: Any) -> None:
        """Put a page in front; where it cannot be made, for games cannot be read, that is told."""
        try:
            self._put((*self.pages, make_page(name, **about)))
        except CompanionError as error:
            self.tell(error.said)

    def back(self, _: Any = None) -> None:
        """To the page before; from the first one nowhere."""
        if len(self.pages) > 1:
            self._put(tuple(self.pages[:-1]))

    def escape(self) -> None:
        """Out of what was begun on the page, else to the page before."""
        if (not self.page.escape() and len(self.pages) > 2) or (
            len(self.pages) == 2 and self.companion.session is None
        ):
            self.back()

    def home(self) -> None:
        """Leave the game and go to the first page."""
        if self.companion.session is not None:
            self.companion.leave()
        self.refresh()
        self._put((make_page("home"),))

    def _put(self, pages: tuple[Page, ...]) -> None:
        for child in [child for child in self.shell.children if isinstance(child, Page)]:
            self.shell.remove_widget(child)
        self.pages = list(pages)
        self.shell.add_widget(self.page, index=len(self.shell.children))
        self._focus.forget()
        self.page.show(self.view)

    # -- games ---------------------------------------------------------------------------------------------------

    def begin(self, header: Header) -> None:
        """Open a new game and show its table."""
        self._open(lambda: self.companion.open(header), header)

    def resume(self, kept: Kept) -> None:
        """Show the table of a kept game."""
        self._open(lambda: self.companion.resume(kept.id), kept.header)

    def _open(self, opening: Any, header: Header) -> None:
        """Show what was opened; where that failed, say why in the words of its game."""
        try:
            session: Session = opening()
        except CompanionError as error:
            self.notice.tell(self.companion.texts(header.game).said(error.said, header.seats))
            return
        self._attend(session)

    def _attend(self, session: Session) -> None:
        """Follow a session and show its table."""
        self.picture = None
        session.listen(self._refresh)
        self._heard = len(session.entries)
        self.sounds.attend(session.view())
        self.refresh()
        self._put((make_page("home"), make_page("table")))
        self.rest.show_board()

    def attempt(self, change: Any) -> bool:
        """Carry out a change of the session; a refusal is told, never thrown. True where it was accepted."""
        try:
            change()
        except CompanionError as error:
            self.tell(error.said)
            self.sounds.play("refused")
            return False
        self.notice.hide()
        return True

    def submit(self, action: Any) -> bool:
        """Hand an action to the session."""
        session = self.companion.session
        return session is not None and self.attempt(lambda: session.submit(action, self.source))

    def undo(self) -> None:
        """Take the last entry in force back."""
        session = self.companion.session
        if session is not None:
            self.attempt(lambda: session.undo(source=self.source))

    def tell(self, said: Said) -> None:
        """Show a sentence for some seconds."""
        self.notice.tell(self.words.said(said, self.view.seats if self.view else ()))

    # -- what changes --------------------------------------------------------------------------------------------

    def pump(self, _: float = 0) -> None:
        """Let the companion work and the page in front follow its camera."""
        self.companion.pump()
        picture = self.companion.picture()
        if picture is not None:
            self.picture = picture
            self.tower = picture.tower
            self.page.see(picture)

    def look_after(self, _: float = 0) -> None:
        """Show how the devices are."""
        found = self.companion.health()
        for before, health in zip(self.lamps, found, strict=False):
            if health.level == "missing" != before:
                self.sounds.play("warning")
                self.tell(health.said)
        levels = [health.level for health in found]
        if levels != self.lamps:
            self.lamps = levels
        if self.picture is not None and any(one.part == "camera" and one.level == "missing" for one in found):
            self.picture = self.tower = None
            self.page.lose_sight()

    def refresh(self, _: float = 0) -> None:
        """Take the view anew and show it."""
        session = self.companion.session
        self.view = session.view() if session else None
        self.can_undo = bool(session and session.course.now.seq)
        self._follow_words()
        self._hear(session)
        if self.pages:
            self.page.show(self.view)

    def _hear(self, session: Session | None) -> None:
        """Play a sound for what was entered since the last time; who plays at the table keeps the screen awake."""
        length = len(session.entries) if session else 0
        if length != self._heard:
            self.night.stir()
            if self.companion.settings.fall_preview:
                self.falls.follow(session)
        if session and self.view and length > self._heard:
            said = self.sounds.hear(self.view, self.words)
            if said:
                self.notice.tell(said)  # who does not hear it reads it
        self._heard = length
        self._hear_proposal()

    def _hear_proposal(self) -> None:
        """Play a sound for a proposal that was not there before."""
        proposal = self.view.proposal.id if self.view and self.view.proposal else None
        if proposal is not None and proposal != self._proposed:
            self.sounds.play("proposal")
        self._proposed = proposal

    def change_settings(self, settings: Settings) -> None:
        """Use other settings from now on."""
        if self.attempt(lambda: self.companion.change_settings(settings)):
            self._follow_settings()
            self.page.show(self.view)

    def _follow_settings(self) -> None:
        settings = self.companion.settings
        self.look = look_for(settings.theme, settings.palette, settings.text_size)
        self.sounds.configure(settings)
        self._follow_words()

    def _follow_words(self) -> None:
        words = self.companion.texts(self.view.game if self.view else None)
        spoken = (words.language, self.view.game if self.view else None)
        if spoken != self._spoken:
            self._spoken = spoken
            self.words = words
            self.sounds.language = words.language

    def _touched(self, *_: Any) -> None:
        self.source = "touch"
        self._focus.forget()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
