"""`companion print`: pages for scissors and a printer."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.command_line import App
from companion.exchange.private_file import place_for, writing
from companion.settings import chosen_language, language_option
from companion.texts import Texts

if TYPE_CHECKING:
    from companion.exchange.paper import PaperName

app = App()
pages = App(no_args_is_help=True)
app.add_typer(pages, name="print")


class PaperSize(StrEnum):
    """Paper the printer holds."""

    A4 = "A4"
    A3 = "A3"
    LETTER = "Letter"


class Sheet(StrEnum):
    """Paper for everything but reference marks."""

    A4 = "A4"
    LETTER = "Letter"


Game = Annotated[str, typer.Argument(show_default=False)]
Size = Annotated[Sheet, typer.Option("--paper")]
Out = Annotated[Path | None, typer.Option("--out", "-o", show_default=False, readable=False)]
Language = Annotated[str, language_option()]


@pages.callback()
def _pages() -> None:
    """Print cards, boards, pads, rules and the pages the camera holds on to."""


@pages.command("markers")
def print_markers(
    paper: PaperSize = PaperSize.A4,
    out: Out = None,
    language: Language = "",
) -> None:
    """Write the corner cards and the back card as a PDF, to be printed at 100 % on matt paper."""
    from companion.exchange.markers import write_markers

    file = place_for(out, "markers.pdf")
    with writing(file):
        write_markers(file, paper=paper.value)
    typer.echo(Texts(chosen_language(language))("print.markers", file=str(file)))


@pages.command("lens")
def print_lens(
    out: Out = None,
    language: Language = "",
) -> None:
    """Write the chessboard that a camera's lens is measured with, to be printed on A4 and glued to something flat."""
    from companion.exchange.markers import write_lens_board

    file = place_for(out, "lens.pdf")
    with writing(file):
        write_lens_board(file)
    typer.echo(Texts(chosen_language(language))("print.lens", file=str(file)))


@pages.command("deck")
def print_deck(
    game: Game,
    paper: Size = Sheet.A4,
    backs: bool = True,
    out: Out = None,
    language: Language = "",
) -> None:
    """Write all cards of a game, with cut marks."""
    from companion.exchange.print_deck import write_deck

    words = Texts(chosen_language(language))
    file = place_for(out, f"{game}-deck.pdf")
    with writing(file):
        count = write_deck(file, game=game, paper=_name(paper), words=words, with_backs=backs)
    typer.echo(words("print.cards", file=str(file), n=count))


@pages.command("board")
def print_board(game: Game, paper: Size = Sheet.A4, out: Out = None, language: Language = "") -> None:
    """Write the board of a game and the pieces of paper that stand on it."""
    from companion.exchange.print_boards import write_board

    _print(partial(write_board, game=game, paper=_name(paper)), place_for(out, f"{game}-board.pdf"), language)


@pages.command("pad")
def print_pad(game: Game, paper: Size = Sheet.A4, out: Out = None, language: Language = "") -> None:
    """Write a score pad."""
    from companion.exchange.print_pads import write_pad

    _print(partial(write_pad, game=game, paper=_name(paper)), place_for(out, f"{game}-pad.pdf"), language)


@pages.command("rules")
def print_rules(game: Game, paper: Size = Sheet.A4, out: Out = None, language: Language = "") -> None:
    """Write the rules of a game on one page."""
    from companion.exchange.print_rules import write_rules

    _print(partial(write_rules, game=game, paper=_name(paper)), place_for(out, f"{game}-rules.pdf"), language)


@pages.command("seats")
def print_seats(paper: Size = Sheet.A4, out: Out = None, language: Language = "") -> None:
    """Write labels that stand before the players."""
    from companion.exchange.print_pads import write_seat_labels

    _print(partial(write_seat_labels, paper=_name(paper)), place_for(out, "seats.pdf"), language)


def _print(write: Callable[..., None], file: Path, language: str) -> None:
    """Write a page in this language and say where it lies. Raises NotWritten."""
    words = Texts(chosen_language(language))
    with writing(file):
        write(file, words=words)
    typer.echo(words("print.written", file=str(file)))


def _name(paper: Sheet) -> PaperName:
    return "A4" if paper is Sheet.A4 else "Letter"
