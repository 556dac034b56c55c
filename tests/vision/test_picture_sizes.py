"""The size of a picture by its header, and pictures that claim more than they are."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import NoCameraPicture
from vision.picture_sizes import MOST_PIXELS, size_px
from vision.pictures import load_picture

FORMATS = [
    (".jpg", ()),
    (".jpg", (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)),
    (".png", ()),
    (".bmp", ()),
    (".webp", (cv2.IMWRITE_WEBP_QUALITY, 80)),
    (".webp", (cv2.IMWRITE_WEBP_QUALITY, 101)),
]


@given(width=st.integers(1, 90), height=st.integers(1, 90), how=st.sampled_from(FORMATS))
def test_the_size_is_that_of_the_picture(width: int, height: int, how: tuple[str, tuple[int, ...]]) -> None:
    picture = np.random.default_rng(1).integers(0, 255, (height, width, 3)).astype(np.uint8)
    done, data = cv2.imencode(how[0], picture, how[1])
    assert done
    assert size_px(data.tobytes()) == (width, height)


def png_chunk(kind: bytes, body: bytes, claimed: int | None = None) -> bytes:
    length = len(body) if claimed is None else claimed
    return struct.pack(">I", length) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, height: int, *more: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = png_chunk(b"IDAT", zlib.compress(b"\0" * 10))
    return b"".join((b"\x89PNG\r\n\x1a\n", png_chunk(b"IHDR", header), *more, pixels, png_chunk(b"IEND", b"")))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "0 bytes"),
        (b"no picture", "not JPEG"),
        (b"\xff\xd8\xff", "cut short"),
        (b"\xff\xd8\x00\x00\x00", "without a marker"),
        (b"RIFF\0\0\0\0WEBPELSE", "without a picture"),
        (b"\x89PNG\r\n\x1a\n", "cut short"),
        (png(10, 10, png_chunk(b"PLTE", b"", 0xFFFF00C0)), "larger than the file"),
        (png(60_000, 60_000), "60000 x 60000"),
        (b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03", "65535 x 65535"),
        (b"BM" + bytes(12) + struct.pack("<Iii", 40, 50_000, -50_000), "50000 x 50000"),
        (b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + b"\xff\xff\xff\xff\xff\xff", "16777216 x 16777216"),
        (png(100, 100)[:-20], "cannot be unpacked|larger than"),
    ],
)
def test_a_picture_that_is_none_or_claims_too_much_is_told_before_it_is_unpacked(
    tmp_path: Path, data: bytes, why: str
) -> None:
    (tmp_path / "picture.png").write_bytes(data)
    with pytest.raises(NoCameraPicture, match=why):
        load_picture(tmp_path / "picture.png")


def test_a_picture_of_a_large_phone_camera_is_not_too_large() -> None:
    assert MOST_PIXELS > 12_032 * 9_024
