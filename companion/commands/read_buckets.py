"""`companion read buckets`: bucket pyramids on photographs taken from the side."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer()


@app.command("buckets")
def read_buckets(
    images: Annotated[list[str], typer.Argument(metavar="IMAGE…", help="Pictures: JPEG, PNG, BMP or WebP.")],
    inventory: Annotated[
        bool, typer.Option(help="The pyramid is whole: two buckets of each of the five colours.")
    ] = False,
) -> None:
    """Read which of the ten places of a pyramid hold a bucket, and of which colour.

    Prints a JSON object a line: rows from the base up, null for no bucket, and a confidence for each place.
    """
    from companion.exchange.picture_lines import Fields, print_lines
    from vision.buckets import read_pyramid
    from vision.markers import Picture

    def read(picture: Picture) -> Fields:
        pyramid = read_pyramid(picture, full=inventory)
        confidence = [[round(value, 3) for value in row] for row in pyramid.confidence]
        return {"rows": [list(row) for row in pyramid.rows], "confidence": confidence}

    raise typer.Exit(print_lines(images, read))
