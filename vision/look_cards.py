"""Cards in the places where a game expects them: a value, a back, or the bare table.

Each place is cut out of the picture by the registration and read. Whether a card lies there at all is told by the
table: what looks like the table round the zone is a gap. A card without a readable face is a back where backs may lie.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards import rectify
from vision.cards.colours import read_colour
from vision.cards.edges import EdgeMap
from vision.cards.faces import NUMBERS, Faces
from vision.cards.learning import Learner
from vision.cards.reader import CardReader, CutCard, ValueRead
from vision.colour import Floats
from vision.markers import Picture
from vision.readings import BACK, GAP, CellSeen, Region, Watch
from vision.registration import Registration
from vision.table_light import lamp_gains
from vision.table_plan import CARD_MM, cell_centre

Quad = Floats
Likelihoods = dict[str, float]

_LABEL = re.compile(r"^(?P<colour>[a-z]+)?(?P<value>-?\d+)$")
_GRID = (9, 13)
_UNLIKE_LAB = 9.0
_SURE_GAP, _SURE_CARD = 0.25, 0.55
_LEFT_OVER = 0.02
_RUNNER_UP = 0.6
_SOFT_PX = 6


@dataclass(frozen=True, slots=True)
class Place:
    """One cell of a watch: where it is in the picture, (4, 2) px, how much of it is unlike the table, 0..1, and the
    gains (3,) that make what is grey there neutral, None where that is not known."""

    quad: Quad
    covered: float
    gains: Floats | None = None


def faces_of(watch: Watch) -> Faces:
    """Return what may be printed on the cards of a watch, by its labels."""
    parts = [match for label in watch.labels if (match := _LABEL.match(label))]
    values = tuple(dict.fromkeys(int(part["value"]) for part in parts))
    colours = tuple(dict.fromkeys(part["colour"] for part in parts if part["colour"]))
    known = tuple(value for value in values if value in NUMBERS)
    return Faces(known, colours, bombs="bomb" in watch.labels, backs=BACK in watch.labels)


def places_of(picture: Picture, watch: Watch, region: Region, seen: Registration) -> list[Place]:
    """Return the places of a watch, row by row."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(CARD_MM) / 2
    shape = (watch.rows, watch.columns)
    cells = [(r, c) for r in range(watch.rows) for c in range(watch.columns)]
    centres = np.array([cell_centre(region, cell, shape) for cell in cells])
    steps = np.stack(np.meshgrid(*(np.linspace(-0.4, 0.4, n) for n in _GRID)), axis=-1).reshape(-1, 2)
    ring, inner = _round_about(region), centres[:, None] + steps * np.array(CARD_MM)
    tones = _lab_at(picture, seen.to_px(np.vstack([ring, inner.reshape(-1, 2)])))
    middle, spread = _middle_and_spread(tones[: len(ring)])
    off = np.linalg.norm(tones[len(ring) :] - middle, axis=1).reshape(len(cells), -1)
    quads = seen.to_px((centres[:, None] + half).reshape(-1, 2)).reshape(-1, 4, 2)
    gains = lamp_gains(picture, seen.view, seen.places_seen()) if faces_of(watch).colours else None
    shares = [_share(one > _UNLIKE_LAB + 2.5 * spread, one) for one in off]
    return [Place(quad, share, gains) for quad, share in zip(quads, shares, strict=True)]


def _share(unlike: npt.NDArray[np.bool_], off: Floats) -> float:
    """Return the share that is unlike the table, of what the picture shows."""
    shown = np.isfinite(off)
    return float(unlike[shown].mean()) if shown.any() else 0.0


def read_places(
    picture: Picture, places: Sequence[Place], watch: Watch, reader: CardReader, learner: Learner
) -> list[tuple[CellSeen, CutCard]]:
    """Return what lies on each place, and the card as it was cut out."""
    if not places:
        return []
    faces = faces_of(watch)
    edges = EdgeMap(picture)
    quads = edges.fitted([place.quad for place in places])
    cards = [CutCard(rectify.cut(picture, q), gains=p.gains) for q, p in zip(quads, places, strict=True)]
    values = reader.read(cards, faces)
    there = [i for i, place in enumerate(places) if place.covered > _SURE_GAP or values[i].votes > 0]
    taught = learner.believed([cards[i] for i in there], [values[i] for i in there], faces)
    for i, value in zip(there, taught, strict=True):
        values[i] = value
    return [
        (CellSeen(_ranked(_likelihoods(place, card, value, faces), watch)), card)
        for place, card, value in zip(places, cards, values, strict=True)
    ]


