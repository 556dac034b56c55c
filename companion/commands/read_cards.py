"""`companion read cards`: number cards on photographs."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from vision.cards.faces import Faces
    from vision.cards.table import TableReader
    from vision.cards.taught import TaughtDeck
    from vision.markers import Picture
    from vision.readings import CardSeen

app = typer.Typer()


@app.command("cards")
def read_cards(
    images: Annotated[list[str], typer.Argument(metavar="IMAGE…", help="Pictures: JPEG, PNG, BMP or WebP.")],
    deck: Annotated[str, typer.Option(help="The deck of a game we know, for instance allegra.")] = "",
    values: Annotated[str, typer.Option(help="Values that exist: 0-9, or 1,2,5,10,20.")] = "",
    taught: Annotated[str, typer.Option(help="A deck shown before with `companion teach`.")] = "",
    colours: Annotated[str, typer.Option(help="Colours that exist: red,yellow,green,blue.")] = "",
    explain: Annotated[
        Path | None, typer.Option(help="A folder in which each picture is kept with the reasons for its reading.")
    ] = None,
) -> None:
    """Find number cards and read value and colour.

    Prints a JSON object a line. Corners are pixels of the picture as it is shown (turned as its EXIF entry says),
    clockwise from the card's own top left. A confidence below 0.5 means: not sure, better ask. With --explain a folder
    for each picture holds it as it is and with all outlines, the cards cut out, and every sign that was taken for a
    numeral; all for their owner alone, and sent nowhere.
    """
    from companion.exchange.picture_lines import Fields, print_lines
    from vision.cards.table import TableReader

    faces = _faces(deck, values, colours)
    shown = _taught(taught) if taught else None
    reader = TableReader()

    def read(picture: Picture, name: str) -> Fields:
        cards = reader.read(picture, faces, shown)
        if explain is not None:
            _explain(explain / name, picture, cards, reader)
        return {"cards": [asdict(card) for card in cards]}

    named = {f"{number:03}_{Path(image).stem}": image for number, image in enumerate(images, 1)}
    raise typer.Exit(max(print_lines([image], partial(read, name=name)) for name, image in named.items()))


def _explain(folder: Path, picture: Picture, cards: list[CardSeen], reader: TableReader) -> None:
    """Write what was seen and why. Raises: NotWritten where the folder cannot be written."""
    from companion.exchange.evidence import write_evidence
    from companion.exchange.private_file import writing
    from vision.cards.reasons import signs, upright
    from vision.marked import as_png, marked

    cut = {f"card_{number:02}": upright(picture, card) for number, card in enumerate(cards, 1)}
    outlines = [(card.quad, f"{card.colour or ''}{card.value}", card.confidence) for card in cards]
    pictures = {"picture": picture, "marked": marked(picture, outlines), **cut}
    reasons = [
        {"card": name, **asdict(card), "signs": [asdict(sign) for sign in signs(art, reader.reader.network)]}
        for (name, art), card in zip(cut.items(), cards, strict=True)
    ]
    with writing(folder):
        write_evidence(folder, {name: as_png(one) for name, one in pictures.items()}, reasons)


def _taught(name: str) -> TaughtDeck:
    """The deck of that name. Raises: typer.BadParameter where it was never taught, or is damaged."""
    from companion.settings import data_folder
    from vision.cards.kept import load
    from vision.errors import UnknownDeck

    folder = data_folder() / "decks"
    known = sorted(path.stem for path in folder.glob("*.npz"))
    if name not in known:
        fault = f"expected a deck that was taught ({', '.join(known) or 'none was'}), got {name!r}"
        raise typer.BadParameter(fault, param_hint="--taught")
    try:
        return load(folder, name)
    except UnknownDeck as error:
        raise typer.BadParameter(str(error.args[0]), param_hint="--taught") from error


def _faces(deck: str, values: str, colours: str) -> Faces:
    """What may lie there, by the options. Raises: typer.BadParameter for a deck, value or colour we do not know."""
    from vision.cards.faces import DECKS, Faces, colours_named, values_between

    if deck and deck not in DECKS:
        raise typer.BadParameter(f"expected one of {', '.join(DECKS)}, got {deck!r}", param_hint="--deck")
    faces = DECKS.get(deck, Faces())
    try:
        if values:
            faces = replace(faces, values=values_between(values))
        if colours:
            faces = replace(faces, colours=colours_named(colours))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    return faces
