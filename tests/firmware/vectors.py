"""The test vectors the C tests read too."""

from collections.abc import Iterator
from itertools import groupby

from tests.kit import ROOT

VECTORS = ROOT / "firmware" / "vectors.txt"


def lines(kind: str) -> Iterator[list[str]]:
    """The fields after `kind` of every line of that kind."""
    for line in VECTORS.read_text().splitlines():
        words = line.split()
        if words and words[0] == kind:
            yield words[1:]


def scripts() -> dict[str, list[tuple[bytes, bytes | None]]]:
    """Script name to its exchanges: message, how the answer begins (None: no answer)."""
    return {
        name: [(bytes.fromhex(asked), None if told == "-" else bytes.fromhex(told)) for _, asked, told in exchanges]
        for name, exchanges in groupby(lines("ask"), key=lambda words: words[0])
    }
