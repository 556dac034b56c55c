"""Alles im Eimer: score lines and the public facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.alles_im_eimer.model import BUCKETS, State
from companion.games.alles_im_eimer.pyramid import standing
from companion.games.alles_im_eimer.rules import running
from companion.rulebook.score import ScoreLine
from companion.rulebook.text import say


def buckets_left(state: State) -> tuple[int, ...]:
    """The buckets of every seat; ten before it builds, and both parts while one is to be kept."""
    return tuple(BUCKETS if pyramid is None else len(standing(pyramid)) for pyramid in state.pyramids)


def score(state: State) -> tuple[tuple[ScoreLine, ...], ...]:
    """One line a seat: a point for each bucket left."""
    return tuple((ScoreLine("buckets", left, say("why_buckets", lost=BUCKETS - left)),) for left in buckets_left(state))


def facts(state: State) -> Mapping[str, Any]:
    """The facts of the log format (section 2)."""
    now = running(state)
    return {
        "buckets_left": list(buckets_left(state)),
        "pyramids": [pyramid and [list(row) for row in pyramid] for pyramid in state.pyramids],
        "to_beat": now and now.total,
        "colour": now and now.colour,
    }
