"""A display board in Python that speaks the firmware's bytes: for `--simulate` and the tests.

It follows `firmware/src/protocol.c` and `display.c` rule by rule and passes the same test vectors;
what it does not have is a chip, a chain of displays and their timing.
"""

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

from hardware import frames, seat1
from hardware.readings import SeatMark

FIRMWARE = (1, 0)
_LENGTHS = {
    seat1.Kind.HELLO: 5,
    seat1.Kind.PREP: 15,
    seat1.Kind.COMMIT: 2,
    seat1.Kind.CLEAR: 0,
    seat1.Kind.PING: 0,
    seat1.Kind.READ: 0,
    seat1.Kind.SEAT: 2,
    seat1.Kind.LEVEL: 1,
}
_MARK_TEXTS = {SeatMark.IDLE: "   ", SeatMark.THINKING: " - ", SeatMark.IN: "---"}


@dataclass(slots=True)
class TwinBoard:
    """The board's memory and its answers.

    Args:
        boot_id: reported in every answer; a restarted board has another one.
        seen: every picture the seats have shown, three characters each, oldest first.
    """

    boot_id: int = 1
    version: int = seat1.VERSION
    features: seat1.Feature = seat1.Feature.MARKS | seat1.Feature.LEVEL | seat1.Feature.GLYPHS
    seen: list[tuple[str, ...]] = field(default_factory=list)
    is_open: bool = False
    nonce: int = 0
    showing: seat1.Showing = seat1.Showing.NOTHING
    mask: int = 0
    round: int = 0
    values: tuple[int, ...] = (0,) * seat1.SEATS
    marks: tuple[SeatMark, ...] = (SeatMark.IDLE,) * seat1.SEATS
    level: int = 2
    damaged: int = 0
    heard_s: float = 0.0
    started_s: float = 0.0
    _deframer: frames.Deframer = field(default_factory=frames.Deframer)

    def feed(self, data: bytes, now_s: float) -> bytes:
        """Return the answers to `data`, which arrives at `now_s` in pieces of any size."""
        self.tick(now_s)
        return b"".join(self._take(message, now_s) for message in self._deframer.feed(data))

    def tick(self, now_s: float) -> None:
        """Blank and close the session where the host has been silent for three seconds."""
        if self.is_open and now_s - self.heard_s >= seat1.SILENCE_S:
            self.is_open = False
            self._wipe()

    def boot_notice(self) -> bytes:
        """Return the frame a board sends when it starts."""
        return frames.encode(struct.pack("<BBBH", seat1.NOTICE_BOOT, 0, 1, self.boot_id))

    @property
    def texts(self) -> tuple[str, ...]:
        """What the six seats show, three characters each."""
        return tuple(self._text(number) for number in range(seat1.SEATS))

    def _text(self, number: int) -> str:
        if not self.mask >> number & 1:
            return _MARK_TEXTS[self.marks[number]]
        return seat1.shown_text(self.values[number]) if self.showing is seat1.Showing.VALUES else "---"

    def _take(self, message: bytes | None, now_s: float) -> bytes:
        if message is None:
            self.damaged = min(self.damaged + 1, 255)
            return b""
        self.heard_s = now_s
        if message[0] & seat1.ANSWER:
            return b""
        result = self._judge(message)
        head = bytes([message[0] | seat1.ANSWER, message[1]])
        return frames.encode(head + self._status(result) + self._extra(message[0], now_s))

    def _judge(self, message: bytes) -> seat1.Result:
        if not self.is_open and message[0] != seat1.Kind.HELLO:
            return seat1.Result.STATE
        if message[0] not in _LENGTHS:
            return seat1.Result.UNKNOWN_TYPE
        kind, payload = seat1.Kind(message[0]), message[2:]
        if len(payload) != _LENGTHS[kind]:
            return seat1.Result.LENGTH
        perform = _PERFORM.get(kind)
        return seat1.Result.OK if perform is None else perform(self, payload)

    def _status(self, result: seat1.Result) -> bytes:
        return struct.pack("<BBBHHBB", result, self.showing, self.mask, self.round, self.boot_id, 0, 0)

    def _extra(self, kind: int, now_s: float) -> bytes:
        uptime = struct.pack("<H", int(now_s - self.started_s) & 0xFFFF)
        if kind == seat1.Kind.HELLO:
            return struct.pack("<6BI", self.version, *FIRMWARE, seat1.SEATS, seat1.DIGITS, self.features, self.nonce)
        if kind == seat1.Kind.PREP:
            return struct.pack("<I", zlib.crc32(struct.pack("<6H", *self.values)))
        if kind == seat1.Kind.READ:
            marks = sum(mark.value << 2 * number for number, mark in enumerate(self.marks))
            return struct.pack("<BBBH", 1, self.level, self.damaged, marks) + uptime
        return uptime if kind == seat1.Kind.PING else b""

    def _wipe(self) -> None:
        self.values = (0,) * seat1.SEATS
        self.marks = (SeatMark.IDLE,) * seat1.SEATS
        self.mask = self.round = 0
        self.showing = seat1.Showing.NOTHING
        self._redraw()

    def _redraw(self) -> None:
        self.seen.append(self.texts)

    def hello(self, payload: bytes) -> seat1.Result:
        """Open a session, wiping what an older one has left."""
        version, nonce = struct.unpack("<BI", payload)
        if version != self.version:
            return seat1.Result.VERSION
        if not (self.is_open and self.nonce == nonce):
            self.is_open, self.nonce = True, nonce
            self._wipe()
        return seat1.Result.OK

    def prep(self, payload: bytes) -> seat1.Result:
        """Store a round's values behind dashes."""
        round_, mask, *values = struct.unpack("<HB6H", payload)
        if mask == 0 or mask >> seat1.SEATS or not all(map(_is_legal, values)):
            return seat1.Result.RANGE
        asked = (seat1.Showing.HIDDEN, round_, mask, tuple(values))
        if (self.showing, self.round, self.mask, self.values) != asked:
            self.showing, self.round, self.mask, self.values = asked
            self._redraw()
        return seat1.Result.OK

    def commit(self, payload: bytes) -> seat1.Result:
        """Show the values stored for that round."""
        if self.showing is seat1.Showing.NOTHING:
            return seat1.Result.STATE
        if int.from_bytes(payload, "little") != self.round:
            return seat1.Result.ROUND
        if self.showing is not seat1.Showing.VALUES:
            self.showing = seat1.Showing.VALUES
            self._redraw()
        return seat1.Result.OK

    def clear(self, payload: bytes) -> seat1.Result:
        """Blank all seats and forget the values; `payload` is empty."""
        del payload
        self._wipe()
        return seat1.Result.OK

    def mark(self, payload: bytes) -> seat1.Result:
        """Show how far one seat is."""
        number, value = payload
        if number >= seat1.SEATS or value > SeatMark.IN.value:
            return seat1.Result.RANGE
        if self.marks[number] is not SeatMark(value):
            self.marks = (*self.marks[:number], SeatMark(value), *self.marks[number + 1 :])
            self._redraw()
        return seat1.Result.OK

    def dim(self, payload: bytes) -> seat1.Result:
        """Set the brightness."""
        if payload[0] > seat1.LEVEL_MAX:
            return seat1.Result.RANGE
        self.level = payload[0]
        return seat1.Result.OK


def _is_legal(value: int) -> bool:
    return value <= seat1.VALUE_MAX or bool(value & seat1.VALUE_GLYPHS)


_PERFORM: dict[seat1.Kind, Callable[[TwinBoard, bytes], seat1.Result]] = {
    seat1.Kind.HELLO: TwinBoard.hello,
    seat1.Kind.PREP: TwinBoard.prep,
    seat1.Kind.COMMIT: TwinBoard.commit,
    seat1.Kind.CLEAR: TwinBoard.clear,
    seat1.Kind.SEAT: TwinBoard.mark,
    seat1.Kind.LEVEL: TwinBoard.dim,
}
