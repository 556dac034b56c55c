"""The last word on stacks: pieces are moved a little, and exchanged for others, while that looks more like the picture.

The search puts pieces of one tower at one distance and keeps few stacks at each height; what it finds is nearly right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np

from vision.colour import Floats
from vision.tower_canvas import BASE_MM, Built, Canvas, Kind
from vision.tower_poses import Pose

_LIKE_MM: Final = 3.1
_SAME_MM: Final = 0.01
_TROUBLE_MM2: Final = 30.0
_TROUBLE_SHARE: Final = 0.25
_NEAR: Final = 35.0
_CLOSE: Final = 12.0
_STARTS: Final = 5
_BEGUN: Final = 3
_FOLLOWED: Final = 2
_ROUNDS: Final = 4
_FEW: Final = 4
_GAIN: Final = 0.5
_NUDGED: Final = 2
_HELD: Final = 2.0
_HELD_COUNT: Final = 8.0
"""By so much must a stack look better than the search's to be preferred; more where the number of pieces differs."""
_PLACED: Final = (3.0, 1.5)
_NUDGES: Final = ((0.0, 1.0), (0.35, 0.0))
_SHIFTS: Final = ((0.0, 1.5), (1.4, 0.0), (0.7, 0.0), (0.35, 0.0))
_MOST_NEARER_MM: Final = 4.0
_LEAST_BASE_MM: Final = 1.0
_ALIGNED_MM: Final = 2.0
"""So far are pieces moved at most while what was exchanged settles."""
_WIDER_MM: Final = 6.0
"""What differs so much in width may have its middle elsewhere."""
_BASE_MOVES_MM: Final = (-4.0, -2.0, 2.0, 4.0)

Trial: TypeAlias = tuple[Built, range]


