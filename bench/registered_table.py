"""What a look at cards costs where the corner cards are known: ``python -m bench.registered_table``.

Cards found anywhere on rendered tables of 10 to 16 cards, and twelve cards read in their places on a drawn table.
OpenCV keeps to one thread as in the app. CPU time is of all threads together; where the machine is idle, wall time is
less than that on two cores.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from tests.kit import SHARED
from vision.cards.faces import DECKS, Faces
from vision.cards.learning import Learner
from vision.cards.looks import Looker
from vision.cards.table import TableReader
from vision.look_cards import places_of, read_places
from vision.markers import Picture
from vision.pictures import load_picture
from vision.registration import calibrate
from vision.simulated import SimulatedTable
from vision.table_plan import watches_on_plan
from vision.threads import keep_to_one_thread

RENDERS = SHARED / "photos" / "renders-top"
RENDERED = {"allegra": "allegra", "eimer": "alles_im_eimer", "bombe": "die_bombe", "influence": "buero_crazy"}
CARDS = range(10, 17)
ROUNDS = 5


@dataclass(frozen=True)
class Zone:
    """Twelve cards in three rows."""

    name: str = "grid"
    kind: str = "cards"
    owner: int | None = 0
    rows: tuple[tuple[str, ...], ...] = (("7", "back", "3", "10"), ("-1", "0", "8", "back"), ("6", "11", "9", "2"))
    labels: tuple[str, ...] = (*(str(value) for value in range(-1, 12)), "back", "")


TWELVE = Zone()


def tables() -> Iterator[tuple[Picture, Faces, int]]:
    for label in sorted(RENDERS.glob("*.json")):
        scene = json.loads(label.read_text(encoding="utf-8"))
        if scene["corner_cards"] and len(scene["cards"]) in CARDS:
            yield load_picture(Path(label).with_suffix(".jpg")), DECKS[RENDERED[scene["deck"]]], len(scene["cards"])


def found_anywhere(reader: TableReader) -> list[str]:
    costs, counts = [], []
    for picture, faces, count in tables():
        known = calibrate(picture)
        costs.append(cost(lambda picture=picture, faces=faces, known=known: reader.find(picture, faces, known)))
        counts.append(count)
    return ["found anywhere", f"{np.mean(counts):.1f}", *shown(costs)]


def in_their_places(reader: TableReader) -> list[str]:
    table = SimulatedTable(3)
    table.show([TWELVE])
    picture, (watch,) = table.read().picture, watches_on_plan([TWELVE])
    here, learner = calibrate(picture), Learner(Looker(reader.reader.network))
    region = watch.region
    assert region is not None

    def look() -> object:
        return read_places(picture, places_of(picture, watch, region, here), watch, reader.reader, learner)

    look()
    return ["in their places", "12", *shown([cost(look) for _ in range(ROUNDS)])]


def cost(work: Callable[[], object]) -> tuple[float, float]:
    """CPU and wall ms."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return 1000 * (time.process_time() - cpu), 1000 * (time.perf_counter() - wall)


def shown(costs: list[tuple[float, float]]) -> list[str]:
    return [f"{value:.0f}" for value in np.median(costs, axis=0)]


def main() -> None:
    keep_to_one_thread()
    reader, table = TableReader(), Table("cards", "a picture", "CPU ms", "wall ms", title="A registered table")
    if RENDERS.is_dir():
        table.add_row(*found_anywhere(reader))
    table.add_row(*in_their_places(reader))
    Console().print(table)


if __name__ == "__main__":
    main()
