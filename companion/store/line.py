"""The line to a hall's database: opened when it is needed, given back, and cut where no answer comes."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any

import sqlalchemy as sa

from companion.store.database import faults_told, open_database

DEADLINE_S = 30.0


class Line:
    """One connection to the database at `url`; what takes longer than `deadline_s` is cut and told as unreachable.

    The driver itself would wait for ever on a line that takes what is sent and never answers.
    """

    def __init__(self, url: str, *, deadline_s: float = DEADLINE_S) -> None:
        self._url = url
        self._deadline_s = deadline_s
        self._engine: sa.Engine | None = None
        self._raw: Any = None
        self._is_late = False

    @property
    def is_open(self) -> bool:
        """Whether there is a connection to give back."""
        return self._engine is not None

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """A connection in a transaction, kept at the end unless the block raised. Raises StoreError."""
        self._is_late = False
        watch = Timer(self._deadline_s, self._cut)
        watch.daemon = True
        watch.start()
        try:
            if self._engine is None:
                self._engine = open_database(self._url, connected=self._opened)
            with faults_told(), self._engine.begin() as connection:
                yield connection
        finally:
            watch.cancel()

    def hang_up(self) -> None:
        """Give the connection back."""
        engine, self._engine, self._raw = self._engine, None, None
        if engine is not None:
            with suppress(sa.exc.SQLAlchemyError):
                engine.dispose()

    def _opened(self, raw: Any) -> None:
        self._raw = raw
        if self._is_late:
            _shut(raw)

    def _cut(self) -> None:
        """End the conversation under the driver, which then sees the line closed; on the watch's thread."""
        self._is_late = True
        _shut(self._raw)


def _shut(raw: Any) -> None:
    """Shut the socket of a driver's connection, where there is one and it is still open."""
    number = getattr(raw, "fileno", None)
    if number is None:
        return
    with suppress(OSError, raw.__class__.OperationalError), socket.socket(fileno=os.dup(number())) as line:
        line.shutdown(socket.SHUT_RDWR)
