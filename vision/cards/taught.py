"""Decks a player has shown: each face once or a few times, recognised again by its looks.

What is compared is the figure in the middle and the sign in an upper corner, each cut out tight: the inner answers of
the numeral network and histograms of gradients; and the whole card, where its deck's faces differ. A face is kept in
some slightly shifted copies, since no two cuts of one card agree to the pixel. The nearest neighbour wins; how far the
next other value is away tells how sure that is. Nothing of it looks at colour, so faces of one value are told apart by
the tint of their print.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.cards.candidates import Box
from vision.cards.colours import ColourRead, read_colour
from vision.cards.faces import COLOURS
from vision.cards.looks import Looker, corner_box, hues_of, tint_of, tints_apart, usual_corner
from vision.cards.rectify import Picture
from vision.cards.whole import both_ways, nearness, nearness_each, telling, wholes

Floats: TypeAlias = npt.NDArray[np.float32]
Value: TypeAlias = int | str

LEAD = 0.08
FOREIGN = 0.45
STEEPNESS = 40.0
ALL_OF_A_GAP, LEAST_GAP = 0.27, 0.03
"""What a lead counts that is all that two faces are apart, and how far apart any two are taken to be."""
EITHER = (6, 9)
UNSURE = 0.45
PERHAPS = 0.3
"""What is said less surely than that is no objection."""
PARTS = ("looks", "wholes", "tints", "corners", "hues")
WHOLE = 0.5
"""What the whole card weighs beside its figure and its sign."""
OTHER_PLACES = 0.2
"""A card so much more like another colour, place by place (0.5 is that one itself), is not surely of the one it was."""
TINT_STEEPNESS, TINT_LEAD = 0.25, 6.0
"""Tints are Lab units apart: at six more than to the nearest, another colour is rather not meant."""


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """One exposure of a face: its value, its colour name or None, the upright card (240, 156, 3) uint8 BGR."""

    value: Value
    colour: str | None
    card: Picture


@dataclass(frozen=True, slots=True)
class Likeness:
    """The face a card looks like most, which way up, and the probability that it has that value.

    `near` is how alike figure and sign are, 1 = the same; it counts by itself where only some faces were shown.
    `together` is how alike figure, sign and the whole card are.
    `tinted` is the probability of the colour among those of the value, `tint_off` how far from it the card's tint is.
    `behind` tells of each value shown how much less like it the card is, all looks taken together.
    """

    value: Value | None
    colour: str | None
    confidence: float
    turned: bool
    near: float = 1.0
    tinted: float = 1.0
    tint_off: float = 0.0
    together: float = 1.0
    behind: Mapping[Value, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Exposures:
    """Some exposures, ready to be compared: `faces`, and for each exposure the `index` of its face.

    `looks` (n, copies, 2, features) are figures and signs, `wholes` (n, rows, columns, 9) whole cards, `tints` (n, 2);
    `corners` (n, 4) are the boxes of the signs and `hues` (n, 16, 10, 2) those of each place of the cards, zeros where
    they were not noted.
    """

    faces: tuple[tuple[Value, str | None], ...]
    looks: Floats
    wholes: Floats
    tints: Floats
    corners: Floats
    hues: Floats
    index: npt.NDArray[np.int64]


@dataclass(frozen=True)
class TaughtDeck:
    """All that was shown, what figure and sign weigh (2,), and what each place of the cards tells (rows, columns)."""

    shown: Exposures
    weights: Floats
    telling: Floats

    @cached_property
    def corner(self) -> Box | None:
        """Where signs stand on the cards of this deck."""
        return usual_corner([(int(x), int(y), int(w), int(h)) for x, y, w, h in self.shown.corners])

    @property
    def faces(self) -> tuple[tuple[Value, str | None], ...]:
        """The faces that were shown."""
        return self.shown.faces

    def recognise(self, looker: Looker, card: Picture, *, likely: str = "upper") -> Likeness:
        """The taught face that an upright card (240, 156, 3), or one on its head, looks like.

        A 6 that would be a 9 turned by half is sure only if it lies the `likely` way up.
        """
        ends = {"upper": card, "lower": _half_turned(card)}
        parts = {name: self._alike(looker.look(end, self.corner)) for name, end in ends.items()}
        drawn = [self._best(nearness(way, self.shown.wholes, self.telling)) for way in both_ways(card)]
        ways = {name: (1 - WHOLE) * parts[name] + WHOLE * whole for name, whole in zip(parts, drawn, strict=True)}
        near = np.maximum(ways["upper"], ways["lower"])
        best = int(near.argmax())
        chance = self._chance(near, best)
        turned = bool(ways["lower"][best] > ways["upper"][best])
        if self.faces[best][0] in EITHER and turned != (likely == "lower"):
            rest = [i for i, face in enumerate(self.faces) if face[0] in EITHER]
            best = max(rest, key=lambda i: float(ways[likely][i]))
            turned, chance = likely == "lower", min(chance, UNSURE)
        value = self.faces[best][0]
        colour, off = self._tinted(value, card)
        alike = max(float(part[best]) for part in parts.values())
        tint = colour.confidence, off
        return Likeness(value, colour.name, chance, turned, alike, *tint, float(near[best]), self._behind(near, best))

    def _tinted(self, value: Value, card: Picture) -> tuple[ColourRead, float]:
        """The colour, among the faces of a value, whose tint is nearest to the card's, and how far off that is."""
        same = [i for i, face in enumerate(self.faces) if face[0] == value]
        apart = tints_apart(self.shown.tints, tint_of(card))
        off = np.array([apart[self.shown.index == i].min() for i in same])
        names = [self.faces[i][1] for i in same]
        first, *others = np.argsort(off, kind="stable")
        if not others:
            return ColourRead(names[0], 1.0), float(off[0])
        lead = float(off[others[0]] - off[first])
        nearest = ColourRead(names[first], float(1 / (1 + np.exp(-TINT_STEEPNESS * (lead - TINT_LEAD)))))
        # A colour that only other values were shown in may be this one's too.
        named = read_colour(card, tuple(dict.fromkeys(name for _, name in self.faces if name)))
        told = _by_name_too(nearest, named)
        return _by_place_too(told, self._by_place(same, card)), float(off[first])

    def _by_place(self, same: list[int], card: Picture) -> ColourRead:
        """The colour, among faces of one value, whose print is in the places that a card has it in: 0.5 is surest."""
        rows = [np.flatnonzero(self.shown.index == i) for i in same]
        noted = np.abs(self.shown.hues).max((1, 2, 3)) > 0
        if not noted[np.concatenate(rows)].all():
            return ColourRead(None, 0.0)
        seen = hues_of(card)
        apart = min((((self.shown.hues - way) ** 2).sum((1, 2, 3)) for way in (seen, seen[::-1, ::-1])), key=np.min)
        nearest = [int(at[apart[at].argmin()]) for at in rows]
        first, second = sorted(nearest, key=lambda i: float(apart[i]))[:2]
        between = float(((self.shown.hues[first] - self.shown.hues[second]) ** 2).sum())
        lead = float(apart[second] - apart[first]) / (2 * between + 1e-6)
        return ColourRead(self.faces[self.shown.index[first]][1], lead)

    def corrected(self, looker: Looker, face: TaughtFace) -> TaughtDeck:
        """The deck with one more exposure, as after a correction: at once part of every later reading."""
        return _deck(looker, [face], self)

    def _alike(self, look: Floats) -> Floats:
        """How alike figure and sign are to those of each face, (faces,), 1 = the same."""
        return self._best(np.einsum("nkpf,pf,p->nk", self.shown.looks, look, self.weights).max(1))

    def _best(self, near: Floats) -> Floats:
        """Of each face its exposure that is nearest."""
        best = np.full(len(self.faces), -1.0, np.float32)
        np.maximum.at(best, self.shown.index, near)
        return best

    def _behind(self, near: Floats, best: int) -> dict[Value, float]:
        behind: dict[Value, float] = {}
        for (value, _), alike in zip(self.faces, near, strict=True):
            behind[value] = min(behind.get(value, 1.0), float(near[best] - alike))
        return behind

    @cached_property
    def _gaps(self) -> Floats:
        """How far apart the faces that were shown are themselves, (faces, faces): at the nearest of their exposures."""
        looks, index = self.shown.looks[:, 0], self.shown.index
        alike = (1 - WHOLE) * np.einsum("npf,mpf,p->nm", looks, looks, self.weights)
        alike += WHOLE * nearness_each(self.shown.wholes, self.telling)
        gaps = np.full((len(self.faces),) * 2, 1.0, np.float32)
        np.minimum.at(gaps, (index[:, None], index[None, :]), 1 - alike)
        return gaps

    def _chance(self, near: Floats, best: int) -> float:
        """How sure the best is: by its lead over other values, also as a share of how far apart these are at most."""
        others = np.array([face[0] != self.faces[best][0] for face in self.faces])
        leads = float(near[best]) - near[others] if others.any() else near[best : best + 1]
        gaps = self._gaps[best, others] if others.any() else np.ones(1, np.float32)
        lead = max(float(leads.min()), ALL_OF_A_GAP * float((leads / np.maximum(gaps, LEAST_GAP)).min()))
        doubt = 1 + np.exp(-STEEPNESS * (lead - LEAD))
        strange = 1 + np.exp(-STEEPNESS * (float(near[best]) - FOREIGN))
        return float(1 / (doubt * strange))


