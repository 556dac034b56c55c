"""What the rules are worth to the camera: simulated games seen through bad pictures, read with and without them.

``python -m bench.vision_prior [--games 2] [--only allegra] [--moves 12]``. Games of a seed are played at a drawn table;
every picture of a game is spoilt in one way, so much as its seed says, and read by the reader of the live camera.
*Alone*, each place that the move changed counts by its likeliest label: wrong with 0.5 or more is a silent error, less
than 0.5 a refusal; a place that did not change but is newly read as something else, sure, is a silent error as well.
*With the rules* the same readings go through `explain`: a clear proposal of another table is a silent error, a choice
or none is a question, and so is a place that is said to differ once the move is entered. Moves that even a perfect
camera leaves open are not asked of the rules. Counted a game.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from time import process_time

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from companion.feeds.look import watches_of
from companion.games import game_named
from companion.rulebook.course import Course
from companion.rulebook.zone import Zone
from companion.session.explain import explain
from tests.kit import physical
from vision.frames import Frame
from vision.look import TableLook
from vision.marker_layout import CORNER_IDS
from vision.markers import Picture, find_markers
from vision.readings import CellSeen, Seen
from vision.simulated import SimulatedTable

GAMES = {"allegra": 2, "alles_im_eimer": 3, "die_bombe": 3, "buero_crazy": 4}
STILL_S = 0.2
LOOKS = 3
"""Frames a move: the first moves, the others are still and read."""
SURE = 0.5

Spoil = Callable[[Picture, np.random.Generator], Picture]


def clean(picture: Picture, _: np.random.Generator) -> Picture:
    return picture


def noisy(picture: Picture, sigma: float) -> Picture:
    grain = np.empty(picture.shape, np.int16)
    cv2.randn(grain, 0, sigma)
    return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)


def glaring(picture: Picture, rng: np.random.Generator) -> Picture:
    """Three lamps mirrored in the cards, bright in the middle."""
    height, width = picture.shape[:2]
    light = np.zeros((height, width), np.float32)
    for _ in range(3):
        at = (int(rng.uniform(0.15, 0.85) * width), int(rng.uniform(0.15, 0.85) * height))
        axes = (int(rng.uniform(0.05, 0.1) * width), int(rng.uniform(0.03, 0.06) * width))
        cv2.ellipse(light, at, axes, float(rng.uniform(0, 180)), 0, 360, 230.0, -1)
    soft = cv2.GaussianBlur(light, (0, 0), width / 60)
    return np.asarray(np.clip(picture + soft[..., None], 0, 255), np.uint8)


def murky(picture: Picture, rng: np.random.Generator) -> Picture:
    """A dim room, lamps mirrored in the cards, and a camera out of focus."""
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(1.5, 3.0)), np.uint8)
    return noisy((glaring(soft, rng) * rng.uniform(0.2, 0.4)).astype(np.uint8), 4.0)


def far(picture: Picture, rng: np.random.Generator) -> Picture:
    """A cheap camera too far away: figures of a few pixels."""
    height, width = picture.shape[:2]
    share = 1 / rng.uniform(3.0, 5.5)
    small = np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(noisy(small, 5.0), (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def shaken(picture: Picture, rng: np.random.Generator) -> Picture:
    """A table that is knocked: everything drawn out in one direction."""
    size = int(rng.integers(7, 14))
    kernel, middle = np.zeros((size, size), np.float32), (size - 1) / 2
    angle = rng.uniform(0, np.pi)
    step = middle * np.array([np.cos(angle), np.sin(angle)])
    ends = [tuple(map(int, np.round(middle + way * step))) for way in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1)
    return noisy(np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8), 4.0)


def strewn(picture: Picture, rng: np.random.Generator) -> Picture:
    """Crumbs and coins as wide as an index all over the cards, the camera a little too far away."""
    height, width = picture.shape[:2]
    spoilt = picture.copy()
    for _ in range(int(rng.integers(250, 700))):
        at = (int(rng.uniform(0.12, 0.88) * width), int(rng.uniform(0.12, 0.88) * height))
        size = tuple(float(v) for v in rng.uniform(0.008, 0.03, 2) * width)
        tone = tuple(float(v) for v in rng.uniform(20, 230, 3))
        cv2.ellipse(spoilt, (at, size, float(rng.uniform(0, 180))), tone, -1, cv2.LINE_AA)
    for corners in find_markers(picture, CORNER_IDS).values():
        (left, top), (right, bottom) = corners.min(0).astype(int) - 12, corners.max(0).astype(int) + 12
        spoilt[top:bottom, left:right] = picture[top:bottom, left:right]  # The table stays known.
    return np.asarray(cv2.GaussianBlur(spoilt, (0, 0), 1.5), np.uint8)


SPOILT: dict[str, Spoil] = {f.__name__: f for f in (clean, murky, far, shaken, strewn)}


@dataclass(slots=True)
class Tally:
    """What came of some games."""

    games: int = 0
    moves: int = 0
    changed: int = 0
    silent_alone: int = 0
    refused_alone: int = 0
    silent: int = 0
    asked: int = 0
    entries: int = 0
    right: int = 0
    explain_ms: list[float] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def row(self, *names: str) -> list[str]:
        alone, ruled = (self.silent_alone, self.refused_alone), (self.silent, self.asked)
        per_game = [f"{count / max(self.games, 1):.1f}" for count in (*alone, *ruled)]
        ms = f"{np.median(self.explain_ms):.0f}" if self.explain_ms else ""
        return [
            *names,
            str(self.games),
            str(self.moves),
            str(self.changed),
            *per_game,
            f"{self.right} of {self.entries}",
            ms,
        ]


class SpoiltTable:
    """A drawn table, its pictures spoilt in one way, read by the reader of the live camera."""

    def __init__(self, seed: int, spoil: Spoil) -> None:
        self._table = SimulatedTable(seed)
        self._spoil = spoil
        self._seed = seed
        self._look = TableLook(still_s=STILL_S)
        self._at_s = 0.0

    def looks(self, zones: tuple[Zone, ...]) -> dict[str, Seen]:
        """What is seen once the table lies so, by zone."""
        self._table.show(zones)
        seen: tuple[Seen, ...] = ()
        for _ in range(LOOKS):
            self._at_s += STILL_S
            picture = self._spoil(self._table.read().picture, np.random.default_rng(self._seed))
            seen = self._look.look(Frame(picture, self._at_s), watches_of(zones)).seen or seen
        return {one.watch.zone: one for one in seen}


Cells = dict[tuple[str, int, int], str]


def cells_of(zones: tuple[Zone, ...]) -> Cells:
    return {
        (zone.name, r, c): label
        for zone in zones
        if zone.kind == "cards"
        for r, row in enumerate(zone.rows)
        for c, label in enumerate(row)
    }


def sure_of(seen: dict[str, Seen]) -> Cells:
    """The label read on each place, where it is sure."""
    return {
        (zone, r, c): cell.label
        for zone, look in seen.items()
        for r, row in enumerate(look.cells)
        for c, cell in enumerate(row)
        if cell.confidence >= SURE
    }


def played(game: str, seed: int, spoil: Spoil, most: int) -> Tally:
    """One game; of `most` moves at most, 0 for all."""
    tally, table = Tally(games=1), SpoiltTable(seed, spoil)
    steps = physical(game_named(game), GAMES[game], seed)
    before = next(steps)
    known = sure_of(table.looks(before.game.zones(before.state)))
    for after in steps:
        known = move(tally, table, (before, after), known)
        before = after
        if most and tally.moves >= most:
            break
    return tally


def move(tally: Tally, table: SpoiltTable, step: tuple[Course, Course], known: Cells) -> Cells:
    """One move looked at; returns what is known of the places now."""
    before, after = step
    zones, old = after.game.zones(after.state), before.game.zones(before.state)
    truth, was = cells_of(zones), cells_of(old)
    changed = {place for place in truth.keys() | was.keys() if truth.get(place, "") != was.get(place, "")}
    if not changed:
        return known
    seen = table.looks(zones)
    now = sure_of(seen)
    tally.moves += 1
    tally.changed += len(changed)
    alone(tally, now, known, (truth, changed))
    ruled(tally, before, after, seen)
    return now


def alone(tally: Tally, now: Cells, known: Cells, true: tuple[Cells, set[tuple[str, int, int]]]) -> None:
    """Count the readings as they are."""
    truth, changed = true
    for place in changed:
        read = now.get(place)
        tally.refused_alone += read is None
        tally.silent_alone += read is not None and read != truth.get(place, "")
    for place, read in now.items():
        wrong = place not in changed and place in truth and read != truth[place]
        tally.silent_alone += wrong and known.get(place) != read


def ruled(tally: Tally, before: Course, after: Course, seen: dict[str, Seen]) -> None:
    """Count what the rules make of the same readings, before the move is entered and once it is."""
    told = explain(after, seen)
    tally.silent += told.clear
    tally.asked += bool(told.differs)
    if not proposes(before, after, perfect(after)):
        return
    tally.entries += 1
    begun = process_time()
    found = explain(before, seen)
    tally.explain_ms.append(1000 * (process_time() - begun))
    good = found.clear and proposes(before, after, seen)
    tally.right += good
    tally.silent += found.clear and not good
    tally.asked += not found.clear


def proposes(before: Course, after: Course, seen: dict[str, Seen]) -> bool:
    """Whether these looks make it clear that the table lies as it does after the move."""
    found = explain(before, seen)
    if not found.clear:
        return False
    state = before.after(found.choices[0].action).state
    return before.game.zones(state) == after.game.zones(after.state)


def perfect(after: Course) -> dict[str, Seen]:
    """The looks of a camera that never errs: moves that even these leave open are the people's to say."""
    zones = {zone.name: zone for zone in after.game.zones(after.state)}
    return {
        watch.zone: Seen(watch, tuple(tuple(map(certain, row)) for row in zones[watch.zone].rows), 0.0)
        for watch in watches_of(zones.values())
        if watch.kind == "cards"
    }


