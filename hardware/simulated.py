"""Displays without hardware: the Python twin behind a port, or the firmware itself in its simulator.

Both are reached through the same `SerialDisplays` as a real board, so `--simulate` runs the code that runs at a table.
"""

import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hardware.displays import Port
from hardware.errors import PortLost, PortNotFound
from hardware.serial_ports import SerialPort
from hardware.twin import TwinBoard

FIRMWARE_OUT = Path(__file__).resolve().parents[1] / "firmware" / "out"
"""Where `make -C firmware all sim` puts the firmware and its simulator, in a checkout."""

START_S = 30.0
STOP_S = 2.0


class TwinPort:
    """A port with a `TwinBoard` at the other end, in memory."""

    name = "simulated"

    def __init__(self, board: TwinBoard, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Plug `board` in; it tells time by `clock`."""
        self._board = board
        self._clock = clock
        self._arrived = bytearray()
        self._is_woken = False
        self._is_plugged_in = True
        self._news = threading.Condition()

    def read(self, timeout_s: float) -> bytes:
        """Return what the board has answered, waiting at most `timeout_s`; raise PortLost when unplugged."""
        with self._news:
            self._news.wait_for(self._has_news, timeout_s)
            self._is_woken = False
            self._check()
            self._board.tick(self._clock())
            data = bytes(self._arrived)
            self._arrived.clear()
            return data

    def write(self, data: bytes) -> None:
        """Hand `data` to the board; raise PortLost when unplugged."""
        with self._news:
            self._check()
            self._arrived += self._board.feed(data, self._clock())

    def wake(self) -> None:
        """Make a waiting `read` return."""
        with self._news:
            self._is_woken = True
            self._news.notify()

    def unplug(self) -> None:
        """Take the cable out: whoever reads or writes from now on gets PortLost."""
        with self._news:
            self._is_plugged_in = False
            self._news.notify()

    def close(self) -> None:
        """Nothing to give back."""

    def _has_news(self) -> bool:
        return bool(self._arrived) or self._is_woken or not self._is_plugged_in

    def _check(self) -> None:
        if not self._is_plugged_in:
            raise PortLost(f"{self.name}: unplugged")


class SimulatedBoard:
    """The real firmware in its simulator, on a pseudo-terminal, as a process of its own.

    The simulator is a separate GPL program that `make -C firmware sim` builds; a checkout without it uses the twin.
    """

    def __init__(self, *, out: Path = FIRMWARE_OUT, power_ups: int = 0) -> None:
        """Start it; raise PortNotFound where it has not been built or does not start."""
        program = out / "seatsim"
        if not program.exists():
            raise PortNotFound(f"{program} is not built: run `make -C firmware all sim`")
        self._folder = Path(tempfile.mkdtemp(prefix="seatsim-"))
        self.path = str(self._folder / "tty")
        """The terminal a host can open like any serial port."""
        # A file and no pipe: a pipe that nobody reads fills within minutes and stops the board.
        told = self._folder / "told"
        with told.open("wb") as output:
            self._process = subprocess.Popen(  # noqa: S603 - our own program, no shell
                [str(program), str(out / "board.elf"), self.path, str(power_ups)],
                stdout=output,
                stderr=subprocess.DEVNULL,
            )
        self._told = told.open("rb")
        self._tail = b""
        self._latches: list[tuple[float, tuple[str, ...]]] = []
        self._wait_until_ready()

    def latches(self) -> tuple[tuple[float, tuple[str, ...]], ...]:
        """Return (monotonic seconds, six texts) of every latch so far, oldest first."""
        self._read_output()
        return tuple(self._latches)

    @property
    def texts(self) -> tuple[str, ...]:
        """What the six seats show: three characters each, or "dark"."""
        latches = self.latches()
        return latches[-1][1] if latches else ("dark",) * 6

    def open_port(self) -> SerialPort:
        """Return a port to the board, for `SerialDisplays`."""
        return SerialPort(self.path)

    def close(self) -> None:
        """End the process; its terminal goes away as if unplugged."""
        self._process.terminate()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._told.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _wait_until_ready(self) -> None:
        deadline_s = time.monotonic() + START_S
        while not Path(self.path).is_symlink():
            if self._process.poll() is not None or time.monotonic() > deadline_s:
                self.close()
                raise PortNotFound("the simulator did not start")
            time.sleep(0.005)

    def _read_output(self) -> None:
        self._tail += self._told.read()
        *lines, self._tail = self._tail.split(b"\n")
        self._latches += [_parse_latch(line.decode()) for line in lines if line.startswith(b"LATCH ")]


@contextmanager
def simulated_board(*, out: Path = FIRMWARE_OUT) -> Iterator[tuple[str, Callable[[], Port]]]:
    """Start the best simulated board there is; yield "firmware" or "twin" and what opens a port to it."""
    try:
        board = SimulatedBoard(out=out)
    except PortNotFound:
        twin = TwinBoard()
        yield "twin", lambda: TwinPort(twin)
        return
    try:
        yield "firmware", board.open_port
    finally:
        board.close()


def _parse_latch(line: str) -> tuple[float, tuple[str, ...]]:
    _, at_s, _, texts = line.split(" ", 3)
    return float(at_s), tuple(texts.split("|"))
