"""What is installed from the wheel is all that the product needs."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "vision", "physics", "hardware")
NOT_SHIPPED = {".pyc"}


@pytest.mark.slow
def test_the_wheel_carries_every_file_of_the_packages(tmp_path: Path) -> None:
    # Built from a copy, so that what an earlier build left behind is not taken for a file of the product.
    for name in (*PACKAGES, "pyproject.toml", "README.md", "LICENSE"):
        subprocess.run(["cp", "-R", str(ROOT / name), str(tmp_path / name)], check=True)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--wheel-dir", str(tmp_path), str(tmp_path)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    carried = set(zipfile.ZipFile(wheel).namelist())
    needed = {str(file.relative_to(ROOT)) for file in _files() if file.suffix not in NOT_SHIPPED}
    assert needed - carried == set()


def _files() -> list[Path]:
    return [file for name in PACKAGES for file in (ROOT / name).rglob("*") if file.is_file()]
