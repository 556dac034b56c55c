"""Probes of the machine for `companion check`: pins, permissions, programs in the way, temperature, supply.

Each probe looks at one thing, never raises, and returns what it found. Where a machine has no such thing the finding
is a note, not a fault: on a laptop everything can be played by touch.
"""

import grp
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from hardware.edges import EdgeSource
from hardware.errors import PortNotFound, WiringError, WrongPinFactory
from hardware.findings import Finding, Level, found
from hardware.line_edges import header_chip
from hardware.presses import open_edges
from hardware.serial_ports import find_port, list_candidates

ROOT = Path("/")
HOT_C = 80
"""A Pi slows itself down from here on."""

INTERLOPERS = {
    "brltty": found("interloper.brltty", Level.WARNING),
    "ModemManager": found("interloper.modemmanager", Level.WARNING),
}
"""Programs that open serial adapters unasked."""

DEVICE_PATTERNS = ("gpiochip*", "ttyACM*", "ttyUSB*", "video*")


def probe_machine(*, root: Path = ROOT) -> Finding:
    """Say which Pi this is, or that it is none."""
    model = text_of(root / "proc/device-tree/model").strip("\0")
    return found("machine.pi", Level.GOOD, model=model) if model else found("machine.other", Level.NOTE)


def probe_pins(
    lines: Iterable[int], *, root: Path = ROOT, open_source: Callable[..., EdgeSource] = open_edges
) -> Finding:
    """Say whether `lines` (GPIO numbers of buttons, knobs and keys) can be watched, and who stamps their edges."""
    wanted = tuple(lines)
    try:
        header_chip(sys_gpio=root / "sys/bus/gpio/devices")
    except WrongPinFactory:
        level = Level.MISSING if wanted else Level.NOTE
        return found("pins.none", level)
    if not wanted:
        return found("pins.unused", Level.NOTE)
    try:
        source = open_source(wanted)
    except WiringError as error:
        return found("pins.wiring", Level.MISSING, why=str(error))
    except WrongPinFactory as error:
        return found("pins.factory", Level.MISSING, why=str(error))
    source.close()
    return found("pins.ready", Level.GOOD, backend=type(source).__name__, stamps=source.stamp_source)


def probe_keypads(paths: Iterable[str], *, may: Callable[[Path], bool] | None = None) -> tuple[Finding, ...]:
    """Name every keypad of `paths` that is not plugged in or may not be read; nothing where none is set."""
    allowed = may or (lambda path: os.access(path, os.R_OK))
    wanted = [Path(path) for path in paths]
    there = [path for path in wanted if path.exists()]
    faults = (
        *(found("keypads.absent", Level.MISSING, path=str(path)) for path in wanted if path not in there),
        *(found("keypads.denied", Level.MISSING, path=str(p), group=_group(p)) for p in there if not allowed(p)),
    )
    if faults or not wanted:
        return faults
    return (found("keypads.found", Level.GOOD, count=len(wanted)),)


def probe_access(*, dev: Path = Path("/dev"), may: Callable[[Path], bool] | None = None) -> tuple[Finding, ...]:
    """Name every device that is there but may not be used, and the group that may."""
    allowed = may or (lambda path: os.access(path, os.R_OK | os.W_OK))
    devices = [path for pattern in DEVICE_PATTERNS for path in sorted(dev.glob(pattern))]
    denied = [
        found("access.denied", Level.WARNING, path=str(path), group=_group(path))
        for path in devices
        if not allowed(path)
    ]
    if denied or not devices:
        return tuple(denied)
    return (found("access.granted", Level.GOOD, count=len(devices)),)


def probe_interlopers(*, root: Path = ROOT) -> tuple[Finding, ...]:
    """Name running programs that are known to grab serial adapters."""
    running = {text_of(path).strip() for path in (root / "proc").glob("[0-9]*/comm")}
    return tuple(finding for name, finding in INTERLOPERS.items() if name in running)


def probe_serial(
    configured: str | None = None, *, list_ports: Callable[[], tuple[str, ...]] = list_candidates
) -> Finding:
    """Say which serial port the displays would be looked for at."""
    if configured:
        try:
            return found("serial.configured", Level.GOOD, port=find_port(configured))
        except PortNotFound:
            return found("serial.absent", Level.MISSING, port=configured)
    candidates = list_ports()
    if not candidates:
        return found("serial.none", Level.NOTE)
    if len(candidates) > 1:
        return found("serial.several", Level.WARNING, ports=", ".join(candidates), port=candidates[0])
    return found("serial.one", Level.GOOD, port=candidates[0])


def probe_temperature(*, root: Path = ROOT) -> tuple[Finding, ...]:
    """Say how warm a Pi is; nothing elsewhere."""
    raw = text_of(root / "sys/class/thermal/thermal_zone0/temp").strip()
    if not text_of(root / "proc/device-tree/model") or not raw.isdigit():
        return ()
    celsius = int(raw) // 1000
    if celsius >= HOT_C:
        return (found("temperature.hot", Level.WARNING, celsius=celsius),)
    return (found("temperature.fine", Level.GOOD, celsius=celsius),)


def probe_supply(*, root: Path = ROOT) -> tuple[Finding, ...]:
    """Say whether a Pi has been short of volts since it started; nothing where the kernel does not tell."""
    for sensor in sorted((root / "sys/class/hwmon").glob("hwmon*")):
        if text_of(sensor / "name").strip() == "rpi_volt":
            is_low = text_of(sensor / "in0_lcrit_alarm").strip() == "1"
            return (found("supply.low", Level.WARNING) if is_low else found("supply.fine", Level.GOOD),)
    return ()


def _group(path: Path) -> str:
    try:
        return grp.getgrgid(path.stat().st_gid).gr_name
    except (KeyError, OSError):
        return "?"


def text_of(path: Path) -> str:
    """Return what stands in a file of the system, nothing where it cannot be read."""
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
