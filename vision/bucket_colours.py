"""Colours of buckets: the light that comes from each, and a name under the game's own stock of two a colour."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.blobs import HUES, colour_index, hue_classes, hue_of, hues, saturations
from vision.colour import Floats, lab, linear
from vision.lattice import EACH
from vision.markers import Picture

BUCKETS = ("red", "yellow", "green", "blue", "violet")
_HUE_SPREAD = 11.0
_PALE = 15.0
_SURE, _UNSURE, _OTHER = 0.995, 0.45, 0.003
"""Confidences of a name; the likeness to some other thing."""
_LEAD, _LEAD_SHARE, _CLEARLY = 14.0, 0.4, 12.0
"""Degrees, or share of those between both, by which a name must be nearer than the next, unless a bucket so many
degrees away has that one.
"""
_COLOURED = 0.4
_LEAST_OWN, _SAME_HUE = 0.15, 30.0
"""Share of a patch that its colour must have, for all that is more degrees away to be left out."""
_WHOLE, _SIDES = (0.1, 0.1, 0.9, 0.95), ((-0.3, 0.1, -0.05, 0.95), (1.05, 0.1, 1.3, 0.95))
_DOUBTFUL = (0.3, 0.7)
_CLOTH, _CLOTH_HUE = 0.2, 20.0
"""Share of a table that is coloured like a bucket, within so many degrees."""
_STRANGE_HUE, _VIVID, _TWIN = 14.0, 0.5, 0.7
_PALE_ONE, _STRANGE_ONE = 0.1, 0.35
"""Degrees from a bucket, share of its chroma: what lies farther, or is paler, is none."""

Box = tuple[float, float, float, float]
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Look:
    """What one place shows: probability that a bucket stands there, its Lab hue (degrees) and chroma."""

    present: float
    hue: float
    chroma: float


@dataclass(frozen=True, slots=True)
class Bucket:
    """A named bucket and the probability of the name."""

    name: str
    confidence: float


def look_at(picture: Picture, box: Box, *, present: float, colour: str = "") -> Look:
    """Return the colour of a bucket in a box (x, y, width, height) px of a balanced picture.

    The lower middle is taken, without what is pale (glare, handle) and the darkest fifth, and of a patch's `colour`, or
    else of its most frequent one, without what is of another: a stripe or a label.
    """
    inner = _crop(picture, box, (0.25, 0.3, 0.75, 0.85)).reshape(-1, 3)
    if not len(inner):
        return Look(0.0, 0.0, 0.0)
    inner = _of_colour(inner, colour)
    light = linear(inner)
    strength = 1 - light.min(axis=1) / np.maximum(light.max(axis=1), 1e-4)
    bright = light.sum(axis=1)
    keep = (strength >= np.quantile(strength, 0.4)) & (bright >= np.quantile(bright, 0.2))
    middle = np.median(light[keep], axis=0) if keep.any() else np.median(light, axis=0)
    _, a, b = lab(middle)
    return Look(present, float(hue_of(middle)), float(np.hypot(a, b)))


def _of_colour(pixels: Picture, colour: str) -> Picture:
    """Return the pixels (N, 3) about as the usual one of a colour, all where hardly one is."""
    index = colour_index(pixels)
    classes = np.where(saturations()[index] >= _COLOURED * 255, hue_classes(BUCKETS)[index], 0)
    counts = np.bincount(classes, minlength=len(BUCKETS) + 1)[1:]
    own = classes == 1 + (BUCKETS.index(colour) if colour else int(counts.argmax()))
    if own.mean() < _LEAST_OWN:
        return pixels
    usual = hue_of(linear(np.median(pixels[own], axis=0)))
    return pixels[_degrees_apart(hues()[index], usual) < _SAME_HUE]


def bucket_evidence(picture: Picture, box: Box, *, covered: float = 0.0) -> tuple[float, float]:
    """Return how far a place shows one single colour, 0..1, and how much that differs from both its sides.

    Args: `covered` is the share of the box, from above, where buckets of the next row may stand before it.
    The quarter that shows it least is let off: a label or glare may lie there.
    The difference is a Lab distance with lightness at 0.3, since shadows fall on tables and walls alike; the sides are
    taken where a bucket is narrow, so that a neighbour does not count.
    """
    x, y, width, height = box
    box = x, y + covered * height, width, (1 - covered) * height
    inside = _crop(picture, box, (0.25, 0.15, 0.75, 0.85))
    sides = [_crop(picture, box, area) for area in ((-0.1, 0.1, 0.03, 0.45), (0.97, 0.1, 1.1, 0.45))]
    if min(inside.shape[:2]) < 2 or not all(side.size for side in sides):
        return 0.0, 0.0
    classes = _classes(inside)
    main = int(np.bincount(classes.ravel(), minlength=len(BUCKETS) + 1)[1:].argmax()) + 1
    quarters = [part for half in np.array_split(classes, 2) for part in np.array_split(half, 2, axis=1)]
    share = sorted(float((part == main).mean()) for part in quarters)[1]
    if not share:
        return 0.0, 0.0
    upper = -(-len(inside) // 2)
    middle = _weighted_lab(inside[:upper][classes[:upper] == main])
    return share, min(float(np.linalg.norm(_weighted_lab(side) - middle)) for side in sides)


def own_colour(picture: Picture, box: Box) -> float:
    """Return the share of a place, 0..1, with one colour that neither of its sides has nearly as much of.

    A label, a shadow or glare in the middle may leave so little of a bucket that `bucket_evidence` sees none.
    """
    inside, *sides = (_crop(picture, box, area) for area in (_WHOLE, *_SIDES))
    if not inside.size:
        return 0.0
    shares = _shares(inside)
    main = int(shares.argmax())
    beside = max((float(_shares(side)[main]) for side in sides if side.size), default=0.0)
    return float(shares[main]) - beside


def _shares(pixels: Picture) -> Floats:
    """Return the share of pixels (..., 3) that each bucket colour has, (5,)."""
    counts = np.bincount(_classes(pixels).ravel(), minlength=len(BUCKETS) + 1)
    shares: Floats = counts[1:] / counts.sum()
    return shares


def _classes(pixels: Picture) -> npt.NDArray[np.uint8]:
    """Return the bucket colour, from 1, of each pixel (..., 3), 0 where it is pale."""
    index = colour_index(pixels)
    return np.where(saturations()[index] >= _COLOURED * 255, hue_classes(BUCKETS)[index], 0).astype(np.uint8)


def on_its_colour(picture: Picture, box: Box, look: Look) -> bool:
    """Return whether the table beside a place, not below it where it may be mirrored, has the colour that it shows."""
    beside = [_crop(picture, box, area).reshape(-1, 3) for area in ((-1.2, 0.9, -0.2, 1.6), (1.2, 0.9, 2.2, 1.6))]
    return any(len(table) and _share_alike(table, look) > _CLOTH for table in beside)


def _share_alike(pixels: Picture, look: Look) -> float:
    colours = lab(linear(pixels))
    hue, chroma = np.degrees(np.arctan2(colours[:, 2], colours[:, 1])), np.hypot(colours[:, 1], colours[:, 2])
    alike = _degrees_apart(hue, np.asarray(look.hue)) < _CLOTH_HUE
    return float((alike & (chroma > _TWIN * look.chroma)).mean())


def _weighted_lab(pixels: Picture) -> Floats:
    middle = np.median(pixels.reshape(-1, 3), axis=0)
    weighted: Floats = lab(linear(middle)) * np.array([0.3, 1.0, 1.0])
    return weighted


def name_buckets(looks: dict[Place, Look], *, full: bool) -> dict[Place, Bucket]:
    """Return a name for each place that shows a bucket, no colour more often than a fresh pyramid holds it.

    With `full` every colour is given exactly twice. The assignment is solved for all places together; a name the
    assignment had to force against the hue keeps its low probability.
    """
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - 40 MB that a table of cards does not need

    places = list(looks)
    if not places:
        return {}
    likeness = np.array([_likeness(looks[place]) for place in places])
    slots = np.repeat(np.arange(len(BUCKETS)), EACH)
    chosen = likeness.argmax(axis=1)
    if len(places) <= len(slots):
        rows, columns = linear_sum_assignment(-np.log(likeness)[:, slots])
        chosen[rows] = slots[columns]
    share = likeness / (likeness.sum(axis=1, keepdims=True) + _OTHER)
    if full:
        share = share**0.5 / (share**0.5).sum(axis=1, keepdims=True)
    between = _between(np.array([looks[place].hue for place in places]), chosen) & (not full)
    return {
        place: Bucket(BUCKETS[c], min(float(share[i, c]), _UNSURE if between[i] else _SURE))
        for i, (place, c) in enumerate(zip(places, chosen, strict=True))
    }


def _between(hues: Floats, chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return which hues (degrees) lie between two names, where no bucket clearly beyond them has the other name."""
    names = np.array([HUES[name] for name in BUCKETS])
    apart = _degrees_apart(hues[:, None], names)
    own = apart[np.arange(len(hues)), chosen]
    apart[np.arange(len(hues)), chosen] = np.inf
    other = apart.argmin(axis=1)
    told = ((_degrees_apart(hues[:, None], hues) > _CLEARLY) & (chosen == other[:, None])).any(axis=1)
    lead = np.maximum(_LEAD, _LEAD_SHARE * _degrees_apart(names[chosen], names[other]))
    return np.asarray((apart.min(axis=1) - own < lead) & ~told)


