"""Cards cut out of a picture where outlines say that they may lie, and read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from vision.cards import rectify
from vision.cards.backs import Table
from vision.cards.edges import NEAR, EdgeMap
from vision.cards.faces import Faces
from vision.cards.kinds import SURELY
from vision.cards.middles import centred
from vision.cards.outlines import Outline
from vision.cards.plan import Plan
from vision.cards.reader import CardReader, CutCard
from vision.cards.rectify import Picture, Quad
from vision.cards.selection import MOST_SHARED, Reading, covered_by

OFF_MIDDLE = 0.12
HARDLY_PLAIN = 0.3


def moved(outlines: list[Outline], edges: EdgeMap) -> list[Outline]:
    """The outlines, each side moved onto an edge."""
    quads = edges.fitted([one.quad for one in outlines])
    return [replace(one, quad=quad) for quad, one in zip(quads, outlines, strict=True)]


def moved_together(outlines: list[Outline], edges: EdgeMap, plan: Plan) -> list[Outline]:
    """The outlines, all sides moved together where corner cards tell how large a card is; none elsewhere."""
    if not plan.blocked:
        return []
    quads = edges.fitted(centred([one.quad for one in outlines], plan, edges), NEAR)
    return [replace(one, quad=quad) for quad, one in zip(quads, outlines, strict=True)]


def resized(outline: Outline, share: float) -> Outline:
    """The outline, its corners so many times as far from its middle."""
    middle = outline.quad.mean(0)
    return replace(outline, quad=middle + share * (outline.quad - middle))


def cut_out(
    picture: Picture,
    outlines: list[Outline],
    *,
    table: Table | None = None,
    tops: Sequence[Quad] = (),
    rivals: Sequence[Reading] = (),
) -> Iterator[CutCard]:
    """The cards inside outlines, one by one; `tops` are cards that lie on them.

    What shows only the colours of the `table` is read where it looks much like a card; what may be meant instead of
    `rivals`, where it looks more like one than they do.
    """
    for one in outlines:
        card = rectify.cut(picture, one.quad)
        plain = table is not None and table.shows(one, card)
        most_none = min(HARDLY_PLAIN if plain else SURELY, _doubt_about(one.quad, rivals))
        covered = covered_by(one.quad, list(tops))
        yield CutCard(card, covered, _likely_way(picture, one.quad), plain, most_none)


def _doubt_about(quad: Quad, rivals: Sequence[Reading]) -> float:
    """How little the least card-like of the rivals in a place looks like a card, 1 where there is none."""
    near = (one for one in rivals if rectify.overlap(one.outline.quad, quad) > MOST_SHARED)
    return max((one.value.kind.none for one in near if one.value.kind), default=1.0)


def _likely_way(picture: Picture, quad: Quad) -> str:
    """People sit round the table: a card near a rim is read from there, one in the middle as the picture is."""
    size = np.array(picture.shape[1::-1])
    off = (quad.mean(0) - size / 2) / size
    outward = off if np.linalg.norm(off) > OFF_MIDDLE else np.array([0.0, 1.0])
    down = (quad[3] + quad[2] - quad[0] - quad[1]) / 2
    return "upper" if down @ outward >= 0 else "lower"


def readings(reader: CardReader, outlines: list[Outline], cards: Iterable[CutCard], faces: Faces) -> list[Reading]:
    """The readings of outlines and the cards cut from them: some are seen while the next are cut."""
    cut: list[CutCard] = []
    read = reader.read(_noted(cards, cut), faces)
    return [Reading(*parts) for parts in zip(outlines, cut, read, strict=True)]


def _noted(cards: Iterable[CutCard], into: list[CutCard]) -> Iterator[CutCard]:
    """The cards one by one as they are cut, each put into a list on its way."""
    for card in cards:
        into.append(card)
        yield card
