"""`companion read house`: the printed house of Büro Crazy, with its figures, on photographs."""

from __future__ import annotations

import typer

from companion.command_line import App

app = App()


@app.command("house")
def read_house(
    images: list[str],
) -> None:
    """Read whose figure stands on which place of the house printed by `print board buero_crazy`."""
    from companion.art.look import PAPER
    from companion.exchange.picture_lines import Fields, print_lines
    from companion.exchange.print_boards import FIGURES
    from vision.house import read_house as read_places
    from vision.markers import Picture

    colours = [tuple(round(255 * part) for part in seat[:3]) for seat in PAPER.seats[: len(FIGURES)]]

    def read(picture: Picture) -> Fields:
        seen = read_places(picture, [(red, green, blue) for red, green, blue in colours])
        return {"floors": [list(row) for row in seen.floors], "confidence": [list(row) for row in seen.confidence]}

    raise typer.Exit(print_lines(images, read))
