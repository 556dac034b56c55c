"""Probes on made-up machines: a laptop, a Pi, a Pi with something wrong."""

from pathlib import Path

import pytest

from hardware.checks import (
    probe_access,
    probe_interlopers,
    probe_keypads,
    probe_machine,
    probe_pins,
    probe_serial,
    probe_supply,
    probe_temperature,
)
from hardware.edges import ScriptedEdges
from hardware.errors import WiringError, WrongPinFactory
from hardware.findings import Level, found


def put(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    put(tmp_path, "proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    put(tmp_path, "sys/bus/gpio/devices/gpiochip0/label", "pinctrl-rp1\n")
    put(tmp_path, "sys/class/thermal/thermal_zone0/temp", "61200\n")
    put(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    return tmp_path


def test_an_empty_machine_is_noted_and_nothing_is_missing(tmp_path: Path) -> None:
    assert probe_machine(root=tmp_path) == found("machine.other", Level.NOTE)
    assert probe_pins((), root=tmp_path) == found("pins.none", Level.NOTE)
    assert probe_temperature(root=tmp_path) == probe_supply(root=tmp_path) == ()
    assert probe_access(dev=tmp_path) == probe_interlopers(root=tmp_path) == ()
    assert probe_serial(list_ports=tuple) == found("serial.none", Level.NOTE)


def test_a_pi_is_named(pi: Path) -> None:
    assert probe_machine(root=pi) == found("machine.pi", Level.GOOD, model="Raspberry Pi 5 Model B Rev 1.0")


def test_buttons_that_are_set_but_cannot_exist_are_missing(tmp_path: Path) -> None:
    assert probe_pins((5,), root=tmp_path) == found("pins.none", Level.MISSING)


def test_a_header_without_buttons_is_a_note(pi: Path) -> None:
    assert probe_pins((), root=pi) == found("pins.unused", Level.NOTE)


def test_the_backend_and_who_stamps_are_told(pi: Path) -> None:
    opened = probe_pins((5, 6), root=pi, open_source=lambda _: ScriptedEdges())
    assert opened == found("pins.ready", Level.GOOD, backend="ScriptedEdges", stamps="script")


@pytest.mark.parametrize(
    ("error", "key"), [(WiringError("GPIO 5 twice"), "pins.wiring"), (WrongPinFactory("no lgpio"), "pins.factory")]
)
def test_a_backend_that_fails_says_why(pi: Path, error: Exception, key: str) -> None:
    def fail(_: object) -> ScriptedEdges:
        raise error

    assert probe_pins((5,), root=pi, open_source=fail) == found(key, Level.MISSING, why=str(error))


def test_a_keypad_that_is_set_is_there_or_told(tmp_path: Path) -> None:
    mine, closed, gone = (tmp_path / name for name in ("mine", "closed", "gone"))
    mine.touch()
    closed.touch()
    told = probe_keypads(map(str, (mine, closed, gone)), may=lambda path: path == mine)
    assert told == (
        found("keypads.absent", Level.MISSING, path=str(gone)),
        found("keypads.denied", Level.MISSING, path=str(closed), group=closed.group()),
    )
    assert probe_keypads([str(mine)]) == (found("keypads.found", Level.GOOD, count=1),)
    assert probe_keypads(()) == ()


def test_a_device_without_permission_names_the_group_that_has_it(tmp_path: Path) -> None:
    (tmp_path / "ttyACM0").touch()
    (tmp_path / "video0").touch()
    (finding,) = probe_access(dev=tmp_path, may=lambda path: path.name == "video0")
    assert (finding.key, finding.level) == ("check.access.denied", Level.WARNING)
    assert dict(finding.values)["path"] == str(tmp_path / "ttyACM0")
    assert dict(finding.values)["group"] == (tmp_path / "ttyACM0").group()


def test_devices_that_may_be_used_are_counted(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    assert probe_access(dev=tmp_path) == (found("access.granted", Level.GOOD, count=1),)


@pytest.mark.parametrize("name", ["brltty", "ModemManager"])
def test_a_program_that_grabs_adapters_is_named(tmp_path: Path, name: str) -> None:
    put(tmp_path, "proc/812/comm", name + "\n")
    put(tmp_path, "proc/813/comm", "bash\n")
    assert probe_interlopers(root=tmp_path) == (found(f"interloper.{name.lower()}", Level.WARNING),)


def test_one_port_several_ports_and_a_configured_port(tmp_path: Path) -> None:
    assert probe_serial(list_ports=lambda: ("/dev/a",)) == found("serial.one", Level.GOOD, port="/dev/a")
    several = probe_serial(list_ports=lambda: ("/dev/a", "/dev/b"))
    assert several == found("serial.several", Level.WARNING, ports="/dev/a, /dev/b", port="/dev/a")
    (tmp_path / "tty").touch()
    assert probe_serial(str(tmp_path / "tty")).level is Level.GOOD
    assert probe_serial(str(tmp_path / "gone")) == found("serial.absent", Level.MISSING, port=str(tmp_path / "gone"))


@pytest.mark.parametrize(("raw", "key"), [("61200", "temperature.fine"), ("80000", "temperature.hot")])
def test_a_hot_pi_is_a_warning(pi: Path, raw: str, key: str) -> None:
    put(pi, "sys/class/thermal/thermal_zone0/temp", raw + "\n")
    (finding,) = probe_temperature(root=pi)
    assert finding.key == f"check.{key}"


@pytest.mark.parametrize(("alarm", "key"), [("0", "check.supply.fine"), ("1", "check.supply.low")])
def test_under_voltage_is_a_warning(pi: Path, alarm: str, key: str) -> None:
    put(pi, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", alarm + "\n")
    (finding,) = probe_supply(root=pi)
    assert finding.key == key
