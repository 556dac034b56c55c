"""How what lies on the table looks on the screen: cards, buckets and wooden pieces, told apart without colour too."""

from __future__ import annotations

from math import cos, pi, sin

from kivy.graphics import Color, Line
from kivy.metrics import dp

from companion.art.animals import BUCKET_ANIMALS, FACES, SUITS
from companion.art.glyphs import GLYPHS
from companion.art.labels import PIECES, ink_of, suited
from companion.art.layout import Box
from companion.art.look import Look, Rgba
from companion.art.shapes import Drawing
from companion.rulebook.zone import BACK, GAP
from companion.ui.drawing import draw_edge, draw_panel, draw_shapes
from companion.ui.feather import fill, stroke
from companion.ui.lettering import draw_figure
from companion.ui.theme import draw_seat


def draw_token(label: str, kind: str, box: Box, look: Look) -> None:
    """Draw what a `label` of a zone of this `kind` stands for."""
    if label == GAP and kind == "figures":
        return
    if kind == "buckets":
        _draw_bucket(label, box, look)
    elif kind == "figures":
        _draw_person(label, box, look)
    elif "/" in label:
        _draw_piece(label, box, look)
    elif label == GAP:
        _draw_gap(box, look)
    elif label == BACK:
        _draw_back(box, look)
    else:
        _draw_card(label, box, look, with_animal=kind == "animals")


def _draw_person(label: str, box: Box, look: Look) -> None:
    """A player's figure: the mark of its seat."""
    seat = label.removeprefix("seat")
    if seat.isdecimal():
        draw_seat(box.square(), int(seat), look)


def draw_stair(box: Box, look: Look) -> None:
    """The step that a figure stands on."""
    Color(*look.line[:3], 0.9)
    Line(points=[box.x - box.width * 0.15, box.y, box.x + box.width * 1.15, box.y], width=max(1, box.width * 0.04))


def _radius(box: Box) -> float:
    return min(box.width, box.height) * 0.14


def _draw_gap(box: Box, look: Look) -> None:
    draw_edge(box.inset(box.width * 0.04), (*look.line[:3], 0.55), radius=_radius(box), width=1)


def _draw_back(box: Box, look: Look) -> None:
    draw_panel(box, look.back, radius=_radius(box), edge=look.card, edge_width=max(1.0, box.width / dp(1) * 0.035))
    Color(*look.card[:3], 0.35)
    x, y = box.centre
    for share in (0.2, 0.32):
        across, up = box.width * share, box.height * share
        diamond = [(x - across, y), (x, y + up), (x + across, y), (x, y - up)]
        stroke(diamond, max(0.75, box.width * 0.02), closed=True)


def _draw_card(label: str, box: Box, look: Look, *, with_animal: bool) -> None:
    draw_panel(box, look.card, radius=_radius(box), edge=(*look.card_ink[:3], 0.35))
    if label == "bomb":
        draw_shapes(GLYPHS["game.die_bombe"], box.inset(box.width * 0.16).square(), ink=look.card_ink, cut=look.card)
    elif suit := suited(label, look):
        colour, number = suit
        sign = FACES[BUCKET_ANIMALS[colour]] if with_animal else SUITS[colour]
        _draw_coloured(look.hues[colour], number, sign, (box, look))
    else:
        draw_figure(label, box, ink_of(label, look))


def _draw_coloured(hue: Rgba, number: str, shapes: Drawing, on: tuple[Box, Look]) -> None:
    """A card of a suit: the hue as its ground, the animal or sign of the colour small above the number."""
    box, look = on
    draw_panel(box.inset(box.width * 0.07), hue, radius=_radius(box) * 0.8)
    sign = Box(box.x + box.width * 0.33, box.y + box.height * 0.64, box.width * 0.34, box.width * 0.34)
    draw_shapes(shapes, sign, ink=look.on_hue, cut=hue)
    draw_figure(number, Box(box.x, box.y + box.height * 0.02, box.width, box.height * 0.64), look.on_hue, fit=0.82)


def _draw_bucket(label: str, box: Box, look: Look) -> None:
    if label == GAP:
        _draw_pail(box, (*look.line[:3], 0.25), look)
        return
    hue = look.hues[label]
    _draw_pail(box, hue, look)
    side = min(box.width, box.height) * 0.56
    x, y = box.centre
    draw_shapes(
        FACES[BUCKET_ANIMALS[label]],
        Box(x - side / 2, y - side / 2 - box.height * 0.02, side, side),
        ink=look.on_hue,
        cut=hue,
    )


def _draw_pail(box: Box, hue: Rgba, look: Look) -> None:
    left, bottom, width, height = box
    Color(*hue)
    fill(
        [
            (left + width * 0.14, bottom),
            (left + width * 0.86, bottom),
            (left + width, bottom + height * 0.9),
            (left, bottom + height * 0.9),
        ]
    )
    if hue[3] == 1:
        draw_panel(
            Box(left - width * 0.01, bottom + height * 0.84, width * 1.02, height * 0.14), hue, radius=height * 0.05
        )
        Color(*look.on_hue[:3], 0.5)
        Line(points=[left, bottom + height * 0.84, left + width, bottom + height * 0.84], width=max(1, width * 0.012))


def _draw_piece(label: str, box: Box, look: Look) -> None:
    """A wooden piece seen from the side, standing on the lower edge of its place."""
    shape, colour = label.split("/")
    across, up = PIECES.get(shape, (0.8, 0.8))
    width, height = box.width * across, box.height * up
    piece = Box(box.x + (box.width - width) / 2, box.y, width, height)
    hue = look.hues.get(colour, look.card)
    if shape == "octagon":
        x, y = piece.centre
        points = [
            (x + width * 0.54 * cos(a * pi / 4 + pi / 8), y + height * 0.54 * sin(a * pi / 4 + pi / 8))
            for a in range(8)
        ]
        Color(*hue)
        fill(points)
        Color(*look.on_hue[:3], 0.5)
        stroke(points, 0.75, closed=True)
    else:
        draw_panel(piece, hue, radius=height * 0.08, edge=(*look.on_hue[:3], 0.5))
    if colour in BUCKET_ANIMALS and height > dp(13):
        side = min(width, height) * 0.74
        x, y = piece.centre
        draw_shapes(
            FACES[BUCKET_ANIMALS[colour]], Box(x - side / 2, y - side / 2, side, side), ink=look.on_hue, cut=hue
        )
