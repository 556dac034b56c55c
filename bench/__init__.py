"""Measurements, side by side with peers where there are some; each module prints one table."""
