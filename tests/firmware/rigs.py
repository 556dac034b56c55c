"""Boards to test against, all driven through the same driver in virtual time, and the fixtures that build them."""

import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from hardware.driver import BoardDriver
from hardware.picture import picture_of
from hardware.readings import Health, LinkState
from hardware.twin import TwinBoard
from tests.firmware.simulator import Simulator
from tests.kit import ROOT

FIRMWARE = ROOT / "firmware"
STEP_S = 0.001
DARK = ("dark",) * 6
BLANK = ("   ",) * 6


def build_firmware() -> Path:
    """Build the firmware, its simulator and its host tests; skip where the tools are missing."""
    for tool in ("avr-gcc", "make", "cc"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    if not Path("/usr/include/simavr").exists():
        pytest.skip("libsimavr-dev is not installed")
    done = subprocess.run(
        ["make", "-C", str(FIRMWARE), "all", "sim", "host"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return FIRMWARE / "out"


@pytest.fixture(scope="session")
def firmware_out() -> Path:
    return build_firmware()


@pytest.fixture
def simulator(firmware_out: Path) -> Iterator[Simulator]:
    simulated = Simulator(firmware_out)
    simulated.run(0.05)
    yield simulated
    simulated.close()


class Board(Protocol):
    """One board, twin or simulated firmware, in its own time."""

    def feed(self, data: bytes) -> None: ...
    def run(self, seconds: float) -> bytes: ...
    def restart(self) -> None: ...
    def pictures(self) -> list[tuple[str, ...]]: ...
    def forget(self) -> None: ...
    @property
    def texts(self) -> tuple[str, ...]: ...
    @property
    def now_s(self) -> float: ...
    def close(self) -> None: ...


class TwinEnd:
    """The Python twin."""

    def __init__(self) -> None:
        self.board = TwinBoard()
        self.now_s = 0.0
        self._out = b""

    def feed(self, data: bytes) -> None:
        self._out += self.board.feed(data, self.now_s)

    def run(self, seconds: float) -> bytes:
        self.now_s += seconds
        self.board.tick(self.now_s)
        out, self._out = self._out, b""
        return out

    def restart(self) -> None:
        self.board = TwinBoard(boot_id=self.board.boot_id + 1, seen=[*self.board.seen, BLANK], started_s=self.now_s)
        self._out = self.board.boot_notice()

    def pictures(self) -> list[tuple[str, ...]]:
        return list(self.board.seen)

    def forget(self) -> None:
        self.board.seen.clear()

    @property
    def texts(self) -> tuple[str, ...]:
        return self.board.texts

    def close(self) -> None:
        return None


class FirmwareEnd:
    """The ELF in the simulator."""

    def __init__(self, out: Path) -> None:
        self.simulator = Simulator(out)
        self.simulator.run(0.05)
        self._texts = self.simulator.texts

    def feed(self, data: bytes) -> None:
        self.simulator.feed(data)

    def run(self, seconds: float) -> bytes:
        self.simulator.run(seconds)
        return self.simulator.take()

    def restart(self) -> None:
        self.simulator.press_reset()

    def pictures(self) -> list[tuple[str, ...]]:
        return [latch.texts for latch in self.simulator.latches]

    def forget(self) -> None:
        self._texts = self.texts
        self.simulator.forget()

    @property
    def texts(self) -> tuple[str, ...]:
        pictures = self.pictures()
        return pictures[-1] if pictures else self._texts

    @property
    def now_s(self) -> float:
        return self.simulator.now_s

    def close(self) -> None:
        self.simulator.close()


class Noise:
    """A line that damages each byte with a given probability: flips a bit, replaces, drops or adds."""

    def __init__(self, damage: float, seed: int = 7) -> None:
        self.damage = damage
        self._random = random.Random(seed)

    def __call__(self, data: bytes) -> bytes:
        if not self.damage:
            return data
        return b"".join(self._one(byte) for byte in data)

    def _one(self, byte: int) -> bytes:
        draw = self._random.random
        if draw() >= self.damage:
            return bytes([byte])
        kind = draw()
        if kind < 0.5:
            return bytes([byte ^ 1 << self._random.randrange(8)])
        if kind < 0.75:
            return bytes([self._random.randrange(256)])
        return b"" if kind < 0.9 else bytes([byte, self._random.randrange(256)])


class Rig:
    """A driver and a board on one cable, stepped a millisecond at a time."""

    def __init__(self, board: Board, *, damage: float = 0.0, seed: int = 7) -> None:
        self.board = board
        self.noise = Noise(damage, seed)
        nonces = random.Random(seed)
        self.driver = BoardDriver(draw_nonce=lambda: nonces.getrandbits(32))
        self.sent = bytearray()
        self.is_plugged_in = False
        self.plug_in()

    def plug_in(self) -> None:
        self.is_plugged_in = True
        self.driver.opened(self.board.now_s, port_name="rig")

    def unplug(self, *, is_noticed: bool) -> None:
        self.is_plugged_in = False
        if is_noticed:
            self.driver.closed(Health(LinkState.SEARCHING))

    def show(self, *texts: str) -> None:
        self.driver.want(picture_of(texts))

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_S)):
            self._step()

    def settle(self, limit_s: float = 3.0) -> float | None:
        """Run until the board has confirmed what is wanted; the time it took, None beyond the limit."""
        start_s = self.board.now_s
        while self.board.now_s - start_s < limit_s:
            if self.driver.is_settled:
                return self.board.now_s - start_s
            self._step()
        return None

    def _step(self) -> None:
        data = self.driver.due(self.board.now_s)
        self.sent += data
        if self.is_plugged_in:
            self.board.feed(self.noise(data))
        received = self.noise(self.board.run(STEP_S))
        if self.is_plugged_in:
            self.driver.receive(received, self.board.now_s)
        if self.driver.is_lost and self.is_plugged_in:
            self.plug_in()

    @property
    def health(self) -> Health:
        return self.driver.health


@pytest.fixture(params=["twin", "firmware"])
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    """The twin and the firmware, each on an undamaged cable."""
    board: Board = TwinEnd() if request.param == "twin" else FirmwareEnd(request.getfixturevalue("firmware_out"))
    yield Rig(board)
    board.close()
