"""The host's half of SEAT-1 without any I/O: wanted picture and bytes in, bytes and health out.

One request is outstanding at a time and is repeated until its answer comes; every answer carries
the board's whole state, so a lost one does no harm. Whoever owns the port calls `opened`, then
`receive` and `due` as time goes by, and `closed`. Time is an argument: the tests run hours of it
in seconds.
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from math import inf

from hardware import frames, seat1
from hardware.errors import BadFrame
from hardware.picture import BoardImage, Picture, next_step
from hardware.readings import Health, LinkState, SeatMark

RETRY_S = 0.030
HELLO_RETRY_S = 0.100
EARLIEST_RETRY_S = 0.008
"""A damaged answer is a reason to ask again at once, but not sooner than this after the last time."""
GIVE_UP_S = 2.0
GREET_S = 3.0
"""An Uno's boot loader swallows everything for up to two seconds after the port is opened."""
PING_S = 0.5
SILENT_S = 0.9
PAUSE_S = 0.1
"""After a pause this long a frame starts with a delimiter, which ends whatever noise the board may hold half of."""


class _Phase(Enum):
    CLOSED = auto()
    GREETING = auto()
    READY = auto()
    REFUSED = auto()
    LOST = auto()


@dataclass(slots=True)
class _Asked:
    request: seat1.Request
    seq: int
    after: BoardImage
    first_s: float
    sent_s: float = -inf


