"""Trying the buttons and the displays at the seats: a press lights its seat up, the displays count through."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.trial import DISPLAY_STEPS, SEATS
from companion.ui.page import Page
from companion.ui.theme import Panel

LISTEN_S: Final = 1 / 20
LIT_S: Final = 0.8
STEP_S: Final = 1.2


class SeatLight(Panel):
    """A seat: who sits there, when it was pressed, how often, and what its display should show."""

    seat = NumericProperty(0)
    text = StringProperty("")
    told = StringProperty("")
    shown = StringProperty("")
    lit = BooleanProperty(defaultvalue=False)
    count = NumericProperty(0)

    def light(self, told: str) -> None:
        """Light up for a moment."""
        self.told, self.lit = told, True
        self.count += 1
        Clock.unschedule(self._fade)
        Clock.schedule_once(self._fade, LIT_S)

    def _fade(self, _: float) -> None:
        self.lit = False


class TrialPage(Page):
    """Six seats; nothing here reaches the game."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        names = self.app.view.seats if self.app.view else ()
        words = self.app.words
        self.lights = [
            SeatLight(seat=seat, text=names[seat] if seat < len(names) else words("trial.seat", number=seat + 1))
            for seat in range(SEATS)
        ]
        for light in self.lights:
            self.ids.seats.add_widget(light)
        self.step = -1
        self._trial: Any = None
        self._first_s: float | None = None
        self._listening = Clock.schedule_interval(self.listen, LISTEN_S)
        self._stepping = Clock.create_trigger(self.next_step, STEP_S)
        parts = {health.part for health in self.app.companion.health()}
        self.ids.displays.disabled = "displays" not in parts
        self.ids.top.remark = words("trial.press" if "buttons" in parts else "trial.press_any")

    def on_parent(self, _: Any, parent: Any) -> None:
        """The trial lasts as long as the page is in front."""
        if parent:
            self._trial = self.app.companion.begin_trial()
            return
        self._listening.cancel()
        self._stepping.cancel()
        self.app.companion.end_trial()

    # -- buttons -------------------------------------------------------------------------------------------------

    def listen(self, _: float = 0) -> None:
        """Light the seats that were pressed."""
        for pressed in self._trial.pressed() if self._trial else ():
            if pressed.seat < SEATS:
                self.lights[pressed.seat].light(self._when(pressed))
                self.app.sounds.play("entered")

    def _when(self, pressed: Any) -> str:
        """How long after the first press of this trial, to the millisecond: that is how knocks are told apart."""
        if self._first_s is None:
            self._first_s = pressed.at_s
        after = self.app.words("trial.after", ms=round(1000 * (pressed.at_s - self._first_s)))
        return f"≈ {after}" if pressed.tied_with else str(after)

    # -- displays ------------------------------------------------------------------------------------------------

    def try_displays(self) -> None:
        """Begin the display test, or end it."""
        if self.step >= 0:
            self._end()
        else:
            self.next_step()

    def next_step(self, _: float = 0) -> None:
        """Show the next step, after the last one the game again."""
        self.step += 1
        if self.step >= len(DISPLAY_STEPS):
            self._end()
            return
        self._show(DISPLAY_STEPS[self.step])
        self._stepping()

    def _end(self) -> None:
        self.step = -1
        self._stepping.cancel()
        self._show(None)

    def _show(self, texts: tuple[str, ...] | None) -> None:
        if self._trial is not None:
            self._trial.show(texts)
        for light, text in zip(self.lights, texts or ("",) * SEATS, strict=True):
            light.shown = text
        going = self.step >= 0
        self.ids.displays.text = self.app.words("trial.stop" if going else "trial.displays")
        self.ids.displays.kind = "chosen" if going else "plain"


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
