"""Cards of one look without a numeral are backs: those who see none by itself tell it from all of them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.cards.drawn import number_card
from vision.cards.back_groups import backs_alike
from vision.cards.kinds import Kind
from vision.cards.outlines import Outline
from vision.cards.reader import CutCard, ValueRead
from vision.cards.rectify import Picture
from vision.cards.selection import Reading, joined

QUAD = np.array([[0.0, 0], [60, 0], [60, 90], [0, 90]])
PERHAPS = Kind(none=0.55, face=0.01, back=0.44, bomb=0.0)
HARDLY = Kind(none=0.9, face=0.01, back=0.09, bomb=0.0)
FACE = Kind(none=0.3, face=0.5, back=0.2, bomb=0.0)


def striped(ink: tuple[int, int, int], begun: int = 0) -> Picture:
    """A card of diagonal stripes that begin somewhere."""
    y, x = np.mgrid[:240, :156]
    return np.where(((x + y + begun) // 11 % 2 == 0)[..., None], ink, (230, 232, 235)).astype(np.uint8)


def seen(picture: Picture, kind: Kind = PERHAPS, value: int | str | None = None, sure: float = 0.0) -> Reading:
    return Reading(Outline(QUAD, 0.95), CutCard(picture), ValueRead(value, sure, kind=kind))


def told(found: list[Reading]) -> list[tuple[int | str | None, bool]]:
    return [(one.value.value, one.value.confidence >= 0.5) for one in backs_alike(found, [0.0] * len(found))]


@pytest.mark.parametrize("number", [2, 3, 6])
def test_cards_of_one_pattern_are_backs_wherever_it_begins_and_however_light(number: int) -> None:
    cards = [(striped((60, 40, 150), begun=5 * i) * (1 - 0.05 * i)).astype(np.uint8) for i in range(number)]
    assert told([seen(card) for card in cards]) == [("back", True)] * number


def test_the_more_there_are_the_surer_they_are_backs() -> None:
    sure = [backs_alike([seen(striped((60, 40, 150)))] * number)[0].value.confidence for number in range(1, 6)]
    assert sure == sorted(sure)
    assert sure[0] < 0.5 < sure[1]


def test_what_is_alone_of_its_look_is_a_back_unsurely_if_nothing_else() -> None:
    other = seen(striped((40, 140, 40)), value=4, sure=0.02)
    assert told([seen(striped((60, 40, 150))), other]) == [("back", False), (4, False)]


def test_where_shapes_tell_nothing_what_is_alone_of_its_look_stays_what_it_was() -> None:
    lone = [seen(striped((60, 40, 150)))]
    assert backs_alike(lone) == lone


def test_what_has_the_shape_of_cards_may_be_backs_that_by_their_look_hardly_are() -> None:
    cards = [seen(striped((90, 120, 150), begun=i), HARDLY) for i in range(4)]
    shaped = backs_alike(cards, [0.9] * 4)
    assert [(one.value.value, one.value.confidence > 0.5) for one in shaped] == [("back", True)] * 4
    assert not any(one.value.confidence > 0.5 for one in backs_alike(cards, [0.4] * 4))


def test_pieces_of_a_table_that_hardly_look_like_backs_are_none() -> None:
    planks = [seen(striped((90, 120, 150), begun=i), HARDLY) for i in range(5)]
    assert not any(sure for _, sure in told(planks))


def test_faces_of_one_look_and_numbers_read_surely_are_no_backs() -> None:
    faces = [seen(number_card("7"), FACE, value=7, sure=0.3)] * 3
    read = [seen(striped((60, 40, 150)), PERHAPS, value=7, sure=0.9)] * 2
    assert told(faces) == [(7, False)] * 3
    sure = [Reading(one.outline, one.card, ValueRead(7, 0.9, votes=6.0, kind=PERHAPS)) for one in read]
    assert told(sure) == [(7, True)] * 2


def test_what_looks_a_little_like_a_face_is_a_back_as_those_of_its_look_are() -> None:
    backs = [seen(striped((60, 40, 150), begun=i), Kind(0.05, 0.02, 0.93, 0.0)) for i in range(2)]
    facelike = Kind(none=0.1, face=0.3, back=0.6, bomb=0.0)
    assert told([*backs, seen(striped((60, 40, 150), begun=4), facelike)]) == [("back", True)] * 3
    assert told([seen(striped((60, 40, 150), begun=i), facelike) for i in range(3)]) == [(None, False)] * 3
    other = seen(striped((40, 140, 40)), facelike, value=4, sure=0.2)
    assert told([*backs, other])[2] == (4, False)


def test_a_back_that_is_surer_by_itself_stays_so() -> None:
    known = seen(striped((60, 40, 150)), Kind(0.0, 0.0, 1.0, 0.0), value="back", sure=0.99)
    assert backs_alike([known, seen(striped((60, 40, 150)))])[0] is known


@pytest.mark.parametrize(
    "odd",
    [
        Reading(Outline(QUAD, 0.5), CutCard(striped((60, 40, 150))), ValueRead(None, 0.0, kind=PERHAPS)),
        Reading(Outline(QUAD, 0.95), CutCard(striped((60, 40, 150)), plain=True), ValueRead(None, 0.0, kind=PERHAPS)),
        Reading(
            Outline(QUAD, 0.95),
            CutCard(striped((60, 40, 150)), covered=np.zeros((240, 156), bool)),
            ValueRead(None, 0.0, kind=PERHAPS),
        ),
    ],
    ids=["on few edges", "of the table's colours", "partly covered"],
)
def test_what_may_be_no_whole_card_is_no_back_for_being_alike(odd: Reading) -> None:
    assert told([odd, odd, odd]) == [(None, False)] * 3


def test_backs_told_by_their_group_are_kept_beside_what_was_found_by_shape() -> None:
    backs = backs_alike([seen(striped((60, 40, 150)))] * 2)
    assert joined([], backs) == backs
