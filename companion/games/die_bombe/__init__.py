"""Die Bombe: sealed bids for two open cards, and bombs that take cards away again."""

from companion.games.die_bombe.model import ACTIONS, House
from companion.games.die_bombe.options import options
from companion.games.die_bombe.rules import apply, start
from companion.games.die_bombe.score import facts, score
from companion.games.die_bombe.table import hints, seat_texts, tell, zones
from companion.games.die_bombe.truth import Table
from companion.rulebook.game import Game

GAME = Game(
    key="die_bombe",
    seats=range(2, 7),
    best="highest",
    needs=frozenset({"cards", "displays"}),
    house=House,
    actions=ACTIONS,
    start=start,
    options=options,
    apply=apply,
    score=score,
    facts=facts,
    tell=tell,
    zones=zones,
    seat_texts=seat_texts,
    hints=hints,
    truth=Table,
)
