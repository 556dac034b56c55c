"""SEAT-1, the language between the companion and its display board: what each message holds.

The numbers are those of `firmware/src/seat1.h`; a test compares the two files.
`docs/hardware.md` explains the protocol.
"""

import struct
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from hardware.errors import BadFrame
from hardware.readings import SeatMark

VERSION = 1
SEATS = 6
DIGITS = 3
VALUE_MAX = 999
VALUE_GLYPHS = 0x8000
"""With this bit a value is three glyphs of five bits, the rightmost lowest: 16 for a dot, and code B."""

CODE_B = "0123456789-EHLP "
LEVEL_MAX = 15
SILENCE_S = 3.0
"""After this long without a good frame the board blanks itself and closes the session."""

ANSWER = 0x80
NOTICE_BOOT = 0xF0


class Kind(IntEnum):
    """What is asked of the board."""

    HELLO = 0x01
    PREP = 0x02
    COMMIT = 0x03
    CLEAR = 0x04
    PING = 0x05
    READ = 0x06
    SEAT = 0x07
    LEVEL = 0x08


class Result(IntEnum):
    """What became of a request."""

    OK = 0
    UNKNOWN_TYPE = 1
    LENGTH = 2
    RANGE = 3
    ROUND = 4
    STATE = 5
    VERSION = 6


class Showing(IntEnum):
    """What the seats in the mask show."""

    NOTHING = 0
    HIDDEN = 1
    VALUES = 2


class Feature(IntFlag):
    """What a board can do beyond version 1's must."""

    MARKS = 1
    LEVEL = 2
    GLYPHS = 4


@dataclass(frozen=True, slots=True)
class Request:
    """One question to the board; its text form hides the payload, which may hold bids.

    Args:
        kind: the message's type.
        payload: its bytes after type and sequence.
    """

    kind: Kind
    payload: bytes = field(default=b"", repr=False)

    def message(self, seq: int) -> bytes:
        """Return type, sequence (0..255) and payload, ready for `frames.encode`."""
        return bytes([self.kind, seq]) + self.payload


def hello(nonce: int) -> Request:
    """Open a session; `nonce` (32 bits) is new for every session and the same in its repetitions."""
    return Request(Kind.HELLO, struct.pack("<BI", VERSION, nonce))


def prep(round_: int, values: tuple[int | None, ...]) -> Request:
    """Store one value (0..999 or `glyphs`) a seat, None for seats that take no part; dashes until `commit`."""
    return Request(Kind.PREP, struct.pack("<HB", round_, mask_of(values)) + value_bytes(values))


def mask_of(values: tuple[int | None, ...]) -> int:
    """Return the mask of the seats that have a value: bit s for seat s."""
    return sum(1 << seat for seat, value in enumerate(values) if value is not None)


def value_bytes(values: tuple[int | None, ...]) -> bytes:
    """Return the six stored values as the board keeps them: 16 bits little-endian, 0 for a seat without one."""
    padded = values + (None,) * (SEATS - len(values))
    return struct.pack("<6H", *(value or 0 for value in padded))


def glyphs(shown: str) -> int:
    """Return the value that shows three characters of CODE_B, each with an optional dot after it.

    >>> hex(glyphs("-12")), hex(glyphs("10.2"))
    ('0xa822', '0x8602')
    """
    value = 0
    for place, character in enumerate(shown):
        if character == ".":
            value |= 16
        else:
            value = value << 5 * (place > 0) | CODE_B.index(character)
    return VALUE_GLYPHS | value


def shown_text(value: int) -> str:
    """Return the three characters, dots after them, that a stored value shows."""
    if not value & VALUE_GLYPHS:
        return f"{value:3d}"
    codes = [value >> 5 * place & 31 for place in (2, 1, 0)]
    return "".join(CODE_B[code & 15] + "." * (code >> 4) for code in codes)


def commit(round_: int) -> Request:
    """Show the numbers stored for `round_`, all seats on one edge."""
    return Request(Kind.COMMIT, struct.pack("<H", round_))


