"""Displays on a serial port: a thread that owns the port and the driver, and three calls for everybody else.

`SerialDisplays` is the real side of the port `BidDisplays`:

    show(texts: tuple[str, ...]) -> None   the text of every seat, from now on
    health -> Health                       whether they follow
    close() -> None                        blank them and give the port back

`show` never blocks and never raises for a lost device: that is a health state. The thread reads
nothing of its caller's.
"""

import secrets
import threading
import time
from collections.abc import Callable
from typing import Protocol

from hardware.driver import BoardDriver
from hardware.errors import PortHeld, PortLost, PortNotFound
from hardware.picture import Picture, picture_of
from hardware.readings import Health, LinkState

SHORTEST_BACKOFF_S = 0.05
LONGEST_BACKOFF_S = 1.0
LONGEST_READ_S = 0.5
GOODBYE_S = 0.3
"""How long `close` waits until the displays are blank; a board that hears no more blanks itself soon after."""


class Port(Protocol):
    """What the thread needs of a port; `serial_ports.SerialPort` is one, the twin has another."""

    name: str

    def read(self, timeout_s: float) -> bytes:
        """Return what has arrived, waiting at most `timeout_s`; raise PortLost."""
        ...

    def write(self, data: bytes) -> None:
        """Send `data`; raise PortLost."""
        ...

    def wake(self) -> None:
        """Make a waiting `read` return."""
        ...

    def close(self) -> None:
        """Give the port back."""
        ...


class SerialDisplays:
    """Keeps the displays at the wanted texts, over unplugging, restarts and noise."""

    def __init__(
        self, open_port: Callable[[], Port], *, level: int = 2, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Start the thread.

        Args:
            open_port: looks for the port and opens it, again after every loss; raises PortNotFound,
                PortHeld or PortLost.
            level: brightness, 0..15.
            clock: monotonic seconds.
        """
        self._open_port = open_port
        self._clock = clock
        self._driver = BoardDriver(draw_nonce=lambda: secrets.randbits(32), level=level)
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._changed = threading.Event()
        self._port: Port | None = None
        self._backoff_s = SHORTEST_BACKOFF_S
        self._thread = threading.Thread(target=self._run, name="displays", daemon=True)
        self._thread.start()

    @property
    def health(self) -> Health:
        """Whether the displays follow, and why not."""
        return self._driver.health

    @property
    def is_settled(self) -> bool:
        """Whether the board has confirmed the texts shown last."""
        with self._lock:
            return self._driver.is_settled

    def show(self, texts: tuple[str, ...]) -> None:
        """Show one text a seat from now on (see `picture.picture_of`); raise CannotShow for more than six."""
        self._want(picture_of(texts))

    def close(self) -> None:
        """Blank the displays, stop the thread and give the port back."""
        self._want(Picture())
        deadline_s = self._clock() + GOODBYE_S
        while self.health.is_good and not self.is_settled and self._clock() < deadline_s:
            self._changed.wait(0.01)
            self._changed.clear()
        self._stopping.set()
        self._want(Picture())
        self._thread.join()

    def _want(self, picture: Picture) -> None:
        with self._lock:
            self._driver.want(picture)
            if self._port is not None:
                self._port.wake()

    def _run(self) -> None:
        while not self._stopping.is_set():
            port = self._opened()
            if port is not None:
                self._serve(port)
            self._stopping.wait(self._backoff_s)
            self._backoff_s = min(2 * self._backoff_s, LONGEST_BACKOFF_S)

    def _opened(self) -> Port | None:
        try:
            port = self._open_port()
        except PortHeld as error:
            self._report(LinkState.HELD, str(error))
            return None
        except (PortNotFound, PortLost) as error:
            self._report(LinkState.SEARCHING, str(error))
            return None
        with self._lock:
            self._port = port
            self._driver.opened(self._clock(), port_name=port.name)
        return port

    def _report(self, state: LinkState, detail: str) -> None:
        with self._lock:
            self._driver.closed(Health(state, detail))

    def _serve(self, port: Port) -> None:
        try:
            while not self._stopping.is_set() and not self._driver.is_lost:
                self._turn(port)
            health = self._driver.health
        except PortLost as error:
            health = Health(LinkState.SEARCHING, str(error))
        with self._lock:
            self._port = None
            port.close()
            self._driver.closed(health)

    def _turn(self, port: Port) -> None:
        with self._lock:
            data = self._driver.due(self._clock())
            wait_s = min(self._driver.wake_s() - self._clock(), LONGEST_READ_S)
        if data:
            port.write(data)
        received = port.read(max(0.0, wait_s))
        with self._lock:
            self._driver.receive(received, self._clock())
            if self._driver.health.is_good:
                self._backoff_s = SHORTEST_BACKOFF_S
            self._changed.set()
