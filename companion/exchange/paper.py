"""A sheet of paper to draw on: millimetres, origin at the bottom left, y upwards; everything stays vector."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

import reportlab
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.art.look import PAPER, Rgba
from companion.art.shapes import Arc, Drawing, Oval, Poly, Stroke
from companion.exchange.private_file import write_private

PaperName: TypeAlias = Literal["A4", "Letter"]

SIZES_MM: Final[Mapping[PaperName, tuple[float, float]]] = MappingProxyType(
    {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
)
"""Width and height of a page held upright."""
WHITE: Final[Rgba] = (1, 1, 1, 1)
GREY: Final[Rgba] = (0.55, 0.55, 0.55, 1)
INK: Final = PAPER.card_ink
TEXT: Final = "Vera"
BOLD: Final = "VeraBd"


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle on the sheet: left and bottom edge, width and height, mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by_mm: float) -> Frame:
        """The same, smaller on each side."""
        return Frame(self.x + by_mm, self.y + by_mm, self.width - 2 * by_mm, self.height - 2 * by_mm)

    def square(self, side_mm: float) -> Frame:
        """A square of this side about its middle."""
        x, y = self.centre
        return Frame(x - side_mm / 2, y - side_mm / 2, side_mm, side_mm)


class Sheets:
    """Pages of a PDF. Fonts are embedded, so that every printer and every program shows the same."""

    def __init__(self, path: Path, *, title: str, paper: PaperName, landscape: bool = False) -> None:
        for name in (TEXT, BOLD):
            pdfmetrics.registerFont(TTFont(name, str(Path(reportlab.__file__).parent / "fonts" / f"{name}.ttf")))
        across, up = SIZES_MM[paper]
        self.width_mm, self.height_mm = (up, across) if landscape else (across, up)
        self.canvas: Any = Canvas("", pagesize=(self.width_mm * mm, self.height_mm * mm), pageCompression=1)
        self.canvas.setTitle(title)
        self._file = path
        self._begin()

    @property
    def page(self) -> Frame:
        """The whole page."""
        return Frame(0, 0, self.width_mm, self.height_mm)

    def turn(self) -> None:
        """Go on to a fresh page."""
        self.canvas.showPage()
        self._begin()

    def save(self) -> None:
        """Write the file, whole or not at all. Raises OSError."""
        self.canvas.showPage()
        write_private(self._file, self.canvas.getpdfdata())

    def _begin(self) -> None:
        self.canvas.scale(mm, mm)
        self.canvas.setLineCap(1)
        self.canvas.setLineJoin(1)

    def both_ways(self, frame: Frame, draw: Callable[[], None]) -> None:
        """Draw something as it is, and again turned by half about the middle of `frame`."""
        draw()
        x, y = frame.centre
        self.canvas.saveState()
        self.canvas.translate(2 * x, 2 * y)
        self.canvas.rotate(180)
        draw()
        self.canvas.restoreState()

    def box(self, frame: Frame, *, fill: Rgba | None = None, edge: Rgba | None = None, radius_mm: float = 0) -> None:
        """A rectangle with round corners, filled, edged with a thin line, or both."""
        self._colours(fill, edge)
        radius = min(radius_mm, frame.width / 2, frame.height / 2)
        parts = (frame.x, frame.y, frame.width, frame.height, radius)
        self.canvas.roundRect(*parts, stroke=edge is not None, fill=fill is not None)

    def disc(self, centre: tuple[float, float], radius_mm: float, *, fill: Rgba) -> None:
        """A filled circle."""
        self._colours(fill, None)
        self.canvas.circle(*centre, radius_mm, stroke=0, fill=1)

    def polygon(
        self, points: Iterable[tuple[float, float]], *, fill: Rgba | None = None, edge: Rgba | None = None
    ) -> None:
        """A closed polygon through points, mm."""
        self._colours(fill, edge)
        self.canvas.drawPath(self._path(points, closed=True), stroke=edge is not None, fill=fill is not None)

    def line(self, points: Iterable[tuple[float, float]], *, ink: Rgba, width_mm: float = 0.25) -> None:
        """A line through points, mm."""
        self._colours(None, ink, width_mm)
        self.canvas.drawPath(self._path(points, closed=False), stroke=1, fill=0)

    def words(self, text: str, at: tuple[float, float], *, size_mm: float, ink: Rgba = INK, spread: float = 0) -> None:
        """Bold words centred on a point, both ways; figures sit exactly in the middle.

        Args: `spread` is the room added after each letter, as a share of the size.
        """
        self.canvas.setFillColorRGB(*ink[:3])
        self.canvas.setFont(BOLD, size_mm)
        foot = at[1] - CAP_HEIGHT * size_mm / 2
        # The room after the last letter is not seen, but it is centred with the rest.
        self.canvas.drawCentredString(at[0] + spread * size_mm / 2, foot, text, charSpace=spread * size_mm)

    def words_from(
        self, text: str, at: tuple[float, float], *, size_mm: float, ink: Rgba = INK, font: str = TEXT
    ) -> None:
        """Words that begin at a point on their base line."""
        self.canvas.setFillColorRGB(*ink[:3])
        self.canvas.setFont(font, size_mm)
        self.canvas.drawString(*at, text)

    def drawing(self, shapes: Drawing, frame: Frame, *, ink: Rgba, cut: Rgba) -> None:
        """A drawing of the unit square: the animals and signs of the screens."""
        for shape in shapes:
            self._shape(shape, frame, ink if shape.tone == "ink" else cut)

    def _shape(self, shape: Oval | Poly | Stroke | Arc, frame: Frame, colour: Rgba) -> None:
        def placed(x: float, y: float) -> tuple[float, float]:
            return frame.x + x * frame.width, frame.y + y * frame.height

        side = min(frame.width, frame.height)
        match shape:
            case Oval(x, y, rx, ry):
                self._colours(colour, None)
                self.canvas.ellipse(*placed(x - rx, y - ry), *placed(x + rx, y + ry), stroke=0, fill=1)
            case Poly(points):
                self.polygon([placed(*point) for point in points], fill=colour)
            case Stroke(points, width):
                self.line([placed(*point) for point in points], ink=colour, width_mm=width * side)
            case Arc(x, y, r, start, end, width):
                turns = [math.radians(start + (end - start) * step / _STEPS) for step in range(_STEPS + 1)]
                around = [placed(x + r * math.sin(turn), y + r * math.cos(turn)) for turn in turns]
                self.line(around, ink=colour, width_mm=width * side)

    def _path(self, points: Iterable[tuple[float, float]], *, closed: bool) -> Any:
        path = self.canvas.beginPath()
        for number, point in enumerate(points):
            (path.lineTo if number else path.moveTo)(*point)
        if closed:
            path.close()
        return path

    def _colours(self, fill: Rgba | None, edge: Rgba | None, width_mm: float = 0.25) -> None:
        self.canvas.setLineWidth(width_mm)
        if fill is not None:
            self.canvas.setFillColorRGB(*fill[:3])
        if edge is not None:
            self.canvas.setStrokeColorRGB(*edge[:3])


CAP_HEIGHT: Final = 0.729
"""Height of figures and capitals by the size of the font."""
_STEPS: Final = 24


def width_of(text: str, *, size_mm: float, font: str = TEXT) -> float:
    """How wide words are, mm; a `Sheets` must have been opened before."""
    return float(pdfmetrics.stringWidth(text, font, size_mm))
