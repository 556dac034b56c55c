"""Twins and real parts, side by side."""

from tests.firmware.rigs import firmware_out, rig, simulator

__all__ = ["firmware_out", "rig", "simulator"]
