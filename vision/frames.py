"""A picture with its time, and the protocol every source of pictures keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from vision.markers import Picture


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: (H, W, 3) uint8 BGR, taken at `at_s` (monotonic seconds), `exposure_s` long where that is known."""

    picture: Picture
    at_s: float
    exposure_s: float | None = None


class Camera(Protocol):
    """Where pictures come from: a device, a file, an address, or the twin that draws them."""

    def read(self) -> Frame:
        """Return the next picture. Raises: CameraLost where none comes any more."""
        ...

    def close(self) -> None:
        """Let go of the device; reading afterwards raises CameraLost."""
        ...


@runtime_checkable
class Settling(Protocol):
    """A camera whose exposure and white balance are fixed and can be found anew."""

    def settle(self) -> None:
        """Find them anew while pictures go on coming."""
        ...
