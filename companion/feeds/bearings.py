"""What a camera was told about itself once: four corners on the table by hand, and its measured lens; kept in a file.

Both are kept for pictures of any size: corners as shares of the picture, the lens with the size it was measured at.
"""

from __future__ import annotations

import json
import logging
import math
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from companion.exchange.private_file import write_private
from vision.by_hand import PointedAt
from vision.lens import Lens

FILE: Final = "calibration.json"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeptLens:
    """A measured lens, the picture it belongs to (px) and how far corners lay from where it puts them (px)."""

    lens: Lens
    size_px: tuple[int, int]
    error_px: float

    def scaled(self, size_px: tuple[int, int]) -> Lens | None:
        """The lens for a picture of this size; None for one of another shape, which shows another part."""
        share = size_px[0] / self.size_px[0]
        if not math.isclose(share, size_px[1] / self.size_px[1], rel_tol=0.01):
            return None
        x, y = self.lens.middle_px
        return replace(self.lens, focal_px=self.lens.focal_px * share, middle_px=(x * share, y * share))


@dataclass(frozen=True, slots=True)
class Bearings:
    """What is known of a camera beforehand; None where nobody has said it."""

    pointed: PointedAt | None = None
    lens: KeptLens | None = None


def read_bearings(folder: Path) -> Bearings:
    """What is kept in `folder`; nothing where there is no file or where it is damaged, which is logged."""
    file = folder / FILE
    try:
        return _bearings(json.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Bearings()
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.warning("%s: cannot be read, the camera is used as it is: %r", file, error)
        return Bearings()


def write_bearings(folder: Path, bearings: Bearings) -> None:
    """Keep `bearings` in `folder`. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_private(folder / FILE, json.dumps(asdict(bearings), indent=1).encode())


def _bearings(kept: Any) -> Bearings:
    pointed, lens = kept["pointed"], kept["lens"]
    return Bearings(None if pointed is None else _pointed(pointed), None if lens is None else _lens(lens))


def _pointed(kept: Any) -> PointedAt:
    one, two, three, four = (_pair(corner) for corner in kept["quad"])
    return PointedAt((one, two, three, four), _pair(kept["size_mm"]))


def _lens(kept: Any) -> KeptLens:
    one = kept["lens"]
    lens = Lens(float(one["focal_px"]), _pair(one["middle_px"]), float(one["k1"]), known=True)
    width, height = kept["size_px"]
    return KeptLens(lens, (int(width), int(height)), float(kept["error_px"]))


def _pair(kept: Any) -> tuple[float, float]:
    x, y = (float(value) for value in kept)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"two finite numbers expected, got {kept}")
    return x, y
