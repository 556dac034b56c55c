"""A camera behind an http(s) address: an MJPEG stream, or a picture fetched anew at each read."""

from __future__ import annotations

import select
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from time import monotonic
from urllib.parse import urlsplit

from vision.errors import CameraLost
from vision.frames import Frame
from vision.jpeg_stream import JpegSplitter, decode
from vision.markers import Picture

_TIMEOUT_S = 2.0
_CHUNK = 65536
_DRAIN_CHUNKS = 64


class AddressCamera:
    """Pictures from an address; always the newest one that has arrived. Raises: CameraLost where nobody answers."""

    def __init__(self, address: str, *, clock: Callable[[], float] = monotonic) -> None:
        self._address = address
        self._clock = clock
        self._splitter = JpegSplitter()
        self._connection: HTTPConnection | None = None
        self._response = self._ask()

    def read(self) -> Frame:
        """Return the newest picture. Raises: CameraLost where none comes within two seconds."""
        try:
            data = self._next()
        except (OSError, HTTPException, ValueError) as error:
            raise CameraLost(f"{self._address}: {error}") from error
        picture = decode(data) if data else None
        if picture is None:
            raise CameraLost(f"{self._address}: the stream has ended or is no MJPEG", reason="no_stream")
        return self._framed(picture)

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _framed(self, picture: Picture) -> Frame:
        return Frame(picture, self._clock())

    def _next(self) -> bytes | None:
        if self._connection is None:
            raise CameraLost(f"{self._address}: closed", reason="silent")
        if self._response.getheader("Content-Type", "").startswith("image/"):
            if self._response.isclosed():
                self._response = self._ask()
            return self._response.read()
        return self._newest()

    def _newest(self) -> bytes | None:
        """Return the newest picture of the stream: older ones that wait are passed over."""
        newest: bytes | None = None
        for _ in range(_DRAIN_CHUNKS * 16):
            data = self._response.read1(_CHUNK)
            if not data:
                return newest
            pictures = self._splitter.feed(data)
            newest = pictures[-1] if pictures else newest
            if newest is not None and not self._waiting():
                return newest
        return newest

    def _waiting(self) -> bool:
        sock = self._connection.sock if self._connection else None
        return bool(sock is not None and select.select([sock], [], [], 0)[0])

    def _ask(self) -> HTTPResponse:
        parts = urlsplit(self._address)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self.close()
        try:
            self._connection = kind(parts.netloc, timeout=_TIMEOUT_S)
            path = parts.path or "/"
            self._connection.request("GET", f"{path}?{parts.query}" if parts.query else path)
            response = self._connection.getresponse()
        except (OSError, HTTPException, ValueError) as error:
            raise CameraLost(f"{self._address}: {error}") from error
        if response.status != 200:
            raise CameraLost(f"{self._address}: expected a picture, got status {response.status}", reason="no_stream")
        return response
