"""When to look, and pictures that cannot be read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame_health import FrameWatch, Trouble, troubles_of
from vision.frames import Frame
from vision.markers import Picture
from vision.simulated import SimulatedTable
from vision.steady import Steady


@pytest.fixture(scope="module")
def table() -> Picture:
    return SimulatedTable(5).read().picture


def noisy(picture: Picture, seed: int) -> Picture:
    noise = np.random.default_rng(seed).normal(0, 2, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def with_hand(picture: Picture) -> Picture:
    hand = picture.copy()
    cv2.rectangle(hand, (500, 600), (700, picture.shape[0]), (120, 150, 200), -1)
    return hand


def test_nothing_is_read_before_the_scene_was_still_for_long_enough(table: Picture) -> None:
    steady = Steady(still_s=0.3)
    still = [steady.feed(Frame(noisy(table, i), 0.1 * i)).still for i in range(5)]
    assert still == [False, False, False, True, True]


def test_motion_starts_the_waiting_anew(table: Picture) -> None:
    steady = Steady(still_s=0.3)
    moved = table.copy()
    cv2.circle(moved, (600, 400), 60, (250, 250, 250), -1)
    frames = [table] * 5 + [moved] * 5
    seen = [steady.feed(Frame(noisy(p, i), 0.1 * i)) for i, p in enumerate(frames)]
    assert [one.moving for one in seen][5]
    assert [one.still for one in seen] == [False] * 3 + [True] * 2 + [False] * 3 + [True] * 2


def test_a_hand_that_rests_over_the_table_is_no_stillness(table: Picture) -> None:
    steady = Steady(still_s=0.3)
    frames = [table] * 5 + [with_hand(table)] * 8 + [table] * 5
    seen = [steady.feed(Frame(noisy(p, i), 0.1 * i)) for i, p in enumerate(frames)]
    assert not any(one.still for one in seen[5:13])
    assert seen[12].hand_seen
    assert seen[-1].still
    assert not seen[-1].hand_seen


def test_what_stays_at_the_edge_for_seconds_belongs_to_the_table(table: Picture) -> None:
    steady = Steady(still_s=0.3)
    frames = [table] * 5 + [with_hand(table)] * 9
    seen = [steady.feed(Frame(noisy(p, i), 0.4 * i)) for i, p in enumerate(frames)]
    assert seen[-1].still


def test_a_lamp_switched_on_is_no_hand(table: Picture) -> None:
    steady = Steady(still_s=0.3)
    dark = (table * 0.6).astype(np.uint8)
    frames = [dark] * 5 + [table] * 5
    seen = [steady.feed(Frame(noisy(p, i), 0.1 * i)) for i, p in enumerate(frames)]
    assert not any(one.hand_seen for one in seen)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda p: p, ()),
        (lambda p: p // 30, (Trouble.BLACK,)),
        (lambda p: np.clip(p.astype(int) * 15, 0, 255).astype(np.uint8), (Trouble.BLOWN_OUT,)),
        (lambda p: cv2.GaussianBlur(p, (0, 0), 14), (Trouble.BLURRED,)),
    ],
    ids=["good", "lens cap on", "blown out", "out of focus"],
)
def test_pictures_that_cannot_be_read_are_named(table: Picture, change: object, expected: tuple) -> None:
    assert troubles_of(change(table)) == expected  # type: ignore[operator]


def test_a_blank_wall_is_not_called_blurred() -> None:
    assert troubles_of(np.full((480, 640, 3), 128, np.uint8)) == ()


def test_one_picture_again_and_again_is_a_frozen_camera(table: Picture) -> None:
    watch = FrameWatch()
    told = [watch.feed(Frame(table, i)) for i in range(7)]
    assert Trouble.FROZEN not in told[3]
    assert Trouble.FROZEN in told[6]
    assert watch.feed(Frame(noisy(table, 1), 8)) == ()


def test_the_noise_of_a_dim_room_is_no_motion_but_a_card_that_moves_is() -> None:
    rng, steady, still = np.random.default_rng(5), Steady(), []
    for i in range(12):
        picture = np.full((480, 640, 3), 90, np.uint8)
        shift = 30 if i >= 8 else 0
        picture[100 + shift : 190 + shift, 100:160] = 230
        noisy = np.clip(picture + rng.normal(0, 12, picture.shape), 0, 255).astype(np.uint8)
        still.append(steady.feed(Frame(noisy, 0.1 * i)).still)
    assert still[4:8] == [True] * 4
    assert not still[8]