class BoardDriver:
    """Brings one display board to the wanted picture and keeps it there."""

    def __init__(self, *, draw_nonce: Callable[[], int], level: int = 2) -> None:
        """Args: draw_nonce: 32 fresh bits for each session. level: brightness, 0..15."""
        self.health = Health(LinkState.SEARCHING)
        self.welcome: seat1.Welcome | None = None
        self.image = BoardImage()
        self._draw_nonce = draw_nonce
        self._level = level
        self._level_is_set = False
        self._wanted = Picture()
        self._phase = _Phase.CLOSED
        self._asked: _Asked | None = None
        self._seq = 0
        self._nonce = 0
        self._deframer = frames.Deframer()
        self._port_name = ""
        self._heard_s = -inf
        self._answered_s = -inf
        self._written_s = -inf

    @property
    def is_lost(self) -> bool:
        """Whether the port should be closed, looked for and opened again."""
        return self._phase is _Phase.LOST

    @property
    def _is_talking(self) -> bool:
        return self._phase in {_Phase.GREETING, _Phase.READY}

    @property
    def is_settled(self) -> bool:
        """Whether the board has confirmed the wanted picture."""
        return self._phase is _Phase.READY and self._asked_is_ping() and self._next_request() is None

    def want(self, picture: Picture) -> None:
        """Set the picture to reach; a step already on the wire is finished first."""
        self._wanted = picture

    def opened(self, now_s: float, *, port_name: str) -> None:
        """Start a session on a port that has just been opened."""
        self._port_name = port_name
        self._deframer = frames.Deframer()
        self._greet(now_s)

    def closed(self, health: Health) -> None:
        """Forget the session: the port is gone, `health` says why."""
        self._phase = _Phase.CLOSED
        self._asked = None
        self.welcome = None
        self.health = health

    def receive(self, data: bytes, now_s: float) -> None:
        """Take bytes from the port, in pieces of any size."""
        if data:
            self._heard_s = now_s
        for message in self._deframer.feed(data):
            self._take(message, now_s)

    def due(self, now_s: float) -> bytes:
        """Return the bytes to write now, mostly none; also notices that the board has gone silent."""
        self._notice_silence(now_s)
        if not self._is_talking:
            return b""
        if self._asked is None:
            self._choose(now_s)
        if self._asked is None or now_s < self._resend_s(self._asked):
            return b""
        return self._write(self._asked, now_s)

    def wake_s(self) -> float:
        """Return the time at which `due` should be called again if nothing is received before."""
        if not self._is_talking:
            return inf
        if self._asked is not None:
            return self._resend_s(self._asked)
        return -inf if self._next_request() is not None else self._answered_s + PING_S

    def _asked_is_ping(self) -> bool:
        return self._asked is None or self._asked.request is seat1.PING

    def _resend_s(self, asked: _Asked) -> float:
        wait_s = HELLO_RETRY_S if asked.request.kind is seat1.Kind.HELLO else RETRY_S
        return asked.sent_s + wait_s

    def _write(self, asked: _Asked, now_s: float) -> bytes:
        is_fresh = asked.sent_s == -inf and now_s - self._written_s < PAUSE_S
        asked.sent_s = self._written_s = now_s
        frame = frames.encode(asked.request.message(asked.seq))
        return frame if is_fresh else frames.DELIMITER + frame

    def _greet(self, now_s: float) -> None:
        self._phase = _Phase.GREETING
        self.health = Health(LinkState.GREETING, self._port_name)
        self.welcome = None
        self.image = BoardImage()
        self._level_is_set = False
        self._nonce = self._draw_nonce()
        self._heard_s = self._answered_s = now_s
        self._asked = None
        self._ask(seat1.hello(self._nonce), self.image, now_s=now_s)

    def _ask(self, request: seat1.Request, after: BoardImage, *, now_s: float) -> None:
        self._seq = (self._seq + 1) % 256
        self._asked = _Asked(request, self._seq, after, now_s)

    def _notice_silence(self, now_s: float) -> None:
        if not self._is_talking:
            return
        patience_s = GREET_S if self._phase is _Phase.GREETING else GIVE_UP_S
        if self._asked is None:
            return
        asked_for_s = now_s - self._asked.first_s
        # Who has slept has heard nothing either: only a board that was asked can be silent.
        if self._phase is _Phase.READY and now_s - self._heard_s > SILENT_S and asked_for_s > SILENT_S - PING_S:
            self._lose(LinkState.SILENT, "nothing received")
        elif asked_for_s > patience_s:
            state = LinkState.SILENT if self._phase is _Phase.GREETING else LinkState.FAULT
            self._lose(state, f"no answer to {self._asked.request.kind.name}")

    def _lose(self, state: LinkState, why: str) -> None:
        self._phase = _Phase.LOST
        self._asked = None
        self.health = Health(state, f"{self._port_name}: {why}")

    def _choose(self, now_s: float) -> None:
        step = self._next_request()
        if step is not None:
            self._ask(*step, now_s=now_s)
        elif now_s - self._answered_s >= PING_S:
            self._ask(seat1.PING, self.image, now_s=now_s)

    def _next_request(self) -> tuple[seat1.Request, BoardImage] | None:
        if self.welcome is None:
            return None
        if seat1.Feature.LEVEL in self.welcome.features and not self._level_is_set:
            return seat1.level(self._level), self.image
        return next_step(self.image, _within(self._wanted, self.welcome.features))

    def _take(self, message: bytes | None, now_s: float) -> None:
        if message is None:
            self._hurry(now_s)
            return
        if seat1.boot_id_of_notice(message) is not None and self._phase is _Phase.READY:
            self._greet(now_s)  # it restarted under our hands and is dark
            return
        try:
            answer = seat1.parse_answer(message)
        except BadFrame:
            return
        asked = self._asked
        if asked is not None and (answer.kind, answer.seq) == (asked.request.kind, asked.seq):
            self._accept(answer, asked, now_s)

    def _hurry(self, now_s: float) -> None:
        if self._asked is not None and now_s - self._asked.sent_s >= EARLIEST_RETRY_S:
            self._asked.sent_s = min(self._asked.sent_s, now_s - HELLO_RETRY_S)

    def _accept(self, answer: seat1.Answer, asked: _Asked, now_s: float) -> None:
        if answer.kind is seat1.Kind.HELLO:
            self._meet(answer, now_s)
        elif answer.status.result is seat1.Result.STATE or not _agrees(answer, asked.after):
            self._greet(now_s)  # it lost the session, or holds something else than we think
        elif answer.status.result is not seat1.Result.OK:
            self._lose(LinkState.FAULT, f"{asked.request.kind.name} answered {answer.status.result.name}")
        else:
            self.image = asked.after
            self._level_is_set = self._level_is_set or answer.kind is seat1.Kind.LEVEL
            self._answered_s = now_s
            self._asked = None

    def _meet(self, answer: seat1.Answer, now_s: float) -> None:
        welcome = seat1.read_welcome(answer)
        firmware = ".".join(map(str, welcome.firmware))
        if answer.status.result is not seat1.Result.OK or welcome.version != seat1.VERSION:
            self._phase = _Phase.REFUSED
            self._asked = None
            detail = f"SEAT-{welcome.version}, firmware {firmware}; expected SEAT-{seat1.VERSION}"
            self.health = Health(LinkState.REFUSED, detail)
        elif welcome.nonce == self._nonce:
            self._phase = _Phase.READY
            self._asked = None
            self._answered_s = now_s
            self.welcome = welcome
            self.health = Health(LinkState.READY, f"{self._port_name}, firmware {firmware}")


def _within(wanted: Picture, features: seat1.Feature) -> Picture:
    """Return what a board with these features can show of `wanted`."""
    if seat1.Feature.MARKS not in features:
        wanted = replace(wanted, marks=(SeatMark.IDLE,) * seat1.SEATS)
    if seat1.Feature.GLYPHS not in features:
        plain = tuple(None if value is None or value > seat1.VALUE_MAX else value for value in wanted.values)
        wanted = replace(wanted, values=plain)
    return wanted


def _agrees(answer: seat1.Answer, image: BoardImage) -> bool:
    """Whether the board's own account fits `image`; an answer that reports an error is not an account of it."""
    status, values = answer.status, image.picture.values
    if status.result is not seat1.Result.OK:
        return True
    if answer.kind is seat1.Kind.PREP:
        expected_crc = zlib.crc32(seat1.value_bytes(values))
        if seat1.read_stored_crc(answer) != expected_crc:
            return False
    if not image.picture.has_values:
        return status.showing is seat1.Showing.NOTHING
    showing = seat1.Showing.VALUES if image.is_lit else seat1.Showing.HIDDEN
    return (status.showing, status.mask, status.round) == (showing, seat1.mask_of(values), image.round)
