"""A deck to print, cut and play with: eight or nine cards a page, cut marks in the margin, backs for duplex print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.exchange.card_faces import CARD_MM, draw_back, draw_face
from companion.exchange.decks import deck_of
from companion.exchange.paper import GREY, SIZES_MM, Frame, PaperName, Sheets
from companion.texts import Texts

_LEAST_MARGIN_MM: Final = 8.0
"""What every printer leaves white."""
_MARK_MM: Final = 4.0


@dataclass(frozen=True, slots=True)
class CardGrid:
    """How cards lie on a page: which way it is held, and the frame of each card, row by row from the top left."""

    landscape: bool
    columns: int
    rows: int
    left_mm: float
    bottom_mm: float

    @property
    def frames(self) -> tuple[Frame, ...]:
        """Where the cards lie."""
        across, up = CARD_MM
        return tuple(
            Frame(self.left_mm + column * across, self.bottom_mm + row * up, across, up)
            for row in reversed(range(self.rows))
            for column in range(self.columns)
        )


def card_grid(paper: PaperName) -> CardGrid:
    """The way of holding this paper on which most cards find room."""
    across, up = SIZES_MM[paper]
    return max(
        (_grid(across, up, landscape=False), _grid(up, across, landscape=True)), key=lambda grid: len(grid.frames)
    )


def _grid(width: float, height: float, *, landscape: bool) -> CardGrid:
    columns, rows = (
        int((side - 2 * _LEAST_MARGIN_MM) // card) for side, card in zip((width, height), CARD_MM, strict=True)
    )
    left, bottom = (width - columns * CARD_MM[0]) / 2, (height - rows * CARD_MM[1]) / 2
    return CardGrid(landscape, columns, rows, left, bottom)


def write_deck(path: Path, *, game: str, paper: PaperName, words: Texts, with_backs: bool) -> int:
    """Write the deck of a game; returns the number of cards.

    With backs every page of faces is followed by one of backs, to be printed on both sides: the cards lie in the middle
    of the page, so it does not matter about which edge the paper is turned. Raises UnknownGame, NoDeck or OSError.
    """
    labels = deck_of(game)
    grid = card_grid(paper)
    title = words("print.deck_title", game=Texts(words.language, game)("name"))
    sheets = Sheets(path, title=title, paper=paper, landscape=grid.landscape)
    for number, page in enumerate(pages_of(labels, grid)):
        if number:
            sheets.turn()
        _draw_page(sheets, page, grid, game)
        if with_backs:
            sheets.turn()
            _draw_backs(sheets, grid, game)
    sheets.save()
    return len(labels)


def pages_of(labels: Sequence[str], grid: CardGrid) -> Iterator[tuple[str, ...]]:
    """The cards of each page, in the order of `CardGrid.frames`."""
    size = len(grid.frames)
    for start in range(0, len(labels), size):
        yield tuple(labels[start : start + size])


def _draw_page(sheets: Sheets, labels: Sequence[str], grid: CardGrid, game: str) -> None:
    for label, frame in zip(labels, grid.frames, strict=False):
        draw_face(sheets, label, frame, game=game)
    draw_cut_marks(sheets, grid)


def _draw_backs(sheets: Sheets, grid: CardGrid, game: str) -> None:
    for frame in grid.frames:
        draw_back(sheets, frame, game=game)
    draw_cut_marks(sheets, grid)


def draw_cut_marks(sheets: Sheets, grid: CardGrid) -> None:
    """Short lines in the margin, where the blade goes."""
    across, up = CARD_MM
    left, bottom = grid.left_mm, grid.bottom_mm
    right, top = left + grid.columns * across, bottom + grid.rows * up
    for column in range(grid.columns + 1):
        x = left + column * across
        for start, end in ((bottom - 1, bottom - 1 - _MARK_MM), (top + 1, top + 1 + _MARK_MM)):
            sheets.line([(x, start), (x, end)], ink=GREY, width_mm=0.2)
    for row in range(grid.rows + 1):
        y = bottom + row * up
        for start, end in ((left - 1, left - 1 - _MARK_MM), (right + 1, right + 1 + _MARK_MM)):
            sheets.line([(start, y), (end, y)], ink=GREY, width_mm=0.2)
