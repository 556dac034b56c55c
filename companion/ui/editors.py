"""Which widget asks which question: by the form of its domain, never by the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, get_args, get_origin, get_type_hints

from companion.rulebook.domain import Open
from companion.ui.ask import Ask
from companion.ui.counts_editor import CountsEditor
from companion.ui.figures_editor import FiguresEditor
from companion.ui.hidden_editor import HiddenEditor
from companion.ui.picks_editor import labels_editor, pieces_editor, values_editor
from companion.ui.piles_editor import PilesEditor
from companion.ui.pyramid_editor import PyramidEditor
from companion.ui.questions import LISTED, CellsQuestion, KeypadQuestion, Question, SeatsQuestion, TokensQuestion
from companion.ui.share_editor import ShareEditor
from companion.ui.stacks_editor import StacksEditor


def cards_editor(ask: Ask) -> Question:
    """Cards on hidden places, or as many as lie open: told by what the field is made of."""
    hint = get_type_hints(ask.form.kind)[ask.field]
    of_cells = any(get_origin(part) is tuple for part in get_args(hint))
    return HiddenEditor(ask) if of_cells else labels_editor(ask)


EDITORS: Final[Mapping[str, Callable[[Ask], Question]]] = MappingProxyType(
    {
        "cards": cards_editor,
        "counts": CountsEditor,
        "figures": FiguresEditor,
        "pieces": pieces_editor,
        "piles": PilesEditor,
        "pyramid": PyramidEditor,
        "reserves": ShareEditor,
        "stacks": StacksEditor,
        "values": values_editor,
    }
)
"""The editor of each kind of structure."""


def question_for(ask: Ask) -> Question:
    """The widget for the open question of a form."""
    domain: Any = ask.domain
    if isinstance(domain, Open):
        return EDITORS[domain.kind](ask)
    if ask.asks_for_seat:
        return SeatsQuestion(ask)
    if ask.secret or len(ask.values) > LISTED:
        return KeypadQuestion(ask)
    return CellsQuestion(ask) if ask.places() else TokensQuestion(ask)
