"""Glyph masks from the fonts installed on the training machine.

Fonts are found through fontconfig. Families whose digits are puzzles (dingbats, the novelty fonts of ``fonts-aenigma``)
are left out; `docs/vision_training.md` lists the packages that were installed.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.uint8]

FACE_PX = 72
MIN_INK_PX = 60
UNFIT = ("BRK", "D050000L", "Initials", "Dingbat", "Rampart", "Mekanus ADF Titling", "Noto Sans Math")
PICTURES = {
    "bomb": "💣",
    "animal": "🐀🐁🐂🐃🐄🐅🐆🐇🐈🐉🐊🐋🐌🐍🐎🐏🐐🐑🐒🐓🐔🐕🐖🐗🐘🐙🐛🐞🐟🐠🐢🐣🐥🐦🐧🐨🐪🐫🐬🐭🐮🐯🐰🐴🐵🐶🐷🐸",
}
SIGNS = "♠♣♥♦♤♧♡♢♔♕♚♛♜♞♟★☆✚✖✦●○■□▲▼◆◇◉☀☂☎☘⚑⚔⚓⚙⛔⚒⚖✝✎✂✈♪♫☯☮⚡❄✿❤➤🗡🔪🗝🔑👑🎩🏆🔔🌲🌻🍀🔨🎲⊘🚫∅⊗⊖⊕↺⟳⇄"


@dataclass(frozen=True, slots=True)
class Face:
    """One font file with the family it belongs to."""

    path: str
    family: str


def find_faces() -> dict[str, list[Face]]:
    """Usable font files by family, sorted so that a seed gives the same order everywhere."""
    form = "%{file}|%{family[0]}\n"
    listing = subprocess.run(["fc-list", "-f", form], capture_output=True, text=True, check=True)  # noqa: S603, S607
    families: dict[str, list[Face]] = {}
    for line in sorted(set(listing.stdout.splitlines())):
        path, _, family = line.partition("|")
        if path.lower().endswith((".ttf", ".otf")) and not any(word in family for word in UNFIT):
            families.setdefault(_merged(family), []).append(Face(path, family))
    return families


def _merged(family: str) -> str:
    # The two hundred Noto families share their Latin digits: as one family they weigh as one.
    return "Noto" if family.startswith("Noto Sans") else family


def draw_text(face: Face, text: str) -> Mask | None:
    """The tight mask (height, width) uint8 of a text, None where the font lacks it or leaves it blank."""
    try:
        font = ImageFont.truetype(face.path, FACE_PX)
        left, top, right, bottom = (int(edge) for edge in font.getbbox(text))
        picture = Image.new("L", (right - left + 8, bottom - top + 8), 0)
        ImageDraw.Draw(picture).text((4 - left, 4 - top), text, fill=255, font=font)
    except (OSError, ValueError):
        return None
    return tight(np.asarray(picture))


def draw_lines(face: Face, lines: list[str], line_px: int, size: tuple[int, int]) -> Mask | None:
    """Lines of text, each about `line_px` high, on a mask of a `size` (width, height); None where the font fails."""
    picture = Image.new("L", size, 0)
    try:
        font = ImageFont.truetype(face.path, line_px)
        ImageDraw.Draw(picture).multiline_text((0, 0), "\n".join(lines), fill=255, font=font, spacing=line_px // 4)
    except (OSError, ValueError):
        return None
    return np.array(picture)


def tight(mask: Mask) -> Mask | None:
    """The mask cut to its ink, None where there is too little of it to be read."""
    rows, columns = np.nonzero(mask > 40)
    if len(rows) < MIN_INK_PX:
        return None
    return mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].copy()


def has_digits(face: Face) -> bool:
    """Whether the ten digits of a font are all there and all different."""
    masks = [draw_text(face, digit) for digit in "0123456789"]
    if any(mask is None for mask in masks):
        return False
    return len({mask.tobytes() for mask in masks if mask is not None}) == 10
