"""The table as a drawing for pages: every zone in its place, as the screens show it, as one ``svg`` element."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from html import escape
from types import MappingProxyType
from typing import Final

from companion.art.animals import BUCKET_ANIMALS, FACES, SUITS
from companion.art.glyphs import GLYPHS
from companion.art.labels import PIECES, ink_of, suited
from companion.art.layout import Box, Caption, Placed, arrange
from companion.art.look import FELT
from companion.art.shapes import Drawing
from companion.exchange.marks import ON_MARK, seat_colour, seat_face
from companion.exchange.svg import css_colour, drawing_svg
from companion.rulebook.zone import BACK, GAP, Zone

_CARD: Final = css_colour(FELT.card)
_CARD_INK: Final = css_colour(FELT.card_ink)
_HUES: Final[Mapping[str, str]] = MappingProxyType({name: css_colour(hue) for name, hue in FELT.hues.items()})


def table_svg(zones: Sequence[Zone], names: Sequence[str], acting: Sequence[int], size: tuple[int, int]) -> str:
    """All `zones` in a drawing at most `size` (width, height) units large; captions of `acting` seats stand out."""
    width, height = size
    caption = height * 0.05
    table = arrange(zones, Box(4, 4, width - 8, height - 8), caption=caption)
    drawn = [_caption(one, names, acting, height) for one in table.captions if one.owner is not None]
    places = _stacked(table.places)
    drawn += [_token(placed, height) for placed in places]
    boxes = [*(placed.box for placed in places), *(one.box for one in table.captions)]
    if not boxes:
        return ""
    low, high = min(box.y for box in boxes) - 4, max(box.y + box.height for box in boxes) + 4
    view = f"0 {height - high:.0f} {width} {high - low:.0f}"
    return f'<svg class="table" viewBox="{view}" aria-hidden="true">{"".join(drawn)}</svg>'


def _stacked(places: Sequence[Placed]) -> tuple[Placed, ...]:
    """The places with the pieces of each tower let down until they stand on one another."""
    tops: dict[str, float] = {}
    stacked = []
    for placed in places:
        if placed.kind == "tower":
            box = placed.box._replace(y=tops.get(placed.place.zone, placed.box.y))
            share = PIECES.get(placed.label.partition("/")[0], (1.0, 1.0))[1]
            tops[placed.place.zone] = box.y + box.height * share
            placed = replace(placed, box=box)  # noqa: PLW2901 - the same place, lower
        stacked.append(placed)
    return tuple(stacked)


def _caption(caption: Caption, names: Sequence[str], acting: Sequence[int], top: float) -> str:
    seat, box = caption.owner or 0, caption.box
    x, y = box.centre[0], top - box.centre[1]
    text = names[seat] if len(names[seat]) <= 14 else f"{names[seat][:13]}…"
    size = box.height * 0.66
    half = (len(text) * size * 0.52 + size * 1.5) / 2
    state = "acting" if seat in acting else "idle"
    ground = f'<rect x="{x - half - 8:.1f}" y="{y - box.height / 2:.1f}" width="{2 * half + 16:.1f}"'
    pill = f'{ground} height="{box.height:.1f}" rx="{box.height / 2:.1f}"/>'
    mark = _mark(seat, Box(x - half, top - y - size * 0.6, size * 1.2, size * 1.2), top)
    words = (
        f'<text x="{x - half + size * 1.5:.1f}" y="{y + size * 0.34:.1f}" font-size="{size:.1f}">{escape(text)}</text>'
    )
    return f'<g class="caption {state}">{pill}{mark}{words}</g>'


def _token(placed: Placed, top: float) -> str:
    """What a label stands for, in its box."""
    label, box = placed.label, placed.box
    draw: Callable[[str, Box, float], str]
    if placed.kind == "figures":
        return _figure(label, box, top)
    if placed.kind == "buckets":
        draw = _bucket
    elif "/" in label:
        draw = _piece
    elif label in {GAP, BACK}:
        draw = _gap if label == GAP else _back
    else:
        return _card(label, box, top, with_animal=placed.kind == "animals")
    return draw(label, box, top)


def _rect(box: Box, top: float, fill: str, *, round_: float = 0.0, more: str = "") -> str:
    x, y = box.x, top - box.y - box.height
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="{round_:.1f}" '
        f'fill="{fill}"{more}/>'
    )


def _drawing(drawing: Drawing, box: Box, top: float, colours: tuple[str, str]) -> str:
    """A drawing in `box`, in the colours of its ink and of the ground under it."""
    inner = drawing_svg(drawing, ink=colours[0], cut=colours[1])
    scale = min(box.width, box.height) / 100
    return f'<g transform="translate({box.x:.1f} {top - box.y - box.height:.1f}) scale({scale:.4f})">{inner}</g>'


def _number(text: str, box: Box, top: float, ink: str) -> str:
    size = min(box.height * 0.86, box.width * 1.24 / max(1.0, len(text) * 0.82))
    x, y = box.centre
    place = f'x="{x:.1f}" y="{top - y + size * 0.35:.1f}" font-size="{size:.1f}"'
    return f'<text class="figure" {place} fill="{ink}">{escape(text)}</text>'


def _card(label: str, box: Box, top: float, *, with_animal: bool) -> str:
    curve = box.width * 0.14
    ground = _rect(box, top, _CARD, round_=curve, more=' class="card"')
    if label == "bomb":
        bomb = _drawing(GLYPHS["game.die_bombe"], box.inset(box.width * 0.16).square(), top, (_CARD_INK, _CARD))
        return ground + bomb
    if suit := suited(label, FELT):
        colour, number = suit
        hue = _HUES[colour]
        sign = FACES[BUCKET_ANIMALS[colour]] if with_animal else SUITS[colour]
        side = box.width * 0.36
        small = Box(box.x + (box.width - side) / 2, box.y + box.height * 0.63, side, side)
        low = Box(box.x, box.y + box.height * 0.04, box.width, box.height * 0.6)
        face = _rect(box.inset(box.width * 0.07), top, hue, round_=curve * 0.8)
        return ground + face + _drawing(sign, small, top, (ON_MARK, hue)) + _number(number, low, top, ON_MARK)
    return ground + _number(label, box.inset(box.width * 0.1), top, css_colour(ink_of(label, FELT)))


def _back(_: str, box: Box, top: float) -> str:
    x, y = box.centre
    curve = box.width * 0.14
    diamonds = ""
    for share in (0.2, 0.32):
        across, up = box.width * share, box.height * share
        points = ((x - across, y), (x, y + up), (x + across, y), (x, y - up))
        told = " ".join(f"{px:.1f},{top - py:.1f}" for px, py in points)
        diamonds += f'<polygon points="{told}" fill="none" stroke="{_CARD}" stroke-opacity=".4"/>'
    return _rect(box, top, css_colour(FELT.back), round_=curve, more=f' stroke="{_CARD}"') + diamonds


def _gap(_: str, box: Box, top: float) -> str:
    return _rect(box.inset(box.width * 0.04), top, "none", round_=box.width * 0.14, more=' class="gap"')


def _bucket(label: str, box: Box, top: float) -> str:
    left, low, width, height = box
    corners = ((0.14, 0.0), (0.86, 0.0), (1.0, 0.9), (0.0, 0.9))
    points = " ".join(f"{left + width * x:.1f},{top - low - height * y:.1f}" for x, y in corners)
    if label == GAP:
        return f'<polygon points="{points}" class="hollow"/>'
    hue = _HUES[label]
    rim = _rect(Box(left - width * 0.01, low + height * 0.84, width * 1.02, height * 0.14), top, hue, round_=3)
    side = min(width, height) * 0.56
    x, y = box.centre
    face = Box(x - side / 2, y - side / 2 - height * 0.04, side, side)
    animal = _drawing(FACES[BUCKET_ANIMALS[label]], face, top, (ON_MARK, hue))
    return f'<polygon points="{points}" fill="{hue}"/>{rim}{animal}'


def _figure(label: str, box: Box, top: float) -> str:
    """A player's figure on its step."""
    y = top - box.y
    step = f'<line class="step" x1="{box.x - box.width * 0.1:.1f}" x2="{box.x + box.width * 1.1:.1f}"'
    stair = f'{step} y1="{y:.1f}" y2="{y:.1f}"/>'
    seat = label.removeprefix("seat")
    return stair + (_mark(int(seat), box.square(), top) if seat.isdecimal() else "")


