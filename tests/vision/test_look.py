"""From drawn frames to readings, and where zones lie by default."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from companion.rulebook.zone import Zone
from vision.by_hand import PointedAt
from vision.colour import balanced
from vision.frame_health import Trouble
from vision.frames import Frame
from vision.look import Looked, TableLook
from vision.look_anywhere import cells_anywhere
from vision.look_cards import places_of
from vision.markers import find_markers
from vision.readings import BACK, GAP, CardSeen, CellSeen, Seen, Watch
from vision.registration import calibrate
from vision.simulated import SimulatedTable
from vision.simulated_side import SimulatedSide
from vision.table_plan import cell_centre, plan_table, watches_on_plan
from vision.vote import averaged

ALLEGRA = (*(str(value) for value in range(-1, 12)), BACK, GAP)
BOMBE = (*(f"{c}{v}" for c in ("red", "green") for v in range(3, 26, 2)), "bomb", GAP)


def grid(seat: int, random: Random) -> Zone:
    rows = tuple(tuple(random.choice(ALLEGRA) for _ in range(4)) for _ in range(3))
    return Zone(f"grid{seat}", "cards", rows, ALLEGRA, seat)


def looked(zones: list[Zone], *, seed: int = 1) -> Looked:
    table = SimulatedTable(seed)
    table.show(zones)
    look = TableLook(still_s=0.2)
    watches = watches_on_plan(zones)
    for i in range(3):
        seen = look.look(Frame(table.read().picture, 0.2 * i), watches)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_drawn_allegra_table_is_read_without_a_silent_error(seed: int) -> None:
    zones = [grid(0, Random(seed)), grid(1, Random(seed + 50)), Zone("discard", "cards", (("7",),), ALLEGRA)]
    found = looked(zones, seed=seed)
    assert [seen.watch.zone for seen in found.seen] == [zone.name for zone in zones]
    for zone, seen in zip(zones, found.seen, strict=True):
        for row, cells in zip(zone.rows, seen.cells, strict=True):
            assert [c.label for c in cells if c.confidence >= 0.5] == [
                label for label, c in zip(row, cells, strict=True) if c.confidence >= 0.5
            ]


def test_value_and_colour_make_one_label_and_bombs_are_cards_too() -> None:
    found = looked([Zone("cards", "cards", (("red7", "bomb"),), BOMBE)])
    assert found.seen[0].labels[0][0] == "red7"
    assert found.seen[0].cells[0][1].label in {"bomb", GAP}


def test_likelihoods_sum_to_at_most_one_and_stay_within_the_labels() -> None:
    found = looked([grid(0, Random(4))])
    for cell in (cell for row in found.seen[0].cells for cell in row):
        assert sum(p for _, p in cell.likelihoods) <= 1.0 + 1e-6
        assert {label for label, _ in cell.likelihoods} <= set(ALLEGRA)


def test_without_corner_cards_the_table_lies_where_a_person_pointed() -> None:
    look, watch = TableLook(still_s=0.2), Watch("grid", "cards", 1, 1, ALLEGRA)
    bare = np.full((480, 640, 3), 120, np.uint8) + np.random.default_rng(1).integers(0, 3, (480, 640, 3), np.uint8)
    frames = [Frame(bare, 0.2 * i) for i in range(8)]
    assert [look.look(frame, (watch,)).referenced for frame in frames[:4]][-1] is False
    look.use(None, PointedAt(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)), (400.0, 300.0)))
    assert look.look(frames[4], (watch,)).referenced
    look.use(None, None)
    assert not look.look(frames[5], (watch,)).referenced


def test_a_black_frame_gives_no_readings_but_its_trouble() -> None:
    look = TableLook()
    watch = Watch("grid", "cards", 1, 1, ALLEGRA)
    for i in range(4):
        seen = look.look(Frame(np.zeros((480, 640, 3), np.uint8), float(i)), (watch,))
    assert seen.seen == ()
    assert seen.troubles[0] is Trouble.BLACK


@pytest.mark.parametrize("seats", [1, 2, 4, 6])
def test_zones_of_a_plan_do_not_overlap(seats: int) -> None:
    zones = [grid(seat, Random(0)) for seat in range(seats)] + [
        Zone("discard", "cards", (("7",),), ALLEGRA),
        Zone("shown", "cards", (("",),), ALLEGRA),
    ]
    regions = list(plan_table(zones).regions.values())
    for i, one in enumerate(regions):
        for other in regions[i + 1 :]:
            apart_x = abs(one.x_mm - other.x_mm) >= (one.width_mm + other.width_mm) / 2
            apart_y = abs(one.y_mm - other.y_mm) >= (one.height_mm + other.height_mm) / 2
            assert apart_x or apart_y


def test_a_zone_that_grows_keeps_its_places() -> None:
    labels = tuple(label for label in BOMBE if label != GAP)
    few = plan_table([Zone("won", "cards", (("red3",), ()), labels, 0)])
    more = plan_table([Zone("won", "cards", (("red3", "red5", "red7"), ("green9",)), labels, 0)])
    assert few == more


def test_cells_count_from_the_top_left() -> None:
    region = plan_table([grid(0, Random(0))]).regions["grid0"]
    first, last = cell_centre(region, (0, 0), (3, 4)), cell_centre(region, (2, 3), (3, 4))
    assert first[0] < last[0]
    assert first[1] < last[1]


def card(value: int | str, x: float, y: float) -> CardSeen:
    return CardSeen(value, None, 0.9, ((x, y), (x + 40, y), (x + 40, y + 60), (x, y + 60)))


def test_cards_found_anywhere_are_put_into_rows() -> None:
    watch = Watch("grid", "cards", 2, 2, ALLEGRA)
    cells = cells_anywhere([card(5, 100, 110), card(BACK, 10, 100), card(7, 105, 10)], watch)
    assert [[cell.label for cell in row] for row in cells] == [[GAP, "7"], [BACK, "5"]]


def test_more_cards_than_places_are_not_understood() -> None:
    watch = Watch("grid", "cards", 1, 1, ALLEGRA)
    assert cells_anywhere([card(5, 0, 0), card(6, 100, 0)], watch) == ()


def test_pyramids_are_read_from_the_side_and_not_from_above() -> None:
    colours = ("red", "yellow", "green", "blue", "violet", GAP)
    rows = (("red", "blue", "green", "yellow"), ("violet", "red", "blue"), ("green", "yellow"), ("violet",))
    zone = Zone("pyramid0", "buckets", rows, colours, 0)
    cards = Zone("cards0", "cards", (("red3", GAP),), ("red3", GAP), 0)
    side, table = SimulatedSide(2), SimulatedTable(2)
    side.show([zone, cards])
    table.show([zone, cards])
    for camera, seen in ((side, ["pyramid0"]), (table, ["cards0"])):
        look = TableLook(still_s=0.2)
        for i in range(3):
            found = look.look(Frame(camera.read().picture, 0.2 * i), watches_on_plan([zone, cards]))
        assert [one.watch.zone for one in found.seen] == seen


def test_looks_at_a_table_at_rest_are_averaged() -> None:
    watch = Watch("grid", "cards", 1, 1, ALLEGRA)
    looks = [Seen(watch, ((CellSeen((("7", p), ("1", 1 - p))),),), at) for at, p in enumerate((0.4, 0.9, 0.8))]
    seen = averaged(looks)
    assert seen.at_s == 2
    assert seen.cells[0][0].likelihoods == (("7", 0.7), ("1", 0.3))


def test_a_table_at_rest_is_read_a_few_times_only_but_anew_for_another_question() -> None:
    table = SimulatedTable(1)
    zones = [Zone("discard", "cards", (("7",),), ALLEGRA), Zone("shown", "cards", (("2",),), ALLEGRA)]
    table.show(zones)
    look, (first, second) = TableLook(still_s=0.2), watches_on_plan(zones)
    for i in range(8):
        seen = look.look(Frame(table.read().picture, 0.2 * i), (first,))
    assert seen.seen[0].labels == (("7",),)
    assert seen.seen[0].at_s == pytest.approx(1.4)
    assert look.look(Frame(table.read().picture, 1.6), (second,)).seen[0].labels == (("2",),)


def test_a_corner_card_hidden_at_first_does_not_make_the_table_look_empty() -> None:
    zones = [Zone("row", "cards", (("3", "8", "10"),), ALLEGRA, 0)]
    table = SimulatedTable(4)
    table.show(zones)
    picture = table.read().picture
    quad = np.rint(find_markers(picture, (1,))[1]).astype(np.int32)
    covered = picture.copy()
    cv2.fillConvexPoly(covered, quad, (60, 80, 110))
    look = TableLook(still_s=0.2)
    for i, shown in enumerate([covered] * 3 + [picture] * 4):
        found = look.look(Frame(shown, 0.2 * i), watches_on_plan(zones))
        if found.seen:
            assert found.seen[0].labels == (("3", "8", "10"),)
    assert found.seen


def test_a_card_that_differs_by_one_digit_only_is_read_anew() -> None:
    table, look = SimulatedTable(2), TableLook(still_s=0.2)
    at_s = 0.0
    for labels in (("red23", "red15"), ("red13", "red15"), ("red13", "red19")):
        zones = [Zone("won", "cards", (labels,), BOMBE, 0)]
        table.show(zones)
        for _ in range(3):
            at_s += 0.2
            seen = look.look(Frame(table.read().picture, at_s), watches_on_plan(zones)).seen
        assert seen[0].labels[0][:2] == labels


def test_the_lamp_that_corner_cards_tell_goes_with_places_whose_cards_have_colours() -> None:
    zones = [Zone("cards", "cards", (("red7", "bomb"),), BOMBE), Zone("grid", "cards", (("7", "5"),), ALLEGRA)]
    table = SimulatedTable(2)
    table.show(zones)
    picture = balanced(table.read().picture, (0.98, 0.7, 0.49))
    here = calibrate(picture)
    coloured, plain = (
        places_of(picture, watch, watch.region, here) for watch in watches_on_plan(zones) if watch.region
    )
    assert [place.gains for place in plain] == [None] * 2
    assert [place.gains * (1.4, 1.0, 0.7) for place in coloured] == [pytest.approx((1.0, 1.0, 1.0), abs=0.12)] * 2
