"""Builders and places shared by all tests."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SHARED: Final = ROOT.parent / "shared"
"""Measuring material that lies beside the checkout where it is present; tests that need it skip without."""
