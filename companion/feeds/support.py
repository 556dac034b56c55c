"""What the camera saw and why it read it so, saved when people ask for it: for support, and sent nowhere."""

from __future__ import annotations

from pathlib import Path

from companion.exchange.evidence import write_evidence
from companion.feeds.feed import Picture
from vision.marked import as_png, marked
from vision.readings import Seen


def save_look(picture: Picture, into: Path, *, at_utc: str) -> Path:
    """Save a preview with all its reasons in a folder of its own in `into`, named by the time; return that folder.

    It holds ``picture.png`` as the camera saw it, ``marked.png`` with what was recognised, and ``reasons.json`` with
    every place and its likelihoods. All of it is for its owner alone. Raises OSError.
    """
    outlines = [(one.points_px, one.label, one.confidence) for one in picture.outlines if one.label or one.cell is None]
    pictures = {"picture": as_png(picture.pixels), "marked": as_png(marked(picture.pixels, outlines))}
    into.mkdir(parents=True, exist_ok=True, mode=0o700)
    return write_evidence(into / at_utc.replace(":", "-"), pictures, _reasons(picture, at_utc))


def _reasons(picture: Picture, at_utc: str) -> dict[str, object]:
    height, width = picture.pixels.shape[:2]
    return {
        "at": at_utc,
        "size_px": [width, height],
        "note": None if picture.note is None else str(picture.note),
        "outlines": [
            {"quad": one.points_px, "label": one.label, "confidence": one.confidence} for one in picture.outlines
        ],
        "zones": [_zone(seen) for seen in picture.seen],
    }


def _zone(seen: Seen) -> dict[str, object]:
    return {
        "zone": seen.watch.zone,
        "kind": seen.watch.kind,
        "labels": seen.watch.labels,
        "places": [[dict(cell.likelihoods) for cell in row] for row in seen.cells],
    }
