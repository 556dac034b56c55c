"""The colour of a card, named under any lamp: the card's own paper is the white.

Where paper shows (a white border, a white ground, a white figure), its light is divided out before the printed colour
is named by its hue. Where no paper shows, the least coloured print stands in. A pale ground that hardly anything is
printed on in colour is no paper, but the colour itself, where it is not what lamps make of white.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.rectify import Picture
from vision.colour import lab, linear

HUES_DEG: dict[str, tuple[float, float]] = {
    "red": (33.0, 14.0),
    "orange": (60.0, 9.0),
    "yellow": (90.0, 9.0),
    "green": (142.0, 16.0),
    "blue": (281.0, 13.0),
    "violet": (318.0, 11.0),
}
"""Lab hue of what people call so, and how far prints of that name lie about it (degrees, chosen on rendered and
photographed cards)."""

LEAST_CHROMA = 16.0
LEAST_SHARE = 0.012
TRACE = 0.004
"""So much of a card's print is enough to name its colour where all cards have one: ten pixels of those looked at."""
ABOUT_PX, INKED = 15, 96.0
"""Strokes are narrower than so many of the pixels looked at; above this percentile of what they take is ink."""
TAKEN, LEAST_TAKEN, GUESSED = 0.95, 0.03, 0.3
"""The share of a channel's light that ink takes, what it must take at least to be guessed at, and how sure that is."""
FARTHEST = 3.2
RIM = 0.06
PAPER_PX = (40, 62)
HALFWAY = 0.7
"""The share of another colour at which a name is worth nothing: lamps shift blue by half the way to violet."""
LEAST_INK = 0.08
NO_LAMP = 0.33
"""A channel so weak beside the others is ink, unless the lamp is warmer than one of 3500 K that nobody balanced."""
OUTSHINES, LEAST_PAPER = 0.6, 0.01
"""Paper has so much of the brightest of each channel, in shade too, on such a share of a card."""
WARMEST, WARM_GREEN, FROM_LAMP = 0.01, 0.29, 0.35
"""Blue to red under the warmest lamp; green to red is that to such a power (black bodies of 2400 to 6500 K), within so
much (logarithms): yellow print has half as much green again."""
FAINT, MOST_OF_CARD = 26.0, 0.5
"""The chroma of print that may as well be what is left of a tinted ground once that is taken for white, and how much of
a card is ground."""
TINTED, TINT = 8.0, 14.0
"""The chroma, under the camera's own white, that no lamp explains, and how much more makes that sure."""
AS_LIGHT, LIGHTER, BURNT_OUT = 0.95, 1.15, 0.98
"""What is blank on a tinted ground, beside that, channel by channel, and light that no longer tells a colour."""
LAMPS_DEG = (40.0, 120.0)
"""Lab hues of white under lamps warmer than the camera was balanced for."""


@dataclass(frozen=True, slots=True)
class ColourRead:
    """A colour name with its confidence; None where no colour of those asked for shows."""

    name: str | None
    confidence: float


def read_colour(
    card: Picture,
    names: tuple[str, ...],
    *,
    hidden: npt.NDArray[np.bool_] | None = None,
    gains: npt.NDArray[np.float64] | None = None,
) -> ColourRead:
    """The name among `names` of what an upright card (240, 156, 3) is printed with.

    What is `hidden` (240, 156) of it has no say. `gains` (3,) make what is grey beside it neutral, where that is known.
    "black" is what a card without any of the other colours is printed with.
    """
    if not names:
        return ColourRead(None, 1.0)
    hues = [name for name in names if name in HUES_DEG]
    lamp = 1.0 if gains is None else gains
    inner, paper = _inner(card, hidden) * lamp, paper_white(_light(card, hidden) * lamp)
    white, known = (paper, 1.0) if "black" in names else _white(inner, paper)
    votes, share = _votes(inner / white, hues)
    if share < LEAST_SHARE and "black" in names:
        return ColourRead("black", _black_sureness(share))
    if not votes.any():
        return _washed_out(card, hues)
    seen = 1 - _black_sureness(share) if "black" in names else min(share / TRACE, 1.0)
    return _likeliest(votes, hues, seen * known)


