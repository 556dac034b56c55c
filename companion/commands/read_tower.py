"""`companion read tower`: piece towers on photographs taken from the side, and whether they stand."""

from __future__ import annotations

import math
from typing import Annotated

import typer

app = typer.Typer()


@app.command("tower")
def read_tower(
    images: Annotated[list[str], typer.Argument(metavar="IMAGE…", help="Pictures: JPEG, PNG, BMP or WebP.")],
    set_name: Annotated[str, typer.Option("--set", help="Which pieces: splash, or big for blocks of any size.")] = "",
) -> None:
    """Name the pieces of a tower from the base up, say where they are in mm, and whether it stands.

    Prints a JSON object a line. Without --set the set that explains the picture better is taken. Without a back card
    in the picture the pieces are guessed, which takes seconds and is never sure.
    """
    from companion.exchange.picture_lines import Fields, print_lines
    from companion.exchange.piece_sets import SETS
    from companion.exchange.tower_lines import tower_fields
    from vision.markers import Picture
    from vision.towers import guess_tower, read_any_tower

    if set_name and set_name not in SETS:
        raise typer.BadParameter(f"expected one of {', '.join(SETS)}, got {set_name!r}", param_hint="--set")
    sets = (SETS[set_name],) if set_name else tuple(SETS.values())

    def read(picture: Picture) -> Fields:
        seen = read_any_tower(picture, sets)
        return tower_fields(seen if math.isfinite(seen.sigma_mm) else guess_tower(picture, sets))

    raise typer.Exit(print_lines(images, read))
