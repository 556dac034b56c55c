"""`companion read tower`: piece towers on photographs taken from the side, and whether they stand."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from companion.command_line import App

app = App()


@app.command("tower")
def read_tower(
    images: list[str],
    set_name: Annotated[str, typer.Option("--set")] = "",
) -> None:
    """Name the pieces of a tower from the base up, say where they are in mm, and whether it stands."""
    from companion.exchange.picture_lines import Fields, print_lines
    from companion.exchange.piece_sets import SETS
    from companion.exchange.tower_lines import tower_fields
    from companion.usage import BadUse
    from vision.markers import Picture
    from vision.towers import guess_tower, read_any_tower

    if set_name and set_name not in SETS:
        raise BadUse("usage.one_of", at="--set", known=tuple(SETS), given=set_name)
    sets = (SETS[set_name],) if set_name else tuple(SETS.values())

    def read(picture: Picture) -> Fields:
        seen = read_any_tower(picture, sets)
        return tower_fields(seen if math.isfinite(seen.sigma_mm) else guess_tower(picture, sets))

    raise typer.Exit(print_lines(images, read))
