"""The judge of towers beside its peers: ``python -m bench.physics``, or some parts: ``--columns 100000``.

One table: statics against the truth the towers were built with and against a linear programme a tower; piles; where the
next piece may go; rollouts against statics (ours, pymunk as it comes, Box2D where installed); and how far the
probabilities are from frequencies, in several mixes of towers, beside what chance alone would show. Times are of the
processor, so other work on the machine disturbs them little.
"""

import argparse
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.table import Table

from bench.physics_calibration import calibration_rows
from bench.physics_columns import statics_rows, verdict_rows
from bench.physics_falls import rollout_rows
from bench.physics_figures import Row
from bench.physics_piles import pile_rows
from bench.physics_places import placement_rows

PARTS: dict[str, tuple[int, Callable[[int], Iterator[Row]]]] = {
    "columns": (2000, statics_rows),
    "verdicts": (100, verdict_rows),
    "piles": (120, pile_rows),
    "places": (60, placement_rows),
    "rollouts": (300, rollout_rows),
    "noisy": (3000, calibration_rows),
}
"""What can be measured, on how many towers where nothing else is asked."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, (count, _) in PARTS.items():
        parser.add_argument(f"--{name}", type=int, help=f"towers; {count} where no part is named")
    asked = {name: count for name, count in vars(parser.parse_args()).items() if count is not None}
    made = Table(title="Towers (calibration: ECE, in brackets by chance alone; Brier; sure; sure and right)")
    for heading in ("what", "figure", "wanted"):
        made.add_column(heading, justify="left" if heading == "what" else "right")
    for name, (count, rows) in PARTS.items():
        if not asked or asked.get(name):
            for row in rows(asked.get(name, count)):
                made.add_row(*row)
            made.add_section()
    Console(width=150).print(made)


if __name__ == "__main__":
    main()
