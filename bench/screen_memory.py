"""Whose the memory of the screens is: the companion's, the simulated table's, or that of drawing by software.

``python -m bench.screen_memory`` prints each process. A Raspberry Pi has neither simulated tables nor LLVM, by which
Mesa draws where there is no graphics card; what its own driver takes is not measured here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

_RUN = """
import sys
from companion import process
process.begin()
from pathlib import Path
from time import sleep
from bench.screen_memory import driver_mb, resident_mb
from bench.screens import PLAN, tidy_screens
from companion.compose import companion
from companion.settings import Settings
way, folder, pictures = sys.argv[1:]
how = {"plan": PLAN} if way == "evening" else {"camera": pictures} if way == "camera" else {}
with companion(Settings(language="fr", sounds=False), Path(folder), **how) as whole:
    whole.open(PLAN.header)
    screens = tidy_screens(whole, Path(folder))
    for _ in range(200):
        screens.app.pump()
        screens.frames(1)
        sleep(0.03)
    for name in ("menu", "back", "scores", "seat", "back"):
        screens.press(name)
    print(resident_mb(), driver_mb())
    screens.close()
"""
_DRIVER = re.compile(r"libLLVM|swrast|gallium|libz3|libEGL_mesa|libGLX_mesa|libglapi|libelf|libdrm")


@dataclass(frozen=True, slots=True)
class Parts:
    """Resident memory, MB: of a simulated evening, and how much of that is whose; `vision` is a part of `companion`."""

    evening: float
    drawing: float
    simulator: float
    companion: float
    vision: float


def resident_mb() -> float:
    """The resident memory of this process now, MB."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def driver_mb() -> float:
    """How much of it are the files of a driver that draws by software, MB."""
    total, is_driver = 0, False
    for line in Path("/proc/self/smaps").read_text(encoding="ascii").splitlines():
        first = line.split(maxsplit=1)[0]
        if not first.endswith(":"):
            is_driver = bool(_DRIVER.search(line))
        elif is_driver and first == "Rss:":
            total += int(line.split()[1])
    return total * 1024 / 1e6


def run(way: str, folder: Path, pictures: Path, *, draws: bool = True) -> tuple[float, float]:
    """Resident memory and the driver's files in it, MB, of the app without camera, with one, or on an evening."""
    environment = os.environ if draws else {**os.environ, "KIVY_GL_BACKEND": "mock"}
    command = [sys.executable, "-c", _RUN, way, str(folder), str(pictures)]
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
    unseen, unseen_files = run("camera", folder, pictures, draws=False)
    blind, blind_files = run("plain", folder, pictures, draws=False)
    own = unseen - unseen_files
    return Parts(evening, camera - own, evening - camera, own, own - (blind - blind_files))


def paint(folder: Path) -> None:
    """Write pictures of a table with cards, as a camera would take them."""
    import cv2  # noqa: PLC0415 - the processes that are measured import this module too

    from bench.screens import PLAN  # noqa: PLC0415
    from companion.compose import companion  # noqa: PLC0415
    from companion.settings import Settings  # noqa: PLC0415
    from vision.simulated import SimulatedTable  # noqa: PLC0415

    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as games, companion(Settings(language="fr"), Path(games)) as whole:
        course = whole.open(PLAN.header).course
    table = SimulatedTable(PLAN.seed)
    table.show(course.game.zones(course.state))
    for number in range(4):
        cv2.imwrite(str(folder / f"{number}.png"), table.read().picture)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        print(measured(Path(place)))
