"""Splash: everyone builds one tower with pieces that the neighbour chooses."""

from companion.games.splash.model import ACTIONS, House
from companion.games.splash.options import options
from companion.games.splash.rules import apply, start
from companion.games.splash.score import facts, score
from companion.games.splash.table import hints, seat_texts, tell, zones
from companion.games.splash.truth import Table
from companion.rulebook.game import Game

GAME = Game(
    key="splash",
    seats=range(2, 7),
    best="highest",
    needs=frozenset({"tower"}),
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
