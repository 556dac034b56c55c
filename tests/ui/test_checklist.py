"""The list on the calibration page: always the same things, each told by what the survey measured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.feeds.survey import Held, Survey
from companion.texts import LANGUAGES, Texts
from companion.ui.checklist import Check, checks, first_open
from vision.frame_health import Quality

GOOD = Quality(0.4, 0.9, 0.01, 0.25)
WELL = Survey((1280, 960), GOOD, still=True, table=Held((0, 1, 2, 3), 0.4), back=None)


def one(survey: Survey | None, name: str) -> Check:
    return next(check for check in checks(survey) if check.name == name)


def test_the_list_is_the_same_whatever_is_seen() -> None:
    names = [check.name for check in checks(WELL)]
    assert names == [check.name for check in checks(None)]
    assert len(names) == len(set(names)) == 8


def test_without_a_picture_only_the_picture_is_missing() -> None:
    assert [check.level for check in checks(None)] == ["missing", *["open"] * 7]
    found = first_open(checks(None))
    assert found is not None
    assert found.name == "picture"


def test_where_all_is_well_nothing_is_left_to_do() -> None:
    assert first_open(checks(WELL)) is None
    assert one(WELL, "table").said.values == (("mm", 0.4),)
    assert one(WELL, "cards").said.values == (("n", 4),)


@pytest.mark.parametrize(
    ("survey", "name", "level", "told"),
    [
        (replace(WELL, quality=replace(GOOD, sharpness=0.1)), "sharp", "warning", "blurred"),
        (replace(WELL, quality=replace(GOOD, sharpness=None)), "sharp", "open", "flat"),
        (replace(WELL, quality=replace(GOOD, brightness=0.05)), "light", "warning", "dark"),
        (replace(WELL, quality=replace(GOOD, blown=0.5)), "glare", "warning", "blown"),
        (replace(WELL, table=None), "cards", "missing", "none"),
        (replace(WELL, table=None), "table", "missing", "none"),
        (replace(WELL, table=None, back=Held((10, 11), 0.2)), "table", "open", "side"),
        (replace(WELL, table=Held((0, 1), 0.9)), "cards", "warning", "few"),
        (replace(WELL, table=Held((0,), 14.0)), "table", "warning", "coarse"),
        (replace(WELL, table=Held((), 3.0)), "cards", "open", "by_hand"),
        (replace(WELL, table=Held((), 3.0)), "table", "good", "by_hand"),
        (replace(WELL, still=False), "still", "warning", "moving"),
        (replace(WELL, still=False, hand=True), "still", "warning", "hand"),
        (replace(WELL, back=Held((10, 11, 12), 0.2)), "back", "good", "good"),
        (WELL, "back", "open", "none"),
    ],
)
def test_each_thing_says_what_is_wrong_and_what_helps(survey: Survey, name: str, level: str, told: str) -> None:
    check = one(survey, name)
    assert (check.level, check.said.key) == (level, f"calibrate.{name}.{told}")
    for language in LANGUAGES:
        sentence = Texts(language).said(check.said)
        assert sentence not in {check.said.key, ""}
        assert sentence.endswith(".")
