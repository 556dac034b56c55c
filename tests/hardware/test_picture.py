"""Texts to pictures, and pictures to requests."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import seat1
from hardware.errors import CannotShow
from hardware.picture import IN, THINKING, TOO_LONG, BoardImage, Picture, next_step, picture_of, value_of
from hardware.readings import SeatMark

VALUES = st.none() | st.integers(0, 999)
PICTURES = st.builds(
    Picture,
    values=st.tuples(*[VALUES] * 6),
    marks=st.tuples(*[st.sampled_from(SeatMark)] * 6),
)


def steps(board: BoardImage, wanted: Picture) -> list[seat1.Request]:
    requests = []
    while (step := next_step(board, wanted)) is not None:
        request, board = step
        requests.append(request)
        assert len(requests) < 20
    return requests


def test_no_texts_are_a_dark_picture() -> None:
    assert picture_of(()) == Picture()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0", "  0"), ("7", "  7"), ("999", "999"), ("-1", " -1"), ("-99", "-99"), ("9-2", "9-2"), ("10-2", "10.2"),
        ("1-2-", "1.2-"), ("HELP", TOO_LONG), ("-100", TOO_LONG), ("1000", TOO_LONG), ("17!", TOO_LONG),
        ("12-34", TOO_LONG), ("²", TOO_LONG), (".5", TOO_LONG),
    ],
)  # fmt: skip
def test_a_text_shows_as_well_as_three_digits_can(text: str, shown: str) -> None:
    assert seat1.shown_text(value_of(text)) == shown


@given(st.text(max_size=6))
def test_any_text_at_all_can_be_shown_somehow(text: str) -> None:
    word = value_of(text)
    assert 0 <= word <= seat1.VALUE_MAX or word & seat1.VALUE_GLYPHS
    assert len(seat1.shown_text(word).replace(".", "")) == 3


def test_marks_are_no_values() -> None:
    picture = picture_of((IN, THINKING, ""))
    assert not picture.has_values
    assert picture.marks[:3] == (SeatMark.IN, SeatMark.THINKING, SeatMark.IDLE)


def test_seven_seats_are_too_many() -> None:
    with pytest.raises(CannotShow, match="at most 6"):
        picture_of(("",) * 7)


def test_nothing_is_asked_where_nothing_differs() -> None:
    assert steps(BoardImage(), Picture()) == []


def test_marks_travel_without_values() -> None:
    kinds = [request.kind for request in steps(BoardImage(), picture_of((IN, THINKING)))]
    assert kinds == [seat1.Kind.SEAT, seat1.Kind.SEAT]


def test_numbers_travel_in_one_prep_and_one_commit() -> None:
    kinds = [request.kind for request in steps(BoardImage(), picture_of(("17", "3", "40")))]
    assert kinds == [seat1.Kind.PREP, seat1.Kind.COMMIT]


@given(st.lists(PICTURES, min_size=1, max_size=4))
def test_every_picture_is_reached_in_few_steps_and_values_travel_only_when_they_are_wanted(
    pictures: list[Picture],
) -> None:
    board = BoardImage()
    for wanted in pictures:
        count = 0
        while (step := next_step(board, wanted)) is not None:
            request, board = step
            count += 1
            if request.kind is seat1.Kind.PREP:
                assert request.payload[3:] == seat1.value_bytes(wanted.values)
        assert count <= 9
        assert board.picture.values == wanted.values
        assert board.is_lit == wanted.has_values
        unmasked = [seat for seat in range(6) if wanted.values[seat] is None]
        assert [board.picture.marks[seat] for seat in unmasked] == [wanted.marks[seat] for seat in unmasked]


def test_rounds_count_on_and_wrap_without_zero() -> None:
    board = BoardImage(round=0xFFFF)
    step = next_step(board, picture_of(("1",)))
    assert step is not None
    assert step[1].round == 1


def test_a_requests_text_form_is_the_same_whatever_the_bids() -> None:
    assert repr(seat1.prep(1, (739, 1, 2, 3, 4, 5))) == repr(seat1.prep(1, (40, 17, 2, 3, 4, 5)))
