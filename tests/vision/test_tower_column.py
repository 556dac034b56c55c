"""Where a tower without a back card stands in a picture, and blocks of any size told apart there."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from companion.exchange.piece_sets import SETS
from vision import simulated_side
from vision.lens import View
from vision.markers import Picture
from vision.simulated_side import SimulatedSide
from vision.tower_poses import Pose, box, prism
from vision.towers import guess_tower

BLOCKS = (
    box("rectangle", 44, 34, 26),
    box("plank", 58, 12, 26),
    prism("hexagon", ((-11, 0), (11, 0), (22, 19), (11, 38), (-11, 38), (-22, 19)), 26),
    prism("trapezium", ((-26, 0), (26, 0), (15, 30), (-15, 30)), 26),
)
TOWERS = (
    ("rectangle/green", "trapezium/orange", "rectangle/blue"),
    ("rectangle/red", "plank/yellow", "rectangle/violet"),
    ("trapezium/red", "rectangle/blue", "plank/orange", "hexagon/green"),
)
PAINTS = ((60, 60, 200), (40, 190, 230), (180, 90, 40), (150, 60, 130))


@dataclass(frozen=True)
class Zone:
    rows: tuple[tuple[str, ...], ...]
    name: str = "tower"
    kind: str = "tower"
    labels: tuple[str, ...] = ()
    owner: int | None = None


def flowers(picture: Picture, view: View, rng: np.random.Generator) -> None:
    for x, z in rng.uniform((-220, -200), (220, 260), (60, 2)):
        at = np.array([[x, 0, z], [x + 7, 0, z]])
        (u, v), (other, _) = view.to_px(at).round().astype(int).tolist()
        size = max(abs(other - u), 2)
        cv2.ellipse(picture, (u, v), (size, size // 2), 0, 0, 360, PAINTS[int(rng.integers(4))], -1)


def plain(picture: Picture, view: View, rng: np.random.Generator) -> None:
    del picture, view, rng


ROOMS = (plain, flowers)


@pytest.fixture(params=ROOMS, ids=lambda room: room.__name__)
def bare(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw side views without the card, with print on the cloth in its place."""

    def instead(picture: Picture, view: View) -> None:
        request.param(picture, view, np.random.default_rng(5))

    monkeypatch.setattr(simulated_side, "_draw_back_card", instead)


def shown(tower: tuple[str, ...], poses: tuple[Pose, ...], seed: int) -> Picture:
    side = SimulatedSide(seed, poses=poses)
    side.show([Zone(tuple((piece,) for piece in tower))])
    return side.read().picture


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(("seed", "tower"), list(enumerate(TOWERS)))
def test_blocks_without_a_card_are_named_before_anything_and_never_sure(seed: int, tower: tuple[str, ...]) -> None:
    pieces = guess_tower(shown(tower, BLOCKS, seed), tuple(SETS.values())).pieces
    assert [f"{piece.shape}/{piece.colour}" for piece in pieces][: len(tower)] == list(tower)
    assert all(piece.confidence < 0.5 for piece in pieces)