def _likelihoods(place: Place, card: CutCard, value: ValueRead, faces: Faces) -> Likelihoods:
    """Return labels with their probability: gap or card by the table, then face or back by the reader."""
    there = float(np.clip((place.covered - _SURE_GAP) / (_SURE_CARD - _SURE_GAP), _LEFT_OVER, 1 - _LEFT_OVER))
    sure = 0.0 if value.value is None else value.confidence
    if value.value != BACK:
        there = max(there, sure * (1 - _LEFT_OVER))
    found: Likelihoods = {GAP: 1 - there}
    colour, colour_sure = _colour_of(card, value, faces)
    for name, share in ((value.value, sure), (value.runner_up, (1 - sure) * _RUNNER_UP * _clear(value))):
        label, named = (f"{colour}{name}", colour_sure) if isinstance(name, int) else (name, 1.0)
        if label is not None:
            found[label] = found.get(label, 0.0) + there * share * named
    return found


def _clear(value: ValueRead) -> float:
    """Return how far the reader saw a face at all: the runner-up of nothing is nothing."""
    return 1.0 if value.confidence > 0.2 else 0.2


def _colour_of(card: CutCard, value: ValueRead, faces: Faces) -> tuple[str, float]:
    if not faces.colours:
        return "", 1.0
    if value.colour in faces.colours:
        return value.colour, value.tinted
    read = read_colour(card.picture, faces.colours, gains=card.gains)
    return read.name or "", read.confidence


def _ranked(found: Likelihoods, watch: Watch) -> tuple[tuple[str, float], ...]:
    """Return the labels that may lie there, the likeliest first, summing to at most 1."""
    possible = {label: p for label, p in found.items() if (label in watch.labels or label == GAP) and p > 1e-3}
    total = max(sum(possible.values()), 1.0)
    order = sorted(possible, key=lambda label: -possible[label])
    return tuple((label, round(possible[label] / total, 4)) for label in order)


def _round_about(region: Region) -> Floats:
    """Return points (N, 2) mm on the table just outside a zone's cards."""
    half = np.array([region.width_mm, region.height_mm]) / 2 + 6.0
    along = np.linspace(-1, 1, 25)
    ring = [np.stack([along, np.full(25, s)], axis=1) for s in (-1, 1)]
    ring += [np.stack([np.full(25, s), along], axis=1) for s in (-1, 1)]
    centre = np.array([region.x_mm, region.y_mm])
    points: Floats = np.vstack(ring) * half + centre
    return points


def _lab_at(picture: Picture, px: Floats) -> Floats:
    """Return Lab with lightness at 0.5 about pixels (N, 2), slightly softened; nan outside the picture."""
    at = np.rint(px).astype(int)
    height, width = picture.shape[:2]
    inside = (at >= 0).all(axis=1) & (at[:, 0] < width) & (at[:, 1] < height)
    values = np.full((len(px), 3), np.nan)
    if not inside.any():
        return values
    low, high = np.maximum(at[inside].min(axis=0) - _SOFT_PX, 0), at[inside].max(axis=0) + _SOFT_PX + 1
    soft = np.asarray(cv2.GaussianBlur(picture[low[1] : high[1], low[0] : high[0]], (0, 0), 1.5), np.uint8)
    colours = soft[at[inside, 1] - low[1], at[inside, 0] - low[0]].astype(np.float32)[None] / 255
    values[inside] = np.asarray(cv2.cvtColor(colours, cv2.COLOR_BGR2Lab), np.float64)[0] * (0.5, 1.0, 1.0)
    return values


def _middle_and_spread(table: Floats) -> tuple[Floats, float]:
    table = table[np.isfinite(table[:, 0])]
    if not len(table):
        return np.zeros(3), 0.0
    middle = np.median(table, axis=0)
    return middle, float(np.median(np.linalg.norm(table - middle, axis=1)))
