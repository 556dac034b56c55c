"""Where the broker is and how to get in: the address of the settings, the password from elsewhere."""

from __future__ import annotations

import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from companion.club.errors import BadBroker

PASSWORD_VARIABLE: Final = "COMPANION_BROKER_PASSWORD"  # noqa: S105 - the name of the variable, not what it holds
_PORTS: Final[Mapping[str, int]] = {"mqtt": 1883, "mqtts": 8883}
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker: host and port, who we are there, and whether the line is encrypted (`ca_file` empty: the system's)."""

    host: str
    port: int
    user: str = ""
    password: str = field(default="", repr=False)
    is_tls: bool = False
    ca_file: str = ""

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def broker_of(url: str, *, password: str = "", ca_file: str = "") -> Broker:
    """The broker at ``mqtt://[user@]host[:port]`` or ``mqtts://…``. Raises BadBroker.

    A password in the address is refused: addresses are shown and logged.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadBroker("club.bad_address", address=_shown(url)) from error
    if parts.password is not None:
        raise BadBroker("club.password_in_address")
    is_plain = not (parts.path.strip("/") or parts.query or parts.fragment)
    if parts.scheme not in _PORTS or not parts.hostname or port == 0 or not is_plain:
        raise BadBroker("club.bad_address", address=_shown(url))
    if ca_file and not Path(ca_file).is_file():
        raise BadBroker("club.no_ca_file", file=ca_file)
    is_tls = parts.scheme == "mqtts"
    user = unquote(parts.username or "")
    return Broker(parts.hostname, port or _PORTS[parts.scheme], user, password, is_tls, ca_file)


def read_password(file: str, environment: Mapping[str, str]) -> str:
    """The password in `file`, else that of `PASSWORD_VARIABLE`, else none.

    Raises BadBroker where the file cannot be read or others could read it too.
    """
    if not file:
        return environment.get(PASSWORD_VARIABLE, "")
    path = Path(file).expanduser()
    try:
        if path.stat().st_mode & _OTHERS:
            raise BadBroker("club.password_file_open", file=file)
        return path.read_text(encoding="utf-8").removesuffix("\n").removesuffix("\r")
    except (OSError, UnicodeDecodeError) as error:
        raise BadBroker("club.password_file_unreadable", file=file) from error


def _shown(url: str) -> str:
    """An address as it may be shown: without anything that could be a password."""
    before, at, after = url.rpartition("@")
    return f"…@{after}" if at and ":" in before.removeprefix("mqtt").lstrip("s:/") else url
