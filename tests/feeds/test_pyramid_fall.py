"""The fall of a bucket pyramid for the screen: the rule decides what is lost, physics what is drawn."""

import pytest

from companion.feeds.pyramid_fall import falling, newest_falling
from companion.games import game_named
from companion.games.alles_im_eimer.model import Lose
from companion.rulebook.course import Undo
from companion.rulebook.game import TABLE
from physics.errors import BadScene
from tests.kit import physical

GAME = game_named("alles_im_eimer")
FULL = (("yellow", "red", "violet", "blue"), ("green", "yellow", "red"), ("violet", "blue"), ("green",))


def test_a_corner_bucket_loses_three_that_stay_up_by_counterweight():
    fall = falling(FULL, (0, 0))
    assert fall is not None
    assert fall.lost == fall.take_away == ((1, 0), (2, 0), (3, 0))
    assert fall.put_back == ()
    assert len(fall.frames) == 1
    assert fall.taken[0] == (-25.0, 0.0)


def test_a_bucket_under_the_top_falls_frame_by_frame_and_keeps_its_shape():
    fall = falling(FULL, (2, 0))
    assert fall is not None
    assert fall.lost == ((3, 0),)
    assert fall.cells[-1] == (3, 0)
    assert fall.colours[-1] == "green"
    assert len(fall.frames) > fall.frames_per_s
    first, last = fall.frames[0][-1], fall.frames[-1][-1]
    assert min(y for _, y in first) == pytest.approx(144)
    assert min(y for _, y in last) < 100
    assert {len(frame) for frame in fall.frames} == {len(fall.cells)}


def test_the_last_bucket_and_a_gap():
    alone = ((None, "red", None, None), (None,) * 3, (None,) * 2, (None,))
    assert falling(alone, (0, 1)) is None
    with pytest.raises(BadScene):
        falling(alone, (0, 0))


def test_the_newest_fall_belongs_to_the_entry_in_force():
    seen = 0
    for course in physical(GAME, 3, seed=4):
        found = newest_falling(course)
        entry = course.entries[-1] if course.entries else None
        if found is None:
            assert not isinstance(entry, Lose) or not any(any(row) for row in course.state.pyramids[_loser(course)])
            continue
        seat, fall = found
        left = {cell for cell in fall.cells if cell not in fall.lost}
        stands = {(r, c) for r, row in enumerate(course.state.pyramids[seat]) for c, x in enumerate(row) if x}
        assert left == stands
        assert newest_falling(course.after(Undo(TABLE, course.now.previous))) is None
        seen += 1
    assert seen >= 3


def _loser(course):
    return course.moments[course.now.previous].state.phase.seat
