"""How the process behaves on a small machine; each step is tried in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.kit import ROOT


def told(program: str) -> list[str]:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_garbage_waits_until_the_first_screen_is_there_and_then_leaves_what_exists_alone() -> None:
    program = """
import gc
from companion import process
process.begin()
print(gc.isenabled(), gc.get_freeze_count())
process.settle()
print(gc.isenabled(), gc.get_freeze_count() > 1000)
"""
    assert told(program) == ["False", "0", "True", "True"]


@pytest.mark.skipif(sys.platform != "linux", reason="niceness of threads is Linux's")
def test_a_thread_that_steps_back_leaves_the_others_where_they_are() -> None:
    program = """
import os, threading
from companion.process import step_back
def beside():
    step_back()
    print(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == max(10, before))
before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
thread = threading.Thread(target=beside)
thread.start()
thread.join()
print(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) - before)
"""
    assert told(program) == ["True", "0"]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_of_large_pictures_goes_back_at_once() -> None:
    program = """
import numpy as np
from companion import process
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096
process.begin()
before = resident()
pictures = [np.ones(1 << 20, np.uint8) for _ in range(64)]
full = resident()
last = pictures[-1]
del pictures
print(full - before > 60e6, resident() - before < 10e6)
"""
    assert told(program) == ["True", "True"]


@pytest.mark.skipif(sys.platform != "linux", reason="asks glibc, and Linux for page faults")
def test_a_look_takes_the_memory_it_freed_without_waiting_for_fresh_pages() -> None:
    program = """
from resource import RUSAGE_SELF, getrusage
import numpy as np
from companion import process
def look():
    return sum(len(part) for part in [np.ones(200_000, np.uint8) for _ in range(10)])
process.begin()
look()
before = getrusage(RUSAGE_SELF).ru_minflt
for _ in range(50):
    look()
print((getrusage(RUSAGE_SELF).ru_minflt - before) / 50 < 50)
"""
    assert told(program) == ["True"]
