"""One JSON object a line for each picture: what the `companion read` commands print (log format, section 3)."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from vision.errors import NoCameraPicture, VisionError
from vision.markers import Picture
from vision.pictures import load_picture
from vision.threads import keep_to_one_thread

Fields = dict[str, object]


def print_lines(images: Sequence[str], read: Callable[[Picture], Fields]) -> int:
    """Print a line for each image, whatever happens to the others; return the exit code, 1 if any failed.

    OpenCV keeps to one thread, as in the app: what its threads add up differs a little by their number.

    Args: `read` turns a picture (H, W, 3) uint8 BGR into the fields after ``image`` and ``ms``.
    """
    keep_to_one_thread()
    failed = False
    for image in images:
        line = picture_line(image, read)
        failed |= "error" in line
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    return int(failed)


def picture_line(image: str, read: Callable[[Picture], Fields]) -> Fields:
    """Return the object for one image; a picture that cannot be read or understood becomes an error object."""
    try:
        picture = load_picture(Path(image))
        start = time.perf_counter()
        fields = read(picture)
    except NoCameraPicture as error:
        return {"image": image, "error": "no_camera_picture", "message": str(error)}
    except VisionError as error:
        return {"image": image, "error": "unreadable_picture", "message": str(error)}
    return {"image": image, "ms": round(1000 * (time.perf_counter() - start), 1), **fields}
