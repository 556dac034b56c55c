"""The table while a game is played: live picture or drawn table, proposal, questions, standing.

It turns options into forms and forms into actions; what is allowed, the options say.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.session.view import View
from companion.ui.board import Board
from companion.ui.cover import Cover
from companion.ui.entry_page import EntryPage
from companion.ui.form import form_for, kinds
from companion.ui.knock_alert import KnockAlert
from companion.ui.knocks import Knocked, knocks
from companion.ui.preview import Preview
from companion.ui.proposal_panel import ProposalPanel
from companion.ui.score_column import ScoreColumn
from companion.ui.table_keys import TableKeys

_LINE: Final = 78
"""Characters that fit into the line of hints."""


class TablePage(EntryPage):
    """One view of the game at a time; `form` is what is being entered by hand."""

    hint = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.board = Board()
        self.preview = Preview()
        self.column = ScoreColumn()
        self.column.bind(on_release=lambda _: self.app.go("scores"))
        self.proposal = ProposalPanel()
        self.proposal.bind(on_accept=lambda _, choice: self.accept(choice))
        self._keys = TableKeys(self)
        self._seq = -1
        self._ignored = -1
        self.opened_by_hand = False
        self._watching = True
        if self.app.picture is not None:
            self.see(self.app.picture)

    # -- showing -------------------------------------------------------------------------------------------------

    def show(self, view: View | None) -> None:
        """Show the game as it stands; what was being entered ends when the game has moved on."""
        if view is None:
            return
        if view.seq != self._seq:
            self._seq, self.form, self.opened_by_hand = view.seq, None, False
            if view.outcome is not None:
                self.app.go("result")
                return
        self._open_only_question(view)
        self._show_words(view)
        self.column.show(view)
        self._keys.show(view)
        self._show_stage(view)

    def _open_only_question(self, view: View) -> None:
        """Without a camera, the only thing that can be done is asked for at once."""
        if self.form is None and not self._has_picture and len(kinds(view.options)) == 1:
            form = form_for(view.options, kinds(view.options)[0])
            self.form = form if form.question is not None else None

    @property
    def _has_picture(self) -> bool:
        return self.preview.picture is not None and self._watching

    def _show_words(self, view: View) -> None:
        words, top = self.app.words, self.ids.top
        seat = view.acting[0] if len(view.acting) == 1 else -1
        top.title = words(f"phase.{view.phase}")
        if self.form is not None:
            seat = self.form.by if isinstance(self.form.by, int) else -1
            top.title = self.question_title(view)
        top.glyph = "" if self.form is None else self._keys.picture_of(view.game, self.form.kind)
        top.seat = seat
        help_wanted = self.app.companion.settings.help_at_table and not self.opened_by_hand
        self.hint = joined([words.said(said, view.seats) for said in view.hints]) if help_wanted else ""
        if view.blink is not None:
            self.hint = words.said(view.blink, view.seats)

    def _show_stage(self, view: View) -> None:
        stage = self.ids.stage
        stage.clear_widgets()
        question = self._front(view)
        wide = isinstance(question, Cover | KnockAlert) or getattr(question, "wide", False)
        stage.add_widget(question)
        if view.proposal is not None and self.form is None:
            self.proposal.show(view.proposal, view, self.app.words)
            stage.add_widget(self.proposal)
            self.proposal.follow(view.closing)
        else:
            self.proposal.follow(None)
        if self.column.parent is not None:
            self.column.parent.remove_widget(self.column)
        if not wide:
            self.ids.content.add_widget(self.column)

    def _front(self, view: View) -> Widget:
        """What fills the stage: a knock, the question, the live picture, or the drawn table."""
        knocked = self.unanswered(view)
        if knocked and self.form is None:
            alert = KnockAlert(knocked, view, self.app.words)
            alert.bind(on_answer=self._answer_knock, on_ignore=lambda _: self._ignore_knock(view.seq))
            return alert
        if self.form is not None:
            return self.question_widget(view)
        differs = frozenset(view.proposal.explanation.differs if view.proposal else ())
        if self._has_picture:
            self.preview.marked = differs
            return self.preview
        board = self.board
        board.zones, board.names, board.acting = view.zones, view.seats, view.acting
        board.marked = differs
        return board

    def unanswered(self, view: View) -> tuple[Knocked, ...]:
        """The knocks that came by button and were not put aside."""
        session = self.app.companion.session
        if session is None or view.seq <= self._ignored or view.history[-1:] == ():
            return ()
        return knocks(session) if view.history[-1].source == "button" else ()

    def needs_touch(self, view: View) -> bool:
        """True where somebody is answering something, or a knock waits for an answer."""
        return self.opened_by_hand or bool(self.unanswered(view))

    def _answer_knock(self, _: Any, kind: type, seat: int) -> None:
        form = form_for(self.app.view.options, kind)
        while form.question is not None and seat in form.question.domain:
            form = form.answer(seat)
        self.advance(form)

    def _ignore_knock(self, seq: int) -> None:
        self._ignored = seq
        self.show(self.app.view)

    def see(self, picture: Any) -> None:
        """Show a new picture of the camera."""
        first = self.preview.picture is None
        note = self.app.words.said(picture.note, self.app.view.seats) if picture.note and self.app.view else ""
        self.preview.see(picture, note)
        if note and not self.opened_by_hand:
            self.hint = note
        if first and self.app.view is not None and not self.opened_by_hand:
            self.form = None
            self.show(self.app.view)

    def lose_sight(self) -> None:
        """The drawn table in place of a picture that has stopped."""
        self.preview.forget()
        self.show(self.app.view)

    # -- entering by hand ----------------------------------------------------------------------------------------

    def start(self, kind: type) -> None:
        """Begin to enter an action of this type; where nothing is left to ask, it is done."""
        self.opened_by_hand = True
        self._hold(held=True)
        self.advance(form_for(self.app.view.options, kind))

    def ask(self) -> None:
        """Show the open question."""
        self.show(self.app.view)

    def carry_out(self, action: Any) -> bool:
        """Hand the action to the session."""
        return bool(self.app.submit(action))

    def step_back(self) -> None:
        """Take the last answer back, or give up entering."""
        if self.form is not None and self.form.can_go_back:
            self.form = self.form.back()
        else:
            self.form, self.opened_by_hand = None, False
            self._hold(held=False)
        self.cover_again()
        self.show(self.app.view)

    def escape(self) -> bool:
        """Escape takes an answer back, or ends entering."""
        if self.form is None or not (self.opened_by_hand or self.form.can_go_back):
            return False
        self.step_back()
        return True

    def toggle_picture(self) -> None:
        """Between the live picture and the drawn table."""
        self._watching = not self._watching
        self.form = None
        self.show(self.app.view)

    def key_pressed(self, key: str, text: str) -> bool:
        """Digits go to a keypad; the first letters of yes and no answer a proposal."""
        if self.form is not None:
            return super().key_pressed(key, text)
        view, words = self.app.view, self.app.words
        if view is None or view.proposal is None:
            return False
        if text and text.lower() == words("ui.yes")[0].lower():
            self.accept()
        elif text and text.lower() == words("ui.no")[0].lower():
            self.refuse()
        else:
            return False
        return True

    # -- the camera ----------------------------------------------------------------------------------------------

    def _hold(self, *, held: bool) -> None:
        """What is entered by hand is not overtaken by the camera."""
        if self.app.companion.session is not None:
            self.app.companion.session.hold(held=held)

    def accept(self, choice: int = 0) -> None:
        """Yes, or this one of several."""
        session, view = self.app.companion.session, self.app.view
        if session is not None and view is not None and view.proposal is not None:
            proposal = view.proposal.id
            self.app.attempt(lambda: session.confirm(proposal, choice))

    def refuse(self) -> None:
        """No."""
        session, view = self.app.companion.session, self.app.view
        if session is not None and view is not None and view.proposal is not None:
            session.dismiss(view.proposal.id)

    def other(self) -> None:
        """Something else: where only one thing can be done, enter it."""
        self.refuse()
        if len(kinds(self.app.view.options)) == 1:
            self.start(kinds(self.app.view.options)[0])


def joined(sentences: Sequence[str]) -> str:
    """As many of the first sentences as a line holds."""
    line = ""
    for sentence in sentences:
        if line and len(line) + len(sentence) > _LINE:
            break
        line = f"{line}  {sentence}".strip()
    return line


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
