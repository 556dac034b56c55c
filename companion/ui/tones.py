"""The sounds of the companion, made of decaying partials like small wooden bars. Run as a module to write the files.

``python -m companion.ui.tones`` writes ``companion/ui/sounds/*.wav`` (mono, 22,050 Hz, 16 bit); the files are kept in
the repository, so that nothing has to be computed when the companion starts.
"""

from __future__ import annotations

import struct
import wave
from collections.abc import Iterator, Mapping
from math import exp, pi, sin
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

RATE_HZ: Final = 22_050
FOLDER: Final = Path(__file__).parent / "sounds"

Note: TypeAlias = tuple[float, float, float]
"""Start in seconds, pitch in hertz, loudness from 0 to 1."""

SOUNDS: Final[Mapping[str, tuple[Note, ...]]] = MappingProxyType(
    {
        "entered": ((0.0, 784.0, 0.5),),
        "undo": ((0.0, 587.3, 0.45), (0.09, 440.0, 0.45)),
        "refused": ((0.0, 196.0, 0.6), (0.12, 185.0, 0.6)),
        "warning": ((0.0, 392.0, 0.5), (0.16, 311.1, 0.5), (0.32, 392.0, 0.4)),
        "knock": ((0.0, 130.8, 1.0), (0.16, 130.8, 1.0), (0.32, 146.8, 1.0)),
        "event": ((0.0, 659.3, 0.5), (0.1, 880.0, 0.5)),
        "proposal": ((0.0, 523.3, 0.35), (0.14, 784.0, 0.35)),
        "win": ((0.0, 523.3, 0.5), (0.13, 659.3, 0.5), (0.26, 784.0, 0.5), (0.39, 1046.5, 0.6)),
    }
)
"""Every sound by its name; each has a visible twin on the screen."""

_PARTIALS: Final = ((1.0, 1.0, 9.0), (3.93, 0.28, 22.0), (9.2, 0.1, 40.0))
"""Frequency ratio, loudness and decay per second of a struck wooden bar."""


def samples(notes: tuple[Note, ...]) -> Iterator[int]:
    """The 16 bit samples of a sound."""
    length_s = max(start for start, _, _ in notes) + 0.5
    for number in range(int(length_s * RATE_HZ)):
        at_s = number / RATE_HZ
        value = sum(_note(at_s - start, pitch, loudness) for start, pitch, loudness in notes if at_s >= start)
        yield int(32_000 * max(-1.0, min(1.0, 0.6 * value)))


def _note(since_s: float, pitch_hz: float, loudness: float) -> float:
    attack = min(1.0, since_s / 0.004)
    ring = sum(
        share * exp(-decay * since_s) * sin(2 * pi * pitch_hz * ratio * since_s) for ratio, share, decay in _PARTIALS
    )
    return loudness * attack * ring


def write_sounds(folder: Path = FOLDER) -> None:
    """Write every sound into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, notes in SOUNDS.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE_HZ)
            file.writeframes(b"".join(struct.pack("<h", sample) for sample in samples(notes)))


if __name__ == "__main__":
    write_sounds()
