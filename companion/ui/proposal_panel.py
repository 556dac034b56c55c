"""What the camera thinks happened: yes, no, something else. A clear one may accept itself after a ring has closed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.session.view import Proposal, View
from companion.texts import Texts
from companion.ui.drawing import draw_shapes
from companion.ui.glyphs import GLYPHS
from companion.ui.shapes import Arc
from companion.ui.theme import Drawn, Key, Panel

PATIENCE_S: Final = 2.0
"""How long a clear proposal waits for a no before it accepts itself, where the settings let it."""


class Ring(Drawn):
    """An eye in a ring that closes while a proposal waits."""

    share = NumericProperty(0.0)
    redraw_on = ("share",)

    def draw(self) -> None:
        """Draw the eye, and the ring as far as it is closed."""
        box = self.box.square()
        draw_shapes(GLYPHS["eye"], box.inset(box.width * 0.2), ink=self.look.ink)
        draw_shapes((Arc(0.5, 0.5, 0.45, width=0.06),), box, ink=self.look.line)
        if self.share > 0:
            draw_shapes((Arc(0.5, 0.5, 0.45, 0, 360 * self.share, 0.08),), box, ink=self.look.accent)


class ProposalPanel(Panel):
    """The sentence, and a key for each choice where there are several. Emits the choice that was accepted."""

    __events__ = ("on_accept",)
    text = StringProperty("")
    waiting = BooleanProperty(defaultvalue=False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shown: int | None = None
        self._clock: Any = None

    def on_accept(self, choice: int) -> None:
        """A choice was accepted."""

    def show(self, proposal: Proposal, view: View, words: Texts) -> None:
        """Show a proposal; the same one is not shown anew."""
        if proposal.id == self._shown:
            return
        self._shown = proposal.id
        self.stop()
        choices = [words.said(said, view.seats) for said in proposal.words]
        one = len(choices) == 1
        self.text = words("see.seen", what=choices[0]) if one else words("see.several" if choices else "see.differs")
        self.ids.choices.clear_widgets()
        for number, sentence in enumerate(choices if not one else ()):
            key = Key(name="accept", value=number, text=sentence, kind="good", base=18)
            key.bind(on_release=lambda key: self.dispatch("on_accept", key.value))
            self.ids.choices.add_widget(key)

    def wait(self) -> None:
        """Accept the first choice by itself, unless somebody refuses in time."""
        if self._clock is None:
            self.waiting = True
            self._clock = Clock.schedule_interval(self._close, 0.1)

    def stop(self) -> None:
        """Wait no longer."""
        if self._clock is not None:
            self._clock.cancel()
        self._clock, self.waiting, self.ids.ring.share = None, False, 0.0

    def _close(self, passed_s: float) -> None:
        self.ids.ring.share = min(1.0, self.ids.ring.share + passed_s / PATIENCE_S)
        if self.ids.ring.share >= 1.0:
            self.stop()
            self.dispatch("on_accept", 0)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
