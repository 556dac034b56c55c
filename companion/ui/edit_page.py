"""Correcting an old entry: the same questions as when it was made, on the table as it was then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty

from companion.rulebook.sealed import PUBLIC, redact
from companion.rulebook.text import Said
from companion.session.view import View
from companion.ui.entry_page import EntryPage
from companion.ui.form import do_key, form_for, kinds
from companion.ui.theme import Key, Words


class EditPage(EntryPage):
    """One old entry. After it is replaced, later entries that became illegal are named."""

    seq = NumericProperty(0)
    told = StringProperty("")

    def __init__(self, *, seq: int, **kwargs: Any) -> None:
        super().__init__(seq=seq, **kwargs)
        course = self.app.companion.session.course
        self._then = view_before(self.app.view, course, seq)
        said = next(line.said for line in self.app.view.history if line.seq == seq)
        self.told = self.app.words.said(said, self._then.seats)
        self.begin(type(course.entries[seq - 1]))

    def begin(self, kind: type) -> None:
        """Enter an action of this type instead."""
        self.advance(form_for(self._then.options, kind))

    def ask(self) -> None:
        """Show the open question; where nothing was open, the refused entry is asked for anew."""
        if self.form is None:
            self.app.back()
            return
        self.ids.top.title = self.question_title(self._then)
        self.ids.stage.clear_widgets()
        self.ids.stage.add_widget(self.question_widget(self._then))
        self._show_keys()

    def _show_keys(self) -> None:
        self.ids.pad.clear_widgets()
        for kind in kinds(self._then.options):
            chosen = self.form is not None and kind is self.form.kind
            key = Key(name="do", value=kind, text=self.app.words(do_key(kind)), kind="chosen" if chosen else "plain")
            key.bind(on_release=lambda key: self.begin(key.value))
            self.ids.pad.add_widget(key)

    def carry_out(self, action: Any) -> bool:
        """Replace the entry."""
        session, refused = self.app.companion.session, []
        if not self.app.attempt(lambda: refused.extend(session.edit(int(self.seq), action, source=self.app.source))):
            return False
        if refused:
            self._tell(refused)
        else:
            self.app.back()
        return True

    def _tell(self, refused: list[tuple[int, Said]]) -> None:
        """Name the later entries that were left out."""
        words, stage = self.app.words, self.ids.stage
        self.form = None
        stage.clear_widgets()
        self.ids.pad.clear_widgets()
        self.ids.top.title = words("edit.refused", n=len(refused))
        for seq, said in refused[:5]:
            stage.add_widget(Words(text=f"{seq}. {words.said(said, self._then.seats)}"))


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
