"""Correcting an old entry: the same questions as when it was made, on the table as it was then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty

from companion.rulebook.sealed import PUBLIC, Sealed, redact
from companion.rulebook.text import Said
from companion.session.view import View
from companion.ui.ask import Ask
from companion.ui.editors import question_for
from companion.ui.form import Form, do_key, form_for, is_secret, kinds
from companion.ui.page import Page
from companion.ui.questions import Question
from companion.ui.theme import Key, Words


class EditPage(Page):
    """One old entry. After it is replaced, later entries that became illegal are named."""

    seq = NumericProperty(0)
    told = StringProperty("")

    def __init__(self, *, seq: int, **kwargs: Any) -> None:
        super().__init__(seq=seq, **kwargs)
        course = self.app.companion.session.course
        self._course = course
        self._then = view_before(self.app.view, course, seq)
        self._question: Question | None = None
        self.form: Form | None = None
        said = next(line.said for line in self.app.view.history if line.seq == seq)
        self.told = self.app.words.said(said, self._then.seats)
        self.begin(type(course.entries[seq - 1]))

    def begin(self, kind: type) -> None:
        """Enter an action of this type instead."""
        self._advance(form_for(self._then.options, kind))

    def entered(self, value: Any) -> None:
        """The open question was answered."""
        if self.form is None or self.form.question is None:
            return
        if is_secret(self.form.question.domain) and isinstance(self.form.by, int):
            value = Sealed(self.form.by, value)
        self._advance(self.form.given(value))

    def _advance(self, form: Form) -> None:
        self.form = form
        if form.action is not None:
            self._replace(form.action)
            return
        ask = Ask(form, self._then, self.app.words)
        self.ids.top.title = f"{self.app.words(do_key(form.kind))} · {ask.title}"
        self._question = question_for(ask)
        self._question.bind(on_enter=lambda _, value: self.entered(value))
        self.ids.stage.clear_widgets()
        self.ids.stage.add_widget(self._question)
        self._show_keys()

    def _show_keys(self) -> None:
        self.ids.pad.clear_widgets()
        for kind in kinds(self._then.options):
            chosen = self.form is not None and kind is self.form.kind
            key = Key(name="do", value=kind, text=self.app.words(do_key(kind)), kind="chosen" if chosen else "plain")
            key.bind(on_release=lambda key: self.begin(key.value))
            self.ids.pad.add_widget(key)

    def _replace(self, action: Any) -> None:
        session, refused = self.app.companion.session, []
        if not self.app.attempt(lambda: refused.extend(session.edit(int(self.seq), action, source=self.app.source))):
            self.begin(type(action))
        elif refused:
            self._tell(refused)
        else:
            self.app.back()

    def _tell(self, refused: list[tuple[int, Said]]) -> None:
        """Name the later entries that were left out."""
        words, stage = self.app.words, self.ids.stage
        self._question = None
        stage.clear_widgets()
        self.ids.pad.clear_widgets()
        self.ids.top.title = words("edit.refused", n=len(refused))
        for seq, said in refused[:5]:
            stage.add_widget(Words(text=f"{seq}. {words.said(said, self._then.seats)}"))

    def key_pressed(self, key: str, text: str) -> bool:
        """Digits go to a keypad."""
        return self._question is not None and self._question.key_pressed(key, text)


def view_before(view: View, course: Any, seq: int) -> View:
    """The view as it was before entry `seq`."""
    state = course.moments[course.moments[seq].previous].state
    return replace(
        view,
        state=redact(state, PUBLIC),
        phase=course.game.phase(state),
        options=course.game.options(state),
        zones=course.game.zones(state),
        proposal=None,
    )


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
