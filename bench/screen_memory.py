"""Whose the memory of the screens is. ``python -m bench.screen_memory`` prints the parts.

Memory is the most a process ever had resident, MB of 1024 x 1024 bytes, as the anchors in the UI research,
on the same driver: Mesa's llvmpipe, which draws where there is no graphics card. A Raspberry Pi has no simulated table
and does not draw by software; but Debian's Mesa is one library for all cards, LLVM and all, which a Pi should have to
load, too. What its driver takes for buffers is not measured here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep

from companion import process
from companion.ui.host import Host
from companion.ui.shots import Photographer

_DRIVER = re.compile(r"libLLVM|swrast|gallium|libz3|libEGL_mesa|libGLX_mesa|libglapi|libelf|libdrm")
_PICTURES, _DRAWN = 500, 4
_PAGES = ("menu", "back", "scores", "seat", "back")


class Waiting(Photographer):
    """A photographer who waits for each picture, as a screen does: pictures that nobody waits for pile up."""

    handed_s = 0.0
    """When the driver had the newest picture, by `perf_counter`."""

    def frames(self, number: int = 3) -> None:
        """Let some frames pass, each drawn to the end."""
        from kivy.graphics.opengl import glFinish  # noqa: PLC0415 - Kivy must find its environment prepared

        for _ in range(number):
            super().frames(1)
            self.handed_s = perf_counter()
            glFinish()


@dataclass(frozen=True, slots=True)
class Parts:
    """MB of the app with camera and reader at work: `companion` + `driver` (as it is loaded) + `drawing` by software.

    `reader` is the part of `companion` that camera and reader take; `simulated` is what a simulated table adds.
    """

    companion: float
    driver: float
    drawing: float
    reader: float
    simulated: float

    @property
    def whole(self) -> float:
        """All of it, without a simulated table."""
        return self.companion + self.driver + self.drawing


def resident_mb() -> float:
    """The resident memory of this process now, MB."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def most_mb() -> float:
    """The most this process ever had resident, MB; ``ru_maxrss`` would count what its parent had, too."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.findall(r"VmHWM:\s*(\d+) kB", status)[0]) / 1024


def driver_mb() -> float:
    """How much of it are the files of Mesa and LLVM, MB."""
    total, is_driver = 0, False
    for line in Path("/proc/self/smaps").read_text(encoding="ascii").splitlines():
        first = line.split(maxsplit=1)[0]
        if not first.endswith(":"):
            is_driver = bool(_DRIVER.search(line))
        elif is_driver and first == "Rss:":
            total += int(line.split()[1])
    return total / 1024


@contextmanager
def screens_at_table(folder: Path, *, camera: str = "", simulated: bool = False) -> Iterator[Waiting]:
    """The screens as `companion play` runs them, at an open game; with a camera or a simulated table."""
    from companion.compose import EveningPlan, companion  # noqa: PLC0415 - `process.begin` comes first
    from companion.settings import Settings  # noqa: PLC0415

    plan = EveningPlan("allegra", 3, 5)
    with companion(
        Settings(language="fr", sounds=False), folder, camera=camera, plan=plan if simulated else None
    ) as whole:
        whole.open(plan.header)
        screens = tidy_screens(whole, folder)
        yield screens
        screens.close()


def tidy_screens(whole: Host, folder: Path) -> Waiting:
    """The screens as `companion play` runs them."""
    screens = Waiting(whole, folder)
    from companion.ui.tidy import keep_tidy  # noqa: PLC0415 - Kivy must find its environment prepared

    keep_tidy(screens.app)
    for _ in range(20):
        screens.frames(1)
        sleep(0.03)
    return screens


def live(way: str, folder: Path, pictures: Path) -> None:
    """Some seconds at the table in this process, and what it took: most resident and the driver's files, MB."""
    camera = str(pictures) if way == "camera" else ""
    with screens_at_table(folder, camera=camera, simulated=way == "evening") as screens:
        for number in range(400):
            screens.app.pump()
            screens.frames(1)
            sleep(0.03)
            if number % 40 == 39:
                screens.press(_PAGES[number // 40 % len(_PAGES)])
        print(most_mb(), driver_mb())


def run(way: str, folder: Path, pictures: Path, *, draws: bool = True) -> tuple[float, float]:
    """The most memory and the driver's files in it, MB, of the app without camera, with one, or on an evening."""
    environment = os.environ if draws else {**os.environ, "KIVY_GL_BACKEND": "mock"}
    command = [sys.executable, "-m", "bench.screen_memory", way, str(folder), str(pictures)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)  # noqa: S603
    whole, driver = map(float, done.stdout.split()[-2:])
    return whole, driver


def measured(folder: Path) -> Parts:
    """Measure each part by leaving it out; `folder` keeps the games."""
    pictures = folder / "pictures"
    paint(pictures)
    run("plain", folder, pictures)  # the first one makes the tables of the journal
    evening, _ = run("evening", folder, pictures)
    camera, _ = run("camera", folder, pictures)
    unseen, loaded = run("camera", folder, pictures, draws=False)
    blind, _ = run("plain", folder, pictures, draws=False)
    return Parts(unseen - loaded, loaded, camera - unseen, unseen - blind, evening - camera)


def paint(folder: Path) -> None:
    """Write pictures of a table with cards, as a camera would take them; more than anybody waits for.

    No more than that: the names of waiting pictures take memory, and a camera has none.
    """
    import cv2  # noqa: PLC0415 - the processes that are measured import this module too

    from companion.compose import EveningPlan, companion  # noqa: PLC0415
    from companion.settings import Settings  # noqa: PLC0415
    from vision.simulated import SimulatedTable  # noqa: PLC0415

    folder.mkdir(parents=True)
    plan = EveningPlan("allegra", 3, 5)
    with tempfile.TemporaryDirectory() as games, companion(Settings(language="fr"), Path(games)) as whole:
        course = whole.open(plan.header).course
    table = SimulatedTable(plan.seed)
    table.show(course.game.zones(course.state))
    for number in range(_DRAWN):
        cv2.imwrite(str(folder / f"{number:04}.jpg"), table.read().picture)
    for number in range(_DRAWN, _PICTURES):
        (folder / f"{number:04}.jpg").hardlink_to(folder / f"{number % _DRAWN:04}.jpg")


def main() -> None:
    """Without arguments print the parts; with a way, a folder and pictures be the process that is measured."""
    if sys.argv[1:]:
        process.begin()
        live(sys.argv[1], *map(Path, sys.argv[2:]))
        return
    with tempfile.TemporaryDirectory() as place:
        print(measured(Path(place)))


if __name__ == "__main__":
    main()
