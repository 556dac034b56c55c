"""The port `BidDisplays`: what every set of displays keeps, twin and simulated firmware alike."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import frames, seat1
from hardware.picture import IN, THINKING
from hardware.readings import LinkState
from tests.firmware.rigs import BLANK, DARK, Rig

TEXTS = st.one_of(st.sampled_from(["", THINKING, IN, "10-2", "9-1"]), st.integers(-99, 999).map(str))


def as_seen(text: str) -> str:
    return {"": "   ", THINKING: " - ", IN: "---", "10-2": "10.2"}.get(text) or text.rjust(3)


def test_nothing_asked_for_is_nothing_shown(rig: Rig) -> None:
    assert rig.settle() is not None
    assert rig.board.texts == BLANK
    assert rig.health.state is LinkState.READY


def test_numbers_marks_and_blanks_each_at_their_seat(rig: Rig) -> None:
    rig.show("40", "", "152", IN, THINKING, "0")
    rig.settle()
    assert rig.board.texts == (" 40", "   ", "152", "---", " - ", "  0")


def test_fewer_seats_leave_the_rest_blank(rig: Rig) -> None:
    rig.show("7", "8", "9")
    rig.settle()
    assert rig.board.texts == ("  7", "  8", "  9", "   ", "   ", "   ")


@pytest.mark.slow
@settings(max_examples=40)
@given(shown=st.lists(st.lists(TEXTS, max_size=6), min_size=1, max_size=4))
def test_whatever_was_shown_before_the_last_texts_are_what_is_seen(rig: Rig, shown: list[list[str]]) -> None:
    for texts in shown:
        rig.show(*texts)
        assert rig.settle() is not None
        assert rig.board.texts == tuple(map(as_seen, [*texts, *[""] * (6 - len(texts))]))


def test_all_numbers_appear_on_one_edge(rig: Rig) -> None:
    rig.show(*[IN] * 6)
    rig.settle()
    rig.board.forget()
    rig.show("17", "3", "40", "40", "1", "25")
    rig.settle()
    hidden, final = ("---",) * 6, (" 17", "  3", " 40", " 40", "  1", " 25")
    assert set(rig.board.pictures()) <= {DARK, hidden, final}
    assert rig.board.texts == final


def test_no_picture_mixes_an_old_number_with_a_new_one(rig: Rig) -> None:
    rig.show("11", "22", "33")
    rig.settle()
    old = rig.board.texts
    rig.board.forget()
    rig.show("44", "55", "66")
    rig.settle()
    dashes = ("---", "---", "---", "   ", "   ", "   ")
    assert set(rig.board.pictures()) <= {DARK, old, dashes, (" 44", " 55", " 66", "   ", "   ", "   ")}


def test_a_bid_is_on_the_wire_only_when_it_is_shown(rig: Rig) -> None:
    rig.settle()
    rig.sent.clear()
    rig.show(IN, THINKING, "", IN)
    rig.settle()
    kinds = [frame[2:3] for frame in bytes(rig.sent).split(b"\0")]
    assert b"\x02" not in kinds


def test_taking_a_number_back_hides_it(rig: Rig) -> None:
    rig.show("17", "3")
    rig.settle()
    rig.show(IN, IN)
    rig.settle()
    assert rig.board.texts == ("---", "---", "   ", "   ", "   ", "   ")


def test_the_last_word_counts_when_the_texts_change_in_mid_reveal(rig: Rig) -> None:
    rig.show(IN, IN)
    rig.settle()
    rig.board.forget()
    rig.show("17", "3")
    rig.run(0.003)
    rig.show(IN, "3")
    rig.settle()
    assert rig.board.texts == ("---", "  3", "   ", "   ", "   ", "   ")


def test_the_picture_stays_while_nothing_changes(rig: Rig) -> None:
    rig.show("5", "6")
    rig.settle()
    rig.board.forget()
    rig.run(10)
    assert set(rig.board.pictures()) <= {("  5", "  6", "   ", "   ", "   ", "   ")}
    assert rig.health.is_good


def test_a_restarted_board_gets_its_picture_back(rig: Rig) -> None:
    rig.show("5", IN)
    rig.settle()
    rig.board.restart()
    rig.run(0.35)
    assert rig.board.texts == ("  5", "---", "   ", "   ", "   ", "   ")


def test_an_unplugged_board_blanks_itself_after_three_seconds(rig: Rig) -> None:
    rig.show("5", IN)
    rig.settle()
    rig.unplug(is_noticed=True)
    rig.run(2.9)
    assert rig.board.texts == ("  5", "---", "   ", "   ", "   ", "   ")
    rig.run(0.7)
    assert rig.board.texts == BLANK


def test_a_dead_line_is_noticed_within_a_second_even_if_the_system_says_nothing(rig: Rig) -> None:
    rig.settle()
    rig.run(2.0)
    rig.unplug(is_noticed=False)
    rig.run(1.0)
    assert rig.health.state is LinkState.SILENT


@pytest.mark.parametrize("away_s", [0.1, 1.5, 4.0])
def test_a_replugged_board_shows_its_picture_within_a_quarter_second(rig: Rig, away_s: float) -> None:
    rig.show("5", IN, "7")
    rig.settle()
    rig.unplug(is_noticed=True)
    rig.run(away_s)
    rig.plug_in()
    took_s = rig.settle()
    assert took_s is not None
    assert took_s <= 0.25
    assert rig.board.texts == ("  5", "---", "  7", "   ", "   ", "   ")


@pytest.mark.parametrize("bytes_before", [b"\x07", b"\x01\x02\x03", b"\xff" * 100])
def test_half_a_frame_left_on_the_board_does_not_cost_the_next(rig: Rig, bytes_before: bytes) -> None:
    rig.settle()
    rig.run(0.2)
    rig.board.feed(bytes_before)
    rig.run(0.02)
    before = len(rig.sent)
    rig.show(IN)
    rig.settle()
    assert rig.board.texts[0] == "---"
    asked = [message for message in frames.Deframer().feed(bytes(rig.sent[before:])) if message]
    assert [message[0] for message in asked] == [seat1.Kind.SEAT]


def test_a_noisy_line_costs_time_but_never_shows_a_wrong_number(rig: Rig) -> None:
    rig.settle()
    rig.noise.damage = 0.02
    old = rig.board.texts
    for number in range(0, 1000, 37):
        expected = (f"{number:3d}", "---", f"{999 - number:3d}", "   ", "   ", "   ")
        rig.board.forget()
        rig.show(str(number), IN, str(999 - number))
        assert rig.settle() is not None
        assert rig.board.texts == expected
        with_digits = {picture for picture in rig.board.pictures() if any(map(str.isdigit, "".join(picture)))}
        assert with_digits <= {old, expected}
        old = expected
