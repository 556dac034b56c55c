"""The server: uvicorn in a thread of its own, on a socket that is bound before anything is promised."""

from __future__ import annotations

import errno
import socket
from threading import Thread
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from companion.web.errors import CannotListen

_GO_S: Final = 3.0
"""So long the pages that are open may take to say goodbye."""


class WebServer:
    """Serves an application from construction until `close`."""

    def __init__(self, app: ASGIApp, *, address: str, port: int) -> None:
        """Listen at `address` and `port` (0: any free one). Raises CannotListen."""
        self._socket = _bound(address, port)
        self.port = int(self._socket.getsockname()[1])
        config = uvicorn.Config(
            app,
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=256,
            h11_max_incomplete_event_size=16_384,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._server.run, args=([self._socket],), name="web", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """False once the server has ended, for whatever reason."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Let go of all connections and of the port."""
        self._server.should_exit = True
        self._thread.join(_GO_S)
        self._socket.close()


def _bound(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # The protocol is named so that asyncio sends small answers at once: else Nagle holds each back by 40 ms.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((address, port))
        bound.listen(64)
    except OSError as error:
        bound.close()
        key = "web.port_taken" if error.errno == errno.EADDRINUSE else "web.cannot_listen"
        raise CannotListen(key, address=address, port=str(port)) from error
    except OverflowError as error:
        bound.close()
        raise CannotListen("web.bad_address", address=f"{address}:{port}") from error
    return bound