def _by_name_too(nearest: ColourRead, named: ColourRead) -> ColourRead:
    """What the taught tints and the names of colours say together."""
    if named.name == nearest.name:
        return ColourRead(named.name, 1 - (1 - nearest.confidence) * (1 - named.confidence))
    less, more = sorted((nearest, named), key=lambda colour: colour.confidence)
    return more if less.confidence < PERHAPS else ColourRead(more.name, min(more.confidence, UNSURE))


def _by_place_too(told: ColourRead, placed: ColourRead) -> ColourRead:
    """The colour that was told, unless the places it is printed in are clearly those of another."""
    if placed.name == told.name or placed.confidence < OTHER_PLACES:
        return told
    return ColourRead(placed.name, min(told.confidence, UNSURE))


def face_named(label: str, card: Picture) -> TaughtFace:
    """An exposure by a label such as ``"7"``, ``"red7"`` or ``"J"``: a colour we have a name for, then the value."""
    colour = next((name for name in COLOURS if label.startswith(name) and label != name), None)
    return TaughtFace(value_named(label.removeprefix(colour or "")), colour, card)


def teach(looker: Looker, faces: Iterable[TaughtFace]) -> TaughtDeck:
    """The deck made of these exposures. Raises: ValueError if there are none."""
    return _deck(looker, list(faces), None)


