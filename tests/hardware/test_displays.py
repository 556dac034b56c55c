"""The thread: on the twin in memory, and end to end on a pseudo-terminal with the firmware behind it."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.displays import SerialDisplays
from hardware.errors import CannotShow, PortHeld, PortNotFound
from hardware.readings import LinkState
from hardware.serial_ports import SerialPort
from hardware.simulated import SimulatedBoard, TwinPort
from hardware.twin import TwinBoard
from tests.kit import PATIENCE_S


def eventually(holds: Callable[[], bool]) -> bool:
    """Wait for something other threads bring about; generous, as nothing here is timed."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > deadline_s:
            return False
        time.sleep(0.002)
    return True


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever closes the displays waits until they are blank, however long that takes here."""
    monkeypatch.setattr("hardware.displays.GOODBYE_S", PATIENCE_S)


@pytest.fixture
def board() -> TwinBoard:
    return TwinBoard()


@pytest.fixture
def plugged(board: TwinBoard) -> Iterator[tuple[SerialDisplays, list[TwinPort]]]:
    """Displays on the twin, and every port they have opened."""
    ports: list[TwinPort] = []

    def open_port() -> TwinPort:
        ports.append(TwinPort(board))
        return ports[-1]

    displays = SerialDisplays(open_port)
    yield displays, ports
    displays.close()


def test_texts_arrive(plugged: tuple[SerialDisplays, list[TwinPort]], board: TwinBoard) -> None:
    displays, _ = plugged
    displays.show(("17", "---", ""))
    assert eventually(lambda: board.texts[:3] == (" 17", "---", "   ") and displays.is_settled)
    assert displays.health.state is LinkState.READY
    assert displays.health.detail == "simulated, firmware 1.0"


def test_an_unplugged_board_gets_its_picture_back(
    plugged: tuple[SerialDisplays, list[TwinPort]], board: TwinBoard
) -> None:
    displays, ports = plugged
    displays.show(("17",))
    assert eventually(lambda: displays.is_settled)
    nonce = board.nonce
    ports[-1].unplug()
    assert eventually(lambda: board.nonce != nonce and board.texts[0] == " 17" and displays.is_settled)
    assert len(ports) == 2


def test_a_board_that_stays_away_is_looked_for_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.displays.SHORTEST_BACKOFF_S", 0.0001)
    monkeypatch.setattr("hardware.displays.LONGEST_BACKOFF_S", 0.001)
    looked: list[None] = []

    def open_port() -> TwinPort:
        looked.append(None)
        raise PortNotFound("no board")

    displays = SerialDisplays(open_port)
    assert eventually(lambda: len(looked) > 30)  # had each wait been twice the last one, that would take days
    assert displays.health.state is LinkState.SEARCHING
    displays.close()


def test_seven_texts_are_refused_at_once(plugged: tuple[SerialDisplays, list[TwinPort]]) -> None:
    with pytest.raises(CannotShow):
        plugged[0].show(("",) * 7)


def test_closing_blanks_the_displays() -> None:
    board = TwinBoard()
    displays = SerialDisplays(lambda: TwinPort(board))
    displays.show(("17", "3"))
    assert eventually(lambda: displays.is_settled)
    displays.close()
    assert board.texts == ("   ",) * 6


@pytest.mark.parametrize(
    ("error", "state"),
    [(PortNotFound("no board"), LinkState.SEARCHING), (PortHeld("held by brltty (5)"), LinkState.HELD)],
)
def test_a_port_that_cannot_be_opened_is_a_state_of_health(error: Exception, state: LinkState) -> None:
    def fail() -> TwinPort:
        raise error

    displays = SerialDisplays(fail)
    assert eventually(lambda: displays.health.state is state and displays.health.detail == str(error))
    displays.show(("17",))
    displays.close()


def test_without_a_build_the_simulator_says_how_to_build_it(tmp_path: Path) -> None:
    with pytest.raises(PortNotFound, match="make -C firmware"):
        SimulatedBoard(out=tmp_path)


@pytest.fixture
def simulated(firmware_out: Path) -> Iterator[SimulatedBoard]:
    board = SimulatedBoard(out=firmware_out)
    yield board
    board.close()


def test_end_to_end_the_firmware_shows_what_was_asked_for(simulated: SimulatedBoard) -> None:
    displays = SerialDisplays(simulated.open_port)
    displays.show(("40", "---", "152", "-", "-7", "10-2"))
    expected = (" 40", "---", "152", " - ", " -7", "10.2")
    assert eventually(lambda: displays.is_settled and simulated.texts == expected)
    displays.close()
    assert simulated.texts == ("   ",) * 6


def test_end_to_end_a_board_pulled_out_and_put_back_shows_its_picture_again(firmware_out: Path) -> None:
    boards = [SimulatedBoard(out=firmware_out)]

    def open_port() -> SerialPort:
        return boards[-1].open_port()

    displays = SerialDisplays(open_port)
    displays.show(("40", "41"))
    assert eventually(lambda: displays.is_settled)
    boards[0].close()
    assert eventually(lambda: not displays.health.is_good)
    boards.append(SimulatedBoard(out=firmware_out, power_ups=1))
    assert eventually(lambda: displays.is_settled and boards[1].texts[:2] == (" 40", " 41"))
    displays.close()
    boards[1].close()


def test_a_picture_that_changes_faster_than_the_line_ends_at_the_last_one(simulated: SimulatedBoard) -> None:
    displays = SerialDisplays(simulated.open_port)
    for number in range(200):
        displays.show((str(number), str(2 * number)))
    assert eventually(lambda: displays.is_settled and simulated.texts[:2] == ("199", "398"))
    displays.close()


@pytest.mark.slow
def test_end_to_end_a_board_whose_pictures_nobody_reads_goes_on_and_ends_when_told(firmware_out: Path) -> None:
    board = SimulatedBoard(out=firmware_out)
    displays = SerialDisplays(board.open_port)
    for number in range(250):
        displays.show((str(number),))
        assert eventually(lambda: displays.is_settled)
    displays.close()
    assert sum(len(" ".join(texts)) for _, texts in board.latches()) > 2**15
    board.close()
