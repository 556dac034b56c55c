"""Somebody knocked: who, in which order, and what the one on turn may do about it. Nothing is decided here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.view import View
from companion.texts import Texts
from companion.ui.form import seats_in
from companion.ui.knocks import Knocked
from companion.ui.theme import Key


class KnockRow(BoxLayout):
    """A further knock."""

    seat = NumericProperty(0)
    text = StringProperty("")


class KnockAlert(BoxLayout):
    """Fills the stage. Emits an answer (action type and the seat it names) or the wish to go on without one."""

    __events__ = ("on_answer", "on_ignore")
    seat = NumericProperty(0)
    text = StringProperty("")

    def __init__(self, knocked: tuple[Knocked, ...], view: View, words: Texts, **kwargs: Any) -> None:
        first = knocked[0]
        super().__init__(seat=first.seat, text=words("knock.first", name=view.seats[first.seat]), **kwargs)
        for later in knocked[1:]:
            self.ids.later.add_widget(KnockRow(seat=later.seat, text=_told(later, view, words)))
        together = tuple(view.seats[one.seat] for one in knocked if one.may_be_first)
        if len(together) > 1:
            told = words("knock.undecided", names=", ".join(together))
            self.ids.later.add_widget(KnockRow(seat=first.seat, text=told))
        for option in view.options:
            for name, domain in option.domains:
                for one in knocked:
                    if name == "to" and one.seat in seats_in(domain):
                        self._offer(option.action, one.seat, view, words)
        ignore = Key(name="ignore", text=words("knock.ignore"), base=30)
        ignore.bind(on_release=lambda _: self.dispatch("on_ignore"))
        self.ids.answers.add_widget(ignore)

    def _offer(self, kind: type, seat: int, view: View, words: Texts) -> None:
        key = Key(name="answer", value=seat, kind="main", text=words("knock.give", name=view.seats[seat]), base=30)
        key.bind(on_release=lambda _: self.dispatch("on_answer", kind, seat))
        self.ids.answers.add_widget(key)

    def on_answer(self, kind: type, seat: int) -> None:
        """The one on turn answers a knock."""

    def on_ignore(self) -> None:
        """Nobody is answered."""


def _told(later: Knocked, view: View, words: Texts) -> str:
    """How long after the first one; for a phone with how far that may be off."""
    name = view.seats[later.seat]
    if later.within_ms:
        return words("knock.about", name=name, ms=later.after_ms, within=later.within_ms)
    return words("knock.later", name=name, ms=later.after_ms) if later.after_ms else words("knock.then", name=name)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
