"""The web application: routes, and what each of them may touch. It reads scenes and hands over what phones send."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from companion.ports import Clock
from companion.web.board_page import board_page, board_parts
from companion.web.errors import BadRequest
from companion.web.files import files, version
from companion.web.guard import Guard, address_of
from companion.web.languages import texts_for
from companion.web.noticeboard import Noticeboard
from companion.web.parts import Parts
from companion.web.plain_page import fault_page
from companion.web.seat_routes import SeatRoutes
from companion.web.stream import Streams

_FAULTS: Final[Mapping[int, str]] = MappingProxyType({404: "web.not_found", 500: "web.broken"})


def application(parts: Parts) -> ASGIApp:
    """The ASGI application of these parts. The gate stands before all of it, its own faults included."""
    streams = Streams(parts.board)
    refuse = _refusal(parts.board)
    spectators = _Spectators(parts.board, streams)
    seats = SeatRoutes(parts, streams)
    pages = Starlette(
        routes=[*spectators.routes, *seats.routes, Route("/clock", _Clock(parts.clock).read)],
        exception_handlers={BadRequest: refuse, HTTPException: refuse, Exception: refuse},
    )
    return Guard(pages, clock=parts.clock.monotonic_s, refuse=refuse)


class _Spectators:
    """What everybody may see."""

    def __init__(self, board: Noticeboard, streams: Streams) -> None:
        self._board = board
        self._streams = streams
        self.routes = [
            Route("/", self.page),
            Route("/events", self.events),
            Route("/static/{name}", self.file),
        ]

    async def page(self, request: Request) -> Response:
        """The score."""
        scene = self._board.scene
        return HTMLResponse(board_page(scene, texts_for(request, scene)))

    async def events(self, request: Request) -> Response:
        """Its changes."""
        return self._streams.follow(
            address_of(request.scope), lambda scene: board_parts(scene, texts_for(request, scene))
        )

    async def file(self, request: Request) -> Response:
        """A file of ours: kept for good under the link of this version, else asked for again when it is used."""
        found = files().get(request.path_params["name"])
        if found is None:
            raise BadRequest("web.not_found", status=404)
        is_named = request.query_params.get("v") == version()
        headers = {
            "cache-control": "public, max-age=31536000, immutable" if is_named else "no-cache",
            "etag": f'"{version()}"',
        }
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(found.data, media_type=found.media_type, headers=headers)


class _Clock:
    """The table's clock, for phones that measure how far theirs is off."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def read(self, _: Request) -> Response:
        """When the question came and when the answer leaves, seconds."""
        received_s = self._clock.monotonic_s()
        return JSONResponse({"received_s": received_s, "sent_s": self._clock.monotonic_s()})


def _as_bad(error: Exception) -> BadRequest:
    """Any fault as one with a sentence."""
    if isinstance(error, BadRequest):
        return error
    status = error.status_code if isinstance(error, HTTPException) else 500
    return BadRequest(_FAULTS.get(status, "web.bad_request"), status=status)


def _refusal(board: Noticeboard) -> Callable[[Request, Exception], Response]:
    """Says in the browser's language why a request was refused: as a page, or in a word to a script."""

    def refuse(request: Request, error: Exception) -> Response:
        fault = _as_bad(error)
        words = texts_for(request, board.scene)
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"said": words.said(fault.said)}, status_code=fault.status)
        return HTMLResponse(fault_page(words, fault.said.key), status_code=fault.status)

    return refuse
