"""Sources of pictures: a device, a folder or video file, an MJPEG address, the Raspberry Pi's camera program.

All keep the protocol `vision.frames.Camera`. A device or address that goes away raises CameraLost at once and is tried
again at every read, so that it is back as soon as it returns.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Protocol

import cv2
import numpy as np

from vision.address_camera import AddressCamera
from vision.errors import CameraLost, NoCameraPicture
from vision.frames import Camera, Frame, Settling
from vision.pictures import PICTURE_SUFFIXES, load_picture
from vision.rpicam import RpicamCamera

_SETTLE_S = 2.0
_WANTED_PX = (1280, 960)
_MANUAL_EXPOSURE_V4L2, _AUTO_EXPOSURE_V4L2 = 1, 3
_EXPOSURE_UNIT_S = 1e-4
"""Of exposure_time_absolute in Video4Linux; other systems tell other numbers, mostly negative ones."""


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used."""

    def isOpened(self) -> bool:  # noqa: N802 the name is OpenCV's
        """Whether it gives pictures."""
        ...

    def read(self) -> tuple[bool, object]:
        """The next picture."""
        ...

    def set(self, property_id: int, value: float) -> bool:
        """Ask the driver for a setting; False where it has none."""
        ...

    def get(self, property_id: int) -> float:
        """A setting of the driver; 0 where it has none."""
        ...

    def release(self) -> None:
        """Close it."""
        ...


def open_camera(source: str) -> Camera:
    """Return the camera for a source as people name it.

    Args: `source` a device number (``"0"``), a folder of pictures, a video file, an http(s) address, or ``"rpicam"``.
    Raises: NoCameraPicture for a path that does not exist or holds no picture; CameraLost for a device not there.
    """
    if source == "rpicam":
        return Reopening(RpicamCamera)
    if source.isdigit():
        return Reopening(lambda: DeviceCamera(int(source)))
    if source.startswith(("http://", "https://")):
        return Reopening(lambda: AddressCamera(source))
    path = Path(source)
    try:
        if path.is_dir():
            return FolderCamera(path)
        if path.is_file():
            path.open("rb").close()
            return VideoCamera(path)
    except PermissionError as error:
        raise NoCameraPicture(f"{source}: {error.strerror}") from error
    raise NoCameraPicture(
        f"{source}: expected a device number, a folder, a video file, an http address or rpicam", reason="no_source"
    )


class Reopening:
    """A camera that opens another at the first read, and again after it was lost."""

    def __init__(self, opened: Callable[[], Camera]) -> None:
        self._opened = opened
        self._camera: Camera | None = None

    def read(self) -> Frame:
        """Return the next picture. Raises: CameraLost while there is none; the next read tries again."""
        if self._camera is None:
            self._camera = self._opened()
        try:
            return self._camera.read()
        except CameraLost:
            self.close()
            raise

    def settle(self) -> None:
        """Have exposure and white balance found anew; a camera that cannot while it runs is opened again."""
        if isinstance(self._camera, Settling):
            self._camera.settle()
        else:
            self.close()

    def close(self) -> None:
        """Let go of the camera; a later read opens it anew."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()


class DeviceCamera:
    """A camera of the machine, by number: exposure and white balance are fixed once they have settled.

    Args: `capture` opens a device. Raises: CameraLost where there is none.
    """

    def __init__(
        self,
        number: int,
        *,
        capture: Callable[[int], Capture] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._clock = clock
        self._name = f"camera {number}"
        self._closed = False
        self._exposure_s: float | None = None
        if capture is None and sys.platform == "linux" and not Path(f"/dev/video{number}").exists():
            raise CameraLost(f"{self._name}: no such device", reason="no_device")
        self._capture = (capture or _device)(number)
        if not self._capture.isOpened():
            raise CameraLost(f"{self._name}: cannot be opened, perhaps another program uses it", reason="busy")
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, _WANTED_PX[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _WANTED_PX[1])
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._settling_since_s: float | None = None
        self.settle()

    def settle(self) -> None:
        """Let the camera find its settings anew; pictures come meanwhile, and after two seconds it keeps what it found.

        A driver keeps what another program fixed, so that this must be asked for.
        """
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTO_EXPOSURE_V4L2)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)
        self._settling_since_s = self._clock()

    def _keep_settings(self) -> None:
        """Fix exposure and white balance as far as the driver allows."""
        self._settling_since_s = None
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE_V4L2)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        exposure = self._capture.get(cv2.CAP_PROP_EXPOSURE) * _EXPOSURE_UNIT_S
        self._exposure_s = exposure if exposure > 0 else None

    def read(self) -> Frame:
        """Return the next picture. Raises: CameraLost where the device gives none."""
        good, image = (False, None) if self._closed else self._capture.read()
        if not good or not isinstance(image, np.ndarray) or not image.size:
            raise CameraLost(f"{self._name}: gives no picture any more", reason="silent")
        now_s = self._clock()
        if self._settling_since_s is not None and now_s - self._settling_since_s >= _SETTLE_S:
            self._keep_settings()
        return Frame(np.asarray(image, np.uint8), now_s, self._exposure_s)

    def close(self) -> None:
        """Close the device."""
        self._closed = True
        self._capture.release()


class FolderCamera:
    """The pictures of a folder, by name, one a read. Raises: NoCameraPicture where it holds none."""

    def __init__(self, folder: Path, *, clock: Callable[[], float] = monotonic) -> None:
        self._folder = folder
        self._clock = clock
        self._paths: Iterator[Path] = iter(_pictures(folder))

    def read(self) -> Frame:
        """Return the next picture; a damaged one is passed over. Raises: CameraLost after the last."""
        for path in self._paths:
            try:
                return Frame(load_picture(path), self._clock())
            except NoCameraPicture:
                continue
        raise CameraLost(f"{self._folder}: no more pictures", reason="ended")

    def close(self) -> None:
        """End the reading."""
        self._paths = iter(())


class VideoCamera:
    """The pictures of a video file, one a read. Raises: NoCameraPicture where it cannot be read."""

    def __init__(self, path: Path, *, clock: Callable[[], float] = monotonic) -> None:
        self._path = path
        self._clock = clock
        # A name that is no UTF-8 would end the process inside OpenCV.
        self._capture = cv2.VideoCapture(str(path)) if _is_utf8(str(path)) else cv2.VideoCapture()
        if not self._capture.isOpened():
            raise NoCameraPicture(f"{path}: expected a video file", reason="no_video")

    def read(self) -> Frame:
        """Return the next picture. Raises: CameraLost after the last."""
        good, image = self._capture.read()
        if not good:
            raise CameraLost(f"{self._path}: the video has ended", reason="ended")
        return Frame(np.asarray(image, np.uint8), self._clock())

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _pictures(folder: Path) -> list[Path]:
    paths = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
    if not paths:
        raise NoCameraPicture(f"{folder}: expected pictures ({', '.join(PICTURE_SUFFIXES)})", reason="no_pictures")
    return paths


def _device(number: int) -> Capture:
    return cv2.VideoCapture(number)
