"""Readable transcripts of games: each entry, what followed, who may do what, and how every viewer sees the table.

``python -m tests.playthroughs.writer`` writes them anew; a leaked secret or a changed rule is then a difference that a
person can read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.games import all_games
from companion.rulebook.course import Course, open_course
from companion.rulebook.domain import OneOf, Open, Secret, Whole
from companion.rulebook.entry import encode_entry
from companion.rulebook.errors import SealBroken
from companion.rulebook.game import Game, Option, word
from companion.rulebook.sealed import PUBLIC, redact
from companion.texts import Texts
from tests.kit import NAMES

FOLDER: Final = Path(__file__).parent
ENTRIES: Final = 60
"""So many entries of each game are written, and its last ten; whole games would not be read by anybody."""


def transcripts() -> Iterator[tuple[Path, str]]:
    """A file and its text for every game, with its fewest and its most players."""
    for game in all_games():
        for seats in sorted({game.seats[0], game.seats[-1]}):
            yield FOLDER / f"{game.key}_{seats}.txt", "\n".join(transcript(game, seats)) + "\n"


def transcript(game: Game[Any, Any], seats: int) -> Iterator[str]:
    """The lines of one transcript."""
    house = game.house()
    course = open_course(game, house, seats)
    truth = game.truth(house, seats, Random(seats))
    steps = [course]
    while not course.is_over:
        course = course.after(truth.act(course.state))
        steps.append(course)
    yield f"{game.key}, {seats} players"
    for step in steps[: ENTRIES + 1]:
        yield from _told(step)
    if len(steps) > ENTRIES + 11:
        yield f"\n... {len(steps) - ENTRIES - 11} entries left out ..."
    for step in steps[max(ENTRIES + 1, len(steps) - 10) :]:
        yield from _told(step)


def _told(step: Course) -> Iterator[str]:
    game, texts = step.game, Texts("en", step.game.key)
    yield ""
    if step.entries:
        action = step.entries[-1]
        yield f"#{step.seq} {_written(action)}"
        yield f"   {texts.said(game.tell(action), NAMES)}"
        yield from (f"   * {texts.said(event, NAMES)}" for event in step.now.events)
    yield f"   phase {game.phase(step.state)}; scores {list(step.totals)}; displays {list(game.seat_texts(step.state))}"
    yield from (f"   may: {_offered(option)}" for option in game.options(step.state))
    views: dict[str, list[str]] = {}
    for viewer in (PUBLIC, *range(step.seats)):
        views.setdefault(repr(redact(step.state.phase, viewer)), []).append(str(viewer))
    yield from (f"   seen by {', '.join(viewers)}: {phase}" for phase, viewers in views.items())
    if step.outcome:
        yield f"   outcome {step.outcome.reason}: {', '.join(NAMES[seat] for seat in step.outcome.winners)}"


def _written(action: Any) -> str:
    try:
        body = encode_entry(action)
    except SealBroken:
        body = {"by": action.by, "do": word(type(action)), "sealed": True}
    return " ".join(f"{name}={value}" for name, value in body.items())


def _offered(option: Option) -> str:
    fields = ", ".join(f"{name}: {_ranges(domain)}" for name, domain in option.domains)
    return f"{option.by} {word(option.action)}({fields})"


def _ranges(domain: Any) -> str:
    match domain:
        case OneOf(values) if len(values) > 15:
            return f"{len(values)} values"
        case OneOf(values):
            return " | ".join(map(str, values))
        case Whole(low, high):
            return f"{low}..{high}"
        case Open(kind):
            return f"a {kind}"
        case Secret(inner):
            return f"sealed {_ranges(inner)}"
        case _:
            return str(domain)


if __name__ == "__main__":
    for path, text in transcripts():
        path.write_text(text, encoding="utf-8")
