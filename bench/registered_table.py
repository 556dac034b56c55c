"""What a look at cards costs where the corner cards are known: ``python -m bench.registered_table``.

Cards found anywhere on rendered tables of 10 to 16 cards, on those of at most twelve, and what the outlines take;
twelve cards read in their places on a drawn table; and a whole live look (registration, stillness, memory) at that
table while one card after the other is exchanged, or none. Each is done several times: the best is what it costs on an
idle machine, the median tells how busy this one is. Memory and threads are set up as in the app. CPU time is of all
threads together; on two idle cores wall time is less than that.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from companion import process
from tests.kit import SHARED
from vision.cards.faces import DECKS, Faces
from vision.cards.learning import Learner
from vision.cards.looks import Looker
from vision.cards.outlines import Outline
from vision.cards.plan import plan_by_markers
from vision.cards.rectangles import canvas_of, find_rectangles
from vision.cards.selection import first_choice
from vision.cards.table import TableReader
from vision.frames import Frame
from vision.look import TableLook
from vision.look_cards import places_of, read_places
from vision.markers import Picture
from vision.pictures import load_picture
from vision.registration import Registration, calibrate
from vision.simulated import SimulatedTable
from vision.table_plan import watches_on_plan
from vision.threads import keep_to_one_thread

RENDERS = SHARED / "photos" / "renders-top"
RENDERED = {"allegra": "allegra", "eimer": "alles_im_eimer", "bombe": "die_bombe", "influence": "buero_crazy"}
CARDS = range(10, 17)
TWELVE = 12
ROUNDS = 5
STEP_S, FRAMES = 0.3, 5
Costs = list[tuple[float, float]]
"""CPU and wall ms of each round."""


@dataclass(frozen=True)
class Zone:
    """Twelve cards in three rows."""

    name: str = "grid"
    kind: str = "cards"
    owner: int | None = 0
    rows: tuple[tuple[str, ...], ...] = (("7", "back", "3", "10"), ("-1", "0", "8", "back"), ("6", "11", "9", "2"))
    labels: tuple[str, ...] = (*(str(value) for value in range(-1, 12)), "back", "")


GRID = Zone()


def tables() -> Iterator[tuple[Picture, Faces, int]]:
    for label in sorted(RENDERS.glob("*.json")):
        scene = json.loads(label.read_text(encoding="utf-8"))
        if scene["corner_cards"] and len(scene["cards"]) in CARDS:
            yield load_picture(Path(label).with_suffix(".jpg")), DECKS[RENDERED[scene["deck"]]], len(scene["cards"])


def found_anywhere(reader: TableReader) -> Iterator[list[str]]:
    """Found and read, those of fewer cards by themselves too, then the outlines alone."""
    some = [(picture, faces, calibrate(picture), number) for picture, faces, number in tables()]
    costs = [(costs_of(partial(reader.find, p, faces, here)), number) for p, faces, here, number in some]
    yield from (row_of("found anywhere", costs), row_of("at most twelve", [one for one in costs if one[1] <= TWELVE]))
    yield row_of("outlines alone", [(costs_of(partial(outlines, p, here)), number) for p, _, here, number in some])


def row_of(name: str, costs: list[tuple[Costs, int]]) -> list[str]:
    """A row of tables, each with its number of cards."""
    return [name, f"{np.mean([number for _, number in costs]):.1f}", *shown([rounds for rounds, _ in costs])]


def outlines(picture: Picture, known: Registration) -> list[Outline]:
    plan = plan_by_markers(picture, known)
    assert plan is not None
    return first_choice(find_rectangles(canvas_of(picture, plan), plan), plan.blocked)


def in_their_places(reader: TableReader) -> list[str]:
    table = SimulatedTable(3)
    table.show([GRID])
    picture, (watch,) = table.read().picture, watches_on_plan([GRID])
    here, learner = calibrate(picture), Learner(Looker(reader.reader.network))
    region = watch.region
    assert region is not None

    def look() -> object:
        return read_places(picture, places_of(picture, watch, region, here), watch, reader.reader, learner)

    look()
    return ["in their places", "12", *shown([costs_of(look)])]


def live() -> Iterator[list[str]]:
    """The dearest frame after each change: that in which what is new is read."""
    table, look, watches = SimulatedTable(3), TableLook(still_s=STEP_S / 2), watches_on_plan([GRID])
    clock = count()

    def frames(zone: Zone) -> tuple[float, float]:
        table.show([zone])
        pictures = [Frame(table.read().picture, STEP_S * next(clock)) for _ in range(FRAMES)]
        return max(cost(partial(look.look, frame, watches)) for frame in pictures)

    other = replace(GRID, rows=(("8", *GRID.rows[0][1:]), *GRID.rows[1:]))
    frames(GRID)
    yield ["live, one new", "12", *shown([[frames(zone) for _ in range(ROUNDS) for zone in (other, GRID)]])]
    yield ["live, nothing new", "12", *shown([[frames(GRID) for _ in range(ROUNDS)]])]


def costs_of(work: Callable[[], object]) -> Costs:
    return [cost(work) for _ in range(ROUNDS)]


def cost(work: Callable[[], object]) -> tuple[float, float]:
    """CPU and wall ms."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return 1000 * (time.process_time() - cpu), 1000 * (time.perf_counter() - wall)


def shown(costs: list[Costs]) -> list[str]:
    """The best and the median round, the median of all pictures."""
    parts = (np.median(part(costs, axis=1), axis=0) for part in (np.min, np.median))
    return [f"{value:.0f}" for value in np.concatenate(list(parts))]


def main() -> None:
    process.begin()
    keep_to_one_thread()
    reader, table = TableReader(), Table(title="A registered table, the best of several rounds")
    for name in ("cards", "each", "CPU ms", "wall ms", "CPU, median", "wall, median"):
        table.add_column(name)
    if RENDERS.is_dir():
        for row in found_anywhere(reader):
            table.add_row(*row)
    table.add_row(*in_their_places(reader))
    for row in live():
        table.add_row(*row)
    Console().print(table)


if __name__ == "__main__":
    main()
