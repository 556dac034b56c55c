"""What the camera offers, on the screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.feeds.look import watches_of
from companion.feeds.table_reader import TableReader
from companion.session.proposals import RING_S
from companion.settings import Settings
from companion.ui.form import kinds
from companion.ui.gallery import Evening, evening, in_phase
from tests.ui.scenes import GROUP, Show, proposed
from vision.simulated import SimulatedTable


def test_the_camera_is_told_no_and_does_not_insist(night: Evening, show: Show) -> None:
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    course = night.companion.session.course
    action = next(a for option in course.game.options(course.state) for a in option.actions())
    zones = course.game.zones(course.game.apply(course.state, action).state)
    night.stage.lay(zones)
    screen.app.pump()
    screen.frames()
    screen.tap("refuse")
    assert screen.app.view.proposal is None
    night.stage.lay(zones)
    screen.app.pump()
    screen.frames()
    assert screen.app.view.proposal is None
    assert night.companion.session.course.seq == course.seq


def test_what_differs_from_the_record_is_marked_on_the_live_picture(night: Evening, show: Show) -> None:
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    course = night.companion.session.course
    reader, camera = TableReader(), SimulatedTable(5)
    zones = [zone for zone in course.game.zones(course.state) if zone.kind == "cards"]
    grid = next(zone for zone in zones if zone.name == "grid1")
    wrong = replace(grid, rows=(("9", *grid.rows[0][1:-1], "9"), *grid.rows[1:]))
    camera.show([wrong if zone is grid else zone for zone in zones])
    frame = camera.read()
    glances = [reader.look(replace(frame, at_s=step / 5), watches_of(zones)) for step in range(4)]
    night.stage.survey(frame, glances[-1])
    screen.app.pump()
    screen.frames()
    assert screen.app.page.preview.marked == {("grid1", 0, 0), ("grid1", 0, 3)}
    assert screen.app.page.preview.marked < {outline.cell for outline in screen.app.page.preview.picture.outlines}


def test_a_picture_that_has_stopped_makes_way_for_the_drawn_table_until_the_camera_is_back(
    night: Evening, show: Show
) -> None:
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    page, course = screen.app.page, night.companion.session.course
    zones = course.game.zones(course.state)
    night.stage.lay(zones)
    screen.app.pump()
    screen.app.look_after()
    assert page.preview.parent is not None
    night.stage.unplug()
    screen.app.look_after()
    screen.frames()
    assert page.board.parent is not None
    assert page.preview.parent is None
    night.stage.lay(zones)
    screen.app.pump()
    screen.frames()
    assert page.preview.parent is not None


def test_yes_and_no_have_keys_on_the_keyboard(night: Evening, show: Show) -> None:
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    action = proposed(night, screen)
    screen.key("o")
    assert night.companion.session.course.entries[-1] == action


def test_the_ring_is_drawn_as_far_as_the_session_says_and_the_session_accepts(tmp_path: Path, show: Show) -> None:
    one = evening(tmp_path, Settings(language="fr", sounds=False, confirm="unsure"))
    one.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(one.companion)
    action = proposed(one, screen)
    ring = screen.app.page.proposal.ids.ring
    assert one.companion.session.course.entries[-1] != action, "it waits for a no"
    screen.app.page.proposal._close(RING_S / 2)
    assert ring.share == 0.5
    screen.app.page.proposal._close(RING_S)
    assert one.companion.session.course.entries[-1] != action, "a drawing decides nothing"
    one.clock.move(RING_S)
    screen.app.pump()
    screen.frames()
    assert one.companion.session.course.entries[-1] == action
    assert ring.share == 0
    one.companion.close()


def test_who_enters_by_hand_is_not_overtaken_by_the_camera(tmp_path: Path, show: Show) -> None:
    one = evening(tmp_path, Settings(language="fr", sounds=False, confirm="unsure"))
    one.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(one.companion)
    proposed(one, screen)
    seq = one.companion.session.course.seq
    screen.app.page.start(kinds(screen.app.view.options)[-1])
    one.clock.move(RING_S * 3)
    screen.app.pump()
    assert one.companion.session.course.seq == seq
    screen.tap("cancel")
    screen.app.pump()
    assert one.companion.session.course.seq == seq, "the ring closes from the start"
    one.companion.close()


def test_where_the_settings_want_a_yes_the_ring_stays_open(night: Evening, show: Show) -> None:
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    seq = night.companion.session.course.seq
    proposed(night, screen)
    night.clock.move(3600)
    screen.app.pump()
    screen.frames()
    assert screen.app.page.proposal.ids.ring.share == 0
    assert night.companion.session.course.seq == seq


def test_the_live_picture_and_the_drawn_table_can_be_exchanged(night: Evening, show: Show) -> None:
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    session = night.companion.session
    night.stage.lay(session.course.game.zones(session.course.state))
    screen.app.pump()
    screen.frames()
    assert screen.app.page.preview.parent is not None
    for shown in (screen.app.page.board, screen.app.page.preview):
        screen.tap("menu")
        screen.tap("swap")
        assert shown.parent is not None
