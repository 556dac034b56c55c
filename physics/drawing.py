"""What a plot of a tower shows, as plain strokes in millimetres; `plot` turns them into SVG or PNG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from physics.judge import Statics, Verdict
from physics.outline import Outline, Point
from physics.placement import find_seat, seated
from physics.scene import Scene
from physics.statics import masses_above

Ink = Literal["piece", "failing", "contact", "mass", "table", "safe", "ghost", "text"]

INKS: dict[Ink, str] = {
    "piece": "#d9b382",
    "failing": "#c0392b",
    "contact": "#1f618d",
    "mass": "#111111",
    "table": "#7f8c8d",
    "safe": "#1e8449",
    "ghost": "#e8f3ec",
    "text": "#111111",
}

SAFE_ABOVE_MM = 2.0


@dataclass(frozen=True, slots=True)
class Area:
    """A filled outline with a dark rim."""

    corners: Outline
    ink: Ink


@dataclass(frozen=True, slots=True)
class Line:
    """A stroke from point to point; `width` in tenths of a mm."""

    start: Point
    end: Point
    ink: Ink
    width: float
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled disc of 1 mm."""

    at: Point
    ink: Ink


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text that starts at a point."""

    at: Point
    words: str
    ink: Ink


Stroke = Area | Line | Dot | Label


def tower_strokes(scene: Scene, found: Statics, verdict: Verdict) -> tuple[Stroke, ...]:
    """Return the strokes of a tower's picture, to be drawn in this order.

    Args:
        scene: the pieces and the next one.
        found: contacts and margins.
        verdict: what is said about them.
    """
    left, right, top = _frame(scene)
    strokes: list[Stroke] = [Line((left, 0.0), (right, 0.0), "table", 6.0)]
    strokes += [Area(piece.outline_mm, "piece") for piece in scene.tower.pieces]
    strokes += _contacts(found, verdict)
    strokes += _masses(found)
    strokes += _margins(found, verdict, right)
    strokes += _next(scene, verdict)
    strokes.append(Label((left, top), _headline(verdict), "text"))
    return tuple(strokes)


def _frame(scene: Scene) -> tuple[float, float, float]:
    corners = [corner for piece in scene.tower.pieces for corner in piece.outline_mm]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    room = 0.0 if scene.next_piece is None else _height(scene.next_piece.outline_mm) + SAFE_ABOVE_MM
    return min(xs) - 10.0, max(xs) + 10.0, max(ys) + room + 8.0


def _height(outline: Outline) -> float:
    ys = [y for _, y in outline]
    return max(ys) - min(ys)


def _contacts(found: Statics, verdict: Verdict) -> Iterator[Stroke]:
    for contact in found.contacts:
        if contact.is_missed:
            continue
        ink: Ink = "failing" if contact.upper in verdict.failing else "contact"
        if contact.is_flat:
            yield Line(contact.left, contact.right, ink, 8.0)
        else:
            yield Dot(contact.left, ink)


def _masses(found: Statics) -> Iterator[Stroke]:
    """Yield the line that the centre of mass of all above each contact follows down to it."""
    for piece in found.tower.pieces:
        yield Dot(piece.centroid_mm, "mass")
    if found.supports is None:
        return
    masses = masses_above(found.tower, found.supports)
    for support, (_, x, y) in zip(found.supports, masses, strict=True):
        foot = (support.left[1] + support.right[1]) / 2
        yield Line((x, y), (x, foot), "mass", 2.0, dashed=True)


def _margins(found: Statics, verdict: Verdict, right: float) -> Iterator[Stroke]:
    if found.supports is None:
        return
    for index, (support, margin) in enumerate(zip(found.supports, found.balance.margins_mm, strict=True)):
        height = (support.left[1] + support.right[1]) / 2
        ink: Ink = "failing" if index in verdict.failing else "text"
        yield Label((right, height), f"{margin:+.2f} mm", ink)


def _next(scene: Scene, verdict: Verdict) -> Iterator[Stroke]:
    """Yield the spans in which the next piece is safe, and the piece in the middle of the widest."""
    seat = find_seat(scene.tower.pieces[-1])
    if scene.next_piece is None or not verdict.safe_mm or seat is None:
        return
    low, high = max(verdict.safe_mm, key=lambda span: span[1] - span[0])
    shown = seated(scene.next_piece, seat, (low + high) / 2)
    yield Area(shown.outline_mm, "ghost")
    height = max(y for _, y in shown.outline_mm) + SAFE_ABOVE_MM
    for start, end in verdict.safe_mm:
        yield Line((start, height), (end, height), "safe", 10.0)


def _headline(verdict: Verdict) -> str:
    word = {"stands": "stands", "falls": "falls", "too_close": "too close to call"}[verdict.answer]
    return f"{word}: margin {verdict.margin_mm:+.2f} mm, falls with {verdict.p_topple:.1%}"
