"""What a phone at a seat does: sit down with a ticket, follow the game, give what is sealed, knock."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from companion.texts import Texts
from companion.web.errors import BadRequest
from companion.web.forms import entry_of, form_of, stamp_of, whole_number
from companion.web.guard import address_of
from companion.web.languages import texts_for
from companion.web.limits import Limiter, Rate
from companion.web.parts import Parts
from companion.web.plain_page import join_page
from companion.web.scene import Scene
from companion.web.seat_page import seat_page, seat_parts
from companion.web.stream import Streams
from hardware.errors import BadEntry

COOKIE: Final = "table_seat"
JOINS: Final = Rate(burst=24, per_s=0.2)
"""Tickets tried from one address: a code of 39 bits then takes tens of thousands of years to guess."""
SENDS: Final = Rate(burst=20, per_s=2)
"""Entries and knocks of one seat."""


class SeatRoutes:
    """The routes of seats. Used by the web thread."""

    def __init__(self, parts: Parts, streams: Streams) -> None:
        self._parts = parts
        self._streams = streams
        self._joins = Limiter(JOINS, parts.clock.monotonic_s)
        self._sends = Limiter(SENDS, parts.clock.monotonic_s)
        self.routes = [
            Route("/join", self.ask_ticket),
            Route("/join", self.take_ticket, methods=["POST"]),
            Route("/join/{ticket:str}", self.ask_ticket),
            Route("/seat", self.page),
            Route("/seat/events", self.events),
            Route("/seat/entry", self.enter, methods=["POST"]),
            Route("/seat/knock", self.knock, methods=["POST"]),
        ]

    async def ask_ticket(self, request: Request) -> Response:
        """The page that takes a ticket; reading it uses nothing up."""
        ticket = request.path_params.get("ticket", "")[:64]
        words = self._words(request)
        if not ticket:
            return HTMLResponse(join_page(words))
        self._limit_joins(request)
        seat, view = self._parts.access.opened_by(ticket), self._parts.board.scene.view
        if seat is None or view is None or seat >= len(view.seats):
            return HTMLResponse(join_page(words, fault=words("web.ticket_used")), status_code=403)
        return HTMLResponse(join_page(words, ticket=ticket, sitter=(seat, view.seats[seat])))

    async def take_ticket(self, request: Request) -> Response:
        """Exchange a ticket for a session, once."""
        self._limit_joins(request)
        fields = await form_of(request)
        words = self._words(request)
        taken = self._parts.access.exchange(fields.get("ticket", ""))
        if taken is None:
            return HTMLResponse(join_page(words, fault=words("web.ticket_used")), status_code=403)
        answer = RedirectResponse(f"/seat?lang={words.language}", status_code=303)
        answer.set_cookie(COOKIE, taken[1], path="/seat", httponly=True, samesite="strict")
        return answer

    async def page(self, request: Request) -> Response:
        """The page of the seat, or the one that takes a ticket."""
        scene, seat = self._parts.board.scene, self._seat(request)
        if seat is None:
            return HTMLResponse(join_page(self._words(request)), status_code=403 if self._has_cookie(request) else 200)
        return HTMLResponse(seat_page(scene, seat, texts_for(request, scene)))

    async def events(self, request: Request) -> Response:
        """Changes of the seat's page, until the seat is taken back."""
        seat = self._must_sit(request)

        def render(scene: Scene) -> dict[str, str] | None:
            if self._seat(request) != seat:
                return None
            return dict(seat_parts(scene, seat, texts_for(request, scene)))

        return self._streams.follow(address_of(request.scope), render)

    async def enter(self, request: Request) -> Response:
        """Take a sealed entry. It is told to nobody, not even back to the phone."""
        seat = self._must_sit(request)
        fields = await form_of(request)
        scene = self._parts.board.scene
        ask = scene.asks[seat] if seat < len(scene.asks) else None
        if ask is None or whole_number(fields.get("ask", ""), digits=8) != ask.number:
            raise BadRequest("web.not_asked", status=409)
        try:
            self._parts.seats.enter(seat, value=entry_of(ask, fields), at_s=self._parts.clock.monotonic_s())
        except BadEntry as error:
            raise BadRequest("web.not_asked", status=409) from error
        return self._done(request)

    async def knock(self, request: Request) -> Response:
        """Take a knock with the phone's stamp; without one it counts from its arrival, as exactly as that is."""
        arrived_s = self._parts.clock.monotonic_s()
        seat = self._must_sit(request)
        at_s, within_s = stamp_of(await form_of(request)) or (arrived_s, float("inf"))
        self._parts.knocks.knock(seat, at_s=at_s, within_s=within_s, arrived_s=arrived_s)
        return self._done(request)

    def _limit_joins(self, request: Request) -> None:
        """Raise BadRequest where an address tries tickets too often."""
        if not self._joins.allows(address_of(request.scope)):
            raise BadRequest("web.too_often", status=429)

    def _done(self, request: Request) -> Response:
        """Nothing to a script, the page again to a browser without one."""
        if "application/json" in request.headers.get("accept", ""):
            return Response(status_code=204)
        return RedirectResponse(f"/seat?lang={self._words(request).language}", status_code=303)

    def _must_sit(self, request: Request) -> int:
        """The seat of a request; it may not send too often. Raises BadRequest."""
        seat = self._seat(request)
        if seat is None:
            raise BadRequest("web.no_seat", status=403)
        if request.method == "POST" and not self._sends.allows(seat):
            raise BadRequest("web.too_often", status=429)
        return seat

    def _seat(self, request: Request) -> int | None:
        return self._parts.access.seat_of(request.cookies.get(COOKIE, ""))

    def _has_cookie(self, request: Request) -> bool:
        return COOKIE in request.cookies

    def _words(self, request: Request) -> Texts:
        return texts_for(request, self._parts.board.scene)
