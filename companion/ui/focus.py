"""Playing by keyboard alone: arrows move between the targets on the page, Enter presses, Escape leads back.

``Ctrl+Z`` and F9 undo; digits and letters go to the page (keypads, yes and no) before they are anything else.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.ui.theme import Target

_ARROWS: Final = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}
_KEYS: Final = {
    13: "enter",
    271: "enter",
    32: "enter",
    27: "escape",
    8: "backspace",
    9: "tab",
    273: "up",
    274: "down",
    275: "right",
    276: "left",
    290: "undo",
}


class Focus:
    """Which target Enter would press, and how keys move it."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._at: Target | None = None

    def forget(self) -> None:
        """Nothing is in focus any more."""
        self.move_to(None)

    def move_to(self, target: Target | None) -> None:
        """Put `target` in focus."""
        if self._at is not None:
            self._at.focused = False
        self._at = target
        if target is not None:
            target.focused = True

    def key_down(self, _window: Any, key: int, _scancode: int, text: str | None, modifiers: list[str]) -> bool:
        """Use a key that was pressed; True where it was used."""
        if self._app.night.stir():
            return True
        self._app.source = "keyboard"
        name = _KEYS.get(key, "")
        if name == "undo" or (key == ord("z") and "ctrl" in modifiers):
            self._app.undo()
            return True
        if self._app.page.key_pressed(name, text or ""):
            return True
        return self._navigate(name)

    def _navigate(self, name: str) -> bool:
        targets = visible_targets(self._app.shell)
        if self._at not in targets:
            self.move_to(None)
        if name == "enter" and self._at is not None:
            self._at.press()
        elif name == "tab":
            self._step(targets)
        elif name in _ARROWS:
            self._towards(targets, _ARROWS[name])
        elif name in {"escape", "backspace"}:
            self._app.escape()
        else:
            return False
        return True

    def _step(self, targets: list[Target]) -> None:
        if targets:
            at = targets.index(self._at) + 1 if self._at in targets else 0
            self.move_to(targets[at % len(targets)])

    def _towards(self, targets: list[Target], way: tuple[int, int]) -> None:
        """To the nearest target in that direction; from nowhere to the first one."""
        if self._at is None:
            self._step(targets)
            return
        x, y = self._at.to_window(*self._at.center)
        best: tuple[float, Target] | None = None
        for target in targets:
            tx, ty = target.to_window(*target.center)
            along = (tx - x) * way[0] + (ty - y) * way[1]
            aside = abs((tx - x) * way[1]) + abs((ty - y) * way[0])
            if target is not self._at and along > 1 and (best is None or along + 2 * aside < best[0]):
                best = (along + 2 * aside, target)
        if best is not None:
            self.move_to(best[1])


def visible_targets(root: Widget) -> list[Target]:
    """All targets that can be pressed, from top left to bottom right."""
    found = [w for w in root.walk() if isinstance(w, Target) and not w.disabled and w.width > 1 and w.height > 1]
    return sorted(found, key=lambda w: (-round(w.to_window(w.x, w.top)[1] / 8), w.to_window(w.x, w.y)[0]))
