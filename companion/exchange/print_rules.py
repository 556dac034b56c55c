"""The rules of a game on one page, in the words of the chosen language."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.art.glyphs import GLYPHS
from companion.art.look import FELT, PAPER
from companion.exchange.paper import BOLD, INK, TEXT, WHITE, Frame, PaperName, Sheets, width_of
from companion.games import game_named
from companion.rulebook.errors import CompanionError
from companion.texts import Texts

SECTIONS: Final = ("goal", "setup", "turn", "end", "note")
"""The parts of a page, from the top down."""

_MARGIN_MM: Final = 16.0
_HEAD_MM: Final = 34.0
_LEADING: Final = 1.42
_LARGEST_MM: Final = 4.1


class NoRules(CompanionError, KeyError):
    """Error raised when a game has no page of rules."""


def write_rules(path: Path, *, game: str, paper: PaperName, words: Texts) -> None:
    """Write the summary of a game; the letters are as large as one page allows.

    Its words may stand in the catalogue of the game, too. Raises UnknownGame, NoRules or OSError.
    """
    game_named(game)
    words = Texts(words.language, game)
    if not words.has(f"rules.{game}.goal"):
        raise NoRules("print.no_rules", game=game)
    name = words("name")
    sheets = Sheets(path, title=words("print.rules_title", game=name), paper=paper)
    width = sheets.width_mm - 2 * _MARGIN_MM
    room = sheets.height_mm - _HEAD_MM - 2 * _MARGIN_MM
    size = _LARGEST_MM
    while _height(game, words, width, size) > room:
        size -= 0.1
    _draw_head(sheets, game, name, words)
    _draw_sections(sheets, game, words, width, size)
    sheets.words(words("rules.own_words"), (sheets.width_mm / 2, 9), size_mm=2.4)
    sheets.save()


def wrapped(text: str, width_mm: float, *, size_mm: float, font: str = TEXT) -> list[str]:
    """`text` broken at spaces into lines no wider than `width_mm`."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size_mm=size_mm, font=font) <= width_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _points(game: str, section: str, words: Texts) -> list[str]:
    return words(f"rules.{game}.{section}").split("\n")


def _height(game: str, words: Texts, width: float, size: float) -> float:
    """How much room all sections take, mm."""
    lines = sum(
        len(wrapped(point, width - size * 1.4, size_mm=size))
        for section in SECTIONS
        for point in _points(game, section, words)
    )
    points = sum(len(_points(game, section, words)) for section in SECTIONS)
    return lines * size * _LEADING + points * size * 0.35 + len(SECTIONS) * size * 3.0


def _draw_head(sheets: Sheets, game: str, name: str, words: Texts) -> None:
    band = Frame(0, sheets.height_mm - _HEAD_MM, sheets.width_mm, _HEAD_MM)
    sheets.box(band, fill=FELT.panel)
    sign = Frame(_MARGIN_MM, band.y + 9, 16, 16)
    sheets.drawing(GLYPHS.get(f"game.{game}", GLYPHS["game"]), sign, ink=FELT.accent, cut=FELT.panel)
    sheets.words_from(name, (_MARGIN_MM + 23, band.y + 17), size_mm=9, ink=WHITE, font=BOLD)
    sheets.words_from(words(f"rules.{game}.facts"), (_MARGIN_MM + 23, band.y + 9.5), size_mm=3.4, ink=FELT.dim)


def _draw_sections(sheets: Sheets, game: str, words: Texts, width: float, size: float) -> None:
    y = sheets.height_mm - _HEAD_MM - _MARGIN_MM / 2
    for section in SECTIONS:
        y -= size * 2.0
        sheets.words_from(words(f"rules.{section}"), (_MARGIN_MM, y), size_mm=size * 1.3, ink=PAPER.accent, font=BOLD)
        y -= size * 0.6
        for point in _points(game, section, words):
            y -= size * 0.35
            for number, line in enumerate(wrapped(point, width - size * 1.4, size_mm=size)):
                y -= size * _LEADING
                if not number:
                    sheets.disc((_MARGIN_MM + size * 0.4, y + size * 0.27), size * 0.16, fill=PAPER.accent)
                sheets.words_from(line, (_MARGIN_MM + size * 1.4, y), size_mm=size, ink=INK)
        y -= size * 0.4
