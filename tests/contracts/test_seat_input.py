"""The port `SeatInput`: knobs, three buttons, a keypad, the screen and phones take secret numbers alike."""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import keypads
from hardware.errors import BadEntry
from hardware.keypads import SeatKeypads
from hardware.readings import Entered, SeatMark
from hardware.seats import TouchSeats
from tests.hardware.hands import ButtonPlayer, ControlPlayer
from tests.web.phone_table import PhoneTable

IDLE, THINKING, IN = SeatMark.IDLE, SeatMark.THINKING, SeatMark.IN


class SeatInput(Protocol):
    """What all implementations offer."""

    def ask(self, seats: tuple[int, ...], *, low: int, high: int) -> None: ...
    def reopen(self, seats: tuple[int, ...]) -> None: ...
    def poll(self) -> tuple[Entered, ...]: ...
    @property
    def marks(self) -> tuple[SeatMark, ...]: ...
    def close(self) -> None: ...


class Player(Protocol):
    """Somebody who enters numbers at seats 0 and 3, the way the hardware wants it."""

    seats: SeatInput

    def enter(self, seat: int, value: int, *, digits: int = 2) -> None: ...
    def begin(self, seat: int) -> None: ...


CODES = {0: 82, 1: 79, 2: 80, 3: 81, 4: 75, 5: 76, 6: 77, 7: 71, 8: 72, 9: 73}
ENTER, BACKSPACE, LETTER_A = 96, 14, 30


