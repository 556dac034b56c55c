"""The camera port: the twin, files, a stream and a device pass the same suite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import cv2
import numpy as np
import pytest

from vision.address_camera import AddressCamera
from vision.camera import DeviceCamera, FolderCamera, Reopening, VideoCamera, open_camera
from vision.errors import CameraLost, NoCameraPicture
from vision.frames import Camera, Frame
from vision.jpeg_stream import JpegSplitter
from vision.rpicam import RpicamCamera
from vision.simulated import SimulatedTable
from vision.simulated_side import SimulatedSide

PICTURES = [np.full((48, 64, 3), level, np.uint8) for level in (40, 120, 200)]


class Ticks:
    """A clock that moves by a tenth of a second at every look."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        self.now_s += 0.1
        return self.now_s


class FakeCapture:
    """A device that can be pulled out."""

    def __init__(self) -> None:
        self.plugged = True
        self.released = False
        self.settings: dict[int, float] = {}

    def isOpened(self) -> bool:  # noqa: N802
        return self.plugged

    def read(self) -> tuple[bool, object]:
        return (True, PICTURES[0].copy()) if self.plugged else (False, None)

    def set(self, property_id: int, value: float) -> bool:
        self.settings[property_id] = value
        return True

    def get(self, property_id: int) -> float:
        return 83.0 if property_id == cv2.CAP_PROP_EXPOSURE else 0.0

    def release(self) -> None:
        self.released = True


