"""A picture and the reasons for its reading, written into a folder for somebody who helps. Nothing is sent anywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from companion.exchange.private_file import write_private


def write_evidence(folder: Path, pictures: Mapping[str, bytes], reasons: object) -> Path:
    """Make `folder` (0700) with a PNG file for each picture (by name) and ``reasons.json``, all 0600; return it.

    Files of the same names are replaced. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name, data in pictures.items():
        write_private(folder / f"{name}.png", data)
    told = json.dumps(reasons, ensure_ascii=False, indent=1)
    write_private(folder / "reasons.json", told.encode())
    return folder
