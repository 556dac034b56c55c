"""SEAT-1 frames: byte stuffing, checksum, and cutting a stream of bytes into bodies.

No I/O and no meaning here: bytes in, bytes out. `seat1` says what a body means, `driver` when to send one.
"""

import struct
import zlib

from hardware.errors import BadFrame

ENCODED_MAX = 40
"""Longest frame on the wire, without its delimiter; longer input is dropped."""

DELIMITER = b"\0"


def stuff(body: bytes) -> bytes:
    """Return `body` (under 254 bytes) without zero bytes, by consistent overhead byte stuffing.

    Source: Cheshire and Baker, IEEE/ACM Transactions on Networking 7(2), 1999.

    >>> stuff(b"").hex(), stuff(bytes([5, 0, 7])).hex()
    ('01', '02050207')
    """
    return b"".join(bytes([len(block) + 1]) + block for block in body.split(DELIMITER))


def unstuff(wire: bytes) -> bytes:
    """Return the body inside `wire` (one frame without delimiter); raise BadFrame where a block runs past the end."""
    blocks, at = [], 0
    while at < len(wire):
        end = at + wire[at]
        if wire[at] == 0 or end > len(wire):
            raise BadFrame(f"block at byte {at} of {len(wire)} ends at {end}")
        blocks.append(wire[at + 1 : end])
        at = end
    return DELIMITER.join(blocks)


def encode(message: bytes) -> bytes:
    """Return the whole frame of `message` (type, sequence, payload): checksum, stuffing, delimiter."""
    return stuff(message + struct.pack("<I", zlib.crc32(message))) + DELIMITER


def decode(wire: bytes) -> bytes:
    """Return the message inside one frame without its delimiter.

    Raises:
        BadFrame: too long, wrongly stuffed, shorter than the smallest message, or its CRC-32 does not fit.
    """
    if len(wire) > ENCODED_MAX:
        raise BadFrame(f"expected at most {ENCODED_MAX} bytes, got {len(wire)}")
    body = unstuff(wire)
    if len(body) < 6:
        raise BadFrame(f"expected at least type, sequence and checksum, got {len(body)} bytes")
    message, expected = body[:-4], struct.unpack("<I", body[-4:])[0]
    if zlib.crc32(message) != expected:
        raise BadFrame(f"expected CRC {expected:08x}, got {zlib.crc32(message):08x}")
    return message


class Deframer:
    """Cuts what a port delivers, in pieces of any size, into messages."""

    def __init__(self) -> None:
        self._tail = b""

    def feed(self, data: bytes) -> tuple[bytes | None, ...]:
        """Return the frames completed by `data`, oldest first; None stands for one that was damaged."""
        *frames, tail = (self._tail + data).split(DELIMITER)
        self._tail = tail[: ENCODED_MAX + 1]
        return tuple(_message_or_none(frame) for frame in frames if frame)


def _message_or_none(wire: bytes) -> bytes | None:
    try:
        return decode(wire)
    except BadFrame:
        return None
