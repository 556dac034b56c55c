"""A tournament in a file: JSON that people can read, written whole or not at all, for its owner alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from companion.club.errors import BadTournament
from companion.club.tournament import Entrant, Outcome, Round, Seated, Tournament, is_ranking
from companion.exchange.private_file import write_private, writing
from companion.exchange.whole_file import read_whole
from companion.system_faults import why_of

FORMAT: Final = "companion-tournament/1"


def write_tournament(path: Path, tournament: Tournament) -> None:
    """Keep a tournament. Raises NotWritten."""
    text = json.dumps({"format": FORMAT, **asdict(tournament)}, ensure_ascii=False, indent=1) + "\n"
    with writing(path):
        write_private(path, text.encode())


def read_tournament(path: Path) -> Tournament:
    """The tournament in a file. Raises BadTournament where there is none, or it does not hold together."""
    try:
        told = json.loads(read_whole(path).decode())
    except OSError as error:
        raise BadTournament("file_unreadable", file=str(path), why=why_of(error)) from error
    except (ValueError, RecursionError) as error:
        raise BadTournament("tournament.unreadable", file=str(path)) from error
    try:
        return _checked(_tournament(told))
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise BadTournament("tournament.damaged", file=str(path), why=str(error)) from error


def _tournament(told: Mapping[str, Any]) -> Tournament:
    if told["format"] != FORMAT:
        raise ValueError(f"format: expected {FORMAT}, got {told['format']}")
    if told["kind"] not in {"swiss", "round_robin"}:
        raise ValueError(f"kind: expected swiss or round_robin, got {told['kind']}")
    return Tournament(
        name=str(told["name"]),
        kind=told["kind"],
        game=str(told["game"]),
        best=int(told["best"]),
        least=int(told["least"]),
        most=int(told["most"]),
        seed=int(told["seed"]),
        entrants=tuple(map(_entrant, told["entrants"])),
        rounds=tuple(map(_round, told["rounds"])),
    )


def _entrant(told: Mapping[str, Any]) -> Entrant:
    left = told["left"]
    return Entrant(str(told["name"]), int(told["joined"]), None if left is None else int(left))


def _round(told: Mapping[str, Any]) -> Round:
    return Round(str(told["drawn_at"]), tuple(map(_seated, told["tables"])), tuple(map(str, told["byes"])))


def _seated(told: Mapping[str, Any]) -> Seated:
    ended = told["outcome"]
    outcome = None
    if ended is not None:
        places, scores = (tuple(int(number) for number in ended[name]) for name in ("places", "scores"))
        outcome = Outcome(places, scores, str(ended["game_id"]))
    return Seated(tuple(map(str, told["people"])), outcome)


def _checked(tournament: Tournament) -> Tournament:
    """The same, once it is sure that everybody sits once a round and all places are places. Raises ValueError."""
    known = {entrant.name for entrant in tournament.entrants}
    for number, played in enumerate(tournament.rounds, 1):
        names = [*played.byes, *(name for table in played.tables for name in table.people)]
        if len(set(names)) != len(names) or not set(names) <= known:
            raise ValueError(f"round {number}: expected everybody once, got {sorted(names)}")
        for table in played.tables:
            if table.outcome is not None and not is_ranking(table.outcome.places, len(table.people)):
                raise ValueError(f"round {number}: expected places of {table.people}, got {table.outcome.places}")
    return tournament
