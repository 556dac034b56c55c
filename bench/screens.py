"""How quick and how light the screens are, drawn into memory by software. ``python -m bench.screens``.

Wall times depend on what else the machine does: of several rounds the calmest counts. The processor time beside them
does not. Memory is measured in processes of their own, see `bench.screen_memory`.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time, sleep, thread_time

from rich.console import Console
from rich.table import Table

from bench.screen_memory import Parts, measured, resident_mb
from companion import process
from companion.compose import EveningPlan, companion
from companion.settings import Settings
from companion.ui.shots import Photographer

ROUNDS = 5
TOUCHES = 60
CHANGES = 2_000
STILL_S = 6.0
PLAN = EveningPlan("allegra", 3, 5)
_START = """
import sys; from time import process_time
from companion import process
process.begin()
from pathlib import Path
from companion.compose import companion
from companion.settings import Settings
from companion.ui.shots import Photographer
with companion(Settings(language="fr"), Path(sys.argv[1])) as whole:
    Photographer(whole, Path(sys.argv[1])).frames(1)
    print(process_time())
"""


def start(folder: Path) -> tuple[float, float]:
    """Seconds from the start of the process to a usable first page: wall and processor, the calmest of `ROUNDS`."""
    found = []
    for _ in range(ROUNDS):
        began = perf_counter()
        command = [sys.executable, "-c", _START, str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
        found.append((perf_counter() - began, float(done.stdout.split()[-1])))
    return min(found)


def touches(screens: Photographer) -> Iterator[tuple[float, float]]:
    """Wall and processor milliseconds from a press to the next picture, camera and vision running beside.

    The wait for the frame in which the press is noticed, 8 ms on average and 17 at most, comes on top.
    """
    names = ("menu", "back", "scores", "seat", "seat", "back")
    for number in range(TOUCHES):
        wall, cpu = perf_counter(), thread_time()
        screens.press_at_once(names[number % len(names)])
        yield 1000 * (perf_counter() - wall), 1000 * (thread_time() - cpu)
        screens.frames(2)
        sleep(0.05)


def touch_rows(folder: Path) -> list[tuple[str, ...]]:
    """Median and 95th percentile from touch to picture; of the rounds the one whose wall times were least."""
    with companion(Settings(language="fr", sounds=False), folder, plan=PLAN) as whole:
        whole.open(PLAN.header)
        screens = tidy_screens(whole, folder)
        screens.frames(40)
        rounds = [list(touches(screens)) for _ in range(ROUNDS)]
        screens.close()
    calm = min(rounds, key=lambda found: quantiles([wall for wall, _ in found], n=20)[-1])
    rows = []
    for name, part, wanted in (("median", median, "35 ms"), ("p95", lambda one: quantiles(one, n=20)[-1], "60 ms")):
        wall = part([wall for wall, _ in calm])
        cpu = median(part([cpu for _, cpu in found]) for found in rounds)
        rows.append((f"touch to picture, {name}", f"{wall:.0f} ms", f"{cpu:.0f} ms", wanted))
    return rows


def tidy_screens(whole: object, folder: Path) -> Photographer:
    """The screens as `companion play` runs them."""
    screens = Photographer(whole, folder)  # type: ignore[arg-type]
    from companion.ui.tidy import keep_tidy  # noqa: PLC0415 - Kivy must find its environment prepared

    keep_tidy(screens.app)
    for _ in range(20):
        screens.frames(1)
        sleep(0.03)
    return screens


def still(screens: Photographer) -> float:
    """The share of one core that a still home page takes."""
    screens.app.home()
    screens.frames(5)
    wall, cpu = perf_counter(), process_time()
    while perf_counter() - wall < STILL_S:
        screens.frames(1)
        sleep(1 / 60)
    return (process_time() - cpu) / (perf_counter() - wall)


def growth_mb(screens: Photographer) -> float:
    """How much memory `CHANGES` changes of the page take for good.

    Each picture is waited for, as a screen does: software drawing lets pictures that nobody waits for pile up.
    """
    from kivy.graphics.opengl import glFinish  # noqa: PLC0415 - Kivy must find its environment prepared

    names = ("settings", "archive", "power", "devices")
    rng = Random(1)
    for number in range(CHANGES + 200):
        if number == 200:
            gc.collect()
            before = resident_mb()
        screens.app.go(rng.choice(names))
        screens.frames(1)
        glFinish()
        screens.app.back()
    gc.collect()
    return resident_mb() - before


def memory_rows(parts: Parts) -> list[tuple[str, ...]]:
    """What the whole takes, and how much of it is whose."""
    return [
        ("memory, camera and vision running", "", f"{parts.evening:.0f} MB", "260 MB"),
        ("  of which drawing by software", "", f"{parts.drawing:.0f} MB", ""),
        ("  of which the simulated table", "", f"{parts.simulator:.0f} MB", ""),
        ("  of which the companion itself", "", f"{parts.companion:.0f} MB", ""),
        ("  of that, camera and vision", "", f"{parts.vision:.0f} MB", ""),
    ]


def main() -> None:
    """Print one table."""
    process.begin()
    table = Table(title="Screens, 800x480, software drawing", title_justify="left")
    for heading in ("what", "wall", "measured", "wanted"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    with tempfile.TemporaryDirectory() as folder:
        wall_s, cpu_s = start(Path(folder) / "start")
        table.add_row("start to usable home", f"{wall_s:.2f} s", f"{cpu_s:.2f} s", "1.5 s")
        for row in (*touch_rows(Path(folder) / "evening"), *memory_rows(measured(Path(folder) / "memory"))):
            table.add_row(*row)
        with companion(Settings(language="fr", sounds=False), Path(folder) / "still") as whole:
            screens = tidy_screens(whole, Path(folder))
            screens.frames(5)
            table.add_row("still home page, of one core", "", f"{100 * still(screens):.1f} %", "3 %")
            table.add_row(f"memory after {CHANGES} changes of the page", "", f"{growth_mb(screens):+.1f} MB", "0 MB")
            screens.close()
    Console().print(table)


if __name__ == "__main__":
    main()