def _degrees_apart(hues: Floats, others: Floats) -> Floats:
    return np.abs((hues - others + 180) % 360 - 180)


def settled(looks: dict[Place, Look], found: Collection[Place]) -> dict[Place, Look]:
    """Return the looks with the places that showed no clear patch decided, where the other buckets' colours can.

    Args: `found` are the places with a patch. Buckets of one colour look alike, there are two of them and they never
    touch (rule of the game), and all buckets of a set are about equally vivid; a flower pot and a table are none of it.
    """
    sure = {place: look for place, look in looks.items() if place in found and look.present > _DOUBTFUL[1]}
    vivid = float(np.median([look.chroma for look in sure.values()])) if sure else 0.0
    return {place: look if place in found else _settled(place, look, sure, vivid) for place, look in looks.items()}


def _settled(place: Place, look: Look, sure: dict[Place, Look], vivid: float) -> Look:
    twins = {at: other for at, other in sure.items() if _likeness(other).argmax() == _likeness(look).argmax()}
    least = min((_TWIN * other.chroma for other in twins.values()), default=_VIVID * vivid)
    if look.chroma < least:
        return replace(look, present=min(look.present, _PALE_ONE))
    if not _DOUBTFUL[0] <= look.present <= _DOUBTFUL[1]:
        return look
    near = [abs((look.hue - other.hue + 180) % 360 - 180) for other in twins.values()]
    off = min(abs((look.hue - HUES[name] + 180) % 360 - 180) for name in BUCKETS)
    if off > _STRANGE_HUE or (near and min(near) > _STRANGE_HUE):
        return replace(look, present=_STRANGE_ONE)
    if len(twins) >= EACH or any(_touch(place, other) for other in twins):
        return replace(look, present=0.4)
    return replace(look, present=0.75) if near else look


def _touch(one: Place, other: Place) -> bool:
    up, along = other[0] - one[0], other[1] - one[1]
    return (up, along) in {(0, 1), (0, -1), (1, 0), (1, -1), (-1, 0), (-1, 1)}


def _likeness(look: Look) -> Floats:
    hues = np.array([HUES[name] for name in BUCKETS])
    off = (look.hue - hues + 180) % 360 - 180
    spread = _HUE_SPREAD * (1.0 if look.chroma > _PALE else 3.0)
    likeness: Floats = np.exp(-np.minimum(off**2, 60**2) / (2 * spread**2)) + 1e-9
    return likeness


def _crop(picture: Picture, box: Box, area: Box) -> Picture:
    """Return the part of a box given as shares (left, top, right, bottom), cut at the picture's edge."""
    x, y, width, height = box
    high, wide = picture.shape[:2]
    x0, x1 = (int(np.clip(round(x + share * width), 0, wide)) for share in (area[0], area[2]))
    y0, y1 = (int(np.clip(round(y + share * height), 0, high)) for share in (area[1], area[3]))
    return picture[y0:y1, x0:x1]
