"""How quick and how light the screens are, drawn into memory by software. ``python -m bench.screens``.

Wall times depend on what else the machine does; the processor time beside them does not.
"""

from __future__ import annotations

import gc
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time, sleep, thread_time

from rich.console import Console
from rich.table import Table

from companion.compose import EveningPlan, companion
from companion.settings import Settings
from companion.ui.shots import Photographer

TOUCHES = 120
CHANGES = 2_000
STILL_S = 6.0
_START = """
import sys; from time import perf_counter, process_time
from pathlib import Path
from companion.compose import companion
from companion.settings import Settings
from companion.ui.shots import Photographer
with companion(Settings(language="fr"), Path(sys.argv[1])) as whole:
    Photographer(whole, Path(sys.argv[1])).frames(1)
    print(process_time())
"""


def memory_mb() -> float:
    """The resident memory now, MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def start(folder: Path) -> tuple[float, float]:
    """Seconds from the start of the process to a usable first page: wall and processor."""
    began = perf_counter()
    command = [sys.executable, "-c", _START, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    return perf_counter() - began, float(done.stdout)


def touches(screens: Photographer) -> list[tuple[float, float]]:
    """Wall and processor milliseconds from a press to the next picture, camera and vision running beside."""
    found = []
    names = ("menu", "back", "scores", "seat", "seat", "back")
    for number in range(TOUCHES):
        wall, cpu = perf_counter(), thread_time()
        screens.press_at_once(names[number % len(names)])
        found.append((1000 * (perf_counter() - wall), 1000 * (thread_time() - cpu)))
        screens.frames(2)
    return found


def still(screens: Photographer) -> float:
    """The share of one core that a still home page takes."""
    screens.app.home()
    screens.frames(5)
    wall, cpu = perf_counter(), process_time()
    while perf_counter() - wall < STILL_S:
        screens.frames(1)
        sleep(1 / 30)
    return (process_time() - cpu) / (perf_counter() - wall)


def growth_mb(screens: Photographer) -> float:
    """How much memory `CHANGES` changes of the page take for good."""
    names = ("settings", "archive", "power", "devices")
    rng = Random(1)
    for number in range(CHANGES + 200):
        if number == 200:
            gc.collect()
            before = memory_mb()
        screens.app.go(rng.choice(names))
        screens.frames(1)
        screens.app.back()
    gc.collect()
    return memory_mb() - before


def main() -> None:
    """Print one table."""
    table = Table(title="Screens, 800x480, software drawing", title_justify="left")
    for heading in ("what", "wall", "processor", "wanted"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    with tempfile.TemporaryDirectory() as folder:
        wall_s, cpu_s = start(Path(folder) / "start")
        table.add_row("start to usable home", f"{wall_s:.2f} s", f"{cpu_s:.2f} s", "1.5 s")
        plan = EveningPlan("allegra", 3, 5)
        with companion(Settings(language="fr", sounds=False), Path(folder) / "evening", plan=plan) as whole:
            whole.open(plan.header)
            screens = Photographer(whole, Path(folder))
            screens.frames(40)
            rows = touches(screens)
            walls, cpus = [w for w, _ in rows], [c for _, c in rows]
            table.add_row("touch to picture, median", f"{median(walls):.0f} ms", f"{median(cpus):.0f} ms", "35 ms")
            late = [quantiles(one, n=20)[-1] for one in (walls, cpus)]
            table.add_row("touch to picture, p95", f"{late[0]:.0f} ms", f"{late[1]:.0f} ms", "60 ms")
            table.add_row("memory, camera and vision running", f"{memory_mb():.0f} MB", "", "260 MB")
            screens.close()
        with companion(Settings(language="fr", sounds=False), Path(folder) / "still") as whole:
            screens = Photographer(whole, Path(folder))
            screens.frames(5)
            table.add_row("still home page, of one core", "", f"{100 * still(screens):.1f} %", "3 %")
            table.add_row(f"memory after {CHANGES} changes of the page", f"{growth_mb(screens):+.1f} MB", "", "0 MB")
            screens.close()
    Console().print(table)


if __name__ == "__main__":
    main()
