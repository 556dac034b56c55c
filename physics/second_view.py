"""Two views at a right angle give the whole verdict for aligned prisms.

Where all pieces are prisms whose sides run along the two lines of sight, every contact is a rectangle, the product of
its stretches in both views. The centre of mass lies in a rectangle exactly when it lies in both stretches, so the tower
stands exactly when it stands in both planes. Pieces turned about the upright are outside this rule.
"""

from __future__ import annotations

from dataclasses import replace

from physics.errors import BadScene
from physics.judge import Verdict, answer_of, judge
from physics.scene import Scene

WEIGHT_TOLERANCE = 0.02


def both_views(scene: Scene, first: Verdict, other: Scene) -> Verdict:
    """Return the verdict on a tower seen from two sides.

    Args:
        scene, first: the first view and its verdict.
        other: the second view: the same pieces in the same order with the same weights.

    Returns:
        The worse of both in every respect; `safe_mm` stays that of the first view.

    Raises:
        BadScene: the views do not show the same pieces.
        Floating, Overlapping: the second view is no tower.
    """
    _refuse_other_pieces(scene, other)
    second = judge(other.tower, noise_mm=other.noise_mm)
    worse = second if second.margin_mm < first.margin_mm else first
    stands = first.stands and second.stands
    fallen = first if not first.stands else second
    p_topple = 1 - (1 - first.p_topple) * (1 - second.p_topple)
    return replace(
        first,
        stands=stands,
        p_topple=p_topple,
        answer=answer_of(p_topple),
        margin_mm=worse.margin_mm,
        tilt_deg=min(first.tilt_deg, second.tilt_deg),
        friction_deg=min(first.friction_deg, second.friction_deg),
        culprit=None if stands else _culprit(worse, fallen),
        failing=tuple(sorted({*first.failing, *second.failing})),
    )


def _culprit(worse: Verdict, fallen: Verdict) -> int | None:
    return fallen.culprit if worse.culprit is None else worse.culprit


def _refuse_other_pieces(scene: Scene, other: Scene) -> None:
    mine, its = scene.tower.pieces, other.tower.pieces
    if len(mine) != len(its):
        raise BadScene(f"second view: expected {len(mine)} pieces, got {len(its)}")
    for index, (a, b) in enumerate(zip(mine, its, strict=True)):
        if abs(a.grams - b.grams) > WEIGHT_TOLERANCE * a.grams:
            raise BadScene(f"second view: piece {index} weighs {a.grams:g} g in the first view, {b.grams:g} g here")
