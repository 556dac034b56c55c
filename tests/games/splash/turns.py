"""Short ways to write a game of Splash down; a piece is ``"LR"``: a letter for its shape, one for its colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.splash import GAME
from companion.games.splash.model import Giving, State
from companion.games.splash.pieces import COLOURS, PIECES, SHAPES
from companion.rulebook.codec import decode_options
from companion.rulebook.course import Course, Moment
from tests import kit

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"draft": "exhaust", "first": 1},
    {"robbed_empty_wins": False},
    {"height": "physical"},
    {"draft": "exhaust", "robbed_empty_wins": False, "height": "physical"},
)
_SHAPES = dict(zip("LSPTO", SHAPES, strict=True))
_COLOURS = dict(zip("ROYGBV", COLOURS, strict=True))


def piece(letters: str) -> str:
    """``"LR"`` is the large red cube; L large cube, S small cube, P plate, T stick, O octagon."""
    return f"{_SHAPES[letters[0]]}/{_COLOURS[letters[1]]}"


def pieces(letters: str) -> tuple[str, ...]:
    """Several pieces, separated by blanks."""
    return tuple(map(piece, letters.split()))


def table(
    reserves: Sequence[str], tower: str = "", *, giver: int = 0, drops: Sequence[int] = (), **options: Any
) -> Course:
    """A table in mid-game at which `giver` must give: reserves, tower from the bottom up, all else in the box."""
    house = decode_options(GAME.house, options)
    hands, standing = tuple(map(pieces, reserves)), pieces(tower)
    out = {*standing, *(piece for hand in hands for piece in hand)}
    box = tuple(piece for piece in PIECES if piece not in out)
    state = State(house, len(reserves), hands, tuple(drops) or (0,) * len(reserves), Giving(giver), standing, box=box)
    return Course(GAME, house, len(reserves), (), (Moment(0, 0, state),))


def fresh(seats: int = 3, **options: Any) -> Course:
    """A table before the draft."""
    return kit.course(GAME, seats, options)


def draft(*sizes: int) -> Mapping[str, Any]:
    """A draft in the order of `PIECES`, with so many for each seat."""
    heap = list(PIECES)
    return {"by": "table", "do": "draft", "reserves": [[heap.pop(0) for _ in range(size)] for size in sizes]}


def give(seat: int, letters: str, owner: int | None = None) -> Mapping[str, Any]:
    return {"by": seat, "do": "give", "piece": piece(letters), **({} if owner is None else {"from": owner})}


STANDS: Mapping[str, Any] = {"by": "table", "do": "stands"}
FOUL: Mapping[str, Any] = {"by": "table", "do": "foul"}


def falls(*stacks: str) -> Mapping[str, Any]:
    return {"by": "table", "do": "falls", "stacks": [list(pieces(stack)) for stack in stacks]}


def base(seat: int, stack: int) -> Mapping[str, Any]:
    return {"by": seat, "do": "base", "stack": stack}


def collect(seat: int, letters: str) -> Mapping[str, Any]:
    return {"by": seat, "do": "collect", "pieces": list(pieces(letters))}


def on_turn(course: Course) -> int:
    seat: int = course.state.phase.seat
    return seat


def legal(letters: str) -> list[str]:
    """Pieces as the facts list them."""
    return sorted(pieces(letters))
