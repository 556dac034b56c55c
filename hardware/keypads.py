"""Numeric keypads at the seats, one on USB each: another real side of the port `SeatInput` (see `seats`).

Read from the kernel's input devices, grabbed so that no key reaches the screen or a log. Digits are typed, enter locks
the number in, backspace begins again.
"""

import fcntl
import os
import struct
import time
from collections.abc import Mapping
from dataclasses import dataclass

from hardware.errors import PortHeld, PortNotFound
from hardware.readings import Entered
from hardware.seats import AskedSeats

_EVENT = struct.Struct("@llHHi")
"""struct input_event of a 64-bit kernel: seconds, microseconds, type, code, value."""

_EV_KEY = 1
_KEY_DOWN = 1
_EVIOCGRAB = 0x40044590
_EVIOCSCLOCKID = 0x400445A0

_DIGITS = {
    11: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 7, 9: 8, 10: 9,
    82: 0, 79: 1, 80: 2, 81: 3, 75: 4, 76: 5, 77: 6, 71: 7, 72: 8, 73: 9,
}  # fmt: skip
_ENTER = frozenset({28, 96})
_ERASE = frozenset({1, 14, 83, 111})
"""Key codes of linux/input-event-codes.h: the digit row and the keypad, enter; escape, backspace, dot and delete."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key that went down: its code, and when."""

    code: int
    at_s: float


def parse_keys(data: bytes) -> tuple[Key, ...]:
    """Return the keys that go down in `data`, whole input events as a device delivers them."""
    events = _EVENT.iter_unpack(data[: len(data) // _EVENT.size * _EVENT.size])
    return tuple(
        Key(code, seconds + microseconds / 1e6)
        for seconds, microseconds, kind, code, value in events
        if kind == _EV_KEY and value == _KEY_DOWN
    )


class SeatKeypads(AskedSeats):
    """One keypad a seat."""

    def __init__(self, path_of_seat: Mapping[int, str]) -> None:
        """Open and grab the keypads.

        Args:
            path_of_seat: seat to a path under /dev/input/by-path; by-id would not tell equal keypads apart.

        Raises:
            PortNotFound: a path does not exist or may not be read.
            PortHeld: another program has grabbed the keypad.
        """
        super().__init__()
        self._path_of_seat = dict(path_of_seat)
        self._devices: dict[int, int] = {}
        try:
            for seat, path in path_of_seat.items():
                self._devices[seat] = _open_device(path)
        except (PortNotFound, PortHeld):
            self.close()
            raise

    @property
    def lost(self) -> tuple[int, ...]:
        """Seats whose keypad has been pulled out and not put back."""
        return tuple(sorted(seat for seat, device in self._devices.items() if device < 0))

    def poll(self) -> tuple[Entered, ...]:
        """Read all keypads, one put back too; return the numbers entered since the last call."""
        for seat in self.lost:
            self._devices[seat] = _opened_again(self._path_of_seat[seat])
        for seat in self._devices:
            for key in parse_keys(self._read(seat)):
                self._take(seat, key)
        return self._entries.take()

    def close(self) -> None:
        """Let go of the keypads."""
        for device in self._devices.values():
            if device >= 0:
                os.close(device)
        self._devices.clear()

    def _read(self, seat: int) -> bytes:
        device = self._devices[seat]
        if device < 0:
            return b""
        try:
            return os.read(device, 64 * _EVENT.size)
        except BlockingIOError:
            return b""
        except OSError:
            os.close(device)
            self._devices[seat] = -1
            return b""

    def _take(self, seat: int, key: Key) -> None:
        if key.code in _DIGITS:
            self._entries.type_digit(seat, digit=_DIGITS[key.code])
        elif key.code in _ENTER:
            self._entries.confirm(seat, at_s=key.at_s)
        elif key.code in _ERASE:
            self._entries.erase(seat)


def _opened_again(path: str) -> int:
    try:
        return _open_device(path)
    except (PortNotFound, PortHeld):
        return -1


def _open_device(path: str) -> int:
    try:
        device = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise PortNotFound(f"{path}: {error.strerror}") from error
    try:
        fcntl.ioctl(device, _EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
        fcntl.ioctl(device, _EVIOCGRAB, 1)
    except OSError as error:
        os.close(device)
        raise PortHeld(f"{path} cannot be had for ourselves: {error.strerror}") from error
    return device
