"""What may be printed on the cards looked for: values, colours, pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass

NUMBERS = tuple(range(-1, 26))
PICTURES = ("none", "bomb", "animal")
CLASSES: tuple[str, ...] = PICTURES + tuple(str(number) for number in NUMBERS)


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of a deck.

    `values` are the numbers that exist; `colours` the colour names, empty where colour means nothing;
    `bombs` and `backs` say whether such cards may lie there.
    """

    values: tuple[int, ...] = NUMBERS
    colours: tuple[str, ...] = ()
    bombs: bool = False
    backs: bool = True


ANIMAL_COLOURS = ("red", "yellow", "green", "blue", "violet")
DECKS: dict[str, Faces] = {
    "allegra": Faces(tuple(range(-1, 12))),
    "alles_im_eimer": Faces(tuple(range(1, 9)), ANIMAL_COLOURS, backs=False),
    "buero_crazy": Faces((1, 2, 5, 10, 20), backs=False),
    "die_bombe": Faces(tuple(range(3, 26, 2)), ("red", "green"), bombs=True),
}


def labels_of(faces: Faces) -> tuple[str, ...]:
    """What a deck shows, by label: ``"7"`` or ``"red7"`` colour by colour, then ``"bomb"``, then ``"back"``."""
    colours = faces.colours or ("",)
    bombs = ("bomb",) if faces.bombs else ()
    backs = ("back",) if faces.backs else ()
    return (*(f"{colour}{value}" for colour in colours for value in faces.values), *bombs, *backs)


def values_between(text: str) -> tuple[int, ...]:
    """The values of a range or list: ``"0-9"``, ``"-1-11"``, ``"1,2,5"``.

    Raises: ValueError where the text is neither, or names a number outside -1..25.
    """
    parts = [re.fullmatch(r"(-?\d{1,2})(?:-(-?\d{1,2}))?", part.strip()) for part in text.split(",")]
    named = [(int(part[1]), int(part[2] or part[1])) for part in parts if part is not None]
    values = [value for first, last in named for value in range(first, last + 1)]
    if len(named) < len(parts) or not values or not set(values) <= set(NUMBERS):
        raise ValueError(f"expected values between -1 and 25, such as 0-9 or 1,2,5, got {text!r}")
    return tuple(dict.fromkeys(values))


COLOURS = ("red", "orange", "yellow", "green", "blue", "violet", "black")


def colours_named(text: str) -> tuple[str, ...]:
    """The colours of a list such as ``"red,yellow"``. Raises: ValueError for one we have no name for."""
    names = tuple(part.strip() for part in text.split(",") if part.strip())
    strange = [name for name in names if name not in COLOURS]
    if strange or not names:
        raise ValueError(f"expected colours among {', '.join(COLOURS)}, got {text!r}")
    return names
