"""The stock of glyph masks a training run draws from: numbers, letters, signs, pictures."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.training import fonts, strokes
from vision.training.fonts import Face, Mask

NUMBERS = tuple(range(-1, 26))
PICTURES = ("none", "bomb", "animal")
CLASSES: tuple[str, ...] = PICTURES + tuple(str(number) for number in NUMBERS)
# Letters that no digit resembles in some face or other.
LETTERS = "ACDEFHJKLMNPRTUVWXYadefhkmnrtuvwxyÄÖÜ@%?!#&+=:/"
COURT = "JQK"
"""Letters that lie among numbers; a Q is a 0 but for its tail."""
HAND_SHARE = 0.22
STYLES_A_FAMILY = 3
MISSING = "\U0010fffe"


@dataclass(slots=True)
class Stock:
    """All faces by family and the masks drawn so far, so that each is drawn once."""

    families: list[list[Face]]
    symbols: list[Face]
    masks: dict[tuple[str, str], Mask | None] = field(default_factory=dict)

    def number(self, rng: np.random.Generator, text: str) -> Mask:
        """A number by a random face or hand; a typed minus is sometimes a hyphen, sometimes a real minus."""
        if rng.random() < HAND_SHARE:
            return strokes.write_number(rng, text)
        shown = text.replace("-", rng.choice(["-", "−", "–"]))
        mask = self._drawn(shown, self.face(rng))
        return strokes.write_number(rng, text) if mask is None else mask

    def letters(self, rng: np.random.Generator) -> Mask:
        """One or two letters, or a number beyond those we read."""
        kind = rng.random()
        if kind < 0.6:
            text = str(rng.choice(list(COURT if kind < 0.25 else LETTERS)))
        elif kind < 0.8:
            text = str(rng.integers(26, 100))
        else:
            text = str(rng.choice(["+2", "+4", "x2", "100", "AB", "JK", "1A", "No", "½", "2x", "+", "÷"]))
        mask = self._drawn(text, self.face(rng))
        return strokes.write_number(rng, "26") if mask is None else mask

    def sign(self, rng: np.random.Generator, signs: str) -> Mask:
        """One of the given signs in a symbol face that has it."""
        for _ in range(200):
            face = self.symbols[rng.integers(len(self.symbols))]
            mask = self._drawn(str(rng.choice(list(signs))), face)
            if mask is not None:
                return mask
        raise LookupError(f"none of the symbol faces {self.symbols} has any of {signs}")

    def face(self, rng: np.random.Generator) -> Face:
        """Any face of any family."""
        family = self.families[rng.integers(len(self.families))]
        return family[rng.integers(len(family))]

    def _drawn(self, text: str, face: Face) -> Mask | None:
        key = (face.path, text)
        if key not in self.masks:
            self.masks[key] = fonts.draw_text(face, text) if self._has(face, text) else None
        return self.masks[key]

    def _has(self, face: Face, text: str) -> bool:
        # A face without a sign draws the box of its "missing" glyph, which must never pass for a numeral.
        missing = self.masks.setdefault((face.path, MISSING), fonts.draw_text(face, MISSING))
        if missing is None:
            return True
        drawn = [fonts.draw_text(face, sign) for sign in text if ord(sign) > 127]
        return not any(mask is not None and mask.shape == missing.shape for mask in drawn)


def open_stock(seed: int) -> Stock:
    """The stock of this machine: at most three styles a family, chosen by the seed."""
    rng = np.random.default_rng(seed)
    families, symbols = [], []
    for faces in fonts.find_faces().values():
        symbols += [face for face in faces if "ymbol" in face.path]
        good = [face for face in faces if "ymbol" not in face.path]
        rng.shuffle(good)
        usable = []
        for face in good:
            if len(usable) < STYLES_A_FAMILY and fonts.has_digits(face):
                usable.append(face)
            if len(usable) == STYLES_A_FAMILY:
                break
        families += [usable] if usable else []
    return Stock(families, symbols)
