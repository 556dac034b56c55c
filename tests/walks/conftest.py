"""Boards for the walks: the twin and the firmware itself."""

from tests.firmware.rigs import firmware_out, rig

__all__ = ["firmware_out", "rig"]
