"""The pieces of a set, read from TOML. The shipped catalogue holds the Splash set with placeholder sizes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from physics.errors import BadPiece, PhysicsError
from physics.pieces import WOOD_ON_WOOD, Piece, finite, piece


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of piece and the ways it can stand.

    Args:
        name: how the set calls it.
        grams: weight of one.
        views: name of the posture and outline, in its own frame with the base on y = 0.
        measured: whether sizes and weight come from a real piece.
    """

    name: str
    grams: float
    views: tuple[tuple[str, Piece], ...]
    measured: bool = False

    def view(self, posture: str) -> Piece:
        """Return the piece in a posture.

        Raises:
            BadPiece: the kind has no such posture.
        """
        for name, seen in self.views:
            if name == posture:
                return seen
        known = ", ".join(name for name, _ in self.views)
        raise BadPiece(f"{self.name}: expected one of the postures {known}, got {posture!r}")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A set of kinds, with the friction of its material."""

    name: str
    kinds: tuple[Kind, ...]
    friction: float = WOOD_ON_WOOD

    def kind(self, name: str) -> Kind:
        """Return the kind of that name.

        Raises:
            BadPiece: the set has no such kind.
        """
        for kind in self.kinds:
            if kind.name == name:
                return kind
        known = ", ".join(kind.name for kind in self.kinds)
        raise BadPiece(f"{self.name}: expected one of {known}, got {name!r}")


def splash_set() -> Catalogue:
    """Return the shipped Splash set (rules.md 2.1; sizes marked `measured = false` are placeholders)."""
    return parse_catalogue(files("physics").joinpath("catalogue.toml").read_text(encoding="utf-8"))


def parse_catalogue(text: str) -> Catalogue:
    """Return the set that a TOML text describes.

    Raises:
        BadPiece: not TOML, a key missing, a weight that is none, two kinds of one name.
        BadOutline: an outline that encloses nothing; the message names the kind and the posture.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPiece(f"the catalogue is not TOML: {error}") from error
    listed = data.get("piece")
    if not isinstance(listed, list) or not listed:
        raise BadPiece("the catalogue must hold at least one [[piece]]")
    kinds = tuple(_kind(entry, index) for index, entry in enumerate(listed))
    names = [kind.name for kind in kinds]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadPiece(f"the catalogue names {twice[0]!r} twice")
    friction = finite(data.get("friction", WOOD_ON_WOOD))
    if friction is None or friction < 0:
        raise BadPiece(f"'friction' must be a finite number of at least 0, got {data['friction']!r:.40}")
    return Catalogue(str(data.get("name", "")), kinds, friction)


def _kind(entry: Mapping[str, Any], index: int) -> Kind:
    name = entry.get("name")
    if not isinstance(name, str) or not name:
        raise BadPiece(f"piece {index}: 'name' is missing")
    views = entry.get("views")
    if not isinstance(views, list) or not views:
        raise BadPiece(f"piece {name}: 'views' must list at least one posture")
    grams = entry.get("grams", 0)
    seen = tuple(_view(name, view, grams) for view in views)
    return Kind(name, float(grams), seen, measured=entry.get("measured") is True)


def _view(name: str, view: Mapping[str, Any], grams: float) -> tuple[str, Piece]:
    posture = str(view.get("name", "face"))
    try:
        return posture, piece(_outline(view), grams, name=name)
    except PhysicsError as error:
        raise type(error)(f"piece {name}, {posture}: {error}") from error


def _outline(view: Mapping[str, Any]) -> Sequence[Sequence[float]]:
    if "outline_mm" in view:
        outline: Sequence[Sequence[float]] = view["outline_mm"]
        return outline
    box = view.get("box_mm")
    if not isinstance(box, list) or len(box) != 2 or not all(isinstance(v, (int, float)) for v in box):
        raise BadPiece(f"expected 'outline_mm' or 'box_mm' = [width, height], got {box!r}")
    width, height = box
    return [(-width / 2, 0.0), (width / 2, 0.0), (width / 2, height), (-width / 2, height)]
