"""Towers seen from the side: which pieces of a known set stand on each other, and where, in mm.

Frame of a tower with a back card: x right, y up from the table, origin under the card's middle, mm. Without a card
nothing can be measured; the pieces can still be guessed, in the same frame with the origin under the tower, but no
guess is ever sure. Pieces are snapped to contact: each stands level on the one below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.back_card import BackCard, find_back_card
from vision.block_aim import fit_blocks
from vision.block_guess import guess_blocks
from vision.errors import NotCalibrated
from vision.lens import Lens
from vision.markers import Picture
from vision.piece_colours import PIECE_COLOURS
from vision.tower_cloth import without_print
from vision.tower_column import find_column
from vision.tower_faces import Step
from vision.tower_foot import Stand, find_stand, find_stands
from vision.tower_guess import Guess, fit_stacks_closely, guess_stacks, look_at_stand
from vision.tower_light import lit
from vision.tower_planes import Points
from vision.tower_poses import Pose
from vision.tower_unmeasured import fit_stacks

_RARE = 3.5
_CARRIED = 1.1
"""How much surer than a piece what stands on it may be: where that may be one too many, all above count one less."""
_PARTED = 1.5
"""How much surer than a piece what it stands on may be, both of one colour."""
_FACE_SIGMA_MM = 0.35
_BLOCK_SIGMA_MM = 0.6
_TURN_SIGMA = 0.01
_PIECE_WORTH = 6.0
_ANY_SIZE = 60.0
"""So much more must blocks of any size explain than a set of known sizes."""
_LEAST_LIKENESS = 0.45
_DOUBTED_SURE = 0.45
_EXPLAINED = 0.9
_CLEARLY = 0.9
"""A tower must leave less than this share of what another leaves unexplained to be clearly likelier."""
_UNMEASURED_SPREAD = (4.0, 4.0, 0.05)
_FLANK_MM = 11.0
"""How much wider than its face a piece may look, its flank included."""


@dataclass(frozen=True, slots=True)
class PieceSeen:
    """A piece: shape and colour names, outline (mm, anticlockwise), probability of both names, pose spread.

    `sigma` holds the standard deviations of x (mm), y (mm) and turn (rad); `volume_mm3` is what it weighs by.
    """

    shape: str
    colour: str
    outline_mm: Points
    confidence: float
    sigma: tuple[float, float, float]
    volume_mm3: float


@dataclass(frozen=True, slots=True)
class TowerSeen:
    """Pieces from the base up, and the spread of a point of the reference they were measured by, mm.

    `unexplained` grows with the part of the picture that does not look as these pieces would; `sureness` (0..1) falls
    with its share.
    """

    pieces: tuple[PieceSeen, ...]
    sigma_mm: float
    unexplained: float = float("inf")
    sureness: float = 0.0


def read_tower(picture: Picture, poses: tuple[Pose, ...], *, lens: Lens | None = None) -> TowerSeen:
    """Return the tower in a picture, empty where none is seen.

    Args: `picture` (H, W, 3) uint8 BGR; `poses` every way a piece of the set can stand, none for blocks of
    any size, all equally deep.
    """
    return read_any_tower(picture, (poses,), lens=lens)


def read_any_tower(picture: Picture, sets: tuple[tuple[Pose, ...], ...], *, lens: Lens | None = None) -> TowerSeen:
    """Return the tower as that set sees it which explains the picture best.

    A set of known sizes that explains it well ends the search. Args: `sets` one or more, each as `poses` of
    `read_tower`.
    """
    try:
        card = find_back_card(picture, lens)
    except NotCalibrated:
        return TowerSeen((), float("inf"))
    light = without_print(lit(picture, card), card)
    stands = find_stand(light, card)
    seen = sorted((stand for stand in stands if stand.is_seen), key=lambda stand: -stand.foot_mm)
    usual = [stand for stand in stands if not stand.is_seen]
    towers = [TowerSeen((), card.sigma_mm())]
    for poses in sets:
        for some in (seen, usual if poses or not seen else []):
            towers += [_read_doubted(light, card, stand, poses) for stand in some]
            explained = [tower for tower in towers if poses and tower.sureness > _EXPLAINED]
            if explained:
                return likeliest(explained)
    return min(towers, key=lambda tower: tower.unexplained)


def _read_doubted(picture: Picture, card: BackCard, stand: Stand, poses: tuple[Pose, ...]) -> TowerSeen:
    """Return the tower on a stand, not sure at all where that is doubtful."""
    tower = _read(picture, card, stand, poses)
    return replace(_unsure(tower), sureness=0.0) if stand.is_doubtful else tower


def likeliest(towers: Sequence[TowerSeen]) -> TowerSeen:
    """Return which of the towers on feet ever farther from the camera is there, unsure where another may as well be.

    A base like the table hides the nearer foot but leaves what stands on it as it was: so the nearer one counts more.
    """
    best = towers[0]
    for other in towers[1:]:
        best = other if other.unexplained < _CLEARLY * best.unexplained else best
    near = [other for other in towers if _CLEARLY**2 * other.unexplained < best.unexplained]
    return best if all(_names(other) == _names(best) for other in near) else _unsure(best)


def _names(tower: TowerSeen) -> list[tuple[str, str]]:
    return [(piece.shape, piece.colour) for piece in tower.pieces]


def _unsure(tower: TowerSeen) -> TowerSeen:
    return replace(tower, pieces=tuple(replace(p, confidence=_DOUBTED_SURE * p.confidence) for p in tower.pieces))


def read_stacks(picture: Picture, poses: tuple[Pose, ...], *, lens: Lens | None = None) -> tuple[TowerSeen, ...]:
    """Return every stack and single piece before the back card, most pieces first; more than one means a fall.

    Arguments as `read_tower`.
    """
    try:
        card = find_back_card(picture, lens)
    except NotCalibrated:
        return ()
    light = without_print(lit(picture, card), card)
    stacks = [_read(light, card, stand, poses) for stand in find_stands(light, card)]
    return tuple(sorted((s for s in stacks if s.pieces), key=lambda s: -len(s.pieces)))


def guess_tower(picture: Picture, sets: tuple[tuple[Pose, ...], ...]) -> TowerSeen:
    """Return the tower in a picture without a back card, every piece unsure; empty where none stands near the middle.

    It takes a second or two. Args: `picture` (H, W, 3) uint8 BGR; `sets` as `read_any_tower`.
    """
    column = find_column(picture)
    if column is None:
        return TowerSeen((), float("inf"))
    fits = [fit for poses in sets if poses and (fit := fit_stacks(picture, column, poses))]
    best = max(fits, key=lambda fit: fit.worth, default=None)
    if best and (best.likeness > _LEAST_LIKENESS or () not in sets):
        return TowerSeen(tuple(_doubted(piece) for piece in _pieces(list(best.found))), float("inf"))
    blocks = fit_blocks(picture, column) if () in sets else []
    return TowerSeen(tuple(_doubted(piece) for piece in _pieces(blocks)), float("inf"))


def _doubted(piece: PieceSeen) -> PieceSeen:
    return replace(piece, confidence=_DOUBTED_SURE * piece.confidence, sigma=_UNMEASURED_SPREAD)


def _read(picture: Picture, card: BackCard, stand: Stand, poses: tuple[Pose, ...]) -> TowerSeen:
    if not poses:
        blocks = guess_blocks(picture, card, stand)
        return TowerSeen(_pieces(blocks, _BLOCK_SIGMA_MM), card.sigma_mm(), _fit(blocks) + _ANY_SIZE)
    if stand.widest_mm > max(pose.width_mm for pose in poses) + _FLANK_MM:
        return TowerSeen((), card.sigma_mm())
    look = look_at_stand(picture, card, stand)
    found = fit_stacks_closely(look, stand, guess_stacks(look, stand, poses), poses)
    return TowerSeen(_pieces(found), card.sigma_mm(), _fit(found), found[0].sureness() if found else 0.0)


def _fit(found: list[Guess]) -> float:
    """Return how much the best guess leaves unexplained; a piece more must explain something."""
    if not found:
        return float("inf")
    return found[0].unlike + _PIECE_WORTH * len(found[0].steps)


def _pieces(found: list[Guess], sigma_mm: float = _FACE_SIGMA_MM) -> tuple[PieceSeen, ...]:
    """Return the pieces of the best guess, as sure as others agree; what stands on a doubtful one is not sure.

    Nor is what stands so that it looks like another piece.
    """
    if not found:
        return ()
    best = found[0]
    totals = np.array([guess.total for guess in found])
    weights = np.exp(np.minimum(totals - best.total, 0.0) / best.heat())
    pieces: list[PieceSeen] = []
    for i, step in enumerate(best.steps):
        agreed = [i < len(guess.steps) and step.is_like(guess.steps[i]) for guess in found]
        sure = best.sureness() * float(weights[np.array(agreed)].sum() / weights.sum())
        sure *= _DOUBTED_SURE if step.pose.rarity > _RARE else 1.0
        sure = min([sure, *(_CARRIED * piece.confidence for piece in pieces)])
        pieces.append(_piece(step, sure * min(best.borne[: i + 1]), (sigma_mm, sigma_mm, _TURN_SIGMA)))
    return _shared(pieces)


def _shared(pieces: list[PieceSeen]) -> tuple[PieceSeen, ...]:
    """Return pieces, a doubt about one shared by what it stands on if of its colour: where they part is unsure."""
    shared = pieces[-1:]
    for piece in reversed(pieces[:-1]):
        above = shared[-1]
        most = _PARTED * above.confidence if above.colour == piece.colour else 1.0
        shared.append(replace(piece, confidence=min(piece.confidence, most)))
    return tuple(reversed(shared))


def _piece(step: Step, sure: float, spread: tuple[float, float, float]) -> PieceSeen:
    from scipy.spatial import ConvexHull  # noqa: PLC0415 - 40 MB that a table of cards does not need

    outline = tuple((x + step.x_mm, y + step.y_mm) for x, y in step.pose.outline_mm)
    volume = float(ConvexHull(np.array(step.pose.solid_mm)).volume)
    return PieceSeen(step.pose.shape, PIECE_COLOURS[step.colour], outline, sure, spread, volume)
