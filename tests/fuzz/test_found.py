"""What fuzzing has found, kept so that it is never found again."""

from __future__ import annotations

import io

import numpy as np
import pytest

from tests.fuzz.scratch import scratch
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import TARGETS
from vision.cards.kept import MOST_EXPOSURES, load
from vision.cards.looks import BINS, SHIFTS
from vision.cards.whole import COLUMNS, ROWS
from vision.errors import UnknownDeck

FOUND = [
    ("scene", b'{"pieces": [{"outline_mm": [[0, 0], [82, 0], [920, 10], [0,-1 ]], "grims": 4}]}'),
    (
        "scene",  # a pile that nothing carries
        b'{"pieces": [{"outline_mm": [[5, 1], [8.0, 0], [50, 1]], "grams": 1},'
        b' {"outline_mm": [[6, 0], [10, 0], [0, 10]], "grams": 8}]}',
    ),
    ("tournament", seeds("tournament")[0].replace(b'"best": 4', b'"best": 1e999')),
]


@pytest.mark.parametrize(("name", "data"), FOUND)
def test_what_was_found_is_a_value_or_a_calm_error_now(name: str, data: bytes) -> None:
    TARGETS[name](data)


def test_a_deck_with_any_byte_spoilt_is_told_or_read() -> None:
    good = seeds("taught_deck")[0]
    for at in range(0, len(good), 3):
        TARGETS["taught_deck"](good[:at] + bytes([good[at] ^ 0x55]) + good[at + 1 :])


def exposures(count: int) -> dict[str, object]:
    """So many exposures, nothing to be seen on them."""
    return {
        "looks": np.zeros((count, len(SHIFTS), 2, 8), np.float16),
        "wholes": np.zeros((count, ROWS, COLUMNS, BINS), np.float16),
        "tints": np.zeros((count, 2), np.float16),
        "corners": np.zeros((count, 4), np.float16),
    }


def deck(**changed: object) -> bytes:
    """A taught deck of two faces shown once, some parts exchanged."""
    parts = {"faces": np.array([["7", "red"], ["J", ""]]), "index": np.array([0, 1]), **exposures(2)}
    out = io.BytesIO()
    np.savez_compressed(out, **(parts | changed))
    return out.getvalue()


@pytest.mark.parametrize(
    "changed",
    [
        {"faces": np.array(["7"])},
        {"faces": np.array([["--5", ""], ["J", ""]])},
        {"index": np.array([0, 9])},
        {"index": np.array([0, -1])},
        {"index": np.array([0.0, 1.0])},
        {"index": np.array([0, 0])},
        {"looks": np.zeros((2, len(SHIFTS), 3, 8), np.float16)},
        {"looks": np.zeros((2, 0, 2, 8), np.float16)},
        {"looks": np.full((2, len(SHIFTS), 2, 8), np.nan, np.float16)},
        {"wholes": np.zeros((2, ROWS, COLUMNS - 1, BINS), np.float16)},
        {"corners": np.zeros((2, 3), np.float16)},
        {"corners": np.full((2, 4), 60_000, np.float16)},
        {"corners": np.full((2, 4), -9, np.float16)},
        {"wholes": np.full((2, ROWS, COLUMNS, BINS), np.inf, np.float16)},
        {"tints": np.zeros((3, 2), np.float16)},
        exposures(MOST_EXPOSURES + 1) | {"index": np.arange(MOST_EXPOSURES + 1) % 2},
        {"looks": np.array([{"a": 1}], dtype=object)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_deck_whose_parts_do_not_belong_together_is_told(changed: dict[str, object]) -> None:
    with scratch() as folder:
        (folder / "deck.npz").write_bytes(deck(**changed))
        with pytest.raises(UnknownDeck):
            load(folder, "deck")
        (folder / "deck.npz").write_bytes(deck())
        assert len(load(folder, "deck").faces) == 2
