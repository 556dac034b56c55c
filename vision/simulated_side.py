"""The side camera's twin: bucket pyramids and piece towers before a wall, drawn from what should stand there.

A single pyramid or tower stands before a printed back card; several pyramids stand side by side without one, in the
order of their zones; what fell off a tower lies beside it. Solids are drawn face by face, the farthest first, shaded
by the lamp at the upper left.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

import cv2
import numpy as np

from vision.colour import Floats
from vision.errors import CameraLost
from vision.frames import Frame
from vision.lens import Lens, View
from vision.marker_layout import BACK_GROUND_SRGB, BACK_PAGE, OBJECT_PLANE_MM, SRGB
from vision.markers import Picture, marker_bits
from vision.readings import GAP
from vision.table_plan import Laid
from vision.tower_poses import Pose

_SIZE = (1280, 960)
_TWICE = 2
_BUCKET = (25.0, 18.0, 48.0)
"""Rim and base radius and height of a bucket standing on its rim, mm."""
_SPACING_MM = 54.0
_APART_MM = 4 * _SPACING_MM + 50.0
_SIDES = 28
_BESIDE_MM = (0.0, 48.0, -48.0, 90.0, -90.0)
"""Where the tower stands and, after a fall, the stacks and pieces beside it."""
_LAMP = np.array([-0.45, 0.7, 0.55])
_INKS: dict[str, tuple[int, int, int]] = {**SRGB, "orange": (235, 120, 30)}
_NOISE = 2.0


@dataclass(frozen=True, slots=True)
class Face:
    """A flat convex face in space: corners (N, 3) mm, seen anticlockwise from outside, and its sRGB colour."""

    corners: Floats
    srgb: tuple[int, int, int]


class SimulatedSide:
    """A drawn side view that answers like a camera; `show` says what stands there.

    Args: `seed` fixes room, camera and how carelessly pieces lie; `poses` the ways pieces of the tower's set can stand.
    """

    def __init__(self, seed: int, *, poses: Sequence[Pose] = (), clock: Callable[[], float] = monotonic) -> None:
        self._seed = seed
        self._poses = {pose.shape: pose for pose in reversed(poses)}
        self._clock = clock
        self._closed = False
        self._looks = np.random.default_rng([seed, 17])
        self._clean = self._draw(())

    def show(self, zones: Sequence[Laid]) -> None:
        """Set up the pyramids and the tower among `zones` anew. Raises: ValueError for an unknown colour or shape."""
        self._clean = self._draw([zone for zone in zones if zone.kind in {"buckets", "tower"}])

    def read(self) -> Frame:
        """Return a picture, with noise of its own. Raises: CameraLost once closed."""
        if self._closed:
            raise CameraLost("the simulated side camera was closed")
        noise = self._looks.normal(0, _NOISE, (*self._clean.shape[:2], 1))
        return Frame(np.clip(self._clean + noise, 0, 255).astype(np.uint8), self._clock())

    def close(self) -> None:
        """End the reading."""
        self._closed = True

    def _draw(self, zones: Sequence[Laid]) -> Picture:
        rng = np.random.default_rng([self._seed, 11])
        pyramids = [zone for zone in zones if zone.kind == "buckets"]
        view = _camera(max(len(pyramids), 1), rng)
        picture = _room(view, rng)
        if len(pyramids) <= 1:
            _draw_back_card(picture, view)
        faces = [face for i, zone in enumerate(pyramids) for face in _pyramid(zone, i, len(pyramids))]
        towers = [zone for zone in zones if zone.kind == "tower"]
        faces += [face for i, zone in enumerate(towers) for face in self._tower(zone, _BESIDE_MM[i % 5])]
        _draw_faces(picture, faces, view)
        small = cv2.resize(picture, _SIZE, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.6), np.uint8)

    def _tower(self, zone: Laid, x_mm: float) -> Iterator[Face]:
        height = 0.0
        for i, label in enumerate(label for row in zone.rows for label in row if label != GAP):
            shape, _, colour = label.partition("/")
            if shape not in self._poses:
                raise ValueError(f"expected a shape among {', '.join(self._poses)}, got {label!r}")
            pose = self._poses[shape]
            shift = np.random.default_rng([self._seed, zlib.crc32(f"{i}/{label}".encode())]).uniform(-2, 2)
            yield from _solid(np.add(pose.solid_mm, (x_mm + shift, height, OBJECT_PLANE_MM)), _ink(colour))
            height += pose.height_mm


def _camera(pyramids: int, rng: np.random.Generator) -> View:
    lens = Lens.usual(*(_TWICE * side for side in _SIZE))
    width = max(_APART_MM * pyramids, 400.0)
    distance = lens.focal_px * width / (_TWICE * _SIZE[0]) * 1.2
    pitch, yaw = math.radians(rng.uniform(8, 13)), math.radians(rng.uniform(-6, 6))
    upright = np.diag([1.0, -1.0, -1.0])
    tilt = cv2.Rodrigues(np.array([pitch, 0.0, 0.0]))[0]
    turn = cv2.Rodrigues(np.array([0.0, yaw, 0.0]))[0]
    rotation = tilt @ upright @ turn
    vector = np.asarray(cv2.Rodrigues(rotation)[0], np.float64).ravel()
    shift = np.array([0.0, 0.0, distance]) - rotation @ np.array([0.0, 75.0, 0.0])
    return View(lens, (vector[0], vector[1], vector[2]), (shift[0], shift[1], shift[2]))


def _room(view: View, rng: np.random.Generator) -> Picture:
    """Return a wall and a table, meeting behind everything."""
    height, width = _TWICE * _SIZE[1], _TWICE * _SIZE[0]
    wall, top = rng.uniform(120, 170, 3), rng.choice([(70, 95, 130), (60, 75, 95), (150, 155, 160)])
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = wall
    back = view.to_px(np.array([[-1500.0, 0, -250.0], [1500.0, 0, -250.0]]))
    edge = np.vstack([back, [[2 * width, 3 * height], [-width, 3 * height]]])
    cv2.fillConvexPoly(picture, np.rint(edge).astype(np.int32), tuple(float(v) for v in top))
    grain = rng.normal(1, 0.03, (height // 8, width // 64)).astype(np.float32)
    rough = np.asarray(cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC))
    return np.asarray(np.clip(picture * rough[..., None], 0, 255), np.uint8)


def _draw_back_card(picture: Picture, view: View) -> None:
    scale = 8.0
    page = np.empty((round(BACK_PAGE.height_mm * scale), round(BACK_PAGE.width_mm * scale), 3), np.uint8)
    page[:] = BACK_GROUND_SRGB
    for patch in BACK_PAGE.patches:
        r, g, b = SRGB[patch.colour]
        _part(page, (patch.x_mm, patch.y_mm, patch.size_mm), scale)[:] = (b, g, r)
    for mark in BACK_PAGE.marks:
        part = _part(page, (mark.x_mm, mark.y_mm, mark.size_mm), scale)
        bits = np.where(marker_bits(mark.id), 235, 20).astype(np.uint8)
        part[:] = np.asarray(cv2.resize(bits, part.shape[1::-1], interpolation=cv2.INTER_NEAREST))[..., None]
    half = BACK_PAGE.width_mm / 2
    corners = [(-half, BACK_PAGE.height_mm), (half, BACK_PAGE.height_mm), (half, 0.0), (-half, 0.0)]
    seen = view.to_px(np.array([(x, y, 0.0) for x, y in corners])).astype(np.float32)
    size = np.array([[0, 0], [page.shape[1], 0], page.shape[1::-1], [0, page.shape[0]]], np.float32)
    matrix = cv2.getPerspectiveTransform(size, seen)
    cv2.warpPerspective(
        page, matrix, picture.shape[1::-1], dst=picture, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
    )


def _part(page: Picture, square_mm: tuple[float, float, float], scale: float) -> Picture:
    x, y, size = square_mm
    start = [round((value - size / 2) * scale) for value in (x, y)]
    side = round(size * scale)
    return page[start[1] : start[1] + side, start[0] : start[0] + side]


def _pyramid(zone: Laid, index: int, of: int) -> Iterator[Face]:
    left = (index - (of - 1) / 2) * _APART_MM - 1.5 * _SPACING_MM
    rim, base, high = _BUCKET
    turns = np.linspace(0, 2 * math.pi, _SIDES, endpoint=False)
    ring = np.stack([np.cos(turns), np.zeros(_SIDES), np.sin(turns)], axis=1)
    for r, row in enumerate(zone.rows):
        for p, colour in enumerate(row):
            if colour != GAP:
                foot = np.array([left + (p + r / 2) * _SPACING_MM, r * high, OBJECT_PLANE_MM])
                points = np.vstack([ring * rim + foot, ring * base + foot + (0, high, 0)])
                yield from _solid(points, _ink(colour))


def _solid(points: Floats, srgb: tuple[int, int, int]) -> Iterator[Face]:
    """Yield the faces of the convex hull of points (N, 3), triangle by triangle."""
    from scipy.spatial import ConvexHull  # noqa: PLC0415 - 40 MB that a table of cards does not need

    hull = ConvexHull(points)
    middle = points.mean(axis=0)
    for triangle in hull.simplices:
        corners = points[triangle]
        outward = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        yield Face(corners if outward @ (corners[0] - middle) > 0 else corners[::-1], srgb)


def _ink(colour: str) -> tuple[int, int, int]:
    if colour not in _INKS:
        raise ValueError(f"expected a colour among {', '.join(_INKS)}, got {colour!r}")
    return _INKS[colour]


def _draw_faces(picture: Picture, faces: list[Face], view: View) -> None:
    """Draw the faces that look at the camera, the farthest first."""
    eye, lamp = view.eye_mm, _LAMP / np.linalg.norm(_LAMP)
    order = sorted(faces, key=lambda face: -float(np.linalg.norm(face.corners.mean(axis=0) - eye)))
    for face in order:
        normal = np.cross(face.corners[1] - face.corners[0], face.corners[2] - face.corners[0])
        normal /= max(float(np.linalg.norm(normal)), 1e-9)
        if normal @ (eye - face.corners[0]) <= 0:
            continue
        light = 0.55 + 0.45 * max(float(normal @ lamp), 0.0)
        r, g, b = (light * value for value in face.srgb)
        px = np.rint(view.to_px(face.corners) * 16).astype(np.int32)
        cv2.fillConvexPoly(picture, px, (b, g, r), shift=4)
