"""``companion screens``: write a picture of every screen."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

import typer

from companion.rulebook.errors import CompanionError
from companion.settings import Settings, chosen_language, language_option

app = typer.Typer()


class BadSize(CompanionError, ValueError):
    """Error raised when a size is not written as width x height."""


@app.command()
def screens(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the pictures.")] = Path("screenshots"),
    language: Annotated[str, language_option()] = "",
    size: Annotated[str, typer.Option(help="Width and height in pixels, for instance 1280x720.")] = "800x480",
    theme: Annotated[Literal["dark", "light"], typer.Option(help="Colours of the screens.")] = "dark",
    text_size: Annotated[Literal["normal", "large"], typer.Option(help="How large words are.")] = "normal",
) -> None:
    """Write a picture of every screen with believable content; no window and no device is needed."""
    from companion.exchange.private_file import writing
    from companion.ui.studio import photograph

    settings = Settings(chosen_language(language), theme=theme, text_size=text_size, sounds=False)
    pixels = read_size(size)
    with writing(out):
        out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data:
        for file in photograph(out, Path(data), settings=settings, size=pixels):
            print(file)


def read_size(text: str) -> tuple[int, int]:
    """Width and height written as ``"800x480"``. Raises BadSize."""
    parts = text.lower().split("x")
    if len(parts) != 2 or not all(part.isdecimal() and int(part) >= 320 for part in parts):
        raise BadSize("bad_size", size=text)
    return (int(parts[0]), int(parts[1]))
