"""A guided lesson asks for each face, waits for a good picture, and asks again for faces that look alike."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.cards.drawn import lay, number_card, wooden_table
from vision.card_art import draw_card
from vision.cards.lesson import MOST, DeckLesson, Progress, Step
from vision.cards.likeness import lookalikes
from vision.cards.looks import Looker
from vision.cards.network import NumeralNetwork
from vision.cards.table import TableReader
from vision.cards.taught import exposed, face_named
from vision.frame_health import Trouble
from vision.frames import Frame

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader()


class Table:
    """Somebody who lays one card after another under a camera."""

    def __init__(self, lesson: DeckLesson) -> None:
        self.lesson, self.at_s = lesson, 0.0
        self.moves = 0

    def sees(self, *cards: str, frames: int = 7) -> list[Progress]:
        """What the lesson says while these cards lie there, each time a little elsewhere."""
        table = wooden_table(4)
        self.moves += 1
        for number, card in enumerate(cards):
            at = (330 + 300 * number + 45 * (self.moves % 3), 330 + 40 * (self.moves % 2))
            lay(
                table,
                draw_card("back")[..., :3] if card == "back" else number_card(card),
                at,
                300,
                4 * (self.moves % 3),
            )
        return [self.frame(table) for _ in range(frames)]

    def frame(self, picture: np.ndarray) -> Progress:
        self.at_s += 0.2
        grain = np.random.default_rng(round(10 * self.at_s)).normal(0, 1.5, picture.shape)
        return self.lesson.feed(Frame(np.clip(picture + grain, 0, 255).astype(np.uint8), self.at_s))


def steps(seen: list[Progress]) -> list[Step]:
    return [one.step for one in seen]


def test_each_face_is_taken_once_it_lies_still_and_the_next_is_asked_for(reader: TableReader) -> None:
    lesson = DeckLesson(["3", "K"], reader=reader)
    table = Table(lesson)
    first = table.sees("3")
    assert lesson.deck is not None
    assert first[0].label == "3"
    assert steps(first[:2]) == [Step.WAIT, Step.WAIT]
    assert first[2].step is Step.TAKEN
    assert len(lesson.deck.faces) == 1
    assert (lesson.progress.label, lesson.progress.step) == ("K", Step.MOVE)
    assert table.sees("K")[-1].step is Step.DONE
    assert lesson.deck is not None
    assert lesson.deck.faces == ((3, None), ("K", None))
    assert lesson.deck.recognise(reader.looker, number_card("K")).value == "K"


def test_the_back_is_learned_like_a_face(reader: TableReader) -> None:
    lesson = DeckLesson(["3", "back"], reader=reader)
    table = Table(lesson)
    table.sees("3")
    assert table.sees("back")[-1].step is Step.DONE
    assert lesson.deck is not None
    assert lesson.deck.faces == ((3, None), ("back", None))


def test_an_empty_table_and_two_cards_are_told(reader: TableReader) -> None:
    table = Table(DeckLesson(["3"], reader=reader))
    assert table.sees()[-1].step is Step.NO_CARD
    assert table.sees("3", "4")[-1].step is Step.SEVERAL


def test_a_card_that_is_plainly_another_is_taken_only_when_people_insist(reader: TableReader) -> None:
    lesson = DeckLesson(["3", "8"], reader=reader)
    seen = Table(lesson).sees("7")[-1]
    assert (seen.step, seen.other, seen.label) == (Step.OTHER, "7", "3")
    assert lesson.deck is None
    assert lesson.insist().label == "8"
    assert lesson.deck is not None


def test_the_same_card_is_not_taken_for_the_next_face(reader: TableReader) -> None:
    lesson = DeckLesson(["R", "K"], reader=reader)
    table = Table(lesson)
    table.sees("R")
    seen = table.sees("R")[-1]
    assert (seen.label, seen.step, seen.other) == ("K", Step.OTHER, "R")


@pytest.mark.parametrize(("level", "trouble"), [(0, Trouble.BLACK), (255, Trouble.BLOWN_OUT)])
def test_a_bad_picture_is_told_and_nothing_is_taken(reader: TableReader, level: int, trouble: Trouble) -> None:
    lesson = DeckLesson(["3"], reader=reader)
    seen = [lesson.feed(Frame(np.full((720, 960, 3), level, np.uint8), 0.2 * i)) for i in range(5)]
    assert (seen[-1].step, seen[-1].trouble) == (Step.WAIT, trouble)


def test_a_face_that_is_not_at_hand_is_left_out_and_the_last_one_can_be_taken_back(reader: TableReader) -> None:
    lesson = DeckLesson(["3", "K"], reader=reader)
    assert lesson.skip().label == "K"
    table = Table(lesson)
    assert table.sees("K")[-1].step is Step.DONE
    assert lesson.back().label == "3"
    assert lesson.deck is None


def test_faces_that_look_alike_are_asked_for_again_but_not_for_ever(reader: TableReader) -> None:
    lesson = DeckLesson(["R", "P"], reader=reader)
    table = Table(lesson)
    table.sees("R")
    table.sees("R")
    lesson.insist()
    assert (lesson.progress.label, lesson.progress.exposure, lesson.progress.other) == ("R", 2, "P")
    for _ in range(2 * MOST):
        table.sees("R")
        lesson.insist()
    assert lesson.progress.step is Step.DONE
    assert lesson.confused == (("R", "P"), ("P", "R"))


def test_a_lesson_about_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one face"):
        DeckLesson([])


def test_lookalikes_are_found_and_told_apart_by_their_own_exposures() -> None:
    looker = Looker(NumeralNetwork())

    def shown(label: str, text: str) -> tuple[str, object]:
        return label, exposed(looker, face_named(label, number_card(text)))

    assert lookalikes([shown("A", "A"), shown("W", "W")]) == {}
    assert set(lookalikes([shown("A", "A"), shown("B", "A")])) == {"A", "B"}
