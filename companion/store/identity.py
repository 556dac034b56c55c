"""Who a table is in a hall: a number made once for its data folder, and a name that people chose."""

from __future__ import annotations

import os
import re
import socket
import uuid
from dataclasses import dataclass
from pathlib import Path

from companion.store.errors import StoreUnreadable

FILE = "table-id"


@dataclass(frozen=True, slots=True)
class TableIdentity:
    """A table of a hall: `id`, 32 hexadecimal digits, which stays, and `name`, which may change."""

    id: str
    name: str


def table_identity(folder: Path, name: str = "") -> TableIdentity:
    """The identity of the table whose data lie in `folder`; without a name that of this machine. Raises StoreError.

    Characters that move a cursor are left out of the name: PostgreSQL refuses some, and others read it.
    """
    file = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        written = file.read_text(encoding="ascii").strip() if file.exists() else _made(file)
    except (OSError, UnicodeDecodeError) as error:
        raise StoreUnreadable("store_folder", folder=str(folder)) from error
    if not re.fullmatch(r"[0-9a-f]{32}", written):
        raise StoreUnreadable("store_identity", file=str(file))
    return TableIdentity(written, "".join(filter(str.isprintable, name)) or socket.gethostname())


def _made(file: Path) -> str:
    """A fresh number, whole on the disk before it bears its name; of two processes the first one's counts."""
    fresh = file.with_name(f"{FILE}.{os.getpid()}")
    number = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(number, "w", encoding="ascii") as new:
        new.write(f"{uuid.uuid4().hex}\n")
        new.flush()
        os.fsync(new.fileno())
    try:
        os.link(fresh, file)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
    return file.read_text(encoding="ascii").strip()
