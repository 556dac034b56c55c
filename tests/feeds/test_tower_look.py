"""What the screen is told of a tower: risks of the pieces that may be given, and the frames of a fall."""

import numpy as np
import pytest

from companion.feeds import tower as feed
from companion.feeds.look import watches_of
from companion.feeds.table_reader import TableReader
from companion.games import game_named
from companion.games.splash.giving import legal
from companion.games.splash.model import Giving, Placing
from tests.kit import physical
from vision.frames import Frame
from vision.towers import PieceSeen, TowerSeen

SPLASH = game_named("splash")


def seen_piece(name, x, y, width, height):
    shape, colour = name.split("/")
    outline = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return PieceSeen(shape, colour, outline, 0.99, (0.3, 0.3, 0.01), width * height * width)


def look_at(monkeypatch, pieces, course):
    monkeypatch.setattr(feed, "read_tower", lambda *_, **__: TowerSeen(tuple(pieces), 0.2))
    reader = feed.TowerReader(TableReader())
    reader.attend(course)
    zones = SPLASH.zones(course.state)
    glances = [reader.look(Frame(np.zeros((96, 128, 3), np.uint8), at_s), watches_of(zones)) for at_s in (0, 0.3, 0.6)]
    return glances[-1].tower


def course_in(phase, *, least):
    return next(
        course
        for course in physical(SPLASH, 3, seed=2)
        if isinstance(course.state.phase, phase) and len(course.state.tower) >= least
    )


BASE = [seen_piece("large_cube/red", 0, 0, 15, 15), seen_piece("plate/red", 4, 15, 20, 5)]


def test_every_piece_that_may_be_given_has_a_risk_and_the_riskiest_comes_first(monkeypatch):
    course = course_in(Giving, least=1)
    look = look_at(monkeypatch, BASE, course)
    assert {risk.piece for risk in look.risks} == set(legal(course.state)) != set()
    chances = [risk.p_topple for risk in look.risks]
    assert chances == sorted(chances, reverse=True)
    assert look.safe_mm == ()


def test_the_piece_between_two_hands_has_its_risk_and_its_safe_place(monkeypatch):
    course = course_in(Placing, least=1)
    look = look_at(monkeypatch, BASE, course)
    assert [risk.piece for risk in look.risks] == [course.state.given]
    assert any(low < look.risks[0].best_mm < high for low, high in look.safe_mm)
    assert look.answer == "stands"
    assert (look.fall, look.frames, look.stacks) == ((), (), ())


def test_a_tower_that_falls_is_shown_frame_by_frame_down_to_what_remains(monkeypatch):
    pieces = [*BASE, seen_piece("small_cube/red", 22, 20, 7, 7)]
    pieces[1] = seen_piece("plate/red", 9, 15, 20, 5)
    look = look_at(monkeypatch, pieces, course_in(Placing, least=1))
    assert look.answer == "falls"
    assert look.culprit == 1
    assert look.frames[-1] == look.fall
    assert len(look.frames) > look.frames_per_s / 2
    assert sorted(index for stack in look.stacks for index in stack) == [0, 1, 2]
    assert np.array(look.frames[0]) == pytest.approx(np.array([piece.outline_mm for piece in pieces]), abs=0.1)


def test_other_games_have_no_risks(monkeypatch):
    reader = feed.TowerReader(TableReader())
    reader.attend(next(physical(game_named("allegra"), 2, seed=1)))
    monkeypatch.setattr(feed, "read_tower", lambda *_, **__: TowerSeen(tuple(BASE), 0.2))
    zones = SPLASH.zones(course_in(Placing, least=1).state)
    looks = [reader.look(Frame(np.zeros((96, 128, 3), np.uint8), at_s), watches_of(zones)) for at_s in (0, 0.3, 0.6)]
    assert looks[-1].tower.risks == ()
