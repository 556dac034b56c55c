"""The hardware's half of two walks: a bid from the knob to the lit digits, a knock from the edge to its press."""

import pytest

from hardware.picture import MARK_TEXTS
from tests.firmware.rigs import BLANK, DARK, Rig
from tests.hardware.hands import START_S, ControlPlayer, GpioRig, Hands, KnockRig, LineRig


def test_a_bid_goes_from_the_knob_to_the_digits_and_shows_nothing_on_the_way(rig: Rig) -> None:
    player = ControlPlayer()
    player.seats.ask((0, 3), low=1, high=40)
    bids: dict[int, int] = {}

    def look() -> tuple[str, ...]:
        bids.update({entered.seat: entered.value for entered in player.seats.poll()})
        rig.show(*(MARK_TEXTS[mark] for mark in player.seats.marks))
        rig.settle()
        return rig.board.texts

    assert look() == BLANK
    player.begin(0)
    assert look() == (" - ", "   ", "   ", "   ", "   ", "   ")
    player.press(0)
    player.clicks(0, 7)
    player.press(0)
    assert look() == ("---", "   ", "   ", "   ", "   ", "   ")
    player.enter(3, 40)
    assert look() == ("---", "   ", "   ", "---", "   ", "   ")
    assert bids == {0: 17, 3: 40}
    assert not any(map(str.isdigit, "".join(map("".join, rig.board.pictures()))))

    rig.board.forget()
    rig.show(str(bids[0]), "", "", str(bids[3]))
    rig.settle()
    final = (" 17", "   ", "   ", " 40", "   ", "   ")
    assert rig.board.texts == final
    with_digits = {picture for picture in rig.board.pictures() if any(map(str.isdigit, "".join(picture)))}
    assert with_digits == {final}
    assert set(rig.board.pictures()) <= {DARK, ("---", "   ", "   ", "---", "   ", "   "), final}


@pytest.mark.parametrize("source", [GpioRig, LineRig])
def test_a_knock_goes_from_the_edge_to_its_press_within_40_ms(source: type[KnockRig]) -> None:
    clock = Hands()
    table = source(clock)
    table.knock(4, START_S + 1.003)
    table.knock(2, START_S + 1.001)
    table.knock(0, START_S + 1.0)
    clock.now_s = START_S + 1.0 + 0.040
    assert [pressed.seat for pressed in table.presses.poll()] == [0, 2, 4]
    table.presses.close()
