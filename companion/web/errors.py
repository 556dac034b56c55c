"""What can go wrong on the local web page; each carries a sentence for people."""

from __future__ import annotations

from companion.rulebook.errors import CompanionError


class WebError(CompanionError):
    """Base of what the local web page reports."""


class CannotListen(WebError, OSError):
    """Error raised when the page cannot be offered: the address is none, or the port is taken."""


class BadRequest(WebError, ValueError):
    """Error raised when a request is refused; `status` is the HTTP status that says so."""

    def __init__(self, key: str, *, status: int = 400) -> None:
        super().__init__(key)
        self.status = status
