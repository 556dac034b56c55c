"""The very ELF under libsimavr, in virtual time: what `firmware/sim/machine.h` offers, for Python."""

import ctypes
from dataclasses import dataclass
from pathlib import Path

CYCLES_PER_S = 16_000_000
BAUD = 115_200
SEATS = 6


class _Latch(ctypes.Structure):
    _fields_ = (
        ("cycle", ctypes.c_uint64),
        ("bytes", ctypes.c_uint8),
        ("chip", (ctypes.c_uint8 * 16) * SEATS),
    )


@dataclass(frozen=True, slots=True)
class Latch:
    """One rising edge of LOAD: when, after how many shifted bytes, and what every seat showed from then on."""

    cycle: int
    shifted: int
    texts: tuple[str, ...]
    chips: tuple[bytes, ...]


def load(out: Path) -> ctypes.CDLL:
    """Load the shim `make sim` has built in `out`."""
    library = ctypes.CDLL(str(out / "libseatsim.so"))
    machine, number = ctypes.c_void_p, ctypes.c_uint
    signatures: dict[str, tuple[object, list[object]]] = {
        "machine_new": (machine, [ctypes.c_char_p, number, ctypes.c_uint8]),
        "machine_free": (None, [machine]),
        "machine_run": (ctypes.c_int, [machine, ctypes.c_uint64]),
        "machine_feed": (None, [machine, ctypes.c_char_p, number]),
        "machine_unfed": (number, [machine]),
        "machine_take": (number, [machine, ctypes.c_char_p, number]),
        "machine_cycle": (ctypes.c_uint64, [machine]),
        "machine_resets": (number, [machine]),
        "machine_latches": (number, [machine]),
        "machine_latch": (ctypes.POINTER(_Latch), [machine, number]),
        "machine_forget": (None, [machine]),
        "machine_press_reset": (None, [machine]),
        "machine_hang": (None, [machine]),
        "machine_spark": (None, [machine, number, ctypes.c_uint8, ctypes.c_uint8]),
        "machine_peek": (ctypes.c_uint8, [machine, ctypes.c_uint16]),
        "machine_poke": (None, [machine, ctypes.c_uint16, ctypes.c_uint8]),
        "chain_text": (None, [ctypes.c_char_p, ctypes.c_char_p]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


class Simulator:
    """One simulated board with its six displays."""

    def __init__(self, out: Path, *, power_ups: int = 0) -> None:
        self._library = load(out)
        elf = str(out / "board.elf").encode()
        self._machine = self._library.machine_new(elf, BAUD, power_ups)
        assert self._machine, f"no firmware in {out}"
        self._buffer = ctypes.create_string_buffer(4096)

    def close(self) -> None:
        self._library.machine_free(self._machine)

    @property
    def now_s(self) -> float:
        return self.cycle / CYCLES_PER_S

    @property
    def cycle(self) -> int:
        return int(self._library.machine_cycle(self._machine))

    @property
    def resets(self) -> int:
        return int(self._library.machine_resets(self._machine))

    @property
    def unfed(self) -> int:
        return int(self._library.machine_unfed(self._machine))

    def run(self, seconds: float) -> None:
        state = self._library.machine_run(self._machine, round(seconds * CYCLES_PER_S))
        assert state in {2, 3}, f"the simulated chip stopped in state {state}"

    def feed(self, data: bytes) -> None:
        self._library.machine_feed(self._machine, data, len(data))

    def take(self) -> bytes:
        length = self._library.machine_take(self._machine, self._buffer, len(self._buffer))
        return self._buffer.raw[:length]

    @property
    def latches(self) -> list[Latch]:
        count = self._library.machine_latches(self._machine)
        return [self._latch(self._library.machine_latch(self._machine, index).contents) for index in range(count)]

    def _latch(self, raw: _Latch) -> Latch:
        chips = tuple(bytes(chip) for chip in raw.chip)
        return Latch(raw.cycle, raw.bytes, tuple(map(self._text, chips)), chips)

    def _text(self, chip: bytes) -> str:
        text = ctypes.create_string_buffer(8)
        self._library.chain_text(chip, text)
        return text.value.decode()

    @property
    def texts(self) -> tuple[str, ...]:
        """What the six seats showed after the last latch that is still remembered."""
        return self.latches[-1].texts

    def forget(self) -> None:
        self._library.machine_forget(self._machine)

    def press_reset(self) -> None:
        self._library.machine_press_reset(self._machine)

    def hang(self) -> None:
        self._library.machine_hang(self._machine)

    def spark(self, chip: int, register: int, value: int) -> None:
        self._library.machine_spark(self._machine, chip, register, value)

    def peek(self, address: int) -> int:
        return int(self._library.machine_peek(self._machine, address))

    def poke(self, address: int, value: int) -> None:
        self._library.machine_poke(self._machine, address, value)
