"""Still places are read a few times and then remembered; a change is read at once, and only where it happened."""

from __future__ import annotations

import numpy as np

from vision.look_memory import ENOUGH, CellMemory
from vision.readings import CellSeen

QUAD = np.array([[10, 10], [70, 12], [68, 100], [9, 98]], np.float64)
KEY = (("grid0", 0, 3), ("7", "back"))


def picture(level: int, *, seed: int, noise: float = 2.2) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.clip(level + rng.normal(0, noise, (120, 90, 3)), 0, 255).astype(np.uint8)


def read(memory: CellMemory, label: str, shown: np.ndarray) -> bool:
    wanted = memory.wants(KEY, shown, QUAD)
    if wanted:
        memory.add(KEY, CellSeen(((label, 0.9),)))
    return wanted


def test_a_still_place_is_read_a_few_times_only() -> None:
    memory = CellMemory()
    assert [read(memory, "7", picture(120, seed=n)) for n in range(ENOUGH + 4)] == [True] * ENOUGH + [False] * 4
    assert memory.cell(KEY).label == "7"


def test_a_change_is_read_at_once_and_the_old_reading_forgotten() -> None:
    memory = CellMemory()
    for n in range(ENOUGH + 1):
        read(memory, "back", picture(120, seed=n))
    assert read(memory, "7", picture(135, seed=9))
    assert memory.cell(KEY).likelihoods == (("7", 0.9),)


def test_other_labels_that_may_lie_there_are_another_question() -> None:
    memory = CellMemory()
    for n in range(ENOUGH + 1):
        read(memory, "7", picture(120, seed=n))
    assert memory.wants((("grid0", 0, 3), ("7",)), picture(120, seed=1), QUAD)


def test_a_place_outside_the_picture_is_no_fault() -> None:
    memory = CellMemory()
    assert memory.wants(KEY, picture(120, seed=1), QUAD + 500)


def test_after_a_lesson_only_what_may_be_read_otherwise_now_is_read_anew() -> None:
    memory = CellMemory()
    for number, (label, sure) in enumerate((("7", 0.95), ("1", 0.95), ("3", 0.6))):
        key = (("grid0", 0, number), ("7", "back"))
        for seed in range(ENOUGH):
            assert memory.wants(key, picture(120, seed=seed), QUAD)
            memory.add(key, CellSeen(((label, sure),)))
    memory.doubt(frozenset({"1", "4"}))
    wanted = [memory.wants((("grid0", 0, n), ("7", "back")), picture(120, seed=9), QUAD) for n in range(3)]
    assert wanted == [False, True, True]