def seat(number: int, mark: SeatMark) -> Request:
    """Show how far seat `number` is; never a value."""
    return Request(Kind.SEAT, bytes([number, mark.value]))


def level(brightness: int) -> Request:
    """Set the brightness, 0..15."""
    return Request(Kind.LEVEL, bytes([brightness]))


CLEAR = Request(Kind.CLEAR)
PING = Request(Kind.PING)
READ = Request(Kind.READ)


@dataclass(frozen=True, slots=True)
class Status:
    """The board's state after a request, part of every answer.

    Args:
        result: what became of the request.
        showing: what the seats in `mask` show.
        mask: bit s set: seat s takes part in `round`.
        round: of the values held; 0 when none are.
        boot_id: changes with every start of the board.
        lost: received bytes the board had no room for, at most 255.
        line_errors: framing and overrun errors of its UART, at most 255.
    """

    result: Result
    showing: Showing
    mask: int
    round: int
    boot_id: int
    lost: int
    line_errors: int


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: which request it belongs to, the status, and what the kind adds (see the `read_` functions)."""

    kind: Kind
    seq: int
    status: Status
    extra: bytes


@dataclass(frozen=True, slots=True)
class Welcome:
    """Who the board is: added to the answer to `hello`."""

    version: int
    firmware: tuple[int, int]
    seats: int
    digits: int
    features: Feature
    nonce: int


@dataclass(frozen=True, slots=True)
class Readings:
    """The board's own counters: added to the answer to READ."""

    reset_cause: int
    level: int
    damaged: int
    marks: tuple[SeatMark, ...]
    uptime_s: int


_STATUS = struct.Struct("<BBBHHBB")
_EXTRA_LENGTHS = {Kind.HELLO: 10, Kind.PREP: 4, Kind.PING: 2, Kind.READ: 7}


def parse_answer(message: bytes) -> Answer:
    """Return the answer in `message` (type, sequence, payload).

    Raises:
        BadFrame: not an answer, or not as long as answers of its type are.
    """
    kind = message[0] & ~ANSWER
    if not message[0] & ANSWER or kind not in Kind.__members__.values():
        raise BadFrame(f"expected the type of an answer, got {message[0]:#04x}")
    extra = message[2 + _STATUS.size :]
    if len(message) != 2 + _STATUS.size + _EXTRA_LENGTHS.get(Kind(kind), 0):
        raise BadFrame(f"an answer to {Kind(kind).name} is not {len(message)} bytes long")
    return Answer(Kind(kind), message[1], _parse_status(message[2 : 2 + _STATUS.size]), extra)


def _parse_status(data: bytes) -> Status:
    result, showing, *rest = _STATUS.unpack(data)
    try:
        return Status(Result(result), Showing(showing), *rest)
    except ValueError as error:
        raise BadFrame(str(error)) from error


def read_welcome(answer: Answer) -> Welcome:
    """Return who answered `hello`."""
    version, major, minor, seats, digits, features, nonce = struct.unpack("<6BI", answer.extra)
    return Welcome(version, (major, minor), seats, digits, Feature(features), nonce)


def read_stored_crc(answer: Answer) -> int:
    """Return the CRC-32 of the values the board has stored, from the answer to `prep`."""
    return int.from_bytes(answer.extra, "little")


def read_readings(answer: Answer) -> Readings:
    """Return the counters in the answer to READ."""
    cause, brightness, damaged, marks, uptime_s = struct.unpack("<BBBHH", answer.extra)
    seats = tuple(SeatMark(min(marks >> 2 * number & 3, 2)) for number in range(SEATS))
    return Readings(cause, brightness, damaged, seats, uptime_s)


def boot_id_of_notice(message: bytes) -> int | None:
    """Return the boot id when `message` is the board's unasked "I have just started", else None."""
    if len(message) != 5 or message[:2] != bytes([NOTICE_BOOT, 0]):
        return None
    return int.from_bytes(message[3:5], "little")
