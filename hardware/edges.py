"""Where edges come from: the interface of all sources, and the scripted one.

A source watches a set of GPIO lines with pull-ups (a closed contact is low) and keeps every edge with the best
time stamp it can get, until `drain` fetches them. It never debounces: every debouncing library moves the stamp,
and with it the winner.
"""

from collections.abc import Iterable
from typing import Protocol

from hardware.errors import WiringError
from hardware.readings import Edge

HEADER_LINES = range(2, 28)
"""GPIO numbers on a Pi's header that are free for use; 0 and 1 belong to the HAT's identity chip."""


class EdgeSource(Protocol):
    """Edges of a set of lines."""

    stamp_source: str
    """Where the time stamps are taken: "kernel", "user" or "script"."""

    def drain(self) -> tuple[Edge, ...]:
        """Return the edges since the last call, in order of their stamps; never waits, never raises."""
        ...

    def close(self) -> None:
        """Give the lines back."""
        ...


class ScriptedEdges:
    """Edges somebody else makes up: the twin, and the tests."""

    stamp_source = "script"

    def __init__(self, edges: Iterable[Edge] = ()) -> None:
        """Start with `edges`."""
        self._edges = list(edges)

    def add(self, *edges: Edge) -> None:
        """Let `edges` happen; they need not come in order."""
        self._edges.extend(edges)

    def drain(self) -> tuple[Edge, ...]:
        """Return the edges since the last call, in order of their stamps."""
        edges, self._edges = in_order(self._edges), []
        return edges

    def close(self) -> None:
        """Nothing to give back."""


def in_order(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Return `edges` by the kernel's own count where the source has one, else by stamp."""
    return tuple(sorted(edges, key=lambda edge: (edge.sequence, edge.at_s)))


def check_lines(lines: Iterable[int]) -> tuple[int, ...]:
    """Return `lines` in order; raise WiringError for one that is used twice or not on the header."""
    wired = sorted(lines)
    for line in wired:
        if line not in HEADER_LINES:
            raise WiringError(f"expected a GPIO from 2 to 27, got {line}")
        if wired.count(line) > 1:
            raise WiringError(f"GPIO {line} is wired to two things")
    return tuple(wired)
