"""Server-sent events: the parts of a page that have changed, as soon as there is a new scene."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final

from starlette.responses import StreamingResponse

from companion.web.errors import BadRequest
from companion.web.markup import key_of
from companion.web.noticeboard import Noticeboard
from companion.web.scene import Scene

ALIVE_S: Final = 10.0
"""A word goes out after this long without news, so that a lost connection is noticed on both sides."""
PER_ADDRESS: Final = 24
IN_ALL: Final = 96
"""So many pages may follow a game live."""

Render = Callable[[Scene], Mapping[str, str] | None]
"""The parts of a scene, or None where the page has nothing to follow any more."""


class Streams:
    """Open streams, counted by address. Used by the web thread."""

    def __init__(self, board: Noticeboard) -> None:
        self._board = board
        self._open: Counter[str] = Counter()

    def follow(self, address: str, render: Render) -> StreamingResponse:
        """A stream of the parts that `render` makes. Raises BadRequest where there are too many already."""
        if self._open[address] >= PER_ADDRESS or self._open.total() >= IN_ALL:
            raise BadRequest("web.too_many", status=503)
        return StreamingResponse(self._told(address, render), media_type="text/event-stream")

    async def _told(self, address: str, render: Render) -> AsyncIterator[str]:
        self._open[address] += 1
        try:
            yield "retry: 1000\n\n"
            async for line in self._changes(render):
                yield line
        finally:
            self._open[address] -= 1

    async def _changes(self, render: Render) -> AsyncIterator[str]:
        sent: dict[str, str] = {}
        number = -1
        while not self._board.is_closed:
            scene = await self._board.after(number, timeout_s=ALIVE_S)
            if scene is None:
                yield ": still here\n\n"
                continue
            number, parts = scene.number, render(scene)
            if parts is None:
                yield "event: gone\ndata: {}\n\n"
                return
            fresh = {name: [key_of(html), html] for name, html in parts.items() if sent.get(name) != html}
            sent = dict(parts)
            if fresh:
                yield f"data: {json.dumps(fresh, ensure_ascii=False)}\n\n"
