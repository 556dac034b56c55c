"""Allegra: low cards win, three equal leave, and a knock asks for the drawn card."""

from companion.games.allegra.model import ACTIONS, House, Knock
from companion.games.allegra.options import options
from companion.games.allegra.rules import apply, start
from companion.games.allegra.score import facts, score
from companion.games.allegra.table import hints, seat_texts, tell, zones
from companion.games.allegra.truth import Table
from companion.rulebook.game import Game

GAME = Game(
    key="allegra",
    seats=range(2, 7),
    best="lowest",
    needs=frozenset({"cards", "knocks"}),
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
    press=Knock,
)