def certain(label: str) -> CellSeen:
    return CellSeen(((label, 1.0),))


def rows(ways: list[str], games: int, only: str, most: int) -> Iterator[list[str]]:
    for name, spoil in ((way, SPOILT[way]) for way in ways or SPOILT):
        whole = Tally()
        for game in (only,) if only else GAMES:
            tally = Tally()
            for seed in range(1, games + 1):
                tally.add(played(game, seed, spoil, most))
            whole.add(tally)
            yield tally.row(name, game)
        yield whole.row(name, "all")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--games", type=int, default=2, help="games of each kind and each way of spoiling")
    ask.add_argument("--pictures", nargs="*", default=[], choices=SPOILT, help="spoilt in these ways alone")
    ask.add_argument("--only", default="", choices=("", *GAMES), help="this game alone")
    ask.add_argument("--moves", type=int, default=12, help="visible moves of a game looked at, 0: all")
    told = ask.parse_args()
    cv2.setNumThreads(1)
    cv2.setRNGSeed(1)
    table = Table(title="Readings a game, alone and with the rules")
    heads = ("pictures", "game", "games", "moves", "places", "silent", "refused")
    for head in (*heads, "silent, ruled", "asked, ruled", "right, ruled", "explain ms"):
        table.add_column(head, justify="left" if head in heads[:2] else "right")
    for row in rows(told.pictures, told.games, told.only, told.moves):
        table.add_row(*row)
        print(*row, sep="\t", flush=True)
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
