"""Splash: score lines and the public facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.splash.giving import legal
from companion.games.splash.model import State
from companion.rulebook.score import ScoreLine
from companion.rulebook.text import say


def score(state: State) -> tuple[tuple[ScoreLine, ...], ...]:
    """One line a seat: its drops. They do not decide the game alone; an empty reserve wins too."""
    return tuple(
        (ScoreLine("drops", drops, say("why_drops", reserve=len(reserve))),)
        for drops, reserve in zip(state.drops, state.reserves, strict=True)
    )


def facts(state: State) -> Mapping[str, Any]:
    """The facts of the log format (section 2)."""
    return {
        "reserves": [len(reserve) for reserve in state.reserves],
        "drops": list(state.drops),
        "tower": list(state.tower),
        "box": len(state.box),
        "legal": list(legal(state)),
    }