class Stream(BaseHTTPRequestHandler):
    """Three pictures as MJPEG, then the end."""

    def do_GET(self) -> None:
        self.send_response(404 if self.path == "/nothing" else 200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=x")
        self.end_headers()
        for picture in PICTURES:
            data = cv2.imencode(".jpg", picture)[1].tobytes()
            self.wfile.write(b"--x\r\nContent-Type: image/jpeg\r\n\r\n" + data + b"\r\n")

    def log_message(self, *_: object) -> None:
        """Stay quiet."""


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/stream"
    server.shutdown()
    server.server_close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for i, picture in enumerate(PICTURES):
        cv2.imwrite(str(tmp_path / f"{i}.png"), picture)
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for picture in PICTURES:
        writer.write(picture)
    writer.release()
    return path


@pytest.fixture(params=["twin", "side twin", "folder", "video", "address", "device"])
def camera(request: pytest.FixtureRequest, address: str, folder: Path, video: Path) -> Camera:
    make: dict[str, Callable[[], Camera]] = {
        "twin": lambda: SimulatedTable(1, clock=Ticks()),
        "side twin": lambda: SimulatedSide(1, clock=Ticks()),
        "folder": lambda: FolderCamera(folder, clock=Ticks()),
        "video": lambda: VideoCamera(video, clock=Ticks()),
        "address": lambda: AddressCamera(address, clock=Ticks()),
        "device": lambda: DeviceCamera(7, capture=lambda _: FakeCapture(), clock=Ticks()),
    }
    return make[request.param]()


def test_every_camera_gives_bgr_pictures_with_the_time(camera: Camera) -> None:
    frame = camera.read()
    assert frame.picture.dtype == np.uint8
    assert frame.picture.ndim == 3
    assert frame.picture.shape[2] == 3
    assert frame.at_s > 0
    camera.close()


def test_every_camera_is_lost_once_closed(camera: Camera) -> None:
    camera.read()
    camera.close()
    with pytest.raises(CameraLost):
        camera.read()


def test_a_folder_gives_its_pictures_by_name_then_ends(folder: Path) -> None:
    camera = open_camera(str(folder))
    assert [int(camera.read().picture[0, 0, 0]) for _ in PICTURES] == [40, 120, 200]
    with pytest.raises(CameraLost, match="no more pictures"):
        camera.read()


def test_a_damaged_picture_in_a_folder_is_passed_over(folder: Path) -> None:
    (folder / "0.png").write_bytes(b"broken")
    assert int(open_camera(str(folder)).read().picture[0, 0, 0]) == 120


def test_a_video_ends_with_a_sentence(video: Path) -> None:
    camera = open_camera(str(video))
    for _ in PICTURES:
        camera.read()
    with pytest.raises(CameraLost, match="ended"):
        camera.read()


@pytest.mark.parametrize("source", ["", "no/such/place", "12x"])
def test_a_source_that_makes_no_sense_is_refused_by_name(source: str) -> None:
    with pytest.raises(NoCameraPicture, match="expected a device number"):
        open_camera(source or "no/such/file")


@pytest.mark.parametrize("asked", ["stat", "iterdir"])
def test_a_folder_that_is_closed_to_us_is_refused(asked: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(path: Path, **_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, asked, closed)
    with pytest.raises(NoCameraPicture, match="Permission denied"):
        open_camera(str(folder))


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoCameraPicture, match="expected pictures"):
        open_camera(str(tmp_path))


def automatic(capture: FakeCapture) -> tuple[float, float]:
    return capture.settings[cv2.CAP_PROP_AUTO_EXPOSURE], capture.settings[cv2.CAP_PROP_AUTO_WB]


def test_a_device_gives_pictures_while_it_settles_and_fixes_exposure_and_white_balance_after_two_seconds() -> None:
    capture = FakeCapture()
    camera = DeviceCamera(0, capture=lambda _: capture, clock=Ticks())
    assert automatic(capture) == (3, 1)
    for _ in range(15):
        assert camera.read().exposure_s is None
    assert automatic(capture) == (3, 1)
    for _ in range(10):
        camera.read()
    assert automatic(capture) == (1, 0)
    assert camera.read().exposure_s == pytest.approx(83e-4)


def test_a_device_settles_anew_when_the_light_has_changed() -> None:
    capture = FakeCapture()
    camera = Reopening(lambda: DeviceCamera(0, capture=lambda _: capture, clock=Ticks()))
    for _ in range(25):
        camera.read()
    assert automatic(capture) == (1, 0)
    camera.settle()
    assert automatic(capture) == (3, 1)
    for _ in range(25):
        camera.read()
    assert automatic(capture) == (1, 0)
    assert not capture.released


def test_a_camera_that_cannot_settle_while_it_runs_is_opened_again() -> None:
    opened = [SimulatedTable(1), SimulatedTable(1)]
    waiting = iter(opened)
    camera = Reopening(lambda: next(waiting))
    camera.read()
    camera.settle()
    assert isinstance(camera.read(), Frame)
    with pytest.raises(CameraLost):
        opened[0].read()


def test_a_camera_pulled_out_and_plugged_in_again_is_back_at_the_next_read() -> None:
    captures = [FakeCapture(), FakeCapture(), FakeCapture()]
    captures[1].plugged = False
    waiting = iter(captures)
    camera = Reopening(lambda: DeviceCamera(0, capture=lambda _: next(waiting)))
    camera.read()
    captures[0].plugged = False
    for _ in range(2):
        with pytest.raises(CameraLost):
            camera.read()
    assert isinstance(camera.read(), Frame)
    assert captures[0].released


def test_an_address_where_nobody_answers_is_a_lost_camera() -> None:
    with pytest.raises(CameraLost, match=r"127\.0\.0\.1"):
        AddressCamera("http://127.0.0.1:9/stream")


def test_an_address_that_answers_with_an_error_says_so(address: str) -> None:
    with pytest.raises(CameraLost, match="404"):
        AddressCamera(address.replace("/stream", "/nothing"))


def test_a_stream_cut_anywhere_gives_the_same_pictures() -> None:
    whole = b"junk" + b"".join(cv2.imencode(".jpg", p)[1].tobytes() + b"\r\n--x" for p in PICTURES)
    for size in (1, 7, 1000, len(whole)):
        splitter = JpegSplitter()
        found = [p for i in range(0, len(whole), size) for p in splitter.feed(whole[i : i + size])]
        assert len(found) == len(PICTURES)


@pytest.fixture
def fake_rpicam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    data = cv2.imencode(".jpg", PICTURES[1])[1].tobytes()
    (tmp_path / "picture.jpg").write_bytes(data)
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    scripts = {
        "rpicam-still": 'echo \'{"ColourGains": [1.5, 2.0], "ExposureTime": 9000, "AnalogueGain": 2.0}\'',
        "rpicam-vid": f'echo "$@" > {tmp_path}/asked; cat {tmp_path}/picture.jpg; exec sleep 30',
    }
    for name, body in scripts.items():
        (bin_folder / name).write_text(f"#!/bin/sh\n{body}\n")
        (bin_folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_folder}:/usr/bin:/bin")
    return tmp_path


def test_rpicam_keeps_the_settings_its_first_run_found(fake_rpicam: Path) -> None:
    camera = RpicamCamera()
    frame = camera.read()
    camera.close()
    assert int(frame.picture[0, 0, 0]) == pytest.approx(120, abs=2)
    asked = (fake_rpicam / "asked").read_text()
    assert "--shutter 9000" in asked
    assert "--awbgains 1.5000,2.0000" in asked


def test_rpicam_closed_is_lost(fake_rpicam: Path) -> None:
    camera = RpicamCamera()
    camera.close()
    with pytest.raises(CameraLost, match="closed"):
        camera.read()


def test_a_missing_rpicam_program_is_a_lost_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CameraLost, match="rpicam-vid"):
        RpicamCamera()
