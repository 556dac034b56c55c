"""Towers of blocks of unknown size: faces between level seams, their sides fitted as straight lines.

All blocks of a tower are taken to be equally deep, so their front faces lie in one plane. There the seams between them
are level edges; between two seams a face is the region of one colour, and what a camera from the side sees of its flank
is taken off. What is found so is a start.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.colour import Floats
from vision.piece_colours import PIECE_COLOURS, Classes, counted
from vision.tower_planes import PX_PER_MM, Plane
from vision.tower_shapes import Face

_SEAM_MM = 5.0
_APART_MM = 2.0
_JUMP_MM = 2.4
_MOST_JUMPS = 9
_HEIGHT_MM = (7.0, 75.0)
_LEAST_WIDTH_MM = 8.0
_SEAM = 0.3
_PIECE_COST = 1.5
_DEPTHS_MM = np.arange(12.0, 42.0, 1.0)
_LEAST_CONTACT_MM = -6.0
"""Flanks and a sloping side may shift an edge by as much."""
_TOP_MM = 2.5
_FAINT = 0.12
_INSIDE_MM = 3.0
"""An inner edge nearer to the outline than this cannot be told from it: blur and rounded corners reach so far."""
_USUAL_DEPTH_MM = 25.0
_DEPTH_PULL = 0.03


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the camera is against the front plane, mm: x and y in the plane, distance from it."""

    x_mm: float
    y_mm: float
    far_mm: float


def find_blocks(plane: Plane, camera: Camera) -> tuple[tuple[Face, ...], float]:
    """Return the faces of a tower in its front plane from the base up, none where none fits, and how deep they are, mm.

    Flanks and top are taken off the faces.
    """
    seams = may_part(plane)
    best: dict[float, tuple[float, tuple[Face, ...]]] = {0.0: (0.0, ())}
    for low in seams:
        if low not in best:
            continue
        score, faces = best[low]
        for high in seams:
            if not _HEIGHT_MM[0] <= high - low <= _HEIGHT_MM[1]:
                continue
            face = face_between(plane, low, high)
            if face is None or (faces and not _touch(faces[-1], face)):
                continue
            if high not in best or best[high][0] < score + face.score:
                best[high] = (score + face.score, (*faces, face))
    found = list(max(best.values(), key=lambda found: found[0])[1])
    depth = _depth(plane, found, camera)
    return tuple(_as_seen_before(face, plane, camera, depth) for face in found), depth


def _touch(below: Face, above: Face) -> bool:
    """Whether a face rests on the one below, not beside it."""
    shared = min(below.right[2], above.right[0]) - max(below.left[2], above.left[0])
    return shared > _LEAST_CONTACT_MM


def may_part(plane: Plane) -> list[float]:
    """Return heights (mm) where one block may end and the next begin: long level edges, and where a side jumps."""
    parts = _seams(plane)
    for jump in _jumps(plane):
        if all(abs(jump - other) > _APART_MM for other in parts):
            parts.append(jump)
    return sorted(parts)


def _jumps(plane: Plane) -> list[float]:
    """Return the heights where the tower gets wider or narrower at once, those that do most first."""
    inside = plane.classes > 0
    ends = np.stack([inside.argmax(axis=1), inside[:, ::-1].argmax(axis=1)], axis=1)
    jump = np.zeros(len(inside))
    near = round(PX_PER_MM)
    some = np.asarray(inside.any(axis=1))
    both = some[2 * near :] & some[: -2 * near]
    jump[near:-near] = np.where(both, np.abs(ends[2 * near :] - ends[: -2 * near]).max(axis=1), 0)
    found: list[float] = []
    while jump.max() > _JUMP_MM * PX_PER_MM and len(found) < _MOST_JUMPS:
        row = int(jump.argmax())
        found.append(float(plane.window.top_mm - row / PX_PER_MM))
        jump[max(row - 3 * near, 0) : row + 3 * near] = 0
    return found


