"""What a probe of `companion check` has found: data, no words. The words belong to whoever speaks to people."""

from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """How much a finding matters."""

    GOOD = "good"
    NOTE = "note"
    WARNING = "warning"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Args:
        key: of its sentence, "check.<part>.<state>"; unless it is good there is a sentence "<key>.fix", too.
        level: GOOD works, NOTE is absent and not needed, WARNING may bite, MISSING was asked for and does not work.
        values: what the sentence names, in no particular order.
    """

    key: str
    level: Level
    values: tuple[tuple[str, str | int], ...] = ()

    @property
    def part(self) -> str:
        """Which part of the edges was looked at."""
        return self.key.split(".")[1]


def found(key: str, level: Level, **values: str | int) -> Finding:
    """Return the finding `key` of the family "check."."""
    return Finding(f"check.{key}", level, tuple(values.items()))
