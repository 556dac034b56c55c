"""`companion print`: pages for scissors and a printer."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()
pages = typer.Typer(help="Print pages the camera holds on to.", no_args_is_help=True)
app.add_typer(pages, name="print")


class PaperSize(StrEnum):
    """Paper the printer holds."""

    A4 = "A4"
    A3 = "A3"


@pages.callback()
def _pages() -> None:
    """Print pages the camera holds on to."""


@pages.command("markers")
def print_markers(
    paper: Annotated[PaperSize, typer.Option(help="A3: the back card alone, for big buckets.")] = PaperSize.A4,
    out: Annotated[Path, typer.Option(help="Where to write the PDF.")] = Path("markers.pdf"),
) -> None:
    """Write the corner cards and the back card as a PDF, to be printed at 100 % on matt paper."""
    from companion.exchange.markers import write_markers

    try:
        write_markers(out, paper=paper.value)
    except OSError as error:
        typer.echo(f"{out}: cannot be written: {error.strerror or error}", err=True)
        raise typer.Exit(1) from error
    typer.echo(f"{out}: print at 100 %, then check that the line on each page is 100 mm long")