class KeypadPlayer:
    """Writes the kernel's events into two pipes that stand for two keypads."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(keypads.fcntl, "ioctl", lambda *_: 0)
        self._ends = {}
        for seat in (0, 3):
            path = folder / f"keypad{seat}"
            os.mkfifo(path)
            self._ends[seat] = os.open(path, os.O_RDWR)
        self.seats: SeatInput = SeatKeypads({seat: str(folder / f"keypad{seat}") for seat in (0, 3)})

    def key(self, seat: int, code: int) -> None:
        events = [(1, code, 1), (0, 0, 0), (1, code, 0), (0, 0, 0)]
        os.write(self._ends[seat], b"".join(struct.pack("@llHHi", 100, 250_000, *event) for event in events))

    def begin(self, seat: int) -> None:
        self.key(seat, CODES[1])

    def enter(self, seat: int, value: int, *, digits: int = 2) -> None:
        del digits
        for digit in str(value):
            self.key(seat, CODES[int(digit)])
        self.key(seat, ENTER)

    def unplug(self, seat: int) -> None:
        os.close(self._ends.pop(seat))


class TouchPlayer:
    """Taps on the screen."""

    def __init__(self) -> None:
        self.seats: SeatInput = TouchSeats()

    def enter(self, seat: int, value: int, *, digits: int = 2) -> None:
        del digits
        assert isinstance(self.seats, TouchSeats)
        self.seats.enter(seat, value=value, at_s=100.25)


class PhonePlayer:
    """Two simulated phones that speak to the real page over a loopback port, at a table that only asks for numbers."""

    def __init__(self) -> None:
        self.table = PhoneTable()
        self.seats: SeatInput = self.table
        self._phones = {seat: self.table.phone(seat) for seat in (0, 3)}

    def enter(self, seat: int, value: int, *, digits: int = 2) -> None:
        del digits
        self._phones[seat].enter(value)


@pytest.fixture(params=["encoder", "buttons", "keypad", "touch", "phone"])
def player(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    makers = {
        "encoder": ControlPlayer,
        "buttons": ButtonPlayer,
        "keypad": lambda: KeypadPlayer(tmp_path, monkeypatch),
        "touch": TouchPlayer,
        "phone": PhonePlayer,
    }
    somebody: Player = makers[request.param]()
    yield somebody
    somebody.seats.close()


def settled(player: Player) -> tuple[Entered, ...]:
    return (*player.seats.poll(), *player.seats.poll())


def test_nobody_asked_is_nobody_marked(player: Player) -> None:
    assert player.seats.poll() == ()
    assert player.seats.marks == (IDLE,) * 6


@settings(max_examples=40)
@given(value=st.integers(1, 40))
def test_a_number_entered_is_the_number_received_once(player: Player, value: int) -> None:
    player.seats.ask((0, 3), low=1, high=40)
    player.enter(3, value)
    assert [(entered.seat, entered.value) for entered in settled(player)] == [(3, value)]
    assert settled(player) == ()


def test_the_mark_says_in_and_the_other_seat_is_idle(player: Player) -> None:
    player.seats.ask((0, 3), low=1, high=40)
    player.enter(0, 17)
    player.seats.poll()
    assert player.seats.marks == (IN, IDLE, IDLE, IDLE, IDLE, IDLE)


def test_no_text_form_gives_the_number_away(player: Player) -> None:
    player.seats.ask((0,), low=100, high=999)
    player.enter(0, 739, digits=3)
    (entered,) = settled(player)
    assert "739" not in repr(entered) + str(entered)


def test_a_later_number_replaces_the_earlier_one(player: Player) -> None:
    player.seats.ask((0,), low=1, high=40)
    player.enter(0, 17)
    player.enter(0, 8)
    assert [entered.value for entered in settled(player)] == [17, 8]


def test_asking_again_forgets_what_was_entered(player: Player) -> None:
    player.seats.ask((0,), low=1, high=40)
    player.enter(0, 17)
    player.seats.poll()
    player.seats.ask((0,), low=1, high=40)
    assert player.seats.marks[0] is IDLE
    player.enter(0, 5)
    assert [entered.value for entered in settled(player)] == [5]


def test_a_seat_reopened_begins_again_and_the_others_stay_as_they_are(player: Player) -> None:
    player.seats.ask((0, 3), low=1, high=40)
    player.enter(0, 17)
    player.enter(3, 8)
    player.seats.poll()
    player.seats.reopen((0, 1))
    assert player.seats.marks[:4] == (IDLE, IDLE, IDLE, IN)
    player.seats.poll()
    player.enter(0, 5)
    assert [entered.value for entered in settled(player)] == [5]
    assert player.seats.marks[0] is IN


def test_the_stamp_is_the_hardwares(player: Player) -> None:
    player.seats.ask((0,), low=1, high=40)
    player.enter(0, 17)
    (entered,) = settled(player)
    assert 100.0 <= entered.at_s <= 110.0


@pytest.fixture(params=["encoder", "buttons", "keypad"])
def hands(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """Those who enter a number step by step."""
    makers = {"encoder": ControlPlayer, "buttons": ButtonPlayer, "keypad": lambda: KeypadPlayer(tmp_path, monkeypatch)}
    somebody: Player = makers[request.param]()
    yield somebody
    somebody.seats.close()


def test_the_first_touch_marks_the_seat_as_thinking(hands: Player) -> None:
    hands.seats.ask((0, 3), low=1, high=40)
    hands.begin(3)
    hands.seats.poll()
    assert hands.seats.marks[3] is THINKING


def test_a_seat_reopened_while_it_enters_another_number_loses_no_digit(hands: Player) -> None:
    hands.seats.ask((3,), low=0, high=40)
    hands.enter(3, 17)
    hands.begin(3)
    assert [entered.value for entered in settled(hands)] == [17]
    hands.seats.reopen((3,))
    assert hands.seats.marks[3] is THINKING


def test_a_number_out_of_range_is_left_to_the_rules_and_starts_the_entry_again(hands: Player) -> None:
    hands.seats.ask((0,), low=1, high=40)
    hands.enter(0, 41)
    assert [entered.value for entered in settled(hands)] == [41]
    assert hands.seats.marks[0] is IDLE
    hands.enter(0, 40)
    assert [entered.value for entered in settled(hands)] == [40]
    assert hands.seats.marks[0] is IN


def test_a_seat_that_is_not_asked_may_play_with_its_controls(hands: Player) -> None:
    hands.seats.ask((0,), low=1, high=40)
    hands.enter(3, 17)
    assert settled(hands) == ()
    assert hands.seats.marks[3] is IDLE


def test_holding_the_knob_begins_again() -> None:
    player = ControlPlayer()
    player.seats.ask((0,), low=1, high=40)
    player.clicks(0, 3)
    player.press(0)
    player.press(0, held_s=1.0)
    player.enter(0, 12)
    assert [entered.value for entered in settled(player)] == [12]


def test_a_knob_turned_back_beyond_zero_stops_at_zero_and_beyond_nine_at_nine() -> None:
    player = ControlPlayer()
    player.seats.ask((0,), low=0, high=99)
    player.clicks(0, 4)
    player.clicks(0, -7)
    player.clicks(0, 2)
    player.press(0)
    player.clicks(0, 12)
    player.press(0)
    assert [entered.value for entered in settled(player)] == [29]


def test_backspace_begins_again_and_letters_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = KeypadPlayer(tmp_path, monkeypatch)
    player.seats.ask((0,), low=1, high=40)
    for code in (CODES[3], BACKSPACE, LETTER_A, CODES[7], ENTER, ENTER):
        player.key(0, code)
    assert [entered.value for entered in settled(player)] == [7]
    player.seats.close()


def test_a_keypad_pulled_out_is_known_the_others_go_on_and_put_back_it_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = KeypadPlayer(tmp_path, monkeypatch)
    assert isinstance(player.seats, SeatKeypads)
    player.seats.ask((0, 3), low=1, high=40)
    real_read = os.read

    def read(device: int, length: int) -> bytes:
        if device == player.seats._devices[0]:
            raise OSError(19, "No such device")
        return real_read(device, length)

    monkeypatch.setattr(keypads.os, "read", read)
    player.enter(3, 9)
    assert [entered.value for entered in settled(player)] == [9]
    assert player.seats.lost == (0,)
    monkeypatch.setattr(keypads.os, "read", real_read)
    player.enter(0, 17)
    assert [entered.value for entered in settled(player)] == [17]
    assert player.seats.lost == ()
    player.seats.close()


@pytest.mark.parametrize(("seat", "value"), [(1, 17), (0, 0), (0, 41)])
def test_the_screen_is_told_at_once_what_cannot_be_entered(seat: int, value: int) -> None:
    seats = TouchSeats()
    seats.ask((0,), low=1, high=40)
    with pytest.raises(BadEntry) as told:
        seats.enter(seat, value=value, at_s=1.0)
    assert str(value) not in str(told.value).replace("to 40", "").replace("seat 0", "")
