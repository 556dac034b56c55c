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
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from time import process_time

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from bench.spoilt_pictures import SPOILT, Spoil
from companion.feeds.look import watches_of
from companion.feeds.teaching import Labels, card_labels
from companion.games import game_named
from companion.rulebook.course import Course
from companion.rulebook.zone import Zone
from companion.session.explain import explain
from tests.kit import physical
from vision.frames import Frame
from vision.look import TableLook
from vision.readings import CellSeen, Seen
from vision.simulated import SimulatedTable

GAMES = {"allegra": 2, "alles_im_eimer": 3, "die_bombe": 3, "buero_crazy": 4}
STILL_S = 0.2
LOOKS = 3
"""Frames a move: the first moves, the others are still and read."""
SURE = 0.5


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


def sure_of(seen: dict[str, Seen]) -> Labels:
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


def move(tally: Tally, table: SpoiltTable, step: tuple[Course, Course], known: Labels) -> Labels:
    """One move looked at; returns what is known of the places now."""
    before, after = step
    zones, old = after.game.zones(after.state), before.game.zones(before.state)
    truth, was = card_labels(zones), card_labels(old)
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


def alone(tally: Tally, now: Labels, known: Labels, true: tuple[Labels, set[tuple[str, int, int]]]) -> None:
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
