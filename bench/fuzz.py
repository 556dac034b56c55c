"""``python -m bench.fuzz --seconds 60 [target…]``: fuzz the parsers with atheris, each in a process of its own.

Needs atheris (in an environment of its own: it is no dependency). What was found goes into a folder, one file a crash:
`python -m bench.fuzz --replay FILE target` shows it again.
"""

from __future__ import annotations

import argparse
import importlib
import re
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

INSTRUMENTED = ["companion", "hardware", "physics", "vision", "tomllib", "json", "zipfile", "urllib"]
"""What atheris watches to find new ways; all libraries would take minutes to prepare."""


def main() -> None:
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("targets", nargs="*", help="without any, all of them")
    told.add_argument("--seconds", type=int, default=60, help="for each target")
    told.add_argument("--out", type=Path, default=Path("fuzz"))
    told.add_argument("--replay", type=Path)
    told.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    asked = told.parse_args()
    if asked.replay:
        targets().TARGETS[asked.targets[0]](asked.replay.read_bytes())
    elif asked.alone:
        fuzz(asked.targets[0], asked.seconds, asked.out)
    else:
        sys.exit(sum(fuzzed(name, asked.seconds, asked.out) for name in asked.targets or targets().TARGETS))


def targets() -> ModuleType:
    """The functions to be fuzzed, imported when it is known whether they are watched."""
    return importlib.import_module("tests.fuzz.targets")


def fuzzed(name: str, seconds: int, out: Path) -> bool:
    """Fuzz one target in a process of its own and say how it went; True where it crashed."""
    start = time.monotonic()
    command = [sys.executable, "-m", "bench.fuzz", name, "--alone", "--seconds", str(seconds), "--out", str(out)]
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8", "errors": "replace"}
    done = subprocess.run(command, check=False, **how)  # noqa: S603
    runs = re.findall(r"^(?:#|Done )(\d+)", done.stdout, re.MULTILINE)
    wall_s = time.monotonic() - start
    print(f"{name:16} {runs[-1] if runs else '?':>9} runs {wall_s:6.0f} s  exit {done.returncode}", flush=True)
    if done.returncode:
        (out / f"{name}.txt").write_text(done.stdout[-20_000:], encoding="utf-8")
    return done.returncode != 0


def fuzz(name: str, seconds: int, out: Path) -> None:
    """Run atheris on one target until time is up or it crashes."""
    import atheris  # noqa: PLC0415 - only where it is installed

    with atheris.instrument_imports(include=INSTRUMENTED):
        watched = targets()
    from tests.fuzz.seeds import seeds  # noqa: PLC0415 - what it imports is watched only where it comes second

    corpus = out / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds(name)):
        (corpus / f"seed-{number}").write_bytes(data)
    crashes = f"-artifact_prefix={out}/{name}-"
    atheris.Setup([name, str(corpus), crashes, f"-max_total_time={seconds}", "-timeout=20"], watched.TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
