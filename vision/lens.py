"""A camera as seen from a printed reference: where a point in mm lands in the picture, and back again.

The lens is a pinhole with one radial coefficient; its focal length and distortion are solved together with the pose,
held near what phones and webcams have, unless a calibration says better. World frame in mm; pixel (0, 0) is the centre
of the top left pixel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.least_squares import least_squares

Floats: TypeAlias = npt.NDArray[np.float64]

USUAL_FOCAL: float = 0.8
"""Focal length in picture widths of a usual phone or webcam (64 degrees across)."""
_FOCAL_SPREAD = 0.12
_K1_SPREAD = 0.05
_CORNER_SIGMA_PX = 0.3


@dataclass(frozen=True, slots=True)
class Lens:
    """A pinhole lens: focal length and middle in px, radial coefficient k1; `known` after a calibration."""

    focal_px: float
    middle_px: tuple[float, float]
    k1: float = 0.0
    known: bool = False

    @classmethod
    def usual(cls, width_px: int, height_px: int) -> Lens:
        """Return the lens of a usual camera for a picture size."""
        return cls(USUAL_FOCAL * max(width_px, height_px), ((width_px - 1) / 2, (height_px - 1) / 2))

    def bent(self, flat: Floats) -> Floats:
        """Return pixels (N, 2) of directions (N, 2) given as x/z, y/z."""
        squared = (flat**2).sum(axis=1, keepdims=True)
        px: Floats = flat * (1 + self.k1 * squared) * self.focal_px + np.array(self.middle_px)
        return px

    def straight(self, px: Floats) -> Floats:
        """Return directions (N, 2) as x/z, y/z of pixels (N, 2); the inverse of `bent`."""
        bent: Floats = (px - np.array(self.middle_px)) / self.focal_px
        flat: Floats = bent
        for _ in range(6):
            flat = bent / (1 + self.k1 * (flat**2).sum(axis=1, keepdims=True))
        return flat


@dataclass(frozen=True, slots=True)
class View:
    """A camera placed in the world: x_cam = rotation(turn) X + shift.

    `turn` is a rotation vector (rad), `shift_mm` the world origin in the camera's frame. `sigma_px` is how far the
    reference's corners lay from where this view puts them.
    """

    lens: Lens
    turn: tuple[float, float, float]
    shift_mm: tuple[float, float, float]
    sigma_px: float = _CORNER_SIGMA_PX

    @property
    def rotation(self) -> Floats:
        """The (3, 3) rotation from the world to the camera."""
        return np.asarray(cv2.Rodrigues(np.array(self.turn))[0], np.float64)

    @property
    def eye_mm(self) -> Floats:
        """Where the camera is, (3,) mm in the world."""
        eye: Floats = -self.rotation.T @ np.array(self.shift_mm)
        return eye

    def to_px(self, points_mm: npt.ArrayLike) -> Floats:
        """Return the pixels (N, 2) of world points (N, 3)."""
        camera = np.asarray(points_mm, np.float64) @ self.rotation.T + np.array(self.shift_mm)
        return self.lens.bent(camera[:, :2] / np.maximum(camera[:, 2:], 1e-6))

    def rays(self, px: npt.ArrayLike) -> Floats:
        """Return unit directions (N, 3) in the world through pixels (N, 2)."""
        flat = self.lens.straight(np.asarray(px, np.float64))
        camera = np.hstack([flat, np.ones((len(flat), 1))])
        world = camera @ self.rotation
        unit: Floats = world / np.linalg.norm(world, axis=1, keepdims=True)
        return unit

    def on_plane(self, px: npt.ArrayLike, *, axis: int, at_mm: float) -> Floats:
        """Return where the rays through pixels (N, 2) meet the plane coordinate[axis] = at_mm, (N, 3) mm."""
        ray, eye = self.rays(px), self.eye_mm
        along = ray[:, axis]
        safe = np.where(np.abs(along) < 1e-9, 1e-9, along)
        met: Floats = eye + ray * ((at_mm - eye[axis]) / safe)[:, None]
        return met


def place_camera(points_mm: Floats, px: Floats, lens: Lens) -> View:
    """Return the view that puts coplanar or spatial points where they were seen.

    Args: `points_mm` (N, 3), `px` (N, 2), N >= 4; `lens` a first guess, kept as it is where `known`.
    """
    guess = _first_pose(points_mm, px, lens)
    if lens.known:
        return _refined(points_mm, px, guess, free_lens=False)
    return _refined(points_mm, px, guess, free_lens=True)


def lens_parameters(lens: Lens, usual: Lens) -> list[float]:
    """Return (focal, k1) as numbers near 0 whose spread is 1, for a solver."""
    return [np.log(lens.focal_px / usual.focal_px) / _FOCAL_SPREAD, lens.k1 / _K1_SPREAD]


def lens_from(parameters: npt.ArrayLike, usual: Lens) -> Lens:
    """Return the lens that `lens_parameters` described."""
    focal, k1 = np.asarray(parameters, np.float64)
    return replace(usual, focal_px=float(usual.focal_px * np.exp(focal * _FOCAL_SPREAD)), k1=float(k1 * _K1_SPREAD))


def _first_pose(points_mm: Floats, px: Floats, lens: Lens) -> View:
    flat = lens.straight(px)
    flags = cv2.SOLVEPNP_IPPE if np.ptp(points_mm[:, 2]) < 1e-9 else cv2.SOLVEPNP_SQPNP
    _, turn, shift = cv2.solvePnP(points_mm, flat, np.eye(3), None, flags=flags)
    return View(lens, _triple(turn), _triple(shift))


def _refined(points_mm: Floats, px: Floats, guess: View, *, free_lens: bool) -> View:
    usual = guess.lens

    def unpack(values: Floats) -> View:
        lens = lens_from(values[6:], usual) if free_lens else usual
        return View(lens, _triple(values[:3]), _triple(values[3:6] * 100))

    def misses(values: Floats) -> Floats:
        off = (unpack(values).to_px(points_mm) - px).ravel() / _CORNER_SIGMA_PX
        return np.concatenate([off, values[6:]])

    start = [*guess.turn, *(value / 100 for value in guess.shift_mm)]
    start += lens_parameters(usual, usual) if free_lens else []
    view = unpack(least_squares(misses, start, most_steps=30))
    off = view.to_px(points_mm) - px
    return replace(view, sigma_px=float(np.sqrt((off**2).mean())))


def _triple(values: npt.ArrayLike) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in np.asarray(values).ravel())
    return x, y, z