def _seams(plane: Plane) -> list[float]:
    """Return heights (mm) where long level edges lie within the tower, 0 and its top among them."""
    inside = plane.classes > 0
    near = inside[:-2] | inside[2:]
    edges = np.where(near, plane.along[1:-1], 0)
    length = (edges * (edges > 0.2)).sum(axis=1) / PX_PER_MM
    heights = plane.window.top_mm - (np.arange(len(length)) + 1) / PX_PER_MM
    order = [i for i in np.argsort(-length) if length[i] > _SEAM_MM and heights[i] > 3]
    rows = np.flatnonzero(inside.sum(axis=1) > PX_PER_MM)
    kept = [0.0] + ([float(plane.window.top_mm - rows[0] / PX_PER_MM)] if len(rows) else [])
    for i in order:
        if all(abs(heights[i] - other) > _APART_MM for other in kept):
            kept.append(float(heights[i]))
    return sorted(kept)


def face_between(plane: Plane, low: float, high: float) -> Face | None:
    """Return the face between two heights (mm), None where no colour fills it."""
    first, last = (round((plane.window.top_mm - y) * PX_PER_MM) for y in (high - 0.8, low + 0.8))
    first, last = max(first, 0), min(last, len(plane.classes))
    rows = plane.classes[first:last]
    counts = counted(rows, len(PIECE_COLOURS) + 1)[1:]
    if len(rows) < 4 or not counts.any():
        return None
    colour = int(counts.argmax())
    runs = longest_runs(rows, colour + 1)
    wide = runs[:, 1] - runs[:, 0]
    good = wide > 0.12 * wide.max()
    if good.sum() < 0.8 * len(rows) or wide.max() < _LEAST_WIDTH_MM * PX_PER_MM:
        return None
    share = (np.arange(len(rows))[::-1] + 0.5) / len(rows)
    left, left_off = _bent_line(share[good], runs[good, 0])
    right, right_off = _bent_line(share[good], runs[good, 1])
    seam = (_seam_on(plane, low, left[0], right[0]) + _seam_on(plane, high, left[2], right[2])) / 2
    filled = float((wide.clip(min=0)).sum()) / max(int(counts[colour]), 1)
    purity = min(filled, 1.0) - 0.15 * (left_off + right_off)
    score = (high - low) * (purity - 0.5) + 14 * (seam - _SEAM) - _PIECE_COST
    x = plane.window.left_mm
    mm = [tuple(x + value / PX_PER_MM for value in ends) for ends in (left, right)]
    return Face(low, high, colour, mm[0], mm[1], score)  # type: ignore[arg-type]


def longest_runs(rows: Classes, wanted: int) -> Floats:
    """Return start and end column of the longest run of a class in each row, (rows, 2)."""
    found = np.zeros((len(rows), 2))
    wide = rows.shape[1] + 2
    inside = np.zeros((len(rows), wide), bool)
    inside[:, 1:-1] = rows == wanted
    flat = inside.ravel()
    steps = np.flatnonzero(flat[1:] != flat[:-1])  # in pairs: rows begin and end outside
    row, starts = np.divmod(steps[::2], wide)
    ends = steps[1::2] - row * wide
    longest_last = np.lexsort((-starts, ends - starts))  # of equal ones the first counts
    found[row[longest_last]] = np.stack([starts, ends], axis=1)[longest_last] - 0.5
    return found


def _bent_line(share: Floats, at: Floats) -> tuple[tuple[float, float, float], float]:
    """Return a side's column at foot, middle and top, two lines that meet half way, and how far off half lies, mm."""
    hat = np.minimum(share, 1 - share) * 2
    design = np.stack([1 - share, share, hat], axis=1)
    weight = np.ones(len(at))
    for _ in range(4):
        weighted = design.T * weight**2
        solved = np.linalg.solve(weighted @ design, weighted @ at)
        off = np.abs(design @ solved - at)
        weight = 1 / np.maximum(off, PX_PER_MM * 0.4)
    foot, top, bend = (float(value) for value in solved)
    return (foot, (foot + top) / 2 + bend, top), float(np.median(off)) / PX_PER_MM


