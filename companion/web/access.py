"""Who may sit where: a one-time ticket a seat, exchanged for a session that lives as long as the page and the browser.

A ticket is a long token (in a QR code) and a short code (to be typed), both good for one exchange. The table can take a
seat back at any time; that ends its session and makes a new ticket. Used by the screens and by the web thread.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from hmac import compare_digest
from threading import Lock
from typing import Final

_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Digits and letters that nobody takes for one another."""
_CODE: Final = 8


@dataclass(frozen=True, slots=True)
class Ticket:
    """What opens a seat once: a token of 192 bits and a code of 39 bits; their text forms hide them."""

    token: str = field(repr=False)
    code: str = field(repr=False)

    def opens(self, secret: str) -> bool:
        """True where `secret` is the token or the code, however the code was typed."""
        typed = secret.upper().replace("-", "").replace(" ", "")
        return compare_digest(self.token.encode(), secret.encode()) or compare_digest(
            self.code.encode(), typed.encode()
        )


class SeatAccess:
    """Tickets and sessions of all seats."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._tickets: dict[int, Ticket] = {}
        self._sessions: dict[int, str] = {}

    def open(self, seats: int) -> None:
        """Begin anew with this many seats: all sessions end, each seat has a fresh ticket."""
        with self._guard:
            self._sessions = {}
            self._tickets = {seat: _ticket() for seat in range(seats)}

    def ticket(self, seat: int) -> Ticket | None:
        """The ticket of a seat, None where it was used or there is no such seat."""
        with self._guard:
            return self._tickets.get(seat)

    def opened_by(self, secret: str) -> int | None:
        """The seat that `secret` opens, None where it opens none (any more); it is not used up."""
        with self._guard:
            return next((seat for seat, ticket in self._tickets.items() if ticket.opens(secret)), None)

    def exchange(self, secret: str) -> tuple[int, str] | None:
        """The seat that `secret` opens and its new session; None where it opens none (any more)."""
        with self._guard:
            seat = next((seat for seat, ticket in self._tickets.items() if ticket.opens(secret)), None)
            if seat is None:
                return None
            del self._tickets[seat]
            self._sessions[seat] = secrets.token_urlsafe(24)
            return seat, self._sessions[seat]

    def seat_of(self, session: str) -> int | None:
        """The seat that a session sits at."""
        with self._guard:
            given = session.encode()
            return next((s for s, known in self._sessions.items() if compare_digest(known.encode(), given)), None)

    def is_taken(self, seat: int) -> bool:
        """True where somebody's phone sits there."""
        with self._guard:
            return seat in self._sessions

    def reissue(self, seat: int) -> None:
        """End the session of a seat and make a new ticket."""
        with self._guard:
            self._sessions.pop(seat, None)
            self._tickets[seat] = _ticket()


def _ticket() -> Ticket:
    return Ticket(secrets.token_urlsafe(24), "".join(secrets.choice(_LETTERS) for _ in range(_CODE)))


def spaced(code: str) -> str:
    """A code as it is read aloud: ``"K7QM-2XRD"``."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"
