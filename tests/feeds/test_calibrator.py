"""Setting a camera up: pictures are surveyed while it is wanted, what was pointed at and measured is kept and used."""

from __future__ import annotations

import stat
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.feeds import look
from companion.feeds.bearings import FILE, Bearings, KeptLens, read_bearings, write_bearings
from companion.feeds.calibrator import Calibrator, Wanted
from companion.feeds.look import Glance
from companion.feeds.survey import Survey
from companion.feeds.table_reader import TableReader
from companion.rulebook.text import say
from companion.rulebook.zone import BACK, GAP, Zone
from tests.feeds.test_look import Camera
from tests.kit import PATIENCE_S
from vision.by_hand import PointedAt
from vision.frames import Frame
from vision.lens import Floats, Lens
from vision.lens_calibration import MeasuredLens
from vision.lens_lesson import Progress, Wish
from vision.markers import Picture
from vision.registration import calibrate
from vision.simulated import SimulatedTable
from vision.simulated_side import SimulatedSide
from vision.table_plan import watches_on_plan

QUAD = ((0.1, 0.1), (0.9, 0.12), (0.88, 0.9), (0.08, 0.92))
POINTED = PointedAt(QUAD, (600.0, 400.0))
LENS = Lens(900.0, (639.0, 481.0), -0.03, known=True)
BARE = np.full((960, 1280, 3), 120, np.uint8)


LABELS = (*(str(value) for value in range(-1, 12)), BACK, GAP)


def covered(picture: Picture, quad_px: Floats) -> Picture:
    """The picture with a piece of plain wood over a quadrilateral."""
    shown = picture.copy()
    cv2.fillConvexPoly(shown, quad_px.astype(np.int32), tuple(int(value) for value in np.median(picture, axis=(0, 1))))
    return shown


class Others:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.used: list[tuple[Lens | None, PointedAt | None]] = []

    def use(self, lens: Lens | None, pointed: PointedAt | None) -> None:
        self.used.append((lens, pointed))

    def look(self, frame: Frame, watches: object) -> Glance:
        return Glance((), note=say("camera.waiting"))


def surveyed(one: Calibrator, picture: Picture, *, frames: int = 3) -> Survey:
    one.want("table" if one.wanted == "" else one.wanted)
    found = [one.look(Frame(picture, 0.5 * number), ()).survey for number in range(frames)]
    assert isinstance(found[-1], Survey)
    return found[-1]


def test_the_table_is_read_unless_somebody_sets_the_camera_up(tmp_path: Path) -> None:
    one = Calibrator(Others(), tmp_path)
    assert one.look(Frame(BARE, 0.0), ()).note == say("camera.waiting")
    one.want("table")
    glance = one.look(Frame(BARE, 1.0), ())
    assert (glance.note, glance.seen) == (None, ())
    one.want("")
    assert one.look(Frame(BARE, 2.0), ()).survey is None


@pytest.mark.parametrize(
    ("wanted", "whole"), [("", False), ("picture", True), ("table", True), ("lens", True), ("deck", True)]
)
def test_pictures_are_wanted_whole_by_those_who_look_at_the_picture_itself(
    tmp_path: Path, wanted: Wanted, *, whole: bool
) -> None:
    one = Calibrator(Others(), tmp_path)
    one.want(wanted)
    assert [one.look(Frame(BARE, at_s), ()).whole for at_s in (0.0, 0.1)] == [whole, whole]


def test_the_table_is_read_on_while_its_pictures_are_wanted_whole(tmp_path: Path) -> None:
    one = Calibrator(Others(), tmp_path)
    one.want("picture")
    assert one.look(Frame(BARE, 0.0), ()).note == say("camera.waiting")


def test_the_survey_of_a_drawn_table_knows_its_cards_and_how_exact_they_are(tmp_path: Path) -> None:
    one = Calibrator(Others(), tmp_path)
    one.want("table")
    survey = surveyed(one, SimulatedTable(3).read().picture)
    assert survey.table is not None
    assert len(survey.table.seen) == 4
    assert 0 < survey.table.exact_mm < 2
    assert survey.table.is_exact
    assert survey.still
    quality = survey.quality
    assert (quality.is_black, quality.is_blown, quality.is_blurred) == (False, False, False)
    assert survey.back is None


def test_the_survey_of_a_drawn_wall_knows_its_back_card(tmp_path: Path) -> None:
    one = Calibrator(Others(), tmp_path)
    one.want("table")
    survey = surveyed(one, SimulatedSide(4).read().picture)
    assert survey.back is not None
    assert survey.back.exact_mm < 1


def test_a_bare_table_is_registered_by_what_was_pointed_at(tmp_path: Path) -> None:
    one = Calibrator(Others(), tmp_path)
    one.want("table")
    assert surveyed(one, BARE).table is None
    one.point(POINTED)
    survey = surveyed(one, BARE)
    assert survey.table is not None
    assert survey.table.seen == ()