def _seam_on(plane: Plane, height: float, left: float, right: float) -> float:
    """Return the mean strength of the level edge along a part of a height, the best of three rows."""
    row = round((plane.window.top_mm - height) * PX_PER_MM)
    first, last = max(round(left), 0), min(round(right), plane.along.shape[1])
    if last - first < 3:
        return 1.0
    rows = [r for r in (row - 1, row, row + 1) if 0 <= r < len(plane.along)]
    return max((float(plane.along[r, first:last].mean()) for r in rows), default=0.0)


def _depth(plane: Plane, faces: list[Face], camera: Camera) -> float:
    """Return the depth whose flanks show an inner edge where the front faces would end."""
    if not faces:
        return 0.0

    def worth(depth: float) -> float:
        return _inner_edges(plane, faces, camera, depth) - _DEPTH_PULL * abs(depth - _USUAL_DEPTH_MM)

    return max((float(depth) for depth in _DEPTHS_MM), key=worth)


def _inner_edges(plane: Plane, faces: list[Face], camera: Camera, depth: float) -> float:
    top = faces[-1]
    front_top = _front_top(top, plane, camera, depth)
    total = 0.0
    if front_top < top.high_mm - _INSIDE_MM:
        left, right = ((x - plane.window.left_mm) * PX_PER_MM for x in (top.left[2], top.right[2]))
        seam = _seam_on(plane, front_top, left, right) - _FAINT
        total += seam * (top.right[2] - top.left[2])
    for face in faces:
        front = _without_flank(face, camera, depth)
        for outer, inner in ((face.left, front.left), (face.right, front.right)):
            if abs(outer[1] - inner[1]) < _INSIDE_MM:
                continue
            heights = np.linspace(0.15, 0.85, 15)
            x = np.interp(heights, [0, 0.5, 1], inner)
            rows = (plane.window.top_mm - face.low_mm - heights * (face.high_mm - face.low_mm)) * PX_PER_MM
            columns = (x - plane.window.left_mm) * PX_PER_MM
            at = np.clip(np.rint(rows), 0, len(plane.across) - 1).astype(int)
            beside = np.clip(np.rint(columns), 0, plane.across.shape[1] - 1).astype(int)
            seen = float(plane.across[at, beside].mean()) - _FAINT
            total += seen * (face.high_mm - face.low_mm)
    return total


def _front_top(face: Face, plane: Plane, camera: Camera, depth: float) -> float:
    """Return where the front face ends below what is seen of the top, for a face that reaches the tower's top."""
    rows = np.flatnonzero((plane.classes > 0).sum(axis=1) > PX_PER_MM)
    highest = plane.window.top_mm - rows[0] / PX_PER_MM if len(rows) else face.high_mm
    near = camera.far_mm / (camera.far_mm + depth)
    front = (highest - (1 - near) * camera.y_mm) / near
    reaches = abs(face.high_mm - highest) < _TOP_MM and front > face.low_mm + 3
    return float(min(front, face.high_mm)) if reaches else face.high_mm


def _as_seen_before(face: Face, plane: Plane, camera: Camera, depth: float) -> Face:
    """Return the front face alone: flanks and the top taken off."""
    front = _without_flank(face, camera, depth)
    high = _front_top(face, plane, camera, depth)
    if high >= front.high_mm:
        return front
    share = (high - face.low_mm) / (face.high_mm - face.low_mm)
    left, right = (_shortened(side, share) for side in (front.left, front.right))
    return replace(front, high_mm=high, left=left, right=right)


def _shortened(side: tuple[float, float, float], share: float) -> tuple[float, float, float]:
    at = np.interp([0.0, share / 2, share], [0.0, 0.5, 1.0], side)
    return float(at[0]), float(at[1]), float(at[2])


def _without_flank(face: Face, camera: Camera, depth: float) -> Face:
    """Return the face without what is seen of its flanks: the far edge of a side that looks at the camera."""
    near = camera.far_mm / (camera.far_mm + depth)

    def front(outer: float, *, is_right: bool) -> float:
        inner = (outer - (1 - near) * camera.x_mm) / near
        hidden = inner > outer if is_right else inner < outer
        return outer if hidden else inner

    left = tuple(front(x, is_right=False) for x in face.left)
    right = tuple(front(x, is_right=True) for x in face.right)
    return replace(face, left=left, right=right)  # type: ignore[arg-type]
