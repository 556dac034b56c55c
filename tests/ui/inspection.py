"""Looks at every screen for what no person should meet: cut words, small or covered targets, faint words.

``python -m tests.ui.inspection WIDTHxHEIGHT language theme [text_size]`` prints one fault a line and the numbers of
screens and targets looked at; each size needs a process of its own, since Kivy knows its density only once.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from companion.art.look import contrast
from companion.settings import Settings
from companion.ui.gallery import GROUP, evening
from companion.ui.shots import Photographer
from companion.ui.studio import Studio

SMALLEST_TARGET = 63.0
"""A finger's width less a rounding error, in units of a 480 pixel high screen."""
LEAST_CONTRAST = 4.5


class Inspector(Studio):
    """Inspects instead of taking pictures."""

    def __init__(self, *args: Any, pixels: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.faults: list[str] = []
        self.screens = 0
        self.targets = 0
        self.words = 0
        self._pixels = pixels

    def shoot(self, name: str) -> None:
        self.camera.frames(3)
        self.screens += 1
        self.faults += [f"{name}: {fault}" for fault in self._look()]

    def _look(self) -> list[str]:
        from companion.ui.focus import visible_targets

        shell = self.app.shell
        targets = visible_targets(shell)
        self.targets += len(targets)
        faults = [*cut_words(shell), *small(targets), *covered(targets), *outside(shell, targets)]
        if self._pixels:
            faults += self._faint(shell)
        return faults

    def _faint(self, shell: Any) -> list[str]:
        """Words whose colour is too close to what is really behind them."""
        from companion.ui.theme import Words

        image = shell.export_as_image()
        pixels = np.frombuffer(image.texture.pixels, np.uint8).reshape(int(image.texture.height), -1, 4)
        faults = []
        for words in shell.walk():
            if isinstance(words, Words) and words.text and words.width > 8 and words.height > 8 and seen(words):
                self.words += 1
                behind = ground_behind(words, pixels)
                ratio = contrast(tuple(words.color), behind)
                if ratio < LEAST_CONTRAST:
                    faults.append(f"contrast {ratio:.1f} of {words.text!r}")
        return faults


def seen(widget: Any) -> bool:
    """False where the widget or one it lies in is faded on purpose: it cannot be used now."""
    while widget is not None and hasattr(widget, "opacity"):
        if widget.opacity < 1:
            return False
        parent = widget.parent
        widget = parent if parent is not widget else None
    return True


def ground_behind(widget: Any, pixels: Any) -> tuple[float, float, float, float]:
    """The commonest colour in the box of a widget."""
    x, y = widget.to_window(widget.x, widget.y)
    rows = pixels.shape[0]
    top = rows - int(y + widget.height)
    part = pixels[max(0, top) : rows - int(y), max(0, int(x)) : int(x + widget.width), :3]
    colours, counts = np.unique(part.reshape(-1, 3)[::3], axis=0, return_counts=True)
    red, green, blue = colours[counts.argmax()] / 255
    return (float(red), float(green), float(blue), 1.0)


def cut_words(shell: Any) -> list[str]:
    """Words that do not fit even when they are as small as they may be."""
    return [
        f"cut: {getattr(w, 'text', '') or w.caption!r}"
        for w in shell.walk()
        if getattr(w, "fits", True) is False and w.width > 1 and w.height > 1 and w.opacity > 0
    ]


def small(targets: list[Any]) -> list[str]:
    from kivy.metrics import dp

    return [
        f"small: {t.name} {t.value!r} {t.width / dp(1):.0f}x{t.height / dp(1):.0f}"
        for t in targets
        if min(t.width, t.height) < dp(SMALLEST_TARGET)
    ]


def covered(targets: list[Any]) -> list[str]:
    boxes = [(t, *t.to_window(t.x, t.y), *t.to_window(t.right, t.top)) for t in targets]
    found = []
    for number, (one, x0, y0, x1, y1) in enumerate(boxes):
        for other, u0, v0, u1, v1 in boxes[number + 1 :]:
            if min(x1, u1) - max(x0, u0) > 1 and min(y1, v1) - max(y0, v0) > 1:
                found.append(f"overlap: {one.name} {one.value!r} and {other.name} {other.value!r}")
    return found


def outside(shell: Any, targets: list[Any]) -> list[str]:
    """Targets that leave the screen."""
    found = []
    for t in targets:
        x0, y0 = t.to_window(t.x, t.y)
        x1, y1 = t.to_window(t.right, t.top)
        if x0 < -1 or y0 < -1 or x1 > shell.width + 1 or y1 > shell.height + 1:
            found.append(f"outside: {t.name} {t.value!r}")
    return found


MANY = ("Anaïs", "Jean-Christophe", "Wilhelmine", "Zoé", "Günter", "Mia")


def inspect(size: tuple[int, int], settings: Settings, *, pixels: bool, people: tuple[str, ...] = GROUP) -> Inspector:
    """All screens in one look."""
    with TemporaryDirectory() as folder:
        night = evening(Path(folder), settings)
        night.look_back(("splash",))
        inspector = Inspector(
            night, Photographer(night.companion, Path(folder), size=size), pixels=pixels, people=people
        )
        inspector.everything()
        night.companion.close()
    return inspector


def main() -> None:
    width, height = map(int, sys.argv[1].split("x"))
    size_name: Any = sys.argv[4] if len(sys.argv) > 4 else "normal"
    for language in sys.argv[2].split(","):
        for theme in sys.argv[3].split(","):
            wanted: Any = {"language": language, "theme": theme, "text_size": size_name, "sounds": False}
            people = MANY if "many" in sys.argv else GROUP
            one = inspect((width, height), Settings(**wanted), pixels="pixels" in sys.argv, people=people)
            for fault in one.faults:
                print(f"{language} {theme} {fault}")
            print(
                f"# {sys.argv[1]} {language} {theme}: {one.screens} screens, {one.targets} targets, {one.words} words"
            )


if __name__ == "__main__":
    main()