class Fitter:
    """Fits stacks of one set of poses to one canvas.

    Args: `base_mm` tells where a lowest piece is thought to stand, give or take `sigma_mm`.
    """

    def __init__(
        self, canvas: Canvas, poses: tuple[Pose, ...], base_mm: Callable[[Pose], float], *, sigma_mm: float = BASE_MM
    ) -> None:
        self._canvas, self._base_mm, self._sigma_mm = canvas, base_mm, max(sigma_mm, BASE_MM)
        self._groups = [(pose,) for pose in poses] + [(one, two) for one in poses for two in poses]
        self._poses = poses
        self._tried: dict[tuple[Kind, ...], Built] = {}

    def fitted(self, starts: list[Built]) -> list[Built]:
        """Return the stack that looks best first, then all that were tried, best first.

        Args: `starts` are stacks to begin with, at least one; the first is preferred to what looks hardly better.
        """
        best = self._best(starts)
        first = self._tried[starts[0].kinds]
        least = _HELD if len(best.kinds) == len(first.kinds) else _HELD_COUNT
        chosen = best if best.worth > first.worth + least else first
        others = sorted(self._tried.values(), key=lambda built: -built.worth)
        return [chosen, *(built for built in others if built is not chosen)]

    def _best(self, starts: list[Built]) -> Built:
        begun = sorted((self._placed(self._rated(b), _PLACED) for b in starts[:_STARTS]), key=lambda b: -b.worth)
        first = self._tried[starts[0].kinds]
        near = (built for built in begun[:_BEGUN] if built.worth > begun[0].worth - _NEAR)
        begun = [first, *(built for built in near if built.kinds != first.kinds)]
        begun = sorted((self._nudged(built) for built in begun), key=lambda b: -b.worth)
        done = {built.kinds for built in begun}
        likely = [built for built in begun[:_FOLLOWED] if built.worth > begun[0].worth - _CLOSE]
        return max((self._followed(built, done) for built in likely), key=lambda b: b.worth)

    def _followed(self, best: Built, done: set[tuple[Kind, ...]]) -> Built:
        """Return a stack with pieces exchanged as long as that pays; what is `done` was followed already."""
        for _ in range(_ROUNDS):
            settled = sorted((self._settled(trial) for trial in self._trials(best, done)), key=lambda b: -b.worth)
            top = self._nudged(settled[0]) if settled and settled[0].worth > best.worth - _CLOSE else best
            if top.worth <= best.worth + _GAIN:
                break
            best = top
            done.add(best.kinds)
        return best

    def _trials(self, best: Built, done: set[tuple[Kind, ...]]) -> list[Trial]:
        """Return the few most promising exchanges whose pieces were not the best before; others may look better now."""
        rated = [(self._rated(new), pieces) for new, pieces in self._exchanged(best) if new.kinds not in done]
        few: dict[tuple[Kind, ...], Trial] = {}
        for new, pieces in sorted(rated, key=lambda trial: -trial[0].worth):
            if len(few) < _FEW and new.worth > best.worth - _NEAR:
                few.setdefault(new.kinds, (new, pieces))
        return list(few.values())

    def _settled(self, trial: Trial) -> Built:
        """Return an exchange with what was exchanged moved to where it looks best."""
        built, pieces = trial
        return self._moved(self._placed(built, _PLACED[1:]) if not pieces.start else built, pieces, _SHIFTS)

    def _rated(self, built: Built) -> Built:
        rated = self._canvas.rated(built, self._base_mm(built.kinds[0][0]), self._sigma_mm)
        old = self._tried.get(rated.kinds)
        if old is None or old.worth < rated.worth:
            self._tried[rated.kinds] = rated
        return rated

    def _placed(self, built: Built, steps: tuple[float, ...]) -> Built:
        """Return it moved as a whole towards the camera or away from it."""
        for step in steps:
            while (better := self._better(built, slice(None), (0.0, step))).worth > built.worth:
                built = better
        return built

    def _nudged(self, built: Built) -> Built:
        """Return it with every piece moved a little, as long as it pays."""
        for _ in range(_NUDGED):
            better = self._moved(built, range(len(built.kinds)), _NUDGES)
            if better.worth < built.worth + _GAIN:
                return better
            built = better
        return built

    def _moved(self, built: Built, pieces: range, moves: tuple[tuple[float, float], ...]) -> Built:
        """Return it with single pieces moved, and all above each towards the camera or away from it."""
        for i in pieces:
            for move in moves:
                built = self._better(built, slice(i, i + 1), move)
            if 0 < i < len(built.kinds) - 1:
                built = self._better(built, slice(i, None), moves[0])
        return built

    def _better(self, built: Built, pieces: slice, move: tuple[float, float]) -> Built:
        """Return it with some pieces moved one way or the other (mm right, mm nearer), as it was if neither pays."""
        for sign in (1, -1):
            new = self._rated(built.moved(pieces, sign * move[0], sign * move[1], self._canvas.eye_mm))
            if new.worth > built.worth:
                return new
        return built

    def _exchanged(self, built: Built) -> Iterator[Trial]:
        """Yield it with what looks otherwise exchanged, with the last piece gone, and with one more."""
        top = len(built.kinds)
        least = [min(_TROUBLE_MM2, _TROUBLE_SHARE * pose.face_mm2) for pose, _ in built.kinds]
        trouble = self._canvas.trouble(built) > np.array(least)
        trouble |= np.array([pose.rarity > 0 for pose, _ in built.kinds])
        for i in np.flatnonzero(trouble).tolist():
            yield from self._recoloured(built, i)
        for i in np.flatnonzero(~trouble).tolist():
            yield from self._reshaped(built, i)
        for i in range(top):
            for taken in (1, 2):
                if i + taken <= top and trouble[i : i + taken].any():
                    yield from self._regrouped(built, i, taken)
        if top > 1:
            yield Built(built.kinds[:-1], built.places[:-1]), range(top - 2, top - 1)
        for pose in self._poses:
            yield from self._on_another(built, pose)
            yield from self._with(built, (top, top), (pose,))

    def _on_another(self, built: Built, pose: Pose) -> Iterator[Trial]:
        """Yield it on one more base: what hangs over the piece it stands on is seen low, as if on the table."""
        nearer = self._base_mm(pose) - float(built.places[0, 2])
        places = built.moved(slice(None), 0.0, nearer, self._canvas.eye_mm).places
        draft = Built(((pose, built.kinds[0][1]), *built.kinds), np.vstack([places[:1], places])).settled()
        seen = self._canvas.colour_at(pose, draft.places[0])
        for colour in {built.kinds[0][1], built.kinds[0][1] if seen is None else seen}:
            new = replace(draft, kinds=((pose, colour), *built.kinds))
            if new.may_be():
                yield new, range(1)

    def _recoloured(self, built: Built, i: int) -> Iterator[Trial]:
        pose, old = built.kinds[i]
        for colour in self._canvas.colours_near(pose, built.places[i]):
            new = replace(built, kinds=(*built.kinds[:i], (pose, colour), *built.kinds[i + 1 :]))
            if colour != old and new.may_be():
                yield new, range(i, i + 1)

    def _reshaped(self, built: Built, i: int) -> Iterator[Trial]:
        """Yield it with what is as high and wide in place of a piece: only corners tell them apart."""
        old = built.kinds[i][0]
        for pose in self._poses:
            is_alike = abs(pose.height_mm - old.height_mm) < _SAME_MM and abs(pose.width_mm - old.width_mm) < _LIKE_MM
            if is_alike and pose.shape != old.shape:
                yield from self._with(built, (i, i + 1), (pose,))

    def _regrouped(self, built: Built, i: int, taken: int) -> Iterator[Trial]:
        """Yield it with one or two pieces in place of one or two that are about as high; the topmost may be any."""
        old = tuple(pose for pose, _ in built.kinds[i : i + taken])
        for group in self._groups:
            off = abs(sum(pose.height_mm for pose in group) - sum(pose.height_mm for pose in old))
            single = len(group) == taken == 2 and group[0].height_mm == old[0].height_mm
            if group != old and not single and (off < _LIKE_MM or i + taken == len(built.kinds)):
                yield from self._with(built, (i, i + taken), group)

    def _with(self, built: Built, part: tuple[int, int], group: tuple[Pose, ...]) -> Iterator[Trial]:
        """Yield it with a group in place of a part, what is above as far away as it was or as it looked."""
        start, end = part
        near = built.places[start:end] if end > start else built.places[-1:]
        rows = [near[min(j, len(near) - 1)] for j in range(len(group))]
        places = np.vstack([built.places[:start], *rows, built.places[end:]])
        eye = self._canvas.eye_mm
        # A base's front foot stays where it is seen, so all stands nearer on a thinner one.
        nearer = 0.0 if start else self._base_mm(group[0]) - self._base_mm(built.kinds[0][0])
        new = self._coloured(built, part, group, Built((), places).moved(slice(None), 0.0, nearer, eye).places)
        pieces = range(start, start + len(group))
        old = [pose.width_mm for pose, _ in built.kinds[start:end] or built.kinds[-1:]]
        off = [abs(pose.width_mm - old[min(j, len(old) - 1)]) for j, pose in enumerate(group)]
        apart = [i for i, far in zip(pieces, off, strict=True) if far > _WIDER_MM]
        new = self._aligned(new, apart) if new and apart else new
        if new and new.may_be():
            yield from self._as_far(built, new, pieces, nearer)

    def _as_far(self, built: Built, new: Built, pieces: range, nearer: float) -> Iterator[Trial]:
        """Yield an exchange, also standing a little nearer or farther where that changed; `nearer` is how much."""
        yield new, pieces
        eye = self._canvas.eye_mm
        if abs(nearer) > _LEAST_BASE_MM:
            yield from ((new.moved(slice(None), 0.0, more, eye), pieces) for more in _BASE_MOVES_MM)
        above = len(built.kinds) - (len(new.kinds) - pieces.stop)
        higher = sum(pose.height_mm for pose, _ in new.kinds[: pieces.stop])
        higher -= sum(pose.height_mm for pose, _ in built.kinds[:above])
        if abs(higher) > _SAME_MM and above < len(built.kinds):
            place = new.places[pieces.start]
            slope = max(float(eye[1] - place[1]) / float(eye[2] - place[2]), 0.1)
            nearer = float(np.clip(higher / slope, -_MOST_NEARER_MM, _MOST_NEARER_MM))
            yield new.moved(slice(pieces.stop, None), 0.0, nearer, eye), pieces

    def _aligned(self, built: Built, pieces: list[int]) -> Built:
        """Return it with some pieces moved to where what is seen of their colours is as wide as they are."""
        places = built.places.copy()
        for i in pieces:
            (pose, colour), at = built.kinds[i], places[i]
            x = self._canvas.middle_at(pose, at, colour)
            at[0] = at[0] if x is None or abs(x - at[0]) < _ALIGNED_MM else x
        return replace(built, places=places)

    def _coloured(self, built: Built, part: tuple[int, int], group: tuple[Pose, ...], places: Floats) -> Built | None:
        """Return it with a group in the colours seen there, else in those of what was there; None without a colour."""
        start, end = part
        drafted = (*built.kinds[:start], *((pose, 0) for pose in group), *built.kinds[end:])
        draft = Built(drafted, places).settled()
        kinds = list(draft.kinds)
        for j, pose in enumerate(group):
            seen = self._canvas.colour_at(pose, draft.places[start + j])
            if seen is None and end == start:
                return None
            kinds[start + j] = pose, built.kinds[min(start + j, end - 1)][1] if seen is None else seen
        return replace(draft, kinds=tuple(kinds))