def exposed(looker: Looker, face: TaughtFace) -> Exposures:
    """One exposure as it is compared."""
    corner = corner_box(face.card)
    looks, whole, tint = looker.copies(face.card, corner), wholes(face.card)[0], tint_of(face.card)
    corners, hues, index = np.array([corner], np.float32), hues_of(face.card), np.zeros(1, np.int64)
    return Exposures(((face.value, face.colour),), looks[None], whole[None], tint[None], corners, hues[None], index)


def _deck(looker: Looker, exposures: list[TaughtFace], before: TaughtDeck | None) -> TaughtDeck:
    return joined([*([before.shown] if before else []), *(exposed(looker, face) for face in exposures)])


def joined(parts: Sequence[Exposures]) -> TaughtDeck:
    """The deck of all these. Raises: ValueError without any."""
    if not parts:
        raise ValueError("expected at least one face, got none")
    faces = tuple(dict.fromkeys(face for part in parts for face in part.faces))
    index = [np.array([faces.index(face) for face in part.faces], np.int64)[part.index] for part in parts]
    together = {name: np.concatenate([getattr(part, name) for part in parts]) for name in PARTS}
    return made_of(Exposures(faces, **together, index=np.concatenate(index)))


def singly(shown: Exposures) -> list[Exposures]:
    """The exposures one by one."""
    alone = np.zeros(1, np.int64)
    return [
        Exposures((shown.faces[face],), **{name: getattr(shown, name)[[i]] for name in PARTS}, index=alone)
        for i, face in enumerate(shown.index)
    ]


def made_of(shown: Exposures) -> TaughtDeck:
    """The deck of these exposures. What is alike on all values (one picture in every middle) weighs little."""
    words = np.array([str(value) for value, _ in shown.faces])[shown.index]
    looks = shown.looks.reshape(-1, *shown.looks.shape[2:])
    other = np.repeat(words, shown.looks.shape[1])
    other = other[:, None] != other[None, :]
    alike = np.einsum("npf,mpf->pnm", looks, looks)
    spread = np.array(
        [1 - np.sort(part[other])[-max(other.sum() // 4, 1) :].mean() if other.any() else 1 for part in alike]
    )
    weights = np.maximum(spread, 1e-3) ** 2
    return TaughtDeck(shown, np.asarray(weights / weights.sum(), np.float32), telling(shown.wholes, words))


def _half_turned(card: Picture) -> Picture:
    return np.ascontiguousarray(card[::-1, ::-1])


def value_named(word: str) -> Value:
    """A value by how it is written: a number, or a word."""
    return int(word) if word.lstrip("-").isdecimal() else word
