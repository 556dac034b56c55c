"""Edges through libgpiod: the best source there is, where its bindings are installed.

All lines are one request, so the kernel numbers their events in the order of the interrupts: a total order that
no scheduling delay can change. It needs no thread either: `drain` reads what the kernel has kept.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

from hardware.edges import check_lines, in_order
from hardware.errors import WrongPinFactory
from hardware.readings import Edge

EVENT_BUFFER = 1024
HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chip that drives the header: Pi 5, Pi 4, Pi 0 to 3. Its number differs from kernel to kernel."""


class LineRequest(Protocol):
    """What we use of `gpiod.LineRequest`."""

    def wait_edge_events(self, timeout: float) -> bool:
        """Whether events are waiting."""
        ...

    def read_edge_events(self) -> list[Any]:
        """Return the events that are waiting."""
        ...

    def release(self) -> None:
        """Give the lines back."""
        ...


class LineEdges:
    """An `EdgeSource` on libgpiod."""

    stamp_source = "kernel"

    def __init__(
        self, lines: Iterable[int], *, request: Callable[[tuple[int, ...]], LineRequest] | None = None
    ) -> None:
        """Watch `lines` (GPIO numbers); `request` is for the tests.

        Raises:
            WrongPinFactory: no libgpiod, or no header on this machine.
            WiringError: a line used twice or not on the header.
        """
        self._request = (request or request_lines)(check_lines(lines))

    def drain(self) -> tuple[Edge, ...]:
        """Return the edges since the last call, in the kernel's order; none once the lines are gone."""
        try:
            events = self._request.read_edge_events() if self._request.wait_edge_events(0) else []
        except OSError:
            return ()
        return in_order(_edge(event) for event in events)

    def close(self) -> None:
        """Give the lines back."""
        self._request.release()


def _edge(event: Any) -> Edge:
    return Edge(
        line=event.line_offset,
        at_s=event.timestamp_ns / 1e9,
        high=event.event_type is event.Type.RISING_EDGE,
        sequence=event.global_seqno,
    )


def request_lines(lines: tuple[int, ...]) -> LineRequest:
    """Request `lines` of the header as inputs with pull-ups, both edges, stamped with CLOCK_MONOTONIC, not debounced.

    Raises:
        WrongPinFactory: no libgpiod bindings, no header, or no permission.
    """
    try:
        import gpiod  # noqa: PLC0415 - installed on a Pi only
        from gpiod import line  # noqa: PLC0415
    except ImportError as error:
        raise WrongPinFactory(f"no libgpiod bindings: {error}") from error
    settings = gpiod.LineSettings(
        direction=line.Direction.INPUT,
        edge_detection=line.Edge.BOTH,
        bias=line.Bias.PULL_UP,
        event_clock=line.Clock.MONOTONIC,
    )
    try:
        request: LineRequest = gpiod.request_lines(
            header_chip(), config={lines: settings}, consumer="companion", event_buffer_size=EVENT_BUFFER
        )
    except OSError as error:
        raise WrongPinFactory(f"cannot watch GPIO {lines}: {error}") from error
    return request


def header_chip(*, sys_gpio: Path = Path("/sys/bus/gpio/devices"), dev: Path = Path("/dev")) -> str:
    """Return the path of the GPIO chip behind a Pi's header; raise WrongPinFactory where there is none."""
    chips = sorted(sys_gpio.glob("gpiochip*")) if sys_gpio.is_dir() else []
    for chip in chips:
        if _label(chip) in HEADER_LABELS:
            return str(dev / chip.name)
    raise WrongPinFactory("no GPIO header on this machine")


def _label(chip: Path) -> str:
    try:
        return (chip / "label").read_text().strip()
    except OSError:
        return ""
