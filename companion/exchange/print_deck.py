"""A deck to print, cut and play with: eight or nine cards a page, cut marks in the margin, backs for duplex print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.exchange.card_faces import BLEED_MM, CARD_MM, draw_back, draw_face, rim_of
from companion.exchange.decks import deck_of
from companion.exchange.paper import GREY, SIZES_MM, Frame, PaperName, Sheets
from companion.texts import Texts

_LEAST_MARGIN_MM: Final = 8.0
"""What every printer leaves white."""
_GAP_MM: Final = 2 * BLEED_MM
"""Between cards: each has its own colour beyond the cut."""
_MARKS_MM: Final = (2.0, 5.0)
"""Where marks begin and end, from the outermost cuts."""


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
            Frame(x, y, across, up)
            for y in reversed(_starts(self.bottom_mm, self.rows, up))
            for x in _starts(self.left_mm, self.columns, across)
        )


def card_grid(paper: PaperName) -> CardGrid:
    """The way of holding this paper on which most cards find room."""
    across, up = SIZES_MM[paper]
    return max(
        (_grid(across, up, landscape=False), _grid(up, across, landscape=True)), key=lambda grid: len(grid.frames)
    )


def _grid(width: float, height: float, *, landscape: bool) -> CardGrid:
    columns, rows = (
        int((side - 2 * _LEAST_MARGIN_MM + _GAP_MM) // (card + _GAP_MM))
        for side, card in zip((width, height), CARD_MM, strict=True)
    )
    left, bottom = (
        (side - count * (card + _GAP_MM) + _GAP_MM) / 2
        for side, count, card in zip((width, height), (columns, rows), CARD_MM, strict=True)
    )
    return CardGrid(landscape, columns, rows, left, bottom)


def _starts(first_mm: float, count: int, side_mm: float) -> list[float]:
    """Where cards of a row or column begin, mm."""
    return [first_mm + number * (side_mm + _GAP_MM) for number in range(count)]


def write_deck(path: Path, *, game: str, paper: PaperName, words: Texts, with_backs: bool) -> int:
    """Write the deck of a game; returns the number of cards.

    With backs every page of faces is followed by one of backs, to be printed on both sides: the cards lie in the middle
    of the page, so it does not matter about which edge the paper is turned. Raises UnknownGame, NoDeck or OSError.
    """
    labels = deck_of(game)
    grid = card_grid(paper)
    title = words("print.deck_title", game=words.game(game))
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
        sheets.box(frame.inset(-BLEED_MM), fill=rim_of(label))
        draw_face(sheets, label, frame, game=game)
    draw_cut_marks(sheets, grid)


def _draw_backs(sheets: Sheets, grid: CardGrid, game: str) -> None:
    for frame in grid.frames:
        draw_back(sheets, frame, game=game)
    draw_cut_marks(sheets, grid)


def draw_cut_marks(sheets: Sheets, grid: CardGrid) -> None:
    """Short lines in the margin, where the blade goes."""
    across, up = CARD_MM
    columns, rows = _starts(grid.left_mm, grid.columns, across), _starts(grid.bottom_mm, grid.rows, up)
    near, far = _MARKS_MM
    for x in (cut for left in columns for cut in (left, left + across)):
        for edge, way in ((rows[0], -1), (rows[-1] + up, 1)):
            sheets.line([(x, edge + way * near), (x, edge + way * far)], ink=GREY, width_mm=0.2)
    for y in (cut for bottom in rows for cut in (bottom, bottom + up)):
        for edge, way in ((columns[0], -1), (columns[-1] + across, 1)):
            sheets.line([(edge + way * near, y), (edge + way * far, y)], ink=GREY, width_mm=0.2)
