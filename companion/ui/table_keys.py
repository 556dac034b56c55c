"""The keys below the table: what can be done, the answers to a proposal, or the way out of what was begun."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.art.pictograms import PICTOGRAMS
from companion.rulebook.game import word
from companion.session.view import View
from companion.ui.form import do_key, kinds
from companion.ui.theme import Key

if TYPE_CHECKING:
    from companion.ui.table_page import TablePage


class TableKeys:
    """Lays the keys for a view into the pad of a page; with pictograms, pictures take the place of words."""

    def __init__(self, page: TablePage) -> None:
        self._page = page

    def show(self, view: View) -> None:
        """Lay the keys anew."""
        page, pad = self._page, self._page.ids.pad
        pad.clear_widgets()
        if page.form is not None:
            if page.opened_by_hand or page.form.can_go_back:
                self._add("cancel", page.app.words("ui.cancel"), page.step_back, glyph="cross")
            pad.add_widget(Widget())
        elif page.unanswered(view):
            pad.add_widget(Widget())
        elif view.proposal is not None:
            self._show_answers(several=len(view.proposal.words) != 1)
        else:
            self._show_actions(view)

    def picture_of(self, game: str, kind: type) -> str:
        """The name of an action's picture, empty where there is none or none is wanted."""
        name = f"{game}.{word(kind)}"
        wanted = self._page.app.companion.settings.pictograms
        return name if wanted and name in PICTOGRAMS else ""

    def _show_actions(self, view: View) -> None:
        """A key for each thing that can be done; none stands out, unless it is the only one."""
        offered = kinds(view.options)
        for kind in offered:
            key = self._add("do", self._page.app.words(do_key(kind)), partial(self._page.start, kind))
            key.value, key.glyph = kind, self.picture_of(view.game, kind)
            key.kind = "main" if len(offered) == 1 else "plain"

    def _show_answers(self, *, several: bool) -> None:
        """Yes, no, something else; a choice between several is made where they are told."""
        page, words = self._page, self._page.app.words
        if not several:
            self._add("yes", words("ui.yes"), page.accept, glyph="check").kind = "good"
        self._add("refuse", words("ui.no"), page.refuse, glyph="cross")
        self._add("other", words("see.other"), page.other, glyph="dots")

    def _add(self, name: str, text: str, release: Callable[[], Any], *, glyph: str = "") -> Key:
        key = Key(name=name, text=text, glyph=glyph, pictured=self._page.app.companion.settings.pictograms)
        key.bind(on_release=lambda _: release())
        self._page.ids.pad.add_widget(key)
        return key
