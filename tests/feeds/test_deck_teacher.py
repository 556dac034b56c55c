"""A deck shown to the table's camera: orders reach the lesson in the camera's thread, and what was taught is kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.feeds.calibrator import Calibrator
from companion.feeds.deck_teacher import DeckTeacher, Taught
from companion.feeds.survey import Survey
from tests.feeds.test_calibrator import Others
from tests.vision.cards.drawn import lay, number_card, wooden_table
from vision.cards.kept import load
from vision.cards.lesson import Progress, Step
from vision.frames import Frame

pytestmark = pytest.mark.slow


class Table:
    """Somebody who lays cards under a calibrator's camera."""

    def __init__(self, folder: Path, teacher: DeckTeacher) -> None:
        self.calibrator, self.at_s = Calibrator(Others(), folder), 0.0
        self.calibrator.teach(teacher)

    def sees(self, card: str, x: int) -> Progress:
        table = wooden_table(4)
        lay(table, number_card(card), (x, 330), 300, 4)
        for _ in range(5):
            self.at_s += 0.3
            grain = np.random.default_rng(round(10 * self.at_s)).normal(0, 1.5, table.shape)
            picture = np.clip(table + grain, 0, 255).astype(np.uint8)
            survey = self.calibrator.look(Frame(picture, self.at_s), ()).survey
            assert isinstance(survey, Survey)
        assert survey.deck is not None
        return survey.deck


def test_a_shown_deck_is_kept_and_a_face_that_is_left_out_is_not(tmp_path: Path) -> None:
    teacher = DeckTeacher(["3", "5", "K"])
    table = Table(tmp_path, teacher)
    assert teacher.keep(tmp_path, "mine") is None, "nothing was shown yet"
    assert table.sees("3", 330).label == "5"
    teacher.order("skip")
    assert table.sees("K", 420).step is Step.DONE
    assert teacher.keep(tmp_path, "mine") == Taught(2, ())
    assert load(tmp_path, "mine").faces == ((3, None), ("K", None))


def test_a_card_that_seems_to_be_another_waits_for_an_order_and_can_be_taken_back(tmp_path: Path) -> None:
    teacher = DeckTeacher(["3", "8"])
    table = Table(tmp_path, teacher)
    assert (found := table.sees("7", 330)).step is Step.OTHER
    assert found.other == "7"
    teacher.order("insist")
    assert table.sees("7", 330).label == "8"
    teacher.order("back")
    assert table.sees("7", 330).label == "3"
