"""Cards in the places where a game expects them: a value, a back, or the bare table.

Each place is cut out of the picture by the registration and read. Whether a card lies there at all is told by the
table: what looks like the table round the zone is a gap. A card without a readable face is a back where backs may lie.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards import rectify
from vision.cards.backs import back_odds
from vision.cards.colours import read_colour
from vision.cards.edges import EdgeMap
from vision.cards.faces import NUMBERS, Faces
from vision.cards.learning import Learner
from vision.cards.reader import CardReader, CutCard, ValueRead
from vision.colour import Floats
from vision.markers import Picture
from vision.readings import BACK, GAP, CellSeen, Region, Watch
from vision.registration import Registration
from vision.table_plan import CARD_MM, cell_centre

Quad = Floats
Likelihoods = dict[str, float]

_LABEL = re.compile(r"^(?P<colour>[a-z]+)?(?P<value>-?\d+)$")
_GRID = (9, 13)
_UNLIKE_LAB = 9.0
_SURE_GAP, _SURE_CARD = 0.25, 0.55
_LEFT_OVER = 0.02
_RUNNER_UP = 0.6
_RIM_PX, _PARTS, _FINE = 18, (5, 8), 4.0
_PRINTED = (0.62, 0.86)
_FACELESS = 0.4
"""The most that a card without a readable face counts as a back: glare hides faces too."""


@dataclass(frozen=True, slots=True)
class Place:
    """One cell of a watch: where it is in the picture, (4, 2) px, and how much of it is unlike the table, 0..1."""

    quad: Quad
    covered: float


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
    centres = [np.array(cell_centre(region, cell, shape)) for cell in cells]
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.5), np.uint8)
    table = _lab_at(soft, seen.to_px(_round_about(region)))
    middle, spread = _middle_and_spread(table)
    steps = np.stack(np.meshgrid(*(np.linspace(-0.4, 0.4, n) for n in _GRID)), axis=-1).reshape(-1, 2)
    places = []
    for centre in centres:
        inside = _lab_at(soft, seen.to_px(centre + steps * np.array(CARD_MM)))
        off = np.linalg.norm(inside - middle, axis=1)
        share = float((off > _UNLIKE_LAB + 2.5 * spread).mean()) if len(off) else 0.0
        places.append(Place(seen.to_px(centre + half), share))
    return places


def read_places(
    picture: Picture, places: Sequence[Place], watch: Watch, reader: CardReader, learner: Learner
) -> list[tuple[CellSeen, CutCard]]:
    """Return what lies on each place, and the card as it was cut out."""
    if not places:
        return []
    faces = faces_of(watch)
    edges = EdgeMap(picture)
    cards = [CutCard(rectify.cut(picture, quad)) for quad in edges.fitted([p.quad for p in places])]
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
    sure = value.confidence if isinstance(value.value, int) or value.value == "bomb" else 0.0
    there = max(there, sure * (1 - _LEFT_OVER))
    found: Likelihoods = {GAP: 1 - there}
    colour, colour_sure = _colour_of(card, value, faces)
    for name, share in ((value.value, sure), (value.runner_up, (1 - sure) * _RUNNER_UP * _clear(value))):
        label = _label(name, colour)
        if label is not None:
            found[label] = found.get(label, 0.0) + there * share * colour_sure
    if faces.backs:
        faceless = math.exp(-max(value.votes, 0.0))
        pattern = max(faceless, back_odds(card.picture) * (1 - sure)) * _printed(card.picture)
        found[BACK] = there * max(min(1 - sure, _FACELESS) * faceless, pattern) * (1 - _LEFT_OVER)
    return found


def _printed(card: Picture) -> float:
    """Return how sure it is that an upright card is printed all over with a fine pattern, as backs are, 0..1.

    Measured on rendered cards: at least 0.88 of a back's parts are finely printed, 0.55 of a face's, none of glare.
    """
    grey = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY).astype(np.float32)[_RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX]
    fine = np.abs(grey - cv2.GaussianBlur(grey, (0, 0), 4.0))
    parts = cv2.resize(fine, _PARTS, interpolation=cv2.INTER_AREA)
    share = float((np.asarray(parts) > _FINE).mean())
    return float(np.clip((share - _PRINTED[0]) / (_PRINTED[1] - _PRINTED[0]), 0, 1))


def _clear(value: ValueRead) -> float:
    """Return how far the reader saw a face at all: the runner-up of nothing is nothing."""
    return 1.0 if value.confidence > 0.2 else 0.2


def _colour_of(card: CutCard, value: ValueRead, faces: Faces) -> tuple[str, float]:
    if not faces.colours:
        return "", 1.0
    if value.colour in faces.colours:
        return value.colour, 1.0
    read = read_colour(card.picture, faces.colours)
    return read.name or "", read.confidence


def _label(value: int | str | None, colour: str) -> str | None:
    if value is None or value == BACK:
        return None
    return "bomb" if value == "bomb" else f"{colour}{value}"


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
    """Return Lab with lightness at 0.5 of the pixels (N, 2) that lie inside the picture."""
    at = np.rint(px).astype(int)
    height, width = picture.shape[:2]
    inside = (at >= 0).all(axis=1) & (at[:, 0] < width) & (at[:, 1] < height)
    colours = picture[at[inside, 1], at[inside, 0]].astype(np.float32)[None] / 255
    values = np.asarray(cv2.cvtColor(colours, cv2.COLOR_BGR2Lab), np.float64)[0]
    weighted: Floats = values * np.array([0.5, 1.0, 1.0])
    return weighted


def _middle_and_spread(table: Floats) -> tuple[Floats, float]:
    if not len(table):
        return np.zeros(3), 0.0
    middle = np.median(table, axis=0)
    return middle, float(np.median(np.linalg.norm(table - middle, axis=1)))
