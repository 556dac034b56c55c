"""`companion read cards`: number cards on photographs."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.command_line import App
from companion.usage import BadUse, wrong_value

if TYPE_CHECKING:
    from vision.cards.faces import Faces
    from vision.cards.table import TableReader
    from vision.cards.taught import TaughtDeck
    from vision.markers import Picture
    from vision.readings import CardSeen

app = App()


@app.command("cards")
def read_cards(
    images: list[str],
    deck: str = "",
    values: str = "",
    taught: str = "",
    colours: str = "",
    explain: Annotated[Path | None, typer.Option(readable=False)] = None,
) -> None:
    """Find number cards and read value and colour."""
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
    """The deck of that name. Raises: BadUse where it was never taught, or is damaged."""
    from companion.settings import data_folder
    from vision.cards.kept import load
    from vision.errors import UnknownDeck

    folder = data_folder() / "decks"
    known = sorted(path.stem for path in folder.glob("*.npz"))
    if name not in known:
        key = "usage.not_taught" if known else "usage.none_taught"
        raise BadUse(key, at="--taught", known=tuple(known), given=name)
    try:
        return load(folder, name)
    except UnknownDeck as error:
        raise BadUse("usage.deck_damaged", at="--taught", given=name) from error


def _faces(deck: str, values: str, colours: str) -> Faces:
    """What may lie there, by the options. Raises: BadUse for a deck, value or colour we do not know."""
    from vision.cards.faces import COLOURS, DECKS, Faces, colours_named, values_between

    if deck and deck not in DECKS:
        raise BadUse("usage.one_of", at="--deck", known=tuple(DECKS), given=deck)
    faces = DECKS.get(deck, Faces())
    if values:
        with wrong_value("usage.values", at="--values", given=values):
            faces = replace(faces, values=values_between(values))
    if colours:
        with wrong_value("usage.some_of", at="--colours", known=COLOURS, given=colours):
            faces = replace(faces, colours=colours_named(colours))
    return faces
