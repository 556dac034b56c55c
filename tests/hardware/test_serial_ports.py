"""Opening, finding and losing a serial port, on pseudo-terminals."""

import os
import pty
import tty
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial

from hardware import serial_ports
from hardware.errors import PortHeld, PortLost, PortNotFound
from hardware.serial_ports import PortFinder, SerialPort, find_port, holders_of, list_candidates


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    """Our end of a pseudo-terminal and the path of the other."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    yield ours, os.ttyname(theirs)
    for end in (ours, theirs):
        try:
            os.close(end)
        except OSError:
            continue


def test_nothing_arrived_is_nothing_read(terminal: tuple[int, str]) -> None:
    port = SerialPort(terminal[1])
    assert port.read(0.0) == b""
    port.close()


def test_bytes_go_both_ways(terminal: tuple[int, str]) -> None:
    ours, path = terminal
    port = SerialPort(path)
    port.write(b"\0hello")
    assert os.read(ours, 100) == b"\0hello"
    os.write(ours, b"\x01welcome")
    assert port.read(1.0) == b"\x01welcome"
    port.close()


def test_a_waiting_read_can_be_woken(terminal: tuple[int, str]) -> None:
    port = SerialPort(terminal[1])
    port.wake()
    assert port.read(60.0) == b""
    assert port.read(0.0) == b""
    port.close()


def test_a_thousand_wakes_do_not_block(terminal: tuple[int, str]) -> None:
    port = SerialPort(terminal[1])
    for _ in range(100_000):
        port.wake()
    while port._wake_read in serial_ports.select.select([port._wake_read], [], [], 0)[0]:
        port.read(0.0)
    port.close()


def test_an_unplugged_port_is_lost_for_reading_and_closing_it_is_quiet() -> None:
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    port = SerialPort(os.ttyname(theirs))
    os.close(theirs)
    os.close(ours)
    with pytest.raises(PortLost):
        port.read(0.1)
    with pytest.raises(PortLost):
        port.write(b"x")
    port.close()


@pytest.mark.parametrize(
    "error", [serial.SerialException("gone"), OSError(5, "Input/output error"), serial_ports.termios.error(5, "gone")]
)
def test_all_three_families_of_an_unplug_are_one_error(
    terminal: tuple[int, str], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object) -> bytes:
        raise error

    port = SerialPort(terminal[1])
    os.write(terminal[0], b"x")
    monkeypatch.setattr(port._serial, "read", fail)
    monkeypatch.setattr(port._serial, "write", fail)
    with pytest.raises(PortLost):
        port.read(1.0)
    with pytest.raises(PortLost):
        port.write(b"x")
    port.close()


@pytest.mark.slow
def test_a_board_that_takes_no_bytes_is_lost_not_waited_for(terminal: tuple[int, str]) -> None:
    port = SerialPort(terminal[1])
    with pytest.raises(PortLost):
        port.write(b"q" * 1_000_000)
    port.close()


def test_a_port_that_does_not_exist_is_not_found() -> None:
    with pytest.raises(PortNotFound, match="/dev/no-such-port"):
        SerialPort("/dev/no-such-port")


def test_a_second_opener_is_told_that_the_port_is_taken(terminal: tuple[int, str]) -> None:
    first = SerialPort(terminal[1])
    with pytest.raises((PortHeld, PortLost)):
        SerialPort(terminal[1])
    first.close()


def fake_process(proc: Path, number: str, name: str, device: str) -> None:
    (proc / number / "fd").mkdir(parents=True)
    (proc / number / "comm").write_text(name + "\n")
    (proc / number / "fd" / "3").symlink_to(device)


def test_the_holder_is_named(tmp_path: Path, terminal: tuple[int, str]) -> None:
    fake_process(tmp_path, "4711", "brltty", terminal[1])
    fake_process(tmp_path, "4712", "bash", "/dev/null")
    fake_process(tmp_path, str(os.getpid()), "python", terminal[1])
    (tmp_path / "4713").mkdir()
    assert holders_of(terminal[1], proc=tmp_path) == ("brltty (4711)",)


def test_a_held_port_says_by_whom(terminal: tuple[int, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_ports, "holders_of", lambda _: ("avrdude (99)",))
    first = SerialPort(terminal[1])
    with pytest.raises(PortHeld, match=r"in use by avrdude \(99\)"):
        SerialPort(terminal[1])
    first.close()


def usb(device: str, vid: int, pid: int) -> SimpleNamespace:
    return SimpleNamespace(device=device, vid=vid, pid=pid)


def test_no_board_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_ports.list_ports, "comports", lambda: [usb("/dev/ttyS0", 0, 0)])
    with pytest.raises(PortNotFound):
        find_port()


def test_a_known_usb_chip_is_found_by_its_stable_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board, other = tmp_path / "ttyACM0", tmp_path / "ttyUSB0"
    for device in (board, other):
        device.touch()
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-Arduino_Uno-if00").symlink_to(board)
    ports = [usb(str(other), 0x1A86, 0x7523), usb(str(board), 0x2341, 0x0043), usb("/dev/ttyACM9", 0x1234, 0x5678)]
    monkeypatch.setattr(serial_ports.list_ports, "comports", lambda: ports)
    assert set(list_candidates(by_id=by_id)) == {str(by_id / "usb-Arduino_Uno-if00"), str(other)}
    assert find_port(by_id=by_id) == str(by_id / "usb-Arduino_Uno-if00")


def test_with_several_candidates_each_attempt_tries_the_next(terminal: tuple[int, str]) -> None:
    ours, theirs = pty.openpty()
    paths = (terminal[1], os.ttyname(theirs))
    finder = PortFinder(candidates=lambda: paths)
    tried = []
    for _ in range(3):
        port = finder()
        tried.append(port.name)
        port.close()
    os.close(theirs)
    os.close(ours)
    assert tried == [paths[0], paths[1], paths[0]]


def test_the_finder_without_candidates_finds_nothing(terminal: tuple[int, str]) -> None:
    with pytest.raises(PortNotFound):
        PortFinder(candidates=tuple)()
    port = PortFinder(terminal[1], candidates=tuple)()
    assert port.name == terminal[1]
    port.close()


def test_a_configured_port_is_taken_as_it_is(terminal: tuple[int, str]) -> None:
    assert find_port(terminal[1]) == terminal[1]
    with pytest.raises(PortNotFound, match="no-such-port"):
        find_port("/dev/no-such-port")
