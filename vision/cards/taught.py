"""Decks a player has shown: each face once or a few times, recognised again by its looks.

What is compared is the figure in the middle and the sign in the upper left corner, each cut out tight: the inner
answers of the numeral network and histograms of gradients; and the whole card, where its deck's faces differ. A face is
kept in some slightly shifted copies, since no two cuts of one card agree to the pixel. The nearest neighbour wins; how
far the next other value is away tells how sure that is. Nothing of it looks at colour, so faces of one value are told
apart by the tint of their print.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tokenize import TokenError
from typing import Any, TypeAlias
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from vision.cards.colours import ColourRead, read_colour
from vision.cards.faces import COLOURS
from vision.cards.looks import BINS, SHIFTS, Looker, tint_of, tints_apart
from vision.cards.rectify import Picture
from vision.cards.whole import COLUMNS, ROWS, both_ways, nearness, telling, wholes
from vision.errors import UnknownDeck

Floats: TypeAlias = npt.NDArray[np.float32]
Value: TypeAlias = int | str

LEAD = 0.08
FOREIGN = 0.45
STEEPNESS = 40.0
EITHER = (6, 9)
UNSURE = 0.45
PERHAPS = 0.3
"""What is said less surely than that is no objection."""
MOST_EXPOSURES = 1_500
PARTS = ("looks", "wholes", "tints")
WHOLE = 0.5
"""What the whole card weighs beside its figure and its sign."""
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
    `tinted` is the probability of the colour among those of the value, `tint_off` how far from it the card's tint is.
    """

    value: Value | None
    colour: str | None
    confidence: float
    turned: bool
    near: float = 1.0
    tinted: float = 1.0
    tint_off: float = 0.0


@dataclass(frozen=True, slots=True)
class Exposures:
    """Some exposures, ready to be compared: `faces`, and for each exposure the `index` of its face.

    `looks` (n, copies, 2, features) are figures and signs, `wholes` (n, rows, columns, 9) whole cards, `tints` (n, 2).
    """

    faces: tuple[tuple[Value, str | None], ...]
    looks: Floats
    wholes: Floats
    tints: Floats
    index: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TaughtDeck:
    """All that was shown, what figure and sign weigh (2,), and what each place of the cards tells (rows, columns)."""

    shown: Exposures
    weights: Floats
    telling: Floats

    @property
    def faces(self) -> tuple[tuple[Value, str | None], ...]:
        """The faces that were shown."""
        return self.shown.faces

    def recognise(self, looker: Looker, card: Picture, *, likely: str = "upper") -> Likeness:
        """The taught face that an upright card (240, 156, 3), or one on its head, looks like.

        A 6 that would be a 9 turned by half is sure only if it lies the `likely` way up.
        """
        parts = {"upper": self._alike(looker.look(card)), "lower": self._alike(looker.look(_half_turned(card)))}
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
        return Likeness(value, colour.name, chance, turned, alike, colour.confidence, off)

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
        return _by_name_too(nearest, read_colour(card, tuple(name for name in names if name))), float(off[first])

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

    def _chance(self, near: Floats, best: int) -> float:
        others = near[[i for i, face in enumerate(self.faces) if face[0] != self.faces[best][0]]]
        lead = float(near[best] - others.max()) if len(others) else float(near[best])
        doubt = 1 + np.exp(-STEEPNESS * (lead - LEAD))
        strange = 1 + np.exp(-STEEPNESS * (float(near[best]) - FOREIGN))
        return float(1 / (doubt * strange))


def _by_name_too(nearest: ColourRead, named: ColourRead) -> ColourRead:
    """What the taught tints and the names of colours say together."""
    if named.name == nearest.name:
        return ColourRead(named.name, 1 - (1 - nearest.confidence) * (1 - named.confidence))
    less, more = sorted((nearest, named), key=lambda colour: colour.confidence)
    return more if less.confidence < PERHAPS else ColourRead(more.name, min(more.confidence, UNSURE))


def face_named(label: str, card: Picture) -> TaughtFace:
    """An exposure by a label such as ``"7"``, ``"red7"`` or ``"J"``: a colour we have a name for, then the value."""
    colour = next((name for name in COLOURS if label.startswith(name) and label != name), None)
    return TaughtFace(_value(label.removeprefix(colour or "")), colour, card)


