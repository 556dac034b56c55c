"""Entering an action by hand: questions one after the other, with the screen handed over where an answer is secret."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.rulebook.sealed import Sealed
from companion.session.view import View
from companion.ui.ask import Ask
from companion.ui.cover import Cover
from companion.ui.editors import question_for
from companion.ui.form import Form, do_key, is_secret
from companion.ui.page import Page
from companion.ui.questions import Question


class EntryPage(Page):
    """A page with a form; `form` is what is being entered, None where nothing is."""

    form: Any = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._question: Question | None = None
        self._uncovered = False

    def ask(self) -> None:
        """Show the open question of the form, or what is shown where there is none."""

    def carry_out(self, _action: Any) -> bool:
        """The action is complete; False where it was refused."""
        return False

    def entered(self, value: Any) -> None:
        """The open question was answered; a structure is taken even where the rules will say what is wrong."""
        question = self.form.question
        if question is not None and is_secret(question.domain):
            value = Sealed(self.form.by, value)
        self.advance(self.form.given(value))

    def advance(self, form: Form) -> None:
        """Ask the next question, or carry the action out."""
        self._uncovered = False
        self.form = form
        action = form.action
        if action is None:
            self.ask()
        elif not self.carry_out(action):
            self.form = form.back() if form.can_go_back else None
            self.ask()

    def question_title(self, view: View) -> str:
        """What is being done, and the question."""
        words = self.app.words
        return f"{words(do_key(self.form.kind))} · {Ask(self.form, view, words).title}"

    def question_widget(self, view: View) -> Widget:
        """The widget that asks; before a secret, the cover that hands the screen over."""
        ask = Ask(self.form, view, self.app.words)
        if ask.secret and not self._uncovered and isinstance(ask.by, int):
            cover = Cover(seat=ask.by, text=view.seats[ask.by])
            cover.bind(on_uncover=self._uncover)
            self._question = None
            return cover
        question = question_for(ask)
        question.bind(on_enter=lambda _, value: self.entered(value))
        self._question = question
        return question

    def cover_again(self) -> None:
        """The screen changes hands."""
        self._uncovered = False

    def _uncover(self, _: Any) -> None:
        self._uncovered = True
        self.ask()

    def key_pressed(self, key: str, text: str) -> bool:
        """Digits go to a keypad."""
        return self.form is not None and self._question is not None and self._question.key_pressed(key, text)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
