"""How quick and how light the screens are, drawn into memory by software. ``python -m bench.screens``.

Wall times depend on what else the machine does: of several rounds the calmest counts. The processor time beside them
does not. A touch is answered when the driver has the picture, as the anchors in the UI research were measured; how long
drawing by software takes from there stands beside it. Memory: see `bench.screen_memory`.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time, sleep, thread_time

from rich.console import Console
from rich.table import Table

from bench.screen_memory import Parts, Waiting, measured, resident_mb, screens_at_table, tidy_screens
from companion import process
from companion.compose import companion
from companion.settings import Settings

ROUNDS = 5
TOUCHES = 60
CHANGES = 2_000
STILL_S = 6.0
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


@dataclass(frozen=True, slots=True)
class Touch:
    """Milliseconds from a press: processor time of the screen, until the driver has the picture, until it is drawn."""

    cpu: float
    handed: float
    drawn: float


def touches(screens: Waiting) -> Iterator[Touch]:
    """Presses, camera and vision running beside.

    The wait for the frame in which the press is noticed, 8 ms on average and 17 at most, comes on top.
    """
    names = ("menu", "back", "scores", "seat", "seat", "back")
    for number in range(TOUCHES):
        wall, cpu = perf_counter(), thread_time()
        screens.press_at_once(names[number % len(names)])
        drawn, cpu = perf_counter() - wall, thread_time() - cpu
        yield Touch(1000 * cpu, 1000 * (screens.handed_s - wall), 1000 * drawn)
        screens.frames(2)
        sleep(0.05)


def touch_rows(folder: Path) -> Iterator[tuple[str, ...]]:
    """Median and 95th percentile from touch to picture; of the rounds the one whose wall times were least."""
    with screens_at_table(folder, simulated=True) as screens:
        screens.frames(40)
        rounds = [list(touches(screens)) for _ in range(ROUNDS)]
    for name, part, wanted in (("median", median, "35 ms"), ("p95", _p95, "60 ms")):
        handed = min(part([one.handed for one in found]) for found in rounds)
        drawn = min(part([one.drawn for one in found]) for found in rounds)
        cpu = median(part([one.cpu for one in found]) for found in rounds)
        yield f"touch to picture, {name}", f"{handed:.0f} ms", f"{cpu:.0f} ms", wanted
        yield f"  drawn by software, {name}", f"{drawn:.0f} ms", "", ""


def _p95(found: list[float]) -> float:
    return quantiles(found, n=20)[-1]


def still(screens: Waiting) -> float:
    """The share of one core that a still home page takes."""
    screens.app.home()
    screens.frames(5)
    wall, cpu = perf_counter(), process_time()
    while perf_counter() - wall < STILL_S:
        screens.frames(1)
        sleep(1 / 60)
    return (process_time() - cpu) / (perf_counter() - wall)


def growth_mb(screens: Waiting) -> float:
    """How much memory `CHANGES` changes of the page take for good."""
    names = ("settings", "archive", "power", "devices")
    rng = Random(1)
    for number in range(CHANGES + 200):
        if number == 200:
            gc.collect()
            before = resident_mb()
        screens.app.go(rng.choice(names))
        screens.frames(1)
        screens.app.back()
    gc.collect()
    return resident_mb() - before


def memory_rows(parts: Parts) -> Sequence[tuple[str, ...]]:
    """What the whole takes, and how much of it is whose."""
    return [
        ("memory, camera and reader at work", "", f"{parts.whole:.0f} MB", "260 MB"),
        ("  of which the companion", "", f"{parts.companion:.0f} MB", ""),
        ("    of that, camera and reader", "", f"{parts.reader:.0f} MB", ""),
        ("  of which Mesa as it is loaded", "", f"{parts.driver:.0f} MB", ""),
        ("  of which drawing by software", "", f"{parts.drawing:.0f} MB", ""),
        ("a simulated table takes besides", "", f"{parts.simulated:.0f} MB", ""),
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
