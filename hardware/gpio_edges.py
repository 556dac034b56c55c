"""Edges through gpiozero, which works on every Pi: each line is watched by a device that keeps the kernel's stamp.

gpiozero tells its users only that a button was pressed, not when; the stamp is there one level down, where pin
factories call the device. With lgpio it is the time of the hardware interrupt. Every other factory loses it, so a
fall-back is refused.
"""

import queue
import warnings
from collections.abc import Iterable

import gpiozero
from gpiozero.exc import BadPinFactory, PinFactoryFallback

from hardware.edges import check_lines, in_order
from hardware.errors import WrongPinFactory
from hardware.readings import Edge

_KERNEL_STAMPS = frozenset({"LGPIOFactory"})


class StampedInput(gpiozero.InputDevice):  # type: ignore[misc] # gpiozero carries no types
    """One input line that hands every edge, with its stamp, to a queue.

    The callback runs in the pin factory's only thread, and an exception there would end that thread and with it
    every button: so it does one thing that cannot fail, and calls nobody else's code.
    """

    def __init__(self, line: int, *, edges: "queue.SimpleQueue[Edge]", pin_factory: gpiozero.Factory) -> None:
        """Watch GPIO `line` with its pull-up on, unless the Pi has a resistor there already."""
        super().__init__(line, pull_up=True, pin_factory=pin_factory)
        self._line = line
        self._edges = edges
        self.pin.edges = "both"
        # The pin keeps only a weak reference: a bound method lives as long as this device, a lambda would not.
        self.pin.when_changed = self._pin_changed

    def _pin_changed(self, ticks: float, state: int) -> None:
        if state in {0, 1}:  # lgpio reports its own watchdog as 2
            self._edges.put(Edge(self._line, ticks, high=bool(state)))


class GpioEdges:
    """An `EdgeSource` on gpiozero."""

    def __init__(self, lines: Iterable[int], *, pin_factory: gpiozero.Factory | None = None) -> None:
        """Watch `lines`.

        Args:
            lines: GPIO numbers (BCM).
            pin_factory: for the tests; without it gpiozero's default, which must be lgpio.

        Raises:
            WrongPinFactory: no pin factory, or one without kernel stamps.
            WiringError: a line used twice or not on the header.
        """
        wired = check_lines(lines)
        factory = kernel_stamping_factory() if pin_factory is None else pin_factory
        self.stamp_source = "kernel" if type(factory).__name__ in _KERNEL_STAMPS else "user"
        self._queue: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self._inputs = [StampedInput(line, edges=self._queue, pin_factory=factory) for line in wired]

    def drain(self) -> tuple[Edge, ...]:
        """Return the edges since the last call, in order of their stamps."""
        return in_order([self._queue.get_nowait() for _ in range(self._queue.qsize())])

    def close(self) -> None:
        """Give the lines back."""
        for line in self._inputs:
            line.close()


def kernel_stamping_factory() -> gpiozero.Factory:
    """Return gpiozero's pin factory for this machine.

    Raises:
        WrongPinFactory: there is none, or gpiozero fell back to one that stamps edges in user space.
    """
    if gpiozero.Device.pin_factory is None:
        gpiozero.Device.pin_factory = _default_factory()
    factory = gpiozero.Device.pin_factory
    if type(factory).__name__ not in _KERNEL_STAMPS:
        raise WrongPinFactory(f"expected LGPIOFactory, got {type(factory).__name__}: it loses the kernel's time stamps")
    return factory


def _default_factory() -> gpiozero.Factory:
    with warnings.catch_warnings():
        warnings.simplefilter("error", PinFactoryFallback)
        try:
            return gpiozero.Device._default_pin_factory()
        except (PinFactoryFallback, BadPinFactory) as error:
            raise WrongPinFactory(f"no lgpio: {error}") from error