def _likeliest(votes: npt.NDArray[np.float64], hues: list[str], known: float) -> ColourRead:
    """The hue with most votes, at most as sure as `known`; None without any."""
    if not votes.any():
        return ColourRead(None, 0.0)
    order = np.argsort(-votes)
    first, second = votes[order[0]], votes[order[1]] if len(order) > 1 else 0.0
    sure = max(1 - float(second / (first + second)) / HALFWAY, 0.0)
    return ColourRead(hues[int(order[0])], sure * known)


def _washed_out(card: Picture, hues: list[str]) -> ColourRead:
    """A guess at the colour of print made pale by glare or too much light: what it takes from its ground is told by
    the difference, whatever was added to both. Never sure, for channels are burnt out one before the other."""
    small = np.asarray(cv2.resize(card, PAPER_PX, interpolation=cv2.INTER_AREA), np.uint8)
    about = np.ones((ABOUT_PX, ABOUT_PX), np.uint8)
    ground = linear(cv2.morphologyEx(small, cv2.MORPH_CLOSE, about).reshape(-1, 3))
    lost = ground - linear(small.reshape(-1, 3))
    depth = lost.max(1)
    taken = lost[depth >= np.percentile(depth, INKED)].mean(0) / (np.median(ground, 0) + 1e-4)
    if taken.max() < LEAST_TAKEN:
        return ColourRead(None, 0.0)
    votes, _ = _votes(1 - TAKEN * taken[None] / taken.max(), hues)
    return _likeliest(votes, hues, GUESSED)


def _black_sureness(share: float) -> float:
    return float(1 / (1 + np.exp((share - LEAST_SHARE) / (0.25 * LEAST_SHARE))))


def _inner(card: Picture, hidden: npt.NDArray[np.bool_] | None) -> npt.NDArray[np.float64]:
    """The linear light (n, 3) of a card without its rim, where the table may show."""
    rim_y, rim_x = (int(RIM * size) for size in card.shape[:2])
    middle = np.s_[rim_y:-rim_y, rim_x:-rim_x]
    return _light(card[middle], None if hidden is None else hidden[middle])


def _votes(printed: npt.NDArray[np.float64], hues: list[str]) -> tuple[npt.NDArray[np.float64], float]:
    """For each hue how much of the print (n, 3), as on white paper, has it, and the share that has any of them."""
    tones = lab(printed)
    chroma = np.hypot(tones[:, 1], tones[:, 2])
    hue = np.rad2deg(np.arctan2(tones[:, 2], tones[:, 1])) % 360
    centres, spreads = np.array([HUES_DEG[name] for name in hues]).T
    away = np.abs((hue[:, None] - centres + 180) % 360 - 180) / spreads
    coloured = (chroma > max(LEAST_CHROMA, 0.45 * np.percentile(chroma, 98))) & (away.min(1) < FARTHEST)
    likeness = np.exp(-0.5 * away[coloured] ** 2) * chroma[coloured, None]
    return likeness.sum(0), float(coloured.mean())


def _light(card: Picture, hidden: npt.NDArray[np.bool_] | None) -> npt.NDArray[np.float64]:
    """The linear light (n, 3) of what shows of a card, all of it where nothing does."""
    pixels = cv2.resize(card, PAPER_PX, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    if hidden is None:
        return linear(pixels)
    shows = cv2.resize(hidden.astype(np.uint8), PAPER_PX, interpolation=cv2.INTER_NEAREST).ravel() == 0
    return linear(pixels[shows] if shows.any() else pixels)


def white_of(card: Picture) -> npt.NDArray[np.float64]:
    """The linear light (3,) of white on an upright card (240, 156, 3) uint8 BGR that is printed in colour."""
    return _white(_inner(card, None), paper_white(_light(card, None)))[0]


def _white(light: npt.NDArray[np.float64], paper: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], float]:
    """The white (3,) of a card of pixels (n, 3) that is printed in colour, and how sure it is: its paper, else the
    camera's own."""
    blank = _blank(light, paper)
    if blank is not None and blank.max() < BURNT_OUT:
        paper = blank
    tint = _tint_of_ground(light, paper)
    if tint <= TINTED:
        return paper, 1.0
    if blank is not None and blank.min() < BURNT_OUT:
        return blank, 1.0
    return np.full(3, paper.max()), min((tint - TINTED) / TINT, 1.0)