def _mark(seat: int, box: Box, top: float) -> str:
    x, y = box.centre
    colour = seat_colour(seat)
    disc = f'<circle cx="{x:.1f}" cy="{top - y:.1f}" r="{box.width / 2:.1f}" fill="{colour}"/>'
    return disc + _drawing(seat_face(seat), box.inset(box.width * 0.16), top, (ON_MARK, colour))


def _piece(label: str, box: Box, top: float) -> str:
    """A wooden piece seen from the side, standing on the lower edge of its place."""
    shape, colour = label.split("/")
    across, up = PIECES.get(shape, (0.8, 0.8))
    width, height = box.width * across, box.height * up
    piece = Box(box.x + (box.width - width) / 2, box.y, width, height)
    hue = _HUES.get(colour, _CARD)
    curve = width * 0.3 if shape == "octagon" else height * 0.08
    drawn = _rect(piece, top, hue, round_=curve, more=f' stroke="{ON_MARK}" stroke-opacity=".5"')
    if colour not in BUCKET_ANIMALS or height < box.height * 0.5:
        return drawn
    side = min(width, height) * 0.74
    x, y = piece.centre
    face = Box(x - side / 2, y - side / 2, side, side)
    return drawn + _drawing(FACES[BUCKET_ANIMALS[colour]], face, top, (ON_MARK, hue))
