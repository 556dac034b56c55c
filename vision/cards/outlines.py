"""Card-shaped outlines on any picture, without knowing the scale: contours of several channels and edge maps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.rectify import Picture, Quad, ordered

WORK_PX = 720
LEAST_AREA = 0.002
MOST_AREA = 0.92
ASPECTS = (1.15, 1.95)
LEAST_SCORE = 0.25
MOST_OUTLINES = 60
ALIKE, ALIKE_PX = 0.03, 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """Four corners (4, 2) px of the picture given and how well the shape is that of a card, 0..1."""

    quad: Quad
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A quadrangle (4, 2) px of the picture given, the area of what lies in it and of its convex hull, px of it."""

    quad: Quad
    area: float
    hull: float

    @property
    def fill(self) -> float:
        """How much of the quadrangle its hull fills, 0..1."""
        full = cv2.contourArea(self.quad.astype(np.float32))
        return min(self.hull / full, 1.0) if full else 0.0


def find_shapes(picture: Picture) -> list[Shape]:
    """Every quadrangle on a picture (H, W, 3) uint8 BGR that may be a card seen from anywhere, the largest first."""
    scale = min(1.0, WORK_PX / max(picture.shape[:2]))
    small = picture
    if scale < 1:
        small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    found = [shape for mask in _masks(small) for shape in _in_mask(mask)]
    full = [Shape((one.quad + 0.5) / scale - 0.5, one.area / scale**2, one.hull / scale**2) for one in found]
    return sorted(full, key=lambda shape: -shape.hull)


def card_shaped(shapes: Iterable[Shape]) -> list[Outline]:
    """The outlines among shapes that look like a card seen from above, the best first; several may describe one."""
    every = (Outline(shape.quad, _score(shape)) for shape in shapes)
    good = [outline for outline in every if outline.score > LEAST_SCORE]
    return thinned(sorted(good, key=lambda outline: -outline.score))[:MOST_OUTLINES]


def _masks(picture: Picture) -> Iterator[npt.NDArray[np.uint8]]:
    soft = cv2.bilateralFilter(picture, 7, 30, 7)
    lab = cv2.cvtColor(soft, cv2.COLOR_BGR2Lab)
    saturation = cv2.cvtColor(soft, cv2.COLOR_BGR2HSV)[..., 1]
    kernel = np.ones((3, 3), np.uint8)
    for channel in (*cv2.split(lab), saturation):
        _, above = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        yield np.asarray(above, np.uint8)
        yield np.asarray(255 - above, np.uint8)
    grey = cv2.split(lab)[0]
    for low, high in ((15, 40), (40, 100)):
        edges = cv2.Canny(grey, low, high)
        for tint in cv2.split(lab)[1:]:
            edges = cv2.bitwise_or(edges, cv2.Canny(tint, low, high))
        yield np.asarray(cv2.dilate(edges, kernel), np.uint8)
        yield np.asarray(255 - cv2.dilate(edges, kernel), np.uint8)
    block = 51
    yield np.asarray(
        cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -3), np.uint8
    )


def _in_mask(mask: npt.NDArray[np.uint8]) -> Iterator[Shape]:
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    whole = mask.shape[0] * mask.shape[1]
    for contour in contours:
        hull = cv2.convexHull(contour)
        area = cv2.contourArea(hull)
        if LEAST_AREA * whole < area < MOST_AREA * whole:
            quad = fitted_quad(np.asarray(hull, np.int32))
            if quad is not None:
                yield Shape(quad, cv2.contourArea(contour), area)


def fitted_quad(hull: npt.NDArray[np.int32]) -> Quad | None:
    """Four corners round a convex outline, its round corners squared; None where it is no quadrangle."""
    length = cv2.arcLength(hull, closed=True)
    sides = cv2.approxPolyDP(hull, 0.025 * length, closed=True)[:, 0].astype(np.float64)
    if len(sides) == 4:
        return ordered(_sharpened(hull[:, 0].astype(np.float64), sides))
    box = cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64)
    if cv2.contourArea(hull) > 0.9 * cv2.contourArea(box.astype(np.float32)):
        return ordered(box)
    return None


def _sharpened(hull: Quad, corners: Quad) -> Quad:
    """Corners where lines through the middle parts of the sides meet, so that rounding does not cut them off."""
    lines = []
    for start, end in zip(corners, np.roll(corners, -1, 0), strict=True):
        along = end - start
        length = np.linalg.norm(along)
        if length < 4:
            return corners
        unit = along / length
        dense = _densified(hull)
        off = dense - start
        at, away = off @ unit, off @ np.array([-unit[1], unit[0]])
        near = dense[(at > 0.15 * length) & (at < 0.85 * length) & (abs(away) < 0.06 * length)]
        if len(near) < 5:
            return corners
        vx, vy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((vy, -vx, -(vy * x - vx * y)))
    met = [np.cross(lines[i - 1], lines[i]) for i in range(4)]
    if any(abs(point[2]) < 1e-6 for point in met):
        return corners
    sharp = np.array([point[:2] / point[2] for point in met])
    moved = np.linalg.norm(sharp - corners, axis=1).max()
    return sharp if moved < 0.1 * cv2.arcLength(corners.astype(np.float32), closed=True) else corners


def _densified(hull: Quad) -> Quad:
    following = np.roll(hull, -1, 0)
    steps = np.linspace(0, 1, 12, endpoint=False)[:, None, None]
    return (hull + (following - hull) * steps).reshape(-1, 2)


def _score(shape: Shape) -> float:
    sides = np.linalg.norm(np.roll(shape.quad, -1, 0) - shape.quad, axis=1)
    aspect = (sides[1] + sides[3]) / max(sides[0] + sides[2], 1e-6)
    if not ASPECTS[0] < aspect < ASPECTS[1] or sides.min() < 12:
        return 0.0
    skew = max(abs(np.log(sides[0] / sides[2])), abs(np.log(sides[1] / sides[3])))
    like = np.exp(-(((aspect - 1.5) / 0.3) ** 2)) * np.exp(-((skew / 0.35) ** 2)) * shape.fill**4
    return float(like * (0.6 + 0.4 * min(shape.area / shape.hull, 1)))


def thinned(outlines: list[Outline], alike: float = ALIKE) -> list[Outline]:
    """The outlines without those whose corners lie within such a share of a card's height of an earlier one's."""
    quads = np.array([one.quad for one in outlines]).reshape(-1, 8)
    apart = np.maximum(alike * np.linalg.norm(quads[:, 6:] - quads[:, :2], axis=1), ALIKE_PX)
    free = np.ones(len(quads), bool)
    for index in range(len(quads)):
        if free[index]:
            free[index + 1 :] &= abs(quads[index + 1 :] - quads[index]).max(1) >= apart[index + 1 :]
    return [one for one, is_free in zip(outlines, free, strict=True) if is_free]
