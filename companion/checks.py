"""Probes of the companion's own needs for ``companion check``: camera, sound, screen."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.club.trial import broker_trouble
from companion.settings import Settings, chosen_language
from companion.texts import Texts
from hardware import checks as wired
from hardware.checks import text_of
from hardware.findings import Finding, Level, found

ROOT: Final = Path("/")


def probe_all(settings: Settings) -> Iterator[Finding]:
    """Every probe that only looks."""
    yield wired.probe_machine()
    yield from wired.probe_temperature()
    yield from wired.probe_supply()
    yield probe_screen()
    yield probe_audio()
    yield probe_camera(settings.camera)
    yield wired.probe_pins(settings.wired_pins)
    yield from wired.probe_keypads(settings.keypads)
    yield from wired.probe_access()
    yield from wired.probe_interlopers()
    yield from probe_broker(settings)


def probe_camera(configured: str = "", *, root: Path = ROOT) -> Finding:
    """Say which cameras the system knows; `configured` is the number or path the settings name, if any."""
    cameras = {
        path.name: text_of(path / "name").strip() for path in sorted((root / "sys/class/video4linux").glob("video*"))
    }
    if configured:
        wanted = f"video{configured}" if configured.isdigit() else Path(configured).name
        if wanted not in cameras and not (root / configured.lstrip("/")).exists():
            return found("camera.absent", Level.MISSING, camera=configured)
        return found("camera.configured", Level.GOOD, camera=configured, name=cameras.get(wanted, wanted))
    if not cameras:
        return found("camera.none", Level.NOTE)
    names = ", ".join(f"{name} ({device})" for device, name in cameras.items())
    return found("camera.found", Level.GOOD, names=names)


def probe_broker(settings: Settings) -> Iterator[Finding]:
    """Say whether the broker of the hall lets this table in, where the settings name one."""
    if not settings.broker:
        return
    trouble = broker_trouble(settings)
    if trouble is None:
        yield found("broker.good", Level.GOOD, broker=settings.broker)
    else:
        why = Texts(chosen_language(settings.language)).said(trouble)
        yield found("broker.lost", Level.MISSING, why=why)


def probe_audio(*, root: Path = ROOT) -> Finding:
    """Say which sound cards there are."""
    cards = [
        line.split("]:", 1)[1].strip() for line in text_of(root / "proc/asound/cards").splitlines() if "]:" in line
    ]
    return found("audio.found", Level.GOOD, names=", ".join(cards)) if cards else found("audio.none", Level.NOTE)


def probe_screen(environment: Mapping[str, str] | None = None, *, root: Path = ROOT) -> Finding:
    """Say how SDL, which draws the windows, will reach a screen."""
    variables = os.environ if environment is None else environment
    if driver := variables.get("SDL_VIDEODRIVER"):
        level = Level.WARNING if driver in {"dummy", "offscreen"} else Level.GOOD
        return found("screen.hidden" if level is Level.WARNING else "screen.chosen", level, driver=driver)
    for variable, driver in (("WAYLAND_DISPLAY", "wayland"), ("DISPLAY", "x11")):
        if variables.get(variable):
            return found("screen.desktop", Level.GOOD, driver=driver)
    cards = sorted((root / "dev/dri").glob("card*"))
    if not cards:
        return found("screen.none", Level.NOTE)
    if not any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        return found("screen.denied", Level.WARNING, path=str(cards[0]))
    return found("screen.console", Level.GOOD, driver="kmsdrm")