def test_between_two_surveys_the_preview_goes_on_with_the_outlines_found_last(tmp_path: Path) -> None:
    one = Calibrator(Others(), tmp_path)
    one.want("table")
    picture = SimulatedTable(3).read().picture
    first, second = (one.look(Frame(picture, at_s), ()) for at_s in (1.0, 1.1))
    assert first.survey is not None
    assert second.survey is None
    assert second.outlines == first.outlines != ()


def test_the_survey_reaches_the_preview_through_the_cameras_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look, "PAUSE_S", 0.0)
    one, camera = Calibrator(Others(), tmp_path), Camera()
    one.want("table")
    feed = look.LookFeed(camera, one)
    camera.frames.put(Frame(BARE, 1.0))
    for _ in range(2):
        camera.waits.get(timeout=PATIENCE_S)  # the second picture is waited for: the first has been looked at
    picture = feed.picture()
    assert picture is not None
    assert isinstance(picture.survey, Survey)
    assert [str(figure) for figure in feed.health()[0].figures] == ["camera.size(width=1280, height=960)"]
    camera.frames.put(Frame(BARE, 2.0))
    feed.close()


@pytest.mark.slow
def test_cards_are_read_by_four_corners_where_no_corner_card_is_in_view(tmp_path: Path) -> None:
    zones = (Zone("grid", "cards", (("7", "3", "11"), ("5", "9", "2")), LABELS, 0),)
    table = SimulatedTable(5)
    table.show(zones)
    picture = table.read().picture
    true = calibrate(picture)
    for card in true.layout:
        rim = card.to_table(np.array([[-4.0, -4], [94, -4], [94, 94], [-4, 94]]))[:, :2]
        picture = covered(picture, true.to_px(rim))
    half = np.array([[-200.0, -150], [200, -150], [200, 150], [-200, 150]])
    quad = tuple((float(x) / picture.shape[1], float(y) / picture.shape[0]) for x, y in true.to_px(half))
    reader = TableReader()
    one = Calibrator(reader, tmp_path)
    one.point(PointedAt(quad, (400.0, 300.0)))
    looks = [one.look(Frame(picture, 0.2 * number), watches_on_plan(zones)) for number in range(4)]
    assert looks[-1].note is None
    assert looks[-1].seen[0].labels == zones[0].rows


def test_what_was_pointed_at_reaches_the_reader_at_once_and_after_a_restart(tmp_path: Path) -> None:
    others = Others()
    one = Calibrator(others, tmp_path)
    one.look(Frame(BARE, 0.0), ())
    one.point(POINTED)
    one.look(Frame(BARE, 0.1), ())
    again = Others()
    Calibrator(again, tmp_path).look(Frame(BARE, 0.0), ())
    assert others.used == [(None, None), (None, POINTED)]
    assert again.used == [(None, POINTED)]
    one.point(None)
    assert read_bearings(tmp_path) == Bearings()


def test_a_lens_is_kept_and_used_for_pictures_of_its_shape_alone(tmp_path: Path) -> None:
    others = Others()
    one = Calibrator(others, tmp_path)
    one.keep_lens(Progress(8, wish=Wish.ENOUGH, found=MeasuredLens(LENS, 0.4, 8)), (1280, 960))
    one.look(Frame(BARE, 0.0), ())
    one.look(Frame(np.zeros((480, 640, 3), np.uint8), 0.1), ())
    one.look(Frame(np.zeros((720, 1280, 3), np.uint8), 0.2), ())
    half = Lens(450.0, (319.5, 240.5), -0.03, known=True)
    assert [lens for lens, _ in others.used] == [LENS, half, None]
    assert read_bearings(tmp_path).lens == KeptLens(LENS, (1280, 960), 0.4)
    one.keep_lens(None, (1280, 960))
    assert read_bearings(tmp_path).lens is None


def test_while_the_lens_is_measured_the_survey_says_what_is_wanted_next(tmp_path: Path) -> None:
    one = Calibrator(Others(), tmp_path)
    one.want("lens")
    survey = surveyed(one, BARE)
    assert survey.lens == Progress(wish=Wish.SHOW)


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    write_bearings(tmp_path, Bearings(POINTED))
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"pointed": 3, "lens": null}', '{"pointed": {"quad": [[0, 0]], "size_mm": [1, 1]}, "lens": null}',
     '{"pointed": {"quad": [[0,0],[1,0],[1,1],[NaN,1]], "size_mm": [1, 1]}, "lens": null}'],
)  # fmt: skip
def test_a_damaged_file_is_as_none_and_is_logged(text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE).write_text(text)
    assert read_bearings(tmp_path) == Bearings()
    assert FILE in caplog.text
