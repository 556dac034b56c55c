"""Decks a player has shown: each face once or a few times, recognised again by its looks.

What is compared is the figure in the middle and the sign in the upper left corner, each cut out tight: the inner
answers of the numeral network and histograms of gradients. A face is kept in some slightly shifted copies, since no two
cuts of one card agree to the pixel. The nearest neighbour wins; how far the next other value is away tells how sure
that is. Neither looks at colour, so faces of one value are told apart by the tint of their print.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from vision.cards.colours import ColourRead, read_colour
from vision.cards.faces import COLOURS
from vision.cards.looks import Looker, tint_of, tints_apart
from vision.cards.rectify import Picture
from vision.errors import UnknownDeck

Floats: TypeAlias = npt.NDArray[np.float32]
Value: TypeAlias = int | str

LEAD = 0.10
FOREIGN = 0.45
STEEPNESS = 30.0
EITHER = (6, 9)
UNSURE = 0.45
PERHAPS = 0.3
"""What is said less surely than that is no objection."""
MOST_LOOKS = 10_000
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

    `near` is how alike they are, 1 = the same; it counts by itself where only some of a deck's faces were shown.
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
class TaughtDeck:
    """All faces shown.

    `looks` (n, 2, features) and `tints` (n, 2), for each the `index` of its face in `faces`, and what each of the two
    parts weighs.
    """

    faces: tuple[tuple[Value, str | None], ...]
    looks: Floats
    tints: Floats
    index: npt.NDArray[np.int64]
    weights: Floats

    def recognise(self, looker: Looker, card: Picture, *, likely: str = "upper") -> Likeness:
        """The taught face that an upright card (240, 156, 3), or one on its head, looks like.

        A 6 that would be a 9 turned by half is sure only if it lies the `likely` way up.
        """
        ways = {"upper": self._nearness(looker.look(card)), "lower": self._nearness(looker.look(_half_turned(card)))}
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
        return Likeness(value, colour.name, chance, turned, float(near[best]), colour.confidence, off)

    def _tinted(self, value: Value, card: Picture) -> tuple[ColourRead, float]:
        """The colour, among the faces of a value, whose tint is nearest to the card's, and how far off that is."""
        same = [i for i, face in enumerate(self.faces) if face[0] == value]
        apart = tints_apart(self.tints, tint_of(card))
        off = np.array([apart[self.index == i].min() for i in same])
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

    def _nearness(self, look: Floats) -> Floats:
        """How alike a look is to each face, (faces,), 1 = the same."""
        best = np.full(len(self.faces), -1.0, np.float32)
        np.maximum.at(best, self.index, np.einsum("npf,pf,p->n", self.looks, look, self.weights))
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


@dataclass(frozen=True, slots=True)
class Exposures:
    """Some exposures, ready to be compared: faces, looks (n, 2, features), tints (n, 2) and the face of each look."""

    faces: tuple[tuple[Value, str | None], ...]
    looks: Floats
    tints: Floats
    index: npt.NDArray[np.int64]


def exposed(looker: Looker, face: TaughtFace) -> Exposures:
    """One exposure as it is compared."""
    copies = looker.copies(face.card)
    tints = np.repeat(tint_of(face.card)[None], len(copies), axis=0)
    return Exposures(((face.value, face.colour),), copies, tints, np.zeros(len(copies), np.int64))


def _deck(looker: Looker, exposures: list[TaughtFace], before: TaughtDeck | None) -> TaughtDeck:
    return joined([*([before] if before else []), *(exposed(looker, face) for face in exposures)])


def joined(parts: Sequence[TaughtDeck | Exposures]) -> TaughtDeck:
    """The deck of all these. Raises: ValueError without any."""
    if not parts:
        raise ValueError("expected at least one face, got none")
    faces = tuple(dict.fromkeys(face for part in parts for face in part.faces))
    index = [np.array([faces.index(face) for face in part.faces], np.int64)[part.index] for part in parts]
    looks, tints = np.concatenate([part.looks for part in parts]), np.concatenate([part.tints for part in parts])
    return made_of(Exposures(faces, looks, tints, np.concatenate(index)))


def made_of(all_of_it: Exposures) -> TaughtDeck:
    """The deck of these looks. A part that is alike on all values (one picture in every middle) weighs little."""
    faces, looks, index = all_of_it.faces, all_of_it.looks, all_of_it.index
    words = np.array([str(value) for value, _ in faces])[index]
    other = words[:, None] != words[None, :]
    alike = np.einsum("npf,mpf->pnm", looks, looks)
    spread = np.array(
        [1 - np.sort(part[other])[-max(other.sum() // 4, 1) :].mean() if other.any() else 1 for part in alike]
    )
    weights = np.maximum(spread, 1e-3) ** 2
    return TaughtDeck(faces, looks, all_of_it.tints, index, np.asarray(weights / weights.sum(), np.float32))


def _half_turned(card: Picture) -> Picture:
    return np.ascontiguousarray(card[::-1, ::-1])


def save(deck: TaughtDeck, folder: Path, name: str) -> Path:
    """Write a deck as ``NAME.npz`` into `folder`, which is made if need be, and return the file.

    Both are for their owner alone, and a file is whole or not there. Raises: OSError.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{name}.npz"
    words = np.array([[str(value), colour or ""] for value, colour in deck.faces])
    looks, tints = deck.looks.astype(np.float16), deck.tints.astype(np.float16)
    fresh = folder / f".{name}.{os.getpid()}"
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            np.savez_compressed(file, faces=words, index=deck.index, looks=looks, tints=tints)
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
    AttributeError, BadZipFile, zlib.error, struct.error,
)  # fmt: skip
"""What NumPy raises over a file that is damaged or none of ours."""


def _exposures(kept: Mapping[str, npt.NDArray[Any]]) -> Exposures:
    """What is in a file. Raises: ValueError where its parts do not belong together."""
    words, index = kept["faces"], kept["index"]
    looks, tints = kept["looks"].astype(np.float32), kept["tints"].astype(np.float32)
    count = len(index)
    shapes_fit = words.shape[1:] == (2,) and index.shape == (count,) and tints.shape == (count, 2)
    if not shapes_fit or looks.ndim != 3 or looks.shape[:2] != (count, 2) or not 0 < count <= MOST_LOOKS:
        raise ValueError(f"parts of shapes {words.shape}, {index.shape}, {looks.shape} and {tints.shape}")
    if not (np.isfinite(looks).all() and np.isfinite(tints).all()):
        raise ValueError("numbers that are none")
    if index.dtype.kind not in "iu" or set(index.tolist()) != set(range(len(words))):
        raise ValueError("faces without a look, or looks without a face")
    faces = tuple((_value(str(value)), str(colour) or None) for value, colour in words)
    return Exposures(faces, looks, tints, index.astype(np.int64))


def _value(word: str) -> Value:
    return int(word) if word.lstrip("-").isdecimal() else word
