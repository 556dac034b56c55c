"""`companion teach NAME LABEL=IMAGE…`: show each face of a deck once, then it is read by its looks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from vision.cards.table import TableReader
    from vision.cards.taught import TaughtFace

app = typer.Typer()


@app.command()
def teach(
    name: Annotated[str, typer.Argument(help="What the deck shall be called.", show_default=False)],
    faces: Annotated[
        list[str],
        typer.Argument(
            metavar="LABEL=IMAGE…", help="A face and a picture of it: 7=a.jpg red9=b.jpg", show_default=False
        ),
    ],
) -> None:
    """Teach a deck from pictures that show one card each; the same label may come several times.

    The cards should lie the right way up on the picture. Teaching a name again replaces that deck. Read with
    `companion read cards --taught NAME`.
    """
    from companion.settings import data_folder
    from vision.cards.table import TableReader
    from vision.cards.taught import save, teach
    from vision.errors import VisionError

    if not re.fullmatch(r"[\w-]+", name):
        raise typer.BadParameter(f"expected letters, digits, - and _, got {name!r}", param_hint="NAME")
    reader = TableReader()
    try:
        shown = [_shown(reader, *_parted(text)) for text in faces]
    except VisionError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    path = save(teach(reader.looker, shown), data_folder() / "decks", name)
    typer.echo(f"{path}: {len(shown)} pictures")


def _parted(text: str) -> tuple[str, Path]:
    label, equals, image = text.partition("=")
    if not (label and equals and image):
        raise typer.BadParameter(f"expected LABEL=IMAGE, got {text!r}", param_hint="LABEL=IMAGE")
    return label, Path(image)


def _shown(reader: TableReader, label: str, image: Path) -> TaughtFace:
    """The largest card on a picture, under the name given."""
    from vision.cards.taught import face_named
    from vision.pictures import load_picture

    return face_named(label, reader.largest(load_picture(image), where=str(image)))
