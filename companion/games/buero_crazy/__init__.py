"""Büro Crazy: sealed duels on the way up to the boss, and a roof full of cards for those who got high enough."""

from companion.games.buero_crazy.advice import hints
from companion.games.buero_crazy.model import ACTIONS, House
from companion.games.buero_crazy.options import options
from companion.games.buero_crazy.rules import apply, start
from companion.games.buero_crazy.score import facts, score
from companion.games.buero_crazy.table import seat_texts, tell, zones
from companion.games.buero_crazy.truth import Table
from companion.rulebook.game import Game

GAME = Game(
    key="buero_crazy",
    seats=range(3, 6),
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
