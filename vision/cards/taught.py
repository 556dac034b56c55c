"""Decks a player has shown: each face once or a few times, recognised again by its looks.

What is compared is the figure in the middle and the sign in the upper left corner, each cut out tight: the inner
answers of
the numeral network and histograms of gradients. A face is kept in some slightly shifted copies, since no two cuts of
one
card agree to the pixel. The nearest neighbour wins; how far the next other value is away tells how sure that is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.cards.faces import COLOURS
from vision.cards.looks import Looker
from vision.cards.rectify import Picture
from vision.errors import UnknownDeck

Floats: TypeAlias = npt.NDArray[np.float32]
Value: TypeAlias = int | str

LEAD = 0.10
FOREIGN = 0.45
STEEPNESS = 30.0
EITHER = (6, 9)
UNSURE = 0.45


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """One exposure of a face: its value, its colour name or None, the upright card (240, 156, 3) uint8 BGR."""

    value: Value
    colour: str | None
    card: Picture


@dataclass(frozen=True, slots=True)
class Likeness:
    """The face a card looks like most, which way up, and the probability that it is that face."""

    value: Value | None
    colour: str | None
    confidence: float
    turned: bool


@dataclass(frozen=True, slots=True)
class TaughtDeck:
    """All faces shown: `looks` (n, 2, features), for each the index of its face in `faces`, and what each part
    weighs."""

    faces: tuple[tuple[Value, str | None], ...]
    looks: Floats
    index: npt.NDArray[np.int64]
    weights: Floats

    def recognise(self, looker: Looker, card: Picture, *, likely: str = "upper") -> Likeness:
        """The taught face that an upright card (240, 156, 3), or one on its head, looks like.

        A 6 that would be a 9 turned by half is sure only if it lies the `likely` way up.
        """
        ways = {"upper": self._nearness(looker.look(card)), "lower": self._nearness(looker.look(_half_turned(card)))}
        near = np.maximum(ways["upper"], ways["lower"])
        best = int(near.argmax())
        value, colour = self.faces[best]
        chance = self._chance(near, best)
        turned = bool(ways["lower"][best] > ways["upper"][best])
        if value in EITHER and turned != (likely == "lower"):
            rest = [i for i, face in enumerate(self.faces) if face[0] in EITHER]
            best = max(rest, key=lambda i: float(ways[likely][i]))
            (value, colour), turned, chance = self.faces[best], likely == "lower", min(chance, UNSURE)
        return Likeness(value, colour, chance, turned)

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


def face_named(label: str, card: Picture) -> TaughtFace:
    """An exposure by a label such as ``"7"``, ``"red7"`` or ``"J"``: a colour we have a name for, then the value."""
    colour = next((name for name in COLOURS if label.startswith(name) and label != name), None)
    return TaughtFace(_value(label.removeprefix(colour or "")), colour, card)


def teach(looker: Looker, faces: Iterable[TaughtFace]) -> TaughtDeck:
    """The deck made of these exposures. Raises: ValueError if there are none."""
    exposures = list(faces)
    if not exposures:
        raise ValueError("expected at least one face, got none")
    return _deck(looker, exposures, None)


def _deck(looker: Looker, exposures: list[TaughtFace], before: TaughtDeck | None) -> TaughtDeck:
    known = list(before.faces) if before else []
    looks, index = ([before.looks], [before.index]) if before else ([], [])
    for exposure in exposures:
        name = (exposure.value, exposure.colour)
        if name not in known:
            known.append(name)
        copies = looker.copies(exposure.card)
        looks.append(copies)
        index.append(np.full(len(copies), known.index(name), np.int64))
    return made_of(tuple(known), np.concatenate(looks), np.concatenate(index))


def made_of(faces: tuple[tuple[Value, str | None], ...], looks: Floats, index: npt.NDArray[np.int64]) -> TaughtDeck:
    """The deck of these looks. A part that is alike on all values (one picture in every middle) weighs little."""
    words = np.array([str(value) for value, _ in faces])[index]
    other = words[:, None] != words[None, :]
    alike = np.einsum("npf,mpf->pnm", looks, looks)
    spread = np.array(
        [1 - np.sort(part[other])[-max(other.sum() // 4, 1) :].mean() if other.any() else 1 for part in alike]
    )
    weights = np.maximum(spread, 1e-3) ** 2
    return TaughtDeck(faces, looks, index, np.asarray(weights / weights.sum(), np.float32))


def _half_turned(card: Picture) -> Picture:
    return np.ascontiguousarray(card[::-1, ::-1])


def save(deck: TaughtDeck, folder: Path, name: str) -> Path:
    """Write a deck as ``NAME.npz`` into `folder`, which is made if need be; return the file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.npz"
    words = np.array([[str(value), colour or ""] for value, colour in deck.faces])
    np.savez_compressed(path, faces=words, looks=deck.looks.astype(np.float16), index=deck.index)
    return path


def load(folder: Path, name: str) -> TaughtDeck:
    """The deck saved under a name. Raises: UnknownDeck where there is none, or the file is damaged."""
    path = folder / f"{name}.npz"
    try:
        with np.load(path, allow_pickle=False) as kept:
            words, looks, index = kept["faces"], kept["looks"].astype(np.float32), kept["index"]
    except (OSError, ValueError, KeyError) as error:
        raise UnknownDeck(f"{path}: expected a taught deck, got {error}") from error
    faces = tuple((_value(str(value)), str(colour) or None) for value, colour in words)
    return made_of(faces, looks, index)


def _value(word: str) -> Value:
    return int(word) if word.lstrip("-").isdecimal() else word
