"""``companion screens``: write a picture of every screen."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

import typer

from companion.command_line import App
from companion.rulebook.errors import CompanionError
from companion.settings import Settings, chosen_language, language_option

app = App()


class BadSize(CompanionError, ValueError):
    """Error raised when a size is not written as width x height."""


@app.command()
def screens(
    out: Annotated[Path, typer.Option("--out", "-o", readable=False)] = Path("screenshots"),
    language: Annotated[str, language_option()] = "",
    size: str = "800x480",
    theme: Literal["dark", "light"] = "dark",
    text_size: Literal["normal", "large"] = "normal",
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
