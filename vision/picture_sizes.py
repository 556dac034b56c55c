"""How large a picture is, by its header alone: asked before it is unpacked, because a few bytes may claim gigabytes.

Sources: PNG (ISO 15948, 5 and 11.2.2), JPEG (ITU-T T.81, B.2.2), BMP (BITMAPFILEHEADER), WebP (RFC 9649, 2.4 to 2.7).
"""

from __future__ import annotations

import struct
from typing import Final

MOST_PIXELS: Final = 120_000_000
"""More than any camera of a phone takes; unpacked 360 MB."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_NO_FRAME: Final = frozenset({0xC4, 0xC8, 0xCC})
_NO_LENGTH: Final = frozenset({0x01, *range(0xD0, 0xD9)})


def size_px(data: bytes) -> tuple[int, int]:
    """Width and height of a JPEG, PNG, BMP or WebP picture in pixels.

    Raises: ValueError where it is none of these, is cut short in its header, or claims a part larger than itself.
    """
    try:
        if data.startswith(_PNG):
            return _png(data)
        if data.startswith(b"\xff\xd8"):
            return _jpeg(data)
        if data.startswith(b"BM"):
            return _bmp(data)
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp(data)
    except struct.error as error:
        raise ValueError("the header is cut short") from error
    raise ValueError("not JPEG, PNG, BMP or WebP")


def _png(data: bytes) -> tuple[int, int]:
    at = len(_PNG)
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if length > len(data) - at - 12:
            raise ValueError("a part is larger than the file")
        at += 12 + length
        if kind == b"IEND":
            break
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    while True:
        start, marker = struct.unpack_from(">BB", data, at)
        if start != 0xFF:
            raise ValueError("a part begins without a marker")
        if marker == 0xFF:  # markers may be preceded by any number of these
            at += 1
        elif marker in _NO_LENGTH:
            at += 2
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_FRAME:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        else:
            at += 2 + int(struct.unpack_from(">H", data, at + 2)[0])


def _bmp(data: bytes) -> tuple[int, int]:
    kind = struct.unpack_from("<I", data, 14)[0]
    width, height = struct.unpack_from("<HH" if kind == 12 else "<ii", data, 18)
    return abs(width), abs(height)


def _webp(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        low, high, low_down, high_down = struct.unpack_from("<HBHB", data, 24)
        return 1 + low + (high << 16), 1 + low_down + (high_down << 16)
    if kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    raise ValueError("a WebP picture without a picture")
