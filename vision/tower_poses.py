"""The ways a piece of a set can stand: outlines and solids, given as plain numbers by whoever knows the set."""

from __future__ import annotations

from dataclasses import dataclass

from vision.tower_planes import Points

_BENT_FRONT = 0.37
"""Where the silhouette of a bent side lies before the middle, as a share of its depth."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """One way a piece can stand.

    `outline_mm` is seen from the front, base on y = 0, x about 0; `front_mm` is how far its front face, or the middle
    of a bent one, lies before its middle; `solid_mm` are its corners in space, z about 0 towards the camera;
    `height_mm` is its height, `base_mm` and `top_mm` are left and right of what it stands on and of its top; `rarity`
    is by how much better it must look than another piece to be taken for standing so.
    """

    shape: str
    outline_mm: Points
    front_mm: float
    solid_mm: tuple[tuple[float, float, float], ...]
    height_mm: float
    base_mm: tuple[float, float]
    top_mm: tuple[float, float]
    rarity: float = 0.0

    @property
    def width_mm(self) -> float:
        """How wide its face is."""
        return max(x for x, _ in self.outline_mm) - min(x for x, _ in self.outline_mm)

    @property
    def face_mm2(self) -> float:
        """How large its outline is."""
        around = zip(self.outline_mm, (*self.outline_mm[1:], self.outline_mm[0]), strict=True)
        return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in around)) / 2

    @classmethod
    def of(
        cls, shape: str, outline_mm: Points, front_mm: float, solid_mm: tuple[tuple[float, float, float], ...]
    ) -> Pose:
        """Return a pose with its height and its level rims measured."""
        height = max(y for _, y in outline_mm)
        base, top = span_of(outline_mm, 1e-6), span_of(outline_mm, height - 1e-6)
        return cls(shape, outline_mm, front_mm, solid_mm, height, base, top)


def prism(shape: str, outline_mm: Points, depth_mm: float) -> Pose:
    """Return the pose of a piece that shows its outline and reaches `depth_mm` back from it.

    Args: `outline_mm` anticlockwise, mm, lowest corners on y = 0.
    """
    solid = tuple((x, y, z) for z in (-depth_mm / 2, depth_mm / 2) for x, y in outline_mm)
    return Pose.of(shape, outline_mm, depth_mm / 2, solid)


def box(shape: str, width_mm: float, height_mm: float, depth_mm: float) -> Pose:
    """Return the pose of a block, its broad side square to the camera."""
    half = width_mm / 2
    outline = ((-half, 0.0), (half, 0.0), (half, float(height_mm)), (-half, float(height_mm)))
    return prism(shape, outline, depth_mm)


def bent_prism(shape: str, section_mm: Points, thick_mm: float, *, lying: bool) -> Pose:
    """Return the pose of a prism that turns its bent side to the camera: lying flat, or standing on an edge face.

    Args: `section_mm` as it stands on a flat, base on y = 0.
    """
    wide = max(x for x, _ in section_mm) - min(x for x, _ in section_mm)
    high = max(y for _, y in section_mm)
    half = wide / 2
    if lying:
        solid = tuple((x, y, z - high / 2) for x, z in section_mm for y in (0.0, thick_mm))
        flat = ((-half, 0.0), (half, 0.0), (half, thick_mm), (-half, thick_mm))
        return Pose.of(shape, flat, _BENT_FRONT * high, solid)
    solid = tuple((side * thick_mm / 2, y, x) for x, y in section_mm for side in (-1, 1))
    narrow = thick_mm / 2
    upright = ((-narrow, 0.0), (narrow, 0.0), (narrow, high), (-narrow, high))
    return Pose.of(shape, upright, _BENT_FRONT * wide, solid)


def span_of(outline: Points, y_mm: float) -> tuple[float, float]:
    """Return the least and greatest x of an outline at a height."""
    crossings: list[float] = []
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if min(y0, y1) <= y_mm <= max(y0, y1):
            level = abs(y1 - y0) < 1e-9
            crossings += [x0, x1] if level else [x0 + (y_mm - y0) / (y1 - y0) * (x1 - x0)]
    return (min(crossings), max(crossings)) if crossings else (0.0, 0.0)
