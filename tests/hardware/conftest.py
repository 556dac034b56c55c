"""The firmware, built once, and boards that run it."""

from tests.firmware.rigs import firmware_out, rig, simulator

__all__ = ["firmware_out", "rig", "simulator"]
