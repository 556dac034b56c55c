"""A board with one slot: the main thread hangs up the newest scene, web pages read it and wait for the next one."""

from __future__ import annotations

import asyncio
from threading import Lock

from companion.web.scene import Scene


class Noticeboard:
    """Hands immutable scenes from the main thread to the web thread; the newest one wins."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._scene = Scene()
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._is_closed = False

    @property
    def scene(self) -> Scene:
        """The newest scene; callable from any thread."""
        return self._scene

    @property
    def is_closed(self) -> bool:
        """True once nothing will be hung up any more."""
        return self._is_closed

    def publish(self, scene: Scene) -> None:
        """Hang up a scene and wake everybody who waits. Main thread; never blocks on a reader."""
        with self._guard:
            self._scene = scene
            self._wake()

    def close(self) -> None:
        """Send everybody away who waits."""
        with self._guard:
            self._is_closed = True
            self._wake()

    async def after(self, number: int, *, timeout_s: float) -> Scene | None:
        """The scene once it is another one than `number`; None after `timeout_s` or where the board is closed."""
        waiting = (asyncio.get_running_loop(), asyncio.Event())
        with self._guard:
            if self._is_closed or self._scene.number != number:
                return None if self._is_closed else self._scene
            self._waiting.add(waiting)
        try:
            await asyncio.wait_for(waiting[1].wait(), timeout_s)
        except TimeoutError:
            return None
        finally:
            with self._guard:
                self._waiting.discard(waiting)
        return None if self._is_closed else self._scene

    def _wake(self) -> None:
        for loop, event in self._waiting:
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)
        self._waiting.clear()
