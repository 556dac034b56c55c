"""Taught decks as files: written whole or not at all, read with doubt."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from tokenize import TokenError
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from vision.cards.looks import BINS, PLACES, SHIFTS
from vision.cards.rectify import CARD_HEIGHT_PX
from vision.cards.taught import PARTS, Exposures, TaughtDeck, made_of, value_named
from vision.cards.whole import COLUMNS, ROWS
from vision.errors import UnknownDeck

MOST_EXPOSURES = 1_500


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
    count = len(index)
    # Decks taught before boxes or hues were noted are good all the same.
    unknown = {"corners": np.zeros((count, 4)), "hues": np.zeros((count, *PLACES, 2))}
    known = unknown | {name: kept[name] for name in PARTS if name in kept or name not in unknown}
    parts = {name: np.asarray(known[name], np.float32) for name in PARTS}
    looks, drawn, corners = parts["looks"], parts["wholes"], parts["corners"]
    shapes_fit = words.shape[1:] == (2,) and index.shape == (count,) and parts["tints"].shape == (count, 2)
    shapes_fit = shapes_fit and corners.shape == (count, 4) and parts["hues"].shape == (count, *PLACES, 2)
    shapes_fit = shapes_fit and drawn.shape == (count, ROWS, COLUMNS, BINS) and looks.ndim == len("nkpf")
    if not shapes_fit or looks.shape[:3] != (count, len(SHIFTS), 2) or not 0 < count <= MOST_EXPOSURES:
        raise ValueError(f"parts of shapes {words.shape}, {index.shape}, {[part.shape for part in parts.values()]}")
    if not all(np.isfinite(part).all() for part in parts.values()):
        raise ValueError("numbers that are none")
    if corners.min() < 0 or corners.max() > CARD_HEIGHT_PX:
        raise ValueError("corners that lie beside the card")
    if index.dtype.kind not in "iu" or set(index.tolist()) != set(range(len(words))):
        raise ValueError("faces without a look, or looks without a face")
    faces = tuple((value_named(str(value)), str(colour) or None) for value, colour in words)
    return Exposures(faces, **parts, index=index.astype(np.int64))
