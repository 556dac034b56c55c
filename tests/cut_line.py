"""A bad network: a loopback line in front of a server that can be cut, frozen, or cut after so many bytes."""

from __future__ import annotations

import selectors
import socket
from contextlib import suppress
from threading import Thread
from types import TracebackType
from typing import Self


class CutLine:
    """Passes bytes between clients and the server at `port`, on one thread, until told otherwise."""

    def __init__(self, port: int) -> None:
        self._server = port
        self._selector = selectors.DefaultSelector()
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._wake, self._woken = socket.socketpair()
        self._frozen = self._cut = self._closed = False
        self._left: int | None = None
        self.port: int = self._listening.getsockname()[1]
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._closed = True
        self._wake.send(b".")
        self._thread.join()
        for line in [*self._pairs, self._listening, self._wake, self._woken]:
            line.close()
        self._selector.close()

    def cut(self) -> None:
        """End all connections and refuse new ones."""
        self._cut = True
        self._wake.send(b".")

    def freeze(self) -> None:
        """Take what is sent and pass nothing on, as a line does that is gone without a word."""
        self._frozen = True

    def cut_after(self, count: int) -> None:
        """Pass on `count` more bytes, then cut."""
        self._left = count

    def mend(self) -> None:
        """Work again."""
        self._cut = self._frozen = False
        self._left = None

    def _run(self) -> None:
        while not self._closed:
            for key, _ in self._selector.select():
                line = key.fileobj
                assert isinstance(line, socket.socket)
                if line is self._listening:
                    self._accept()
                elif line is self._woken:
                    self._woken.recv(100)
                elif line in self._pairs:
                    self._pass_on(line)
            if self._cut:
                for line in list(self._pairs):
                    self._end(line)

    def _accept(self) -> None:
        client, _ = self._listening.accept()
        if self._cut:
            client.close()
            return
        try:
            server = socket.create_connection(("127.0.0.1", self._server))
        except OSError:
            client.close()
            return
        for one, other in ((client, server), (server, client)):
            self._pairs[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _pass_on(self, line: socket.socket) -> None:
        try:
            data = line.recv(65536)
        except OSError:
            data = b""
        if not data:
            self._end(line)
            return
        if self._frozen:
            return
        if self._left is not None:
            data, self._left = data[: self._left], self._left - len(data)
            self._cut = self._left <= 0
        with suppress(OSError):
            self._pairs[line].sendall(data)

    def _end(self, line: socket.socket) -> None:
        other = self._pairs.pop(line, None)
        for one in filter(None, (line, other)):
            self._pairs.pop(one, None)
            with suppress(KeyError, ValueError):
                self._selector.unregister(one)
            one.close()
