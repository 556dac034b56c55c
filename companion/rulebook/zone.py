"""How one part of the table should look, as rows of labels; the camera, the screen and the twin read the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

BACK: Final = "back"
GAP: Final = ""

Kind: TypeAlias = Literal["cards", "buckets", "tower", "figures"]


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table: `rows[row][column]` is the label that should lie there.

    `name` is unique within a game; `owner` is the seat before whom it lies, None for the middle of the table; `labels`
    are all the labels that could lie there (`BACK` and `GAP` included where they can). The rows of one zone may differ
    in length (a pyramid).
    """

    name: str
    kind: Kind
    rows: tuple[tuple[str, ...], ...]
    labels: tuple[str, ...]
    owner: int | None = None
