"""Büro Crazy: what helps at the table - the bracket, the change to hand out, and who stands to win which piles."""

from __future__ import annotations

from companion.games.buero_crazy import model as m
from companion.games.buero_crazy.bracket import (
    ALL_CONTESTS,
    CONTESTS,
    FINAL,
    SEMIFINALS,
    STARTS,
    beaten,
    floor_of,
    hopefuls,
    pair,
)
from companion.games.buero_crazy.change import Handout, advice
from companion.games.buero_crazy.model import State
from companion.games.buero_crazy.purse import VALUES, Purse, worth
from companion.games.buero_crazy.score import piles_of, roof_points
from companion.rulebook.game import Over
from companion.rulebook.text import Player, Said, say


def hints(state: State) -> tuple[Said, ...]:
    """The cards to hand out now, the duel and what comes after it, and what the roof promises to whom."""
    if isinstance(state.phase, Over):
        return ()
    return (*_handouts(state), *_bracket(state), *_roof(state))


def _handouts(state: State) -> tuple[Said, ...]:
    """What went into or out of the kitchen at the last reveal, until somebody chooses cards again."""
    if isinstance(state.phase, m.Revealing) or (isinstance(state.phase, m.Selecting) and state.phase.bids):
        return ()
    due = zip(state.ledger, advice(state), strict=True)
    return tuple(said for entry, cards in list(due)[state.settled :] for said in _handout(entry, cards))


def _handout(entry: m.Fill | m.Payment, handout: Handout) -> tuple[Said, ...]:
    if isinstance(entry, m.Fill):
        emptied = (say("hint_empty"),) if entry.emptied else ()
        return (*emptied, say("hint_fill", points=entry.points, cards=_in_words(handout.cards)))
    if not entry.points:
        return ()
    seat = Player(entry.seat)
    broken = tuple(say("hint_break", value=value) for value in handout.broken)
    paid = say("hint_pay", seat=seat, points=entry.points, cards=_in_words(handout.cards))
    back = (say("hint_back", seat=seat, cards=_in_words(handout.back)),) if worth(handout.back) else ()
    return (*broken, paid, *back)


def _in_words(cards: Purse) -> tuple[Said, ...]:
    return tuple(say("so_many", count=count, value=value) for value, count in zip(VALUES, cards, strict=True) if count)


def _bracket(state: State) -> tuple[Said, ...]:
    """Which duel this is, whom its winner meets, and the pairs that follow on this floor."""
    contest = len(state.results)
    if not isinstance(state.phase, m.Selecting | m.Revealing | m.CastingLots):
        return ()
    floor = floor_of(contest)
    number = contest - STARTS[floor] + 1
    left, right = Player(state.phase.left), Player(state.phase.right)
    duel = say("hint_duel", number=number, duels=CONTESTS[floor], left=left, right=right)
    later = range(contest + 1, STARTS[floor] + CONTESTS[floor])
    pairs = tuple(_pair(state, other) for other in later)
    following = (say("hint_following", pairs=pairs),) if pairs else ()
    return (duel, *_opponents(state, contest), *following)


def _opponents(state: State, contest: int) -> tuple[Said, ...]:
    """Whom the winner of `contest` may meet on the next floor."""
    if contest == FINAL:
        return ()
    floor = floor_of(contest)
    place = contest - STARTS[floor]
    others = hopefuls(state.steps, state.results)[floor + 1][place ^ 1]
    return (say("hint_meets", seats=tuple(Player(seat) for seat in sorted(others))),)


def _pair(state: State, contest: int) -> Said:
    figures = [Player(figure) for figure in pair(state.steps, state.results, contest) if figure is not None]
    if len(figures) == 1:
        return say("alone", seat=figures[0])
    return say("against", left=figures[0], right=figures[1])


def _roof(state: State) -> tuple[Said, ...]:
    """What a pile is worth on average, and who can still get which piles; once it is certain, who gets which."""
    if isinstance(state.phase, m.Placing):
        return ()
    points = roof_points(state)
    each = say("hint_roof", points=points, each=points // m.PILES)
    if len(state.results) == ALL_CONTESTS:
        shares = enumerate(piles_of(state))
        return (
            each,
            *(
                say("hint_piles", seat=Player(seat), piles=numbers, n=len(numbers))
                for seat, numbers in shares
                if numbers
            ),
        )
    left, right = (_behind(state, contest) for contest in SEMIFINALS)
    boss = hopefuls(state.steps, state.results)[-1][0]
    return (
        each,
        say("hint_boss", seats=_players(boss)),
        say("hint_finalist", seats=_players(_behind(state, FINAL))),
        say("hint_left", seats=_players(left)),
        say("hint_right", seats=_players(right)),
    )


def _behind(state: State, contest: int) -> frozenset[int]:
    """The seats whose figure may stay behind in `contest`."""
    if contest < len(state.results):
        stays = beaten(state.steps, state.results, contest)
        return frozenset() if stays is None else frozenset({stays})
    floor = floor_of(contest)
    place = 2 * (contest - STARTS[floor])
    row = hopefuls(state.steps, state.results)[floor]
    return row[place] | row[place + 1]


def _players(seats: frozenset[int]) -> tuple[Player, ...]:
    return tuple(Player(seat) for seat in sorted(seats))
