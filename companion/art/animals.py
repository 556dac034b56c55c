"""Faces of animals: six for the seats, five for the bucket colours. Drawn by us, told apart by outline alone."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.art.shapes import Arc, Drawing, Oval, Poly, Stroke, disc, pair

SEAT_ANIMALS: Final = ("fox", "bear", "hare", "owl", "cat", "frog")
"""The animal of each seat."""

BUCKET_ANIMALS: Final[Mapping[str, str]] = MappingProxyType(
    {"blue": "horse", "green": "dog", "violet": "pig", "red": "cow", "yellow": "sheep"}
)
"""The animal on the cards of each bucket colour."""

SUITS: Final[Mapping[str, Drawing]] = MappingProxyType(
    {
        "red": (Poly(((0.5, 0.02), (0.9, 0.5), (0.5, 0.98), (0.1, 0.5))),),
        "green": (*pair(disc(0.28, 0.4, 0.22)), disc(0.5, 0.72, 0.22), Stroke(((0.5, 0.5), (0.5, 0.04)), 0.14)),
        "blue": (disc(0.5, 0.36, 0.32), Poly(((0.24, 0.54), (0.76, 0.54), (0.5, 0.98)))),
        "yellow": (disc(0.5, 0.5, 0.42),),
        "violet": (Poly(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))),),
    }
)
"""The sign of each colour on cards that show no animal."""

FACES: Final[Mapping[str, Drawing]] = MappingProxyType(
    {
        "fox": (
            *pair(Poly(((0.1, 0.92), (0.08, 0.52), (0.46, 0.7)))),
            Poly(((0.12, 0.6), (0.3, 0.74), (0.7, 0.74), (0.88, 0.6), (0.94, 0.42), (0.5, 0.06), (0.06, 0.42))),
            *pair(Poly(((0.14, 0.4), (0.44, 0.34), (0.48, 0.14)), "cut")),
            *pair(disc(0.35, 0.5, 0.055, "cut")),
            disc(0.5, 0.13, 0.07),
        ),
        "bear": (
            *pair(disc(0.21, 0.77, 0.17)),
            *pair(disc(0.21, 0.77, 0.075, "cut")),
            Oval(0.5, 0.46, 0.4, 0.38),
            Oval(0.5, 0.31, 0.2, 0.16, "cut"),
            Oval(0.5, 0.37, 0.08, 0.06),
            Stroke(((0.5, 0.34), (0.5, 0.24)), 0.045),
            *pair(disc(0.34, 0.56, 0.055, "cut")),
        ),
        "hare": (
            *pair(Oval(0.34, 0.76, 0.11, 0.23)),
            *pair(Oval(0.34, 0.77, 0.05, 0.15, "cut")),
            Oval(0.5, 0.34, 0.31, 0.3),
            *pair(disc(0.38, 0.41, 0.05, "cut")),
            Poly(((0.45, 0.3), (0.55, 0.3), (0.5, 0.24)), "cut"),
            *pair(Stroke(((0.3, 0.24), (0.1, 0.3)), 0.03)),
            *pair(Stroke(((0.3, 0.19), (0.1, 0.15)), 0.03)),
        ),
        "owl": (
            *pair(Poly(((0.12, 0.96), (0.12, 0.58), (0.46, 0.78)))),
            Oval(0.5, 0.46, 0.38, 0.41),
            *pair(disc(0.34, 0.58, 0.155, "cut")),
            *pair(disc(0.36, 0.58, 0.07)),
            Poly(((0.43, 0.44), (0.57, 0.44), (0.5, 0.3)), "cut"),
            *pair(Arc(0.4, 0.24, 0.07, 90, 270, 0.035, "cut")),
        ),
        "cat": (
            *pair(Poly(((0.12, 0.94), (0.12, 0.5), (0.5, 0.72)))),
            Oval(0.5, 0.42, 0.4, 0.34),
            *pair(Oval(0.34, 0.5, 0.06, 0.085, "cut")),
            *pair(Oval(0.34, 0.5, 0.022, 0.07)),
            Poly(((0.44, 0.38), (0.56, 0.38), (0.5, 0.3)), "cut"),
            *pair(Stroke(((0.38, 0.3), (0.14, 0.35)), 0.03, "cut")),
            *pair(Stroke(((0.38, 0.25), (0.16, 0.22)), 0.03, "cut")),
        ),
        "frog": (
            *pair(disc(0.25, 0.74, 0.19)),
            *pair(disc(0.25, 0.76, 0.11, "cut")),
            *pair(disc(0.27, 0.75, 0.055)),
            Oval(0.5, 0.42, 0.45, 0.32),
            *pair(disc(0.44, 0.5, 0.022, "cut")),
            Arc(0.5, 0.62, 0.37, 132, 228, 0.04, "cut"),
        ),
        "horse": (
            *pair(Poly(((0.26, 0.98), (0.28, 0.66), (0.48, 0.8)))),
            Poly(((0.27, 0.76), (0.5, 0.88), (0.73, 0.76), (0.66, 0.3), (0.34, 0.3))),
            Oval(0.5, 0.2, 0.19, 0.17),
            Poly(((0.42, 0.9), (0.58, 0.9), (0.5, 0.6)), "cut"),
            *pair(disc(0.38, 0.58, 0.045, "cut")),
            *pair(Oval(0.43, 0.19, 0.03, 0.045, "cut")),
        ),
        "dog": (
            Oval(0.5, 0.52, 0.29, 0.36),
            *pair(Oval(0.17, 0.54, 0.13, 0.3)),
            *pair(Stroke(((0.3, 0.8), (0.29, 0.42)), 0.035, "cut")),
            Oval(0.5, 0.33, 0.17, 0.15, "cut"),
            Oval(0.5, 0.4, 0.09, 0.065),
            *pair(disc(0.4, 0.6, 0.045, "cut")),
        ),
        "pig": (
            *pair(Poly(((0.08, 0.9), (0.14, 0.52), (0.48, 0.76)))),
            Oval(0.5, 0.44, 0.4, 0.36),
            Oval(0.5, 0.34, 0.19, 0.14, "cut"),
            *pair(Oval(0.43, 0.34, 0.035, 0.06)),
            *pair(disc(0.33, 0.54, 0.045, "cut")),
        ),
        "cow": (
            *pair(Poly(((0.16, 0.98), (0.26, 0.7), (0.4, 0.78)))),
            *pair(Oval(0.13, 0.62, 0.14, 0.075)),
            Oval(0.5, 0.5, 0.27, 0.36),
            Oval(0.5, 0.22, 0.27, 0.19),
            Oval(0.5, 0.22, 0.21, 0.13, "cut"),
            *pair(Oval(0.42, 0.22, 0.035, 0.05)),
            *pair(disc(0.38, 0.56, 0.045, "cut")),
        ),
        "sheep": (
            *(disc(x, y, 0.17) for x, y in ((0.5, 0.8), (0.3, 0.73), (0.7, 0.73), (0.19, 0.54), (0.81, 0.54))),
            *(disc(x, y, 0.16) for x, y in ((0.24, 0.34), (0.76, 0.34), (0.38, 0.22), (0.62, 0.22))),
            disc(0.5, 0.5, 0.3),
            Oval(0.5, 0.43, 0.19, 0.26, "cut"),
            *pair(disc(0.43, 0.5, 0.035)),
            *pair(Stroke(((0.5, 0.32), (0.44, 0.36)), 0.035)),
        ),
    }
)
