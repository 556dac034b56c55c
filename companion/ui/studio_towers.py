"""Scenes of towers and pyramids: drawn as a side camera would measure them, judged by physics."""

from __future__ import annotations

from typing import Any, Final

from companion.feeds.pyramid_fall import newest_falling
from companion.feeds.tower_look import TowerLook, judged
from companion.games.splash.giving import legal
from companion.rulebook.course import Course
from vision.towers import PieceSeen, TowerSeen

_SIZES_MM: Final = (("large_cube", (15, 15)), ("plate", (20, 5)), ("small_cube", (7, 7)), ("stick", (5, 25)))
_DEEP_MM: Final = 15.0


def seen_piece(name: str, middle_mm: float, y_mm: float) -> PieceSeen:
    """A piece as it is seen standing square at a height, by the middle of its lower edge."""
    shape, colour = name.split("/")
    width, height = dict(_SIZES_MM)[shape]
    left, right = middle_mm - width / 2, middle_mm + width / 2
    outline = ((left, y_mm), (right, y_mm), (right, y_mm + height), (left, y_mm + height))
    return PieceSeen(shape, colour, outline, 0.99, (0.3, 0.3, 0.01), width * height * _DEEP_MM)


def stacked(*placed: tuple[str, float]) -> TowerSeen:
    """A tower of pieces from the base up, each by its name and the middle of its lower edge, mm."""
    y_mm, pieces = 0.0, []
    for name, middle_mm in placed:
        pieces.append(seen_piece(name, middle_mm, y_mm))
        y_mm += dict(_SIZES_MM)[name.split("/")[0]][1]
    return TowerSeen(tuple(pieces), 0.2)


STEADY: Final = stacked(("large_cube/green", 0), ("plate/yellow", 1), ("large_cube/orange", 1.5), ("plate/red", 3))
LEANING: Final = stacked(
    ("large_cube/green", 0), ("plate/yellow", 3), ("large_cube/orange", 6), ("plate/red", 9), ("large_cube/blue", 11.6)
)
FALLING: Final = stacked(
    ("large_cube/green", 0), ("plate/yellow", 4), ("large_cube/orange", 9), ("plate/red", 14), ("large_cube/blue", 18)
)


def look_at(seen: TowerSeen, hand: tuple[str, ...] = (), *, is_given: bool = False) -> TowerLook | None:
    """What is told of such a tower."""
    return judged(seen, hand, is_given=is_given)


def tower_scenes(studio: Any, phase: str) -> None:
    """While a piece is given: the risk of each; while it is placed: unseen, steady, leaning, falling, in its fall."""
    state = studio.night.companion.session.course.state
    hand = legal(state) if state.given is None else (state.given,)
    if phase == "giving":
        _show(studio, look_at(LEANING, hand), "tower_giving")
        return
    _show(studio, None, "tower_unseen")
    _show(studio, look_at(STEADY, hand, is_given=True), "tower_steady")
    _show(studio, look_at(LEANING, hand, is_given=True), "tower")
    _show(studio, look_at(FALLING), "tower_falling", then="tower_fall")


def _show(studio: Any, tower: TowerLook | None, name: str, *, then: str = "") -> None:
    studio.app.tower = tower
    studio.app.go("tower")
    studio.shoot(name)
    if then and tower is not None:
        studio.app.page.ids.view.at = len(tower.frames) // 6
        studio.shoot(then)
    studio.app.back()


def fall_scenes(studio: Any) -> None:
    """A bucket has been taken out of a pyramid: the card over the table, then the page, in the fall and at its end."""
    night = studio.night
    night.begin("alles_im_eimer", studio.people[:3], 4, until=some_buckets_hang)
    studio.app.resume(night.companion.kept()[0])
    card, session = studio.app.falls, night.companion.session
    card.follow(session)
    card.newest(session).result()
    card.look()
    _to_the_end(card.ids.view)
    studio.shoot("fall_card")
    card.hide()
    studio.app.go("fall")
    view = studio.app.page.ids.view
    view.stop()
    view.at = len(view.fall.frames) // 4
    studio.shoot("fall")
    _to_the_end(view)
    studio.shoot("fall_end")
    studio.app.home()


def some_buckets_hang(course: Course) -> bool:
    """Whether the newest entry left buckets up that the rule takes: a fall with everything in it."""
    found = newest_falling(course)
    return found is not None and bool(found[1].take_away) and len(found[1].frames) > 1


def _to_the_end(view: Any) -> None:
    view.stop()
    view.at = len(view.fall.frames) - 1
