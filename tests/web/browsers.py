"""A table that runs by itself in a thread, and browsers that sit around it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from threading import Condition, Event, Thread
from typing import TYPE_CHECKING, Any

from companion.web.scene import Scene
from tests.kit import PATIENCE_S
from tests.web.open_table import OpenTable

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip
PHONE = {"width": 390, "height": 844}
NAMES = ("Anaïs", "Jörg", "Mia", "Léo", "Ida", "Tom")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGUMENTS, timeout=1000 * PATIENCE_S)
        yield browser
        browser.close()


class LivingTable(OpenTable):
    """An open table in a thread of its own, as the companion's main thread would drive them.

    `act` says what the people at the table do next by hand, None where the phones are asked.
    """

    def __init__(self, game: str, seats: int, act: Callable[[Any, Any], Any], *, seed: int = 1) -> None:
        super().__init__(game, NAMES[:seats])
        course = self.session.course
        self._truth = course.game.truth(course.options, course.seats, Random(seed))
        self._act = act
        self._changed = Condition()
        self._stop = Event()
        self._work()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def scene(self) -> Scene:
        return self.desk._parts.board.scene

    def wait_for(self, holds: Callable[[Scene], bool]) -> Scene:
        """Wait until the published scene fulfils something."""
        with self._changed:
            assert self._changed.wait_for(lambda: holds(self.scene), timeout=PATIENCE_S), self.scene.view
            return self.scene

    def phone(self, browser: Browser, seat: int, **more: Any) -> Page:
        """A phone that scans the code of `seat` and sits down."""
        link = self.desk.link(seat)
        assert link is not None
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB", **more)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE_S)
        page.goto(link.link)
        page.locator("button.main").click()
        page.wait_for_selector("body.seat[data-state=live]")
        return page

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self.desk.close()

    def _run(self) -> None:
        while not self._stop.wait(0.005):
            self._work()

    def _work(self) -> None:
        self.pump()
        while not self.session.course.is_over and (action := self._act(self._truth, self.session.course.state)):
            self.session.submit(action, "touch")
        self.desk.touch(self.session)
        with self._changed:
            self._changed.notify_all()
