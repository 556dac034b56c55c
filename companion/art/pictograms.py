"""What can be done at the table, as pictures: for those who do not read yet. Drawn by us, in a unit square.

A picture is named as its action, ``<game>.<action>``; an action without one keeps its words alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, cos, pi, sin
from types import MappingProxyType
from typing import Final

from companion.art.glyphs import GLYPHS
from companion.art.shapes import Arc, Drawing, Oval, Poly, Stroke, disc


def _outline(x: float, y: float, width: float, height: float) -> Stroke:
    """The edge of a card around (x, y)."""
    left, right, low, high = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    return Stroke(((left, low), (right, low), (right, high), (left, high), (left, low)), 0.06)


def _full(x: float, y: float, width: float, height: float) -> Poly:
    """A filled card or piece around (x, y)."""
    left, right, low, high = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    return Poly(((left, low), (right, low), (right, high), (left, high)))


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> Drawing:
    """A line with a head at its end."""
    (x0, y0), (x1, y1) = start, end
    way, half, long = atan2(y1 - y0, x1 - x0), 0.13, 0.2
    foot = (x1 - long * cos(way), y1 - long * sin(way))
    aside = (half * cos(way + pi / 2), half * sin(way + pi / 2))
    head = Poly(((x1, y1), (foot[0] + aside[0], foot[1] + aside[1]), (foot[0] - aside[0], foot[1] - aside[1])))
    return (Stroke((start, foot), 0.09), head)


def _person(x: float) -> Drawing:
    """Somebody, seen from the front."""
    return (disc(x, 0.7, 0.13), Oval(x, 0.34, 0.17, 0.2))


def _bucket(x: float, y: float, side: float) -> Poly:
    """A bucket with its middle at (x, y)."""
    top, foot, half = side * 0.5, side * 0.36, side * 0.44
    return Poly(((x - foot, y - half), (x + foot, y - half), (x + top, y + half), (x - top, y + half)))


def _tower(lean: float = 0.0) -> Drawing:
    """Three pieces, the upper ones moved aside."""
    return (
        _full(0.34, 0.2, 0.26, 0.24),
        _full(0.34 + lean, 0.42, 0.44, 0.12),
        _full(0.34 + 2 * lean, 0.62, 0.24, 0.22),
    )


_TRAY: Final = Stroke(((0.12, 0.26), (0.12, 0.1), (0.88, 0.1), (0.88, 0.26)), 0.07)
_CHECK: Final = Stroke(((0.6, 0.56), (0.72, 0.42), (0.94, 0.74)), 0.1)
_CROSS: Final = (Stroke(((0.64, 0.46), (0.92, 0.74)), 0.1), Stroke(((0.64, 0.74), (0.92, 0.46)), 0.1))
_SHIELD: Final = Poly(((0.16, 0.9), (0.84, 0.9), (0.84, 0.5), (0.5, 0.06), (0.16, 0.5)))

PICTOGRAMS: Final[Mapping[str, Drawing]] = MappingProxyType(
    {
        "allegra.deal": tuple(_outline(x, y, 0.2, 0.3) for x in (0.16, 0.5, 0.84) for y in (0.26, 0.72)),
        "allegra.turn_up": (
            _full(0.5, 0.32, 0.4, 0.5),
            Arc(0.5, 0.62, 0.28, -80, 60),
            *_arrow((0.7, 0.86), (0.84, 0.6)),
        ),
        "allegra.take": (_full(0.5, 0.28, 0.36, 0.46), *_arrow((0.5, 0.6), (0.5, 0.98))),
        "allegra.draw": (
            *(_outline(0.5 + d, 0.3 - d, 0.36, 0.44) for d in (-0.08, 0.0, 0.08)),
            *_arrow((0.42, 0.56), (0.42, 0.98)),
        ),
        "allegra.swap": (
            _outline(0.18, 0.5, 0.26, 0.4),
            _full(0.82, 0.5, 0.3, 0.46),
            *_arrow((0.3, 0.86), (0.7, 0.86)),
            *_arrow((0.7, 0.14), (0.3, 0.14)),
        ),
        "allegra.discard": (_outline(0.5, 0.78, 0.3, 0.36), *_arrow((0.5, 0.56), (0.5, 0.18)), _TRAY),
        "allegra.knock": GLYPHS["knock"],
        "allegra.give": (_full(0.16, 0.5, 0.26, 0.38), *_arrow((0.34, 0.5), (0.64, 0.5)), *_person(0.82)),
        "allegra.place": (*_arrow((0.5, 0.98), (0.5, 0.56)), _outline(0.5, 0.3, 0.4, 0.5), _full(0.5, 0.3, 0.2, 0.28)),
        "allegra.grab": (
            *(_outline(x, 0.26, 0.2, 0.34) for x in (0.14, 0.86)),
            _full(0.5, 0.34, 0.26, 0.4),
            *_arrow((0.5, 0.58), (0.5, 0.98)),
        ),
        "allegra.put": (
            *(_outline(x, 0.26, 0.2, 0.34) for x in (0.14, 0.86)),
            _full(0.5, 0.26, 0.26, 0.4),
            *_arrow((0.5, 0.98), (0.5, 0.54)),
        ),
        "allegra.final": (
            *(_full(x, 0.26, 0.18, 0.32) for x in (0.16, 0.5, 0.84)),
            Arc(0.5, 0.56, 0.34, -70, 70),
            disc(0.5, 0.7, 0.12),
        ),
        "alles_im_eimer.build": GLYPHS["game.alles_im_eimer"],
        "alles_im_eimer.attack": (*_arrow((0.02, 0.5), (0.46, 0.5)), _bucket(0.74, 0.5, 0.46)),
        "alles_im_eimer.defend": (_SHIELD, Stroke(((0.34, 0.56), (0.48, 0.42), (0.68, 0.7)), 0.1, "cut")),
        "alles_im_eimer.pass": tuple(Stroke(((x, 0.84), (x + 0.3, 0.5), (x, 0.16)), 0.11) for x in (0.16, 0.5)),
        "alles_im_eimer.lose": (_bucket(0.34, 0.5, 0.56), Stroke(((0.7, 0.5), (0.98, 0.5)), 0.13)),
        "alles_im_eimer.keep": (
            *(_bucket(x, y, 0.26) for x, y in ((0.14, 0.24), (0.42, 0.24), (0.28, 0.52))),
            Stroke(((0.6, 0.06), (0.6, 0.94)), 0.05),
            *_CROSS,
        ),
        "buero_crazy.place": GLYPHS["game.buero_crazy"],
        "buero_crazy.play": (
            *(_outline(x, 0.36, 0.24, 0.42) for x in (0.16, 0.84)),
            _full(0.5, 0.52, 0.3, 0.5),
            Stroke(((0.3, 0.08), (0.7, 0.08)), 0.08),
        ),
        "buero_crazy.reveal": (*GLYPHS["eye"], Stroke(((0.08, 0.06), (0.92, 0.06)), 0.07)),
        "buero_crazy.roof": (
            Stroke(((0.06, 0.52), (0.5, 0.92), (0.94, 0.52)), 0.1),
            *(_full(x, 0.24, 0.2, 0.36) for x in (0.2, 0.5, 0.8)),
        ),
        "die_bombe.show": (
            *(_full(x, 0.3, 0.34, 0.48) for x in (0.26, 0.74)),
            *(Arc(x, 0.64, 0.2, -80, 40, 0.07) for x in (0.22, 0.7)),
            *_arrow((0.36, 0.84), (0.44, 0.6)),
            *_arrow((0.84, 0.84), (0.92, 0.6)),
        ),
        "die_bombe.bid": (*(Oval(0.36, y, 0.28, 0.09) for y in (0.16, 0.36, 0.56)), *_arrow((0.8, 0.3), (0.8, 0.84))),
        "die_bombe.reveal": (*GLYPHS["eye"], Stroke(((0.08, 0.06), (0.92, 0.06)), 0.07)),
        "die_bombe.take": (
            _outline(0.2, 0.3, 0.28, 0.42),
            _full(0.72, 0.3, 0.36, 0.5),
            *_arrow((0.72, 0.6), (0.72, 0.98)),
        ),
        "die_bombe.bomb": GLYPHS["game.die_bombe"],
        "splash.draft": (
            _full(0.22, 0.72, 0.24, 0.24),
            _full(0.72, 0.72, 0.46, 0.14),
            *_arrow((0.36, 0.52), (0.16, 0.14)),
            *_arrow((0.64, 0.52), (0.84, 0.14)),
        ),
        "splash.give": (_full(0.16, 0.5, 0.26, 0.26), *_arrow((0.34, 0.5), (0.64, 0.5)), *_person(0.82)),
        "splash.stands": (*_tower(), _CHECK),
        "splash.falls": (
            _full(0.3, 0.16, 0.26, 0.2),
            Poly(((0.3, 0.34), (0.68, 0.5), (0.64, 0.6), (0.26, 0.44))),
            Poly(((0.7, 0.34), (0.9, 0.44), (0.8, 0.64), (0.6, 0.54))),
            *_arrow((0.52, 0.94), (0.84, 0.78)),
        ),
        "splash.foul": (*_tower(), *_CROSS),
        "splash.collect": (
            _full(0.26, 0.76, 0.22, 0.22),
            _full(0.72, 0.8, 0.4, 0.12),
            *_arrow((0.5, 0.66), (0.5, 0.2)),
            _TRAY,
        ),
        "splash.base": (
            *_arrow((0.5, 0.98), (0.5, 0.5)),
            _full(0.5, 0.3, 0.4, 0.34),
            Stroke(((0.06, 0.08), (0.94, 0.08))),
        ),
    }
)
"""By game and action."""


def drawing_of(name: str) -> Drawing:
    """The icon or the pictogram of that name; the sign of any game where there is none."""
    return GLYPHS.get(name) or PICTOGRAMS.get(name) or GLYPHS["game"]
