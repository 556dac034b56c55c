"""The printed reference pages as vector PDF: corner cards for the table, the back card for towers and pyramids.

Everything is drawn in mm at 100 %; a 100 mm line lets people check that the printer kept it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.exchange.paper import SIZES_MM
from companion.exchange.private_file import write_private
from vision.lens_calibration import MARKER_MM, SQUARE_MM, SQUARES, board_squares
from vision.marker_layout import (
    BACK_GROUND_SRGB,
    BACK_PAGE,
    BACK_PAGE_A3,
    CORNER_PAGES,
    MARKER_BITS,
    SRGB,
    Mark,
    Page,
)
from vision.markers import marker_bits

Paper = Literal["A4", "A3", "Letter"]

_CARDS_AT_MM: Final = {0: (10.0, 14.0), 1: (110.0, 14.0), 2: (10.0, 124.0), 3: (110.0, 124.0)}
_RULER_MM: Final = 100.0


def write_markers(path: Path, *, paper: Paper) -> None:
    """Write the reference pages to a PDF file.

    A4: a page with the four corner cards and a page that is the back card. A3: the back card alone, 1.414 times as
    large and with its own ids. Letter: the corner cards alone, for the back card does not fit on it at 100 %.
    Raises: OSError where the file cannot be written.
    """
    canvas = Canvas("", pageCompression=1)
    canvas.setTitle(f"Reference marks, {paper}")
    if paper != "A3":
        _draw_corner_cards(canvas, SIZES_MM[paper])
    if paper != "Letter":
        _draw_back_card(canvas, BACK_PAGE if paper == "A4" else BACK_PAGE_A3)
    write_private(path, canvas.getpdfdata())


def write_lens_board(path: Path) -> None:
    """Write the chessboard for measuring a lens to a PDF file, A4 landscape. Raises: OSError as `write_markers`."""
    canvas = Canvas("", pageCompression=1)
    canvas.setTitle("Lens board")
    height, width = SIZES_MM["A4"]
    _begin(canvas, width, height)
    columns, rows = SQUARES
    canvas.translate((width - columns * SQUARE_MM) / 2 * mm, (height - rows * SQUARE_MM) / 2 * mm)
    for column, row, number in board_squares():
        x, y = column * SQUARE_MM, row * SQUARE_MM
        if number is None:
            canvas.setFillColorRGB(0, 0, 0)
            canvas.rect(x * mm, y * mm, SQUARE_MM * mm, SQUARE_MM * mm, stroke=0, fill=1)
        else:
            _draw_marker(canvas, Mark(number, x + SQUARE_MM / 2, y + SQUARE_MM / 2, MARKER_MM))
    canvas.showPage()
    write_private(path, canvas.getpdfdata())


def _draw_corner_cards(canvas: Canvas, size_mm: tuple[float, float]) -> None:
    _begin(canvas, *size_mm)
    for number, (left, top) in _CARDS_AT_MM.items():
        canvas.saveState()
        canvas.translate(left * mm, top * mm)
        _draw_card(canvas, CORNER_PAGES[number])
        canvas.restoreState()
    _draw_ruler(canvas, 55.0, 250.0)
    canvas.showPage()


def _draw_back_card(canvas: Canvas, page: Page) -> None:
    _begin(canvas, page.width_mm, page.height_mm)
    _fill(canvas, BACK_GROUND_SRGB)
    canvas.rect(0, 0, page.width_mm * mm, page.height_mm * mm, stroke=0, fill=1)
    _draw_patches(canvas, page)
    for mark in page.marks:
        _draw_marker(canvas, mark)
    _draw_ruler(canvas, (page.width_mm - _RULER_MM) / 2, page.height_mm - 12)
    canvas.showPage()


def _begin(canvas: Canvas, width_mm: float, height_mm: float) -> None:
    """Start a page whose origin is its top left, y down, so that the layout's numbers hold."""
    canvas.setPageSize((width_mm * mm, height_mm * mm))
    canvas.translate(0, height_mm * mm)
    canvas.scale(1, -1)


def _draw_card(canvas: Canvas, page: Page) -> None:
    canvas.setLineWidth(0.2)
    canvas.setStrokeColorRGB(0.6, 0.6, 0.6)
    canvas.rect(0, 0, page.width_mm * mm, page.height_mm * mm, stroke=1, fill=0)
    _draw_patches(canvas, page)
    for mark in page.marks:
        _draw_marker(canvas, mark)


def _draw_patches(canvas: Canvas, page: Page) -> None:
    for patch in page.patches:
        half = patch.size_mm / 2
        _fill(canvas, SRGB[patch.colour])
        corner = ((patch.x_mm - half) * mm, (patch.y_mm - half) * mm)
        canvas.rect(*corner, patch.size_mm * mm, patch.size_mm * mm, stroke=0, fill=1)


def _draw_marker(canvas: Canvas, mark: Mark) -> None:
    """Draw a black square and its white modules."""
    module = mark.size_mm / MARKER_BITS
    left, top = mark.x_mm - mark.size_mm / 2, mark.y_mm - mark.size_mm / 2
    canvas.setFillColorRGB(0, 0, 0)
    canvas.rect(left * mm, top * mm, mark.size_mm * mm, mark.size_mm * mm, stroke=0, fill=1)
    canvas.setFillColorRGB(1, 1, 1)
    for row, column, length in white_runs(mark.id):
        at = ((left + column * module) * mm, (top + row * module) * mm)
        canvas.rect(*at, length * module * mm, module * mm, stroke=0, fill=1)


def white_runs(number: int) -> Iterator[tuple[int, int, int]]:
    """Yield (row, first column, length) of white modules, joined so that no hairline shows between them."""
    for row, bits in enumerate(marker_bits(number).tolist()):
        column = 0
        while column < MARKER_BITS:
            length = next((i for i, bit in enumerate(bits[column:]) if not bit), MARKER_BITS - column)
            if length:
                yield row, column, length
            column += max(length, 1)


def _draw_ruler(canvas: Canvas, left_mm: float, y_mm: float) -> None:
    canvas.saveState()
    canvas.setStrokeColorRGB(0.35, 0.35, 0.35)
    canvas.setLineWidth(0.4)
    canvas.line(left_mm * mm, y_mm * mm, (left_mm + _RULER_MM) * mm, y_mm * mm)
    for step in range(11):
        x, length = (left_mm + step * 10) * mm, 3.0 if step % 5 == 0 else 1.5
        canvas.line(x, y_mm * mm, x, (y_mm - length) * mm)
    canvas.translate((left_mm + _RULER_MM / 2) * mm, (y_mm + 4) * mm)
    canvas.scale(1, -1)
    canvas.setFillColorRGB(0.35, 0.35, 0.35)
    canvas.setFont("Helvetica", 7)
    canvas.drawCentredString(0, 0, "100 mm")
    canvas.restoreState()


def _fill(canvas: Canvas, srgb: tuple[int, int, int]) -> None:
    red, green, blue = (value / 255 for value in srgb)
    canvas.setFillColorRGB(red, green, blue)
