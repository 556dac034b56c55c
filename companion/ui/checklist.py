"""What must be well before a camera can read a table, as a list that ticks itself. Pure; no Kivy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.feeds.survey import Held, Survey
from companion.rulebook.text import Said, say

Level: TypeAlias = Literal["good", "open", "warning", "missing"]

_DARK: Final = 0.14
"""Below this median brightness numerals drown in noise."""
_CORNER_CARDS: Final = 4


@dataclass(frozen=True, slots=True)
class Check:
    """One thing on the list: its name (the text key is ``calibrate.<name>``), how it is, and one calm sentence.

    ``"open"`` means that it cannot be told or is not needed by every game.
    """

    name: str
    level: Level
    said: Said


def checks(survey: Survey | None) -> tuple[Check, ...]:
    """The list for the newest survey, None while there is no picture; always the same things in the same order."""
    if survey is None:
        return (_check("picture", "missing", "none"), *(_check(name, "open", "later") for name in _NAMES[1:]))
    width, height = survey.size_px
    return (
        Check("picture", "good", say("calibrate.picture.good", width=str(width), height=str(height))),
        _sharp(survey),
        _check("light", *(("warning", "dark") if _is_dark(survey) else ("good", "good"))),
        _check("glare", *(("warning", "blown") if survey.quality.is_blown else ("good", "good"))),
        *_references(survey.table, from_the_side=survey.back is not None),
        _check("still", *(("good", "good") if survey.still else ("warning", "hand" if survey.hand else "moving"))),
        _back(survey.back),
    )


_NAMES: Final = ("picture", "sharp", "light", "glare", "cards", "table", "still", "back")


def first_open(found: tuple[Check, ...]) -> Check | None:
    """What to do next: the first thing that is missing or wrong; None where all is well."""
    return next((check for check in found if check.level in {"missing", "warning"}), None)


def _check(name: str, level: Level, told: str) -> Check:
    return Check(name, level, say(f"calibrate.{name}.{told}" if told != "later" else "calibrate.later"))


def _is_dark(survey: Survey) -> bool:
    return survey.quality.is_black or survey.quality.brightness < _DARK


def _sharp(survey: Survey) -> Check:
    if survey.quality.sharpness is None:
        return _check("sharp", "open", "flat")
    return _check("sharp", *(("warning", "blurred") if survey.quality.is_blurred else ("good", "good")))


def _references(table: Held | None, *, from_the_side: bool) -> tuple[Check, Check]:
    """Corner cards and what they give; a camera that looks at a back card needs none."""
    if table is None:
        level: Level = "open" if from_the_side else "missing"
        told = "side" if from_the_side else "none"
        return _check("cards", level, told), _check("table", level, told)
    return _cards(len(table.seen)), _table(table)


def _cards(seen: int) -> Check:
    if not seen:
        return _check("cards", "open", "by_hand")
    level: Level = "good" if seen >= _CORNER_CARDS else "warning"
    return Check("cards", level, say(f"calibrate.cards.{'good' if level == 'good' else 'few'}", n=seen))


def _table(table: Held) -> Check:
    told = ("good" if table.seen else "by_hand") if table.is_exact else "coarse"
    return Check("table", "good" if table.is_exact else "warning", _exact(f"calibrate.table.{told}", table))


def _back(back: Held | None) -> Check:
    if back is None:
        return _check("back", "open", "none")
    return Check("back", "good", _exact("calibrate.back.good", back))


def _exact(key: str, held: Held) -> Said:
    return say(key, mm=round(held.exact_mm, 1))
