"""The forms in which a kept game leaves: one function that makes the bytes of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.exchange.bg_stats import link_code, play_file, play_link
from companion.exchange.evening_page import evening_page
from companion.exchange.keeping import export_game
from companion.exchange.play import Play, evening_of, play_of
from companion.exchange.score_card import score_card
from companion.exchange.score_tables import score_csv, score_json
from companion.store.journal import Journal, Kept
from companion.texts import Texts


class Form(StrEnum):
    """What a game can leave as."""

    LOG = "log"
    CSV = "csv"
    JSON = "json"
    BGSTATS = "bgstats"
    BGSPLAY = "bgsplay"
    HTML = "html"
    PNG = "png"


def taken(journal: Journal, kept: Kept, form: Form, *, words: Texts, suffix: str = "") -> tuple[bytes, int]:
    """A kept game in this form, and how many of its last entries are left out because a round is still sealed.

    `bgstats` is the link as text, or its QR code where `suffix` is ``".svg"`` or ``".png"``; `html` holds the games of
    the whole evening. Raises NotOver for the forms of BG Stats while the game runs.
    """
    if form is Form.LOG:
        exported = export_game(journal, kept)
        return "".join(f"{line}\n" for line in exported.lines).encode(), exported.left_out
    play = play_of(kept, journal.entries(kept.id))
    if form is Form.HTML:
        return evening_page(evening_of(journal, kept), words).encode(), play.left_out
    if form is Form.BGSTATS and suffix in {".svg", ".png"}:
        return link_code(play_link(play, words), kind=suffix[1:]), play.left_out
    made = _MAKERS[form](play, words)
    return made if isinstance(made, bytes) else made.encode(), play.left_out


_MAKERS: Final[Mapping[Form, Callable[[Play, Texts], str | bytes]]] = MappingProxyType(
    {
        Form.CSV: score_csv,
        Form.JSON: score_json,
        Form.BGSTATS: lambda play, words: f"{play_link(play, words)}\n",
        Form.BGSPLAY: play_file,
        Form.PNG: score_card,
    }
)
