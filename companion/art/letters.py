"""The two families of everything that is written: Dosis for names and figures, Cabin for sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FONTS: Final = Path(__file__).parent / "fonts"
"""Where their files and licences lie."""
