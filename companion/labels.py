"""Labels of a zone in words: what a card, piece or figure is called to the people at the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.texts import Texts


def word_of(label: str, texts: Texts, names: Sequence[str] = ()) -> str:
    """What a label is called: a figure by its seat's name of `names`, backs, pieces and colours by words.

    A label the catalogues of `texts` have no word for is returned as it is: numbers, and faces people named themselves.
    """
    if match := re.fullmatch(r"seat(\d)", label):
        return names[int(match[1])]
    letters = label.rstrip("0123456789")
    keys = (f"piece.{label}", f"card_{label}", f"card.{label}", f"colour.{letters}", letters)
    word = next((texts(key) for key in keys if key and texts.has(key)), "")
    return f"{word} {label.removeprefix(letters)}".strip() if word else label
