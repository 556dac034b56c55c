"""Serial ports: which one is the board, opening it for ourselves alone, and one exception for every way to lose it.

The only module that imports pyserial. Nothing is ever written to a port here but what the caller hands over.
"""

import os
import select
import termios
from collections.abc import Callable, Iterable
from pathlib import Path

import serial
from serial.tools import list_ports

from hardware.errors import PortHeld, PortLost, PortNotFound

BAUD = 115_200
WRITE_TIMEOUT_S = 0.2
BY_ID = Path("/dev/serial/by-id")

BOARD_USB_IDS = frozenset(
    {
        (0x2341, 0x0043),  # Arduino Uno R3
        (0x2341, 0x0001),  # Arduino Uno
        (0x2A03, 0x0043),  # Arduino Uno, .org
        (0x1A86, 0x7523),  # CH340: most Nano copies
        (0x0403, 0x6001),  # FT232R: the first Nanos
        (0x10C4, 0xEA60),  # CP2102
    }
)
"""(vendor, product) of the USB chips on the boards this firmware runs on."""

_LOST = (serial.SerialException, OSError, termios.error)
"""An unplugged port answers with any of three families; termios.error is not an OSError."""


def find_port(configured: str | None = None, *, by_id: Path = BY_ID) -> str:
    """Return the path of the port to try: the configured one, else the only candidate.

    Candidates are ports whose USB ids are known, named by their stable link in `by_id` where there
    is one. A wrong guess does no harm: nothing but HELLO is sent before the board has answered it.

    Raises:
        PortNotFound: no candidate, or the configured path does not exist.
    """
    if configured is not None:
        if not Path(configured).exists():
            raise PortNotFound(f"{configured} does not exist")
        return configured
    candidates = list_candidates(by_id=by_id)
    if not candidates:
        raise PortNotFound("no USB serial port of a known board")
    return candidates[0]


def list_candidates(*, by_id: Path = BY_ID) -> tuple[str, ...]:
    """Return the paths of all ports that could be a board, in stable order."""
    devices = {port.device for port in list_ports.comports() if (port.vid, port.pid) in BOARD_USB_IDS}
    links = sorted(by_id.iterdir()) if by_id.is_dir() else []
    named = {str(link.resolve()): str(link) for link in reversed(links)}
    return tuple(sorted(named.get(device, device) for device in devices))


class PortFinder:
    """Opens the board's port, whichever it is: what `SerialDisplays` is given.

    With several candidates each call tries the next one, so a port where nothing answers HELLO is left for another.
    """

    def __init__(
        self, configured: str | None = None, *, candidates: Callable[[], tuple[str, ...]] | None = None
    ) -> None:
        """Args: configured: the only path to try, if set. candidates: lists paths; by default `list_candidates`."""
        self._configured = configured
        self._candidates = candidates or list_candidates
        self._calls = 0

    def __call__(self) -> "SerialPort":
        """Return an open port; raise PortNotFound, PortHeld or PortLost."""
        if self._configured is not None:
            return SerialPort(find_port(self._configured))
        paths = self._candidates()
        if not paths:
            raise PortNotFound("no USB serial port of a known board")
        path = paths[self._calls % len(paths)]
        self._calls += 1
        return SerialPort(path)


class SerialPort:
    """One open port: reads with a time limit, writes, and can be woken from another thread."""

    def __init__(self, path: str) -> None:
        """Open `path` at 115200 baud for ourselves alone; raise PortHeld or PortLost."""
        self.name = path
        try:
            self._serial = serial.Serial(path, BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
        except _LOST as error:
            raise _opening_error(path, error) from error
        self._wake_read, self._wake_write = os.pipe()
        for end in (self._wake_read, self._wake_write):
            os.set_blocking(end, False)

    def read(self, timeout_s: float) -> bytes:
        """Return what has arrived, waiting at most `timeout_s` for the first byte; raise PortLost."""
        try:
            ready, _, _ = select.select([self._serial.fileno(), self._wake_read], [], [], timeout_s)
            if self._wake_read in ready:
                os.read(self._wake_read, 1024)
            if self._serial.fileno() not in ready:
                return b""
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))
        except _LOST as error:
            raise PortLost(f"{self.name}: {error}") from error

    def write(self, data: bytes) -> None:
        """Send `data`; raise PortLost when the port is gone or takes nothing for 0.2 s."""
        try:
            self._serial.write(data)
        except _LOST as error:
            raise PortLost(f"{self.name}: {error}") from error

    def wake(self) -> None:
        """Make a `read` that is waiting in another thread return now."""
        try:
            os.write(self._wake_write, b"w")
        except BlockingIOError:
            return  # the pipe is full of wake-ups already

    def close(self) -> None:
        """Give the port back; never raises, whatever has become of it."""
        for end in (self._wake_read, self._wake_write):
            os.close(end)
        try:
            self._serial.close()
        except _LOST:
            return


def _opening_error(path: str, error: Exception) -> PortHeld | PortLost | PortNotFound:
    holders = holders_of(path)
    if holders:
        return PortHeld(f"{path} is in use by {', '.join(holders)}")
    if not Path(path).exists():
        return PortNotFound(f"{path} does not exist")
    return PortLost(f"{path}: {error}")


def holders_of(path: str, *, proc: Path = Path("/proc")) -> tuple[str, ...]:
    """Return "name (process id)" of every other process that has `path` open, as far as we may look."""
    device = os.path.realpath(path)
    own = str(os.getpid())
    others = [entry for entry in proc.glob("[0-9]*") if entry.name != own]
    holders = [process for process in others if device in _open_files(process)]
    return tuple(sorted(f"{_process_name(process)} ({process.name})" for process in holders))


def _open_files(process: Path) -> Iterable[str]:
    try:
        return {str(link.readlink()) for link in (process / "fd").iterdir()}
    except OSError:
        return ()  # another user's process, or one that has just ended


def _process_name(process: Path) -> str:
    try:
        return (process / "comm").read_text().strip()
    except OSError:
        return "?"
