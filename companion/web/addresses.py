"""Addresses: where to listen, how others reach us, and which names in a request are ours."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import Final

from companion.web.errors import CannotListen

PORT: Final = 8765
LOOPBACK: Final = "127.0.0.1"
_LAST_PORT: Final = 65535


def split_address(text: str, *, port: int = PORT) -> tuple[str, int]:
    """``"0.0.0.0:8000"`` as address and port, ``"[::1]:8000"`` too; `port` where it names none. Raises CannotListen."""
    address, found, number = text.rpartition(":")
    if not found or (":" in address and not (address.startswith("[") and address.endswith("]"))):
        address, number = text, str(port)
    if not number.isdecimal() or int(number) > _LAST_PORT:
        raise CannotListen("web.bad_address", address=text)
    address = address.removeprefix("[").removesuffix("]")
    is_loopback(address)
    return address, int(number)


def is_loopback(address: str) -> bool:
    """True where only programs of this machine can reach `address`. Raises CannotListen where it is no address."""
    try:
        return ip_address(address).is_loopback
    except ValueError as error:
        raise CannotListen("web.bad_address", address=address) from error


def own_address() -> str:
    """The address of this machine in its network, empty where it has none; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def reached_at(address: str) -> str:
    """The address that others write to reach a server that listens at `address`."""
    return (own_address() or LOOPBACK) if ip_address(address).is_unspecified else address


def origin_of(address: str, port: int) -> str:
    """The beginning of all links: scheme, address and port."""
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}:{port}"


def is_own_host(host: str) -> bool:
    """True for a ``Host`` header that no foreign name can have led to: an address, ``localhost`` or our own name.

    A page of somebody else whose name was bent to our address (DNS rebinding) asks under that name, never under a
    bare address.
    """
    name = host.partition("]")[0].strip("[") if host.startswith("[") else host.partition(":")[0]
    own = socket.gethostname().lower()
    if name.lower() in {"localhost", own, f"{own.partition('.')[0]}.local"}:
        return True
    try:
        return bool(ip_address(name))
    except ValueError:
        return False
