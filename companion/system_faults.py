"""Why the system refused a file, in the language of the players where the reason is one that people meet."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from socket import gaierror
from types import MappingProxyType
from typing import Final

from companion.rulebook.text import Value, say

KNOWN: Final[Mapping[int, str]] = MappingProxyType(
    {
        errno.ENOENT: "system.not_there",
        errno.EACCES: "system.not_allowed",
        errno.EPERM: "system.not_allowed",
        errno.EEXIST: "system.there",
        errno.EISDIR: "system.folder",
        errno.ENOTDIR: "system.no_folder",
        errno.ENOSPC: "system.full",
        errno.EROFS: "system.read_only",
        errno.ENAMETOOLONG: "system.long_name",
        errno.EIO: "system.device",
        errno.ELOOP: "system.loop",
        errno.EFBIG: "system.too_large",
        errno.EBUSY: "system.busy",
        errno.ECONNREFUSED: "system.refused",
        errno.ECONNRESET: "system.cut",
        errno.EHOSTUNREACH: "system.no_way",
        errno.ENETUNREACH: "system.no_network",
        errno.ETIMEDOUT: "system.late",
    }
)
"""The reasons that have words, by number; any other is told as the system does."""


def why_of(error: OSError) -> Value:
    """Why the system refused: a sentence's part where we know one, else what the system says itself."""
    if isinstance(error, gaierror):
        return say("system.no_host")
    key = "system.late" if isinstance(error, TimeoutError) else KNOWN.get(error.errno or 0)
    return say(key) if key else error.strerror or str(error)