def teach(looker: Looker, faces: Iterable[TaughtFace]) -> TaughtDeck:
    """The deck made of these exposures. Raises: ValueError if there are none."""
    return _deck(looker, list(faces), None)


def exposed(looker: Looker, face: TaughtFace) -> Exposures:
    """One exposure as it is compared."""
    looks, whole, tint = looker.copies(face.card), wholes(face.card)[0], tint_of(face.card)
    return Exposures(((face.value, face.colour),), looks[None], whole[None], tint[None], np.zeros(1, np.int64))


def _deck(looker: Looker, exposures: list[TaughtFace], before: TaughtDeck | None) -> TaughtDeck:
    return joined([*([before.shown] if before else []), *(exposed(looker, face) for face in exposures)])


def joined(parts: Sequence[Exposures]) -> TaughtDeck:
    """The deck of all these. Raises: ValueError without any."""
    if not parts:
        raise ValueError("expected at least one face, got none")
    faces = tuple(dict.fromkeys(face for part in parts for face in part.faces))
    index = [np.array([faces.index(face) for face in part.faces], np.int64)[part.index] for part in parts]
    looks, drawn, tints = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("looks", "wholes", "tints")
    )
    return made_of(Exposures(faces, looks, drawn, tints, np.concatenate(index)))


def singly(shown: Exposures) -> list[Exposures]:
    """The exposures one by one."""
    alone = np.zeros(1, np.int64)
    parts = zip(shown.index, shown.looks, shown.wholes, shown.tints, strict=True)
    return [
        Exposures((shown.faces[face],), one[None], whole[None], tint[None], alone) for face, one, whole, tint in parts
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


def save(deck: TaughtDeck, folder: Path, name: str) -> Path:
    """Write a deck as ``NAME.npz`` into `folder`, which is made if need be, and return the file.

    Both are for their owner alone, and a file is whole or not there. Raises: OSError.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{name}.npz"
    words = np.array([[str(value), colour or ""] for value, colour in deck.faces])
    shown = {name: getattr(deck.shown, name).astype(np.float16) for name in PARTS}
    fresh = folder / f".{name}.{os.getpid()}"
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            np.savez_compressed(file, faces=words, index=deck.shown.index, **shown)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    return path


def load(folder: Path, name: str) -> TaughtDeck:
    """The deck saved under a name. Raises: UnknownDeck where there is none, or the file is damaged."""
    path = folder / f"{name}.npz"
    try:
        with np.load(path, allow_pickle=False) as kept:
            return made_of(_exposures(kept))
    except _DAMAGE as error:
        raise UnknownDeck(f"{path}: expected a taught deck, got {error}") from error


_DAMAGE = (
    OSError, ValueError, LookupError, TypeError, EOFError, ArithmeticError, MemoryError, RuntimeError,
    AttributeError, BadZipFile, SyntaxError, TokenError, zlib.error, struct.error,
)  # fmt: skip
"""What NumPy raises over a file that is damaged or none of ours."""


def _exposures(kept: Mapping[str, npt.NDArray[Any]]) -> Exposures:
    """What is in a file. Raises: ValueError where its parts do not belong together."""
    words, index = kept["faces"], kept["index"]
    looks, drawn, tints = (kept[name].astype(np.float32) for name in PARTS)
    count = len(index)
    shapes_fit = words.shape[1:] == (2,) and index.shape == (count,) and tints.shape == (count, 2)
    shapes_fit = shapes_fit and drawn.shape == (count, ROWS, COLUMNS, BINS) and looks.ndim == len("nkpf")
    if not shapes_fit or looks.shape[:3] != (count, len(SHIFTS), 2) or not 0 < count <= MOST_EXPOSURES:
        raise ValueError(f"parts of shapes {words.shape}, {index.shape}, {looks.shape}, {drawn.shape}, {tints.shape}")
    if not all(np.isfinite(part).all() for part in (looks, drawn, tints)):
        raise ValueError("numbers that are none")
    if index.dtype.kind not in "iu" or set(index.tolist()) != set(range(len(words))):
        raise ValueError("faces without a look, or looks without a face")
    faces = tuple((_value(str(value)), str(colour) or None) for value, colour in words)
    return Exposures(faces, looks, drawn, tints, index.astype(np.int64))


def _value(word: str) -> Value:
    return int(word) if word.lstrip("-").isdecimal() else word
