"""What the camera is asked and what it answers: plain values, no picture and no OpenCV.

Games fill in a `Watch` (where to look, which labels may lie there), the camera side answers with a
`Seen`. A label is the word a game uses for what lies on one place: ``"7"``, ``"red7"``, ``"bomb"``,
``"red"`` for a bucket, ``"stick/red"`` for a piece. Two labels are common to all games: `BACK` is a card
lying face down and `GAP` an empty place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

BACK: Final = "back"
GAP: Final = ""


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle on the table, mm: centre, size and clockwise turn (degrees) as seen from above."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Watch:
    """One part of the table to look at.

    `zone` is the name under which the game knows it; `kind` is ``"cards"``, ``"buckets"`` or ``"tower"``.
    `rows` and `columns` give the places (row 0 first as the game counts them), `labels` every label that may lie on
    one of them. `region` says where to look; None means anywhere in the picture.
    """

    zone: str
    kind: str
    rows: int
    columns: int
    labels: tuple[str, ...]
    region: Region | None = None


@dataclass(frozen=True, slots=True)
class CellSeen:
    """What lies on one place: labels with their probability, the likeliest first, summing to at most 1."""

    likelihoods: tuple[tuple[str, float], ...]

    @property
    def label(self) -> str:
        """The likeliest label; `GAP` where nothing was recognised at all."""
        return self.likelihoods[0][0] if self.likelihoods else GAP

    @property
    def confidence(self) -> float:
        """The probability of `label`, 0 where nothing was recognised."""
        return self.likelihoods[0][1] if self.likelihoods else 0.0


@dataclass(frozen=True, slots=True)
class Seen:
    """One still look at a watched zone: `cells[row][column]`, taken at `at_s` (monotonic seconds)."""

    watch: Watch
    cells: tuple[tuple[CellSeen, ...], ...]
    at_s: float

    @property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """The likeliest label of every place, row by row."""
        return tuple(tuple(cell.label for cell in row) for row in self.cells)


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card found on a picture.

    `value` is its number, ``"bomb"`` or ``"back"``, None where it cannot be guessed; `colour` a colour name or None;
    `confidence` in 0..1, below 0.5 means unsure; `quad` the four corners in pixels of the picture given, clockwise from
    the card's own top left.
    """

    value: int | str | None
    colour: str | None
    confidence: float
    quad: tuple[tuple[float, float], ...]


Cell = tuple[str, int, int]
"""A place: zone, row, column."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A place that was read wrongly or not at all, as people put it right.

    `label` is what lies there, `seen` what was read, `entry` the number of the entry that says so; `agreeing` are
    places whose reading the same record bears out, with their labels: what else the deck looks like.
    """

    cell: Cell
    label: str
    seen: str
    entry: int
    agreeing: tuple[tuple[Cell, str], ...] = ()
