"""The Raspberry Pi's camera through its own program, `rpicam-vid`, as a child process that writes MJPEG.

A first short run finds exposure, gain and colour gains; the long run keeps them, so that colours do not drift.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Callable
from time import monotonic

from vision.errors import CameraLost
from vision.frames import Frame
from vision.jpeg_stream import JpegSplitter, decode

_SIZE = ("--width", "1640", "--height", "1232")
_VIDEO = ("rpicam-vid", "-n", "-t", "0", "--codec", "mjpeg", "--framerate", "10", "--flush", *_SIZE, "-o", "-")
_SETTLE = ("rpicam-still", "-n", "-t", "2000", *_SIZE, "--metadata", "-", "-o", "/dev/null")
_SETTLE_S = 15.0
_TIMEOUT_S = 2.0
_CHUNK = 262_144


class RpicamCamera:
    """The camera module of a Raspberry Pi. Raises: CameraLost where the program is missing or gives no picture.

    Args: `run` and `start` stand in for subprocess in tests.
    """

    def __init__(
        self,
        *,
        run: Callable[..., subprocess.CompletedProcess[bytes]] = subprocess.run,
        start: Callable[..., subprocess.Popen[bytes]] = subprocess.Popen,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._clock = clock
        self._splitter = JpegSplitter()
        try:
            settled = _settled(run)
            command = (*_VIDEO, *settled)
            self._child = start(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        except OSError as error:
            raise CameraLost(f"rpicam-vid: {error.strerror or error}") from error
        self._exposure_s = int(settled[1]) * 1e-6 if settled else None

    def read(self) -> Frame:
        """Return the newest picture. Raises: CameraLost where none comes within two seconds."""
        newest: bytes | None = None
        while newest is None or self._waiting(0):
            if not self._waiting(_TIMEOUT_S):
                raise CameraLost("rpicam-vid: no picture for two seconds", reason="silent")
            data = os.read(self._output(), _CHUNK)
            if not data:
                raise CameraLost("rpicam-vid: has ended", reason="silent")
            pictures = self._splitter.feed(data)
            newest = pictures[-1] if pictures else newest
        picture = decode(newest)
        if picture is None:
            raise CameraLost("rpicam-vid: a damaged picture", reason="silent")
        return Frame(picture, self._clock(), self._exposure_s)

    def close(self) -> None:
        """End the program."""
        self._child.terminate()
        try:
            self._child.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        if self._child.stdout is not None:
            self._child.stdout.close()

    def _output(self) -> int:
        if self._child.stdout is None or self._child.stdout.closed:
            raise CameraLost("rpicam-vid: closed", reason="silent")
        return self._child.stdout.fileno()

    def _waiting(self, seconds: float) -> bool:
        return bool(select.select([self._output()], [], [], seconds)[0])


def _settled(run: Callable[..., subprocess.CompletedProcess[bytes]]) -> tuple[str, ...]:
    """Return the options that keep what automatic control found; none where it tells nothing."""
    try:
        done = run(_SETTLE, capture_output=True, timeout=_SETTLE_S, check=True)
        found = json.loads(done.stdout)
        red, blue = found["ColourGains"]
        shutter, gain = int(found["ExposureTime"]), float(found["AnalogueGain"])
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError):
        return ()
    return ("--shutter", str(shutter), "--gain", f"{gain:.3f}", "--awbgains", f"{red:.4f},{blue:.4f}")
