"""The gate before all pages: who may ask, how often, how much; and headers that tell browsers what we never do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.addresses import is_own_host
from companion.web.errors import BadRequest
from companion.web.forms import MOST_BYTES
from companion.web.limits import Limiter, Rate

PER_ADDRESS: Final = Rate(burst=240, per_s=40)
"""Requests of one address; several phones may share one behind a router."""
_HEADERS: Final = (
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    # Not "no-referrer": browsers then send "Origin: null" with a form, and we could not tell whose it is.
    ("referrer-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
)


class Guard:
    """Wraps an ASGI application: refuses before anything is read, and adds the headers to every answer."""

    def __init__(
        self, app: ASGIApp, *, clock: Callable[[], float], refuse: Callable[[Request, BadRequest], Response]
    ) -> None:
        self._app = app
        self._refuse = refuse
        self._limiter = Limiter(PER_ADDRESS, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in or refuse it."""
        if scope["type"] != "http":
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS:
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        app = self._app
        try:
            self._check(scope)
        except BadRequest as error:
            app = self._refuse(Request(scope), error)
        await app(scope, receive, send_guarded)

    def _check(self, scope: Scope) -> None:
        """Raise BadRequest for a request that is not let in."""
        headers = Headers(scope=scope)
        if not is_own_host(headers.get("host", "")):
            raise BadRequest("web.wrong_host", status=421)
        if not self._limiter.allows(address_of(scope)):
            raise BadRequest("web.too_often", status=429)
        if scope["method"] not in {"GET", "HEAD", "POST"}:
            raise BadRequest("web.bad_request", status=405)
        if scope["method"] == "POST":
            _check_post(headers)


def _check_post(headers: Headers) -> None:
    """Only our own pages may change something, and little at a time."""
    host = headers.get("host", "").lower()
    if headers.get("origin", "").lower() not in {f"http://{host}", f"https://{host}"}:
        raise BadRequest("web.foreign", status=403)
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise BadRequest("web.foreign", status=403)
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MOST_BYTES:
        raise BadRequest("web.too_large", status=413)


def address_of(scope: Scope) -> str:
    """Who asks."""
    client = scope.get("client")
    return str(client[0]) if client else ""
