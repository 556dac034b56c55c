"""Bucket pyramids of printed tiles, laid on their printed board and photographed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from random import Random
from typing import TypeAlias

from companion.exchange.paper import Frame, Sheets
from companion.exchange.print_boards import BUCKET_MM, pyramid_places, tiles, write_board
from companion.games.alles_im_eimer.model import COLOURS
from companion.texts import Texts
from tests.exchange.printed import Picture, built, cut, rendered

Rows: TypeAlias = tuple[tuple[str | None, ...], ...]


@dataclass(frozen=True)
class PaperBuckets:
    """The printed board, its places by row, and a tile of each colour."""

    board: Picture = field(repr=False)
    places: tuple[tuple[Frame, ...], ...] = field(repr=False)
    tiles: Mapping[str, Picture] = field(repr=False)

    @classmethod
    def printed(cls, folder: Path) -> PaperBuckets:
        """Print board and tiles into `folder` and cut the tiles."""
        write_board(folder / "board.pdf", game="alles_im_eimer", paper="A4", words=Texts("en"))
        board, *pages = rendered(folder / "board.pdf")
        sheets = Sheets(folder / "measures.pdf", title="", paper="A4", landscape=True)
        every = [cut(page, frame) for page in pages for frame in tiles(sheets, BUCKET_MM)]
        return cls(board, pyramid_places(sheets), dict(zip(COLOURS, every[::12], strict=True)))

    def pyramid(self, rng: Random, *, taken: int) -> Rows:
        """Two buckets of each colour, less `taken` on which no other stands."""
        colours = [colour for colour in COLOURS for _ in range(2)]
        rng.shuffle(colours)
        rows: list[list[str | None]] = [[colours.pop() for _ in row] for row in self.places]
        for _ in range(taken):
            free = [(r, p) for r, row in enumerate(rows) for p in range(len(row)) if _is_free(rows, r, p)]
            row, place = rng.choice(free)
            rows[row][place] = None
        return tuple(map(tuple, rows))

    def picture(self, rows: Rows, rng: Random, *, width_px: int) -> Picture:
        """The pyramid as the camera sees it, its page `width_px` wide."""
        stood = zip(chain.from_iterable(self.places), chain.from_iterable(rows), strict=True)
        laid = {place: self.tiles[colour] for place, colour in stood if colour}
        return built(self.board, laid, rng, width_px=width_px)


def _is_free(rows: list[list[str | None]], row: int, place: int) -> bool:
    above = rows[row + 1][max(place - 1, 0) : place + 1] if row + 1 < len(rows) else []
    return rows[row][place] is not None and not any(above)