def _blank(light: npt.NDArray[np.float64], ground: npt.NDArray[np.float64]) -> npt.NDArray[np.float64] | None:
    """The light (3,) of what is lighter than a ground in one channel and darker in none, and white: of an oval or a rim
    left blank on it, so the ground is no paper. None where there is nothing of that."""
    least, most = _beside(light, ground)
    lighter = light[(least > AS_LIGHT) & (most > LIGHTER * np.maximum(least, 1.0))]
    if len(lighter) < LEAST_PAPER * len(light):
        return None
    blank = np.asarray(np.median(lighter, 0))
    return blank if _tint(blank) <= TINTED else None


def _beside(light: npt.NDArray[np.float64], white: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], ...]:
    """The least and the most that light (n, 3) is of a white (3,), channel by channel: (n,) each."""
    blue, green, red = (light / white).T  # By columns this takes a quarter of the time of min and max along rows.
    return np.minimum(np.minimum(blue, green), red), np.maximum(np.maximum(blue, green), red)


def _tint(light: npt.NDArray[np.float64]) -> float:
    """The chroma of light (3,) under the camera's own white, 0 where lamps make that of white."""
    _, a, b = lab(light[None] / light.max())[0]
    least, most = LAMPS_DEG
    return 0.0 if least < np.rad2deg(np.arctan2(b, a)) % 360 < most else float(np.hypot(a, b))


def _tint_of_ground(light: npt.NDArray[np.float64], paper: npt.NDArray[np.float64]) -> float:
    """The chroma of what passes for paper, 0 where it carries a print of another colour or is what lamps make of white.

    What outshines it is no print on it.
    """
    least, _ = _beside(light, paper)
    if (least > OUTSHINES).mean() < MOST_OF_CARD:
        return 0.0
    printed = light[least < 1]
    _, *print_ab = lab(printed / paper).T
    if np.percentile(np.hypot(*print_ab), 98) > FAINT:
        return 0.0
    return _tint(paper)


def paper_white(light: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The linear light (3,) of the card's paper among its pixels (n, 3).

    Paper outshines every print in every channel, whatever the lamp. Where nothing does, or only what no lamp makes of
    white, the card shows no paper: then its least coloured pixels stand in, and where these are inked too, the camera's
    own white.
    """
    top = np.percentile(light, 99, axis=0)
    brightest = light[(light > OUTSHINES * top).all(1)]
    if len(brightest) > LEAST_PAPER * len(light):
        white = np.median(brightest, 0)
        if _is_lit_white(white):
            return np.asarray(white + 1e-4)
    return _white_of_print(light)


def _is_lit_white(light: npt.NDArray[np.float64]) -> bool:
    """Whether white may look so: not far from the camera's own, or as far as warm lamps are, then as red as these."""
    blue, green, red = np.log(light + 1e-6)
    warm = blue - red > np.log(WARMEST) and abs(green - red - WARM_GREEN * (blue - red)) < FROM_LAMP
    return bool(light.min() > NO_LAMP * light.mean() or warm)


def _white_of_print(light: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The white (3,) that the print alone tells."""
    level = light.mean(1)
    inked = light[level > LEAST_INK * np.percentile(level, 97)]
    ratio = inked / (inked.mean(1, keepdims=True) + 1e-6)
    spread = ratio.max(1) - ratio.min(1)
    pale = np.median(inked[spread <= np.percentile(spread, 25)], 0)
    if pale.min() < NO_LAMP * pale.mean():
        pale = np.full(3, pale.mean())
    scale = np.percentile(level, 97) / max(pale.mean(), 1e-6)
    return np.asarray(pale * max(scale, 1.0) + 1e-4)
