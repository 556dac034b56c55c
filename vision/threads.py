"""How many threads OpenCV takes."""

from __future__ import annotations

import cv2


def keep_to_one_thread() -> None:
    """Let OpenCV work in the thread that calls it: on two or four cores its helpers take the screen's time."""
    cv2.setNumThreads(1)
