"""The printed pages: drawn from the PDF itself, they show the marks where the specification says."""

from __future__ import annotations

import base64
import os
import re
import zlib
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from companion.commands.print import app
from companion.exchange.markers import write_lens_board, write_markers
from companion.exchange.private_file import NotWritten
from vision.lens_calibration import MARKER_MM, board_squares
from vision.marker_layout import BACK_PAGE, BACK_PAGE_A3, CORNER_IDS, CORNER_PAGES, SRGB
from vision.markers import find_markers

PT_PER_MM = 72 / 25.4
PX_PER_MM = 4.0


def pages(path: Path) -> list[np.ndarray]:
    """The filled rectangles of each page, painted at 4 px/mm, BGR: enough of PDF for pages made of squares."""
    data = path.read_bytes()
    sizes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    streams = re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL)
    texts = [zlib.decompress(base64.a85decode(raw.strip().removesuffix(b"~>"))) for raw in streams]
    return [_painted(text.decode("latin-1"), size) for text, size in zip(texts, sizes, strict=False)]


def _painted(text: str, size: tuple[bytes, bytes]) -> np.ndarray:
    width, height = (round(float(value) / PT_PER_MM * PX_PER_MM) for value in size)
    image = np.full((height, width, 3), 255, np.uint8)
    matrix, saved, ink = np.eye(3), [], (0, 0, 0)
    for line in text.splitlines():
        for found in re.finditer(r"((?:-?[\d.]+ )*)(cm|rg|re|q|Q)(?= |$)", line):
            numbers = [float(value) for value in found[1].split()]
            if found[2] == "q":
                saved.append((matrix, ink))
            elif found[2] == "Q":
                matrix, ink = saved.pop()
            elif found[2] == "cm":
                a, b, c, d, e, f = numbers
                matrix = np.array([[a, b, 0], [c, d, 0], [e, f, 1]]) @ matrix
            elif found[2] == "rg":
                ink = tuple(round(255 * value) for value in numbers[::-1])
            elif "f*" in line.split():
                x, y, w, h = numbers
                corners = np.array([[x, y, 1], [x + w, y + h, 1]]) @ matrix
                px = np.rint(np.sort(corners[:, :2], axis=0) / PT_PER_MM * PX_PER_MM).astype(int)
                image[height - px[1, 1] : height - px[0, 1], px[0, 0] : px[1, 0]] = ink
    return image


@pytest.fixture(scope="module")
def a4(tmp_path_factory: pytest.TempPathFactory) -> list[np.ndarray]:
    path = tmp_path_factory.mktemp("print") / "markers.pdf"
    write_markers(path, paper="A4")
    return pages(path)


def test_the_first_page_carries_the_four_corner_cards_at_full_size(a4: list[np.ndarray]) -> None:
    found = find_markers(a4[0], CORNER_IDS)
    assert set(found) == set(CORNER_IDS)
    for quad in found.values():
        assert np.linalg.norm(quad[1] - quad[0]) / PX_PER_MM == pytest.approx(50, abs=0.3)


def test_patches_lie_where_the_specification_puts_them(a4: list[np.ndarray]) -> None:
    found = find_markers(a4[0], CORNER_IDS)
    assert set(found) == set(CORNER_IDS)
    for number, quad in found.items():
        corner = quad[0] / PX_PER_MM - 10
        for patch in CORNER_PAGES[number].patches:
            x, y = np.rint(np.add(corner, [patch.x_mm, patch.y_mm]) * PX_PER_MM).astype(int)
            assert tuple(a4[0][y, x]) == SRGB[patch.colour][::-1]


def test_the_second_page_is_the_back_card(a4: list[np.ndarray]) -> None:
    found = find_markers(a4[1], tuple(mark.id for mark in BACK_PAGE.marks))
    for mark in BACK_PAGE.marks:
        assert found[mark.id].mean(axis=0) / PX_PER_MM == pytest.approx([mark.x_mm, mark.y_mm], abs=0.3)
    assert tuple(a4[1][400, 600]) == (225, 225, 225)


def test_a3_is_the_back_card_alone_with_ids_of_its_own(tmp_path: Path) -> None:
    write_markers(tmp_path / "a3.pdf", paper="A3")
    drawn = pages(tmp_path / "a3.pdf")
    assert len(drawn) == 1
    assert set(find_markers(drawn[0], tuple(range(50)))) == {mark.id for mark in BACK_PAGE_A3.marks}


def test_letter_holds_the_corner_cards_at_full_size(tmp_path: Path) -> None:
    write_markers(tmp_path / "letter.pdf", paper="Letter")
    (drawn,) = pages(tmp_path / "letter.pdf")
    found = find_markers(drawn, tuple(range(50)))
    assert set(found) == set(CORNER_IDS)
    for quad in found.values():
        assert np.linalg.norm(quad[1] - quad[0]) / PX_PER_MM == pytest.approx(50, abs=0.3)


def test_the_lens_board_on_paper_is_the_one_that_is_measured(tmp_path: Path) -> None:
    write_lens_board(tmp_path / "lens.pdf")
    found = find_markers(pages(tmp_path / "lens.pdf")[0], tuple(range(50)))
    assert set(found) == {number for _, _, number in board_squares() if number is not None}
    for quad in found.values():
        assert np.linalg.norm(quad[1] - quad[0]) / PX_PER_MM == pytest.approx(MARKER_MM, abs=0.3)


def test_the_command_names_its_file_and_what_to_check(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["print", "markers", "--out", str(tmp_path / "m.pdf")])
    assert done.exit_code == 0
    assert "100 mm" in done.output


def test_a_folder_that_is_not_there_is_told_without_a_trace(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["print", "markers", "--out", str(tmp_path / "no" / "m.pdf")])
    assert isinstance(done.exception, NotWritten)


@pytest.mark.parametrize(
    "what", [["markers"], ["lens"], ["deck", "allegra"], ["board", "splash"], ["pad", "allegra"], ["seats"]]
)
def test_on_a_full_disk_the_page_of_before_stays_and_no_stub_is_left(
    what: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    (tmp_path / "old.pdf").write_bytes(b"old")
    for name in ("old.pdf", "new.pdf"):
        done = CliRunner().invoke(app, ["print", *what, "--out", str(tmp_path / name)])
        assert isinstance(done.exception, NotWritten)
    assert [*tmp_path.iterdir()] == [tmp_path / "old.pdf"]
    assert (tmp_path / "old.pdf").read_bytes() == b"old"
