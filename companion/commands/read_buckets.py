"""`companion read buckets`: bucket pyramids on photographs taken from the side."""

from __future__ import annotations

import typer

from companion.command_line import App

app = App()


@app.command("buckets")
def read_buckets(
    images: list[str],
    inventory: bool = False,
) -> None:
    """Read which of the ten places of a pyramid hold a bucket, and of which colour."""
    from companion.exchange.picture_lines import Fields, print_lines
    from vision.buckets import read_pyramid
    from vision.markers import Picture

    def read(picture: Picture) -> Fields:
        pyramid = read_pyramid(picture, full=inventory)
        confidence = [[round(value, 3) for value in row] for row in pyramid.confidence]
        return {"rows": [list(row) for row in pyramid.rows], "confidence": confidence}

    raise typer.Exit(print_lines(images, read))
