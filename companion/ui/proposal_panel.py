"""What the camera thinks happened: yes, no, something else; and the ring after which the session accepts it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty

from companion.art.glyphs import GLYPHS
from companion.art.shapes import Arc
from companion.session.proposals import RING_S
from companion.session.view import Proposal, View
from companion.texts import Texts
from companion.ui.drawing import draw_shapes
from companion.ui.theme import Drawn, Key, Panel


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
        choices = [words.said(said, view.seats) for said in proposal.words]
        one = len(choices) == 1
        self.text = words("see.seen", what=choices[0]) if one else words("see.several" if choices else "see.differs")
        self.ids.choices.clear_widgets()
        for number, sentence in enumerate(choices if not one else ()):
            key = Key(name="accept", value=number, text=sentence, kind="good", base=18)
            key.bind(on_release=lambda key: self.dispatch("on_accept", key.value))
            self.ids.choices.add_widget(key)

    def follow(self, closing: float | None) -> None:
        """Draw the ring as far as it has closed and let it go on; None: it stays open, a yes is needed."""
        if self._clock is not None:
            self._clock.cancel()
        self._clock = None if closing is None else Clock.schedule_interval(self._close, 0.1)
        self.ids.ring.share = closing or 0.0

    def _close(self, passed_s: float) -> bool:
        self.ids.ring.share = min(1.0, self.ids.ring.share + passed_s / RING_S)
        return bool(self.ids.ring.share < 1.0)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
