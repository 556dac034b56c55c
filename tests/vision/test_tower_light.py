"""Dim and noisy towers, and paint between two names: a tower is read in any light that shows it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.exchange.piece_sets import SPLASH
from tests.vision.test_towers import named, standing
from vision.back_card import find_back_card
from vision.colour import balanced
from vision.markers import Picture
from vision.piece_colours import NAMES, PIECE_COLOURS, colour_codes
from vision.simulated_side import SimulatedSide
from vision.tower_light import lit, smoothed
from vision.towers import read_tower

LABELS = ("plate/red", "large_cube/red", "large_cube/blue", "octagon/green", "large_cube/violet")


def shown(share: float, noise: float) -> Picture:
    """Return a tower in so much of the light, with so much noise (standard deviation of 0..255)."""
    side = SimulatedSide(1, poses=SPLASH)
    side.show([standing(*((label,) for label in LABELS), ("",))])
    dark = balanced(side.read().picture, np.full(3, share)).astype(float)
    return np.clip(dark + np.random.default_rng(0).normal(0, noise, dark.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("share", "noise"), [(0.5, 0.0), (0.06, 4.0), (0.05, 3.0), (0.03, 2.0)])
def test_a_dim_and_noisy_tower_is_read_as_surely_as_a_bright_one(share: float, noise: float) -> None:
    seen = read_tower(shown(share, noise), SPLASH)
    assert named(seen) == list(LABELS)
    assert all(piece.confidence > 0.5 for piece in seen.pieces)


def test_a_dim_picture_is_raised_and_a_bright_one_is_left_as_bright() -> None:
    bright, dim = shown(1.0, 0.0), shown(0.25, 0.0)
    card = find_back_card(bright)
    assert abs(float(lit(bright, card).mean()) - float(bright.mean())) < 8
    assert float(lit(dim, card).mean()) > 1.4 * float(dim.mean())


def test_noise_is_smoothed_and_edges_are_not() -> None:
    clean = np.full((60, 60, 3), (40, 60, 160), np.uint8)
    clean[:, 30:] = (150, 150, 150)
    noisy = np.clip(clean + np.random.default_rng(1).normal(0, 10, clean.shape), 0, 255).astype(np.uint8)
    calm = smoothed(noisy).astype(float)
    assert np.abs(calm - clean)[:, 5:25].mean() < 0.5 * np.abs(noisy.astype(float) - clean)[:, 5:25].mean()
    assert np.abs(calm - clean)[:, [28, 31]].mean() < 12
    assert smoothed(clean) is clean
    assert smoothed(clean[:0]).shape == (0, 60, 3)


def paint(hue_deg: np.ndarray) -> np.ndarray:
    turn = np.radians(hue_deg)
    return np.stack([np.full(turn.shape, 50.0), 45 * np.cos(turn), 45 * np.sin(turn)], axis=-1).astype(np.float32)


def test_paint_between_two_names_has_one_name_all_over() -> None:
    hue = 41.0 + np.random.default_rng(2).normal(0, 5, (60, 60))
    hue = np.asarray(cv2.GaussianBlur(hue, (0, 0), 1.0))
    codes = colour_codes(paint(hue), np.ones(hue.shape, bool)) & NAMES
    assert len(np.unique(codes)) == 1


def test_neighbours_of_two_like_hues_keep_their_names_and_their_border() -> None:
    hue = np.full((60, 60), 28.0)
    hue[:, 30:] = 58.0
    codes = colour_codes(paint(hue), np.ones(hue.shape, bool)) & NAMES
    assert (codes[:, :30] == PIECE_COLOURS.index("red") + 1).all()
    assert (codes[:, 30:] == PIECE_COLOURS.index("orange") + 1).all()
