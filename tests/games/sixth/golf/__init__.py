"""Golf with six cards."""

from companion.games.golf.model import Draw, House, Lay
from companion.games.golf.rules import apply, options, start
from companion.games.golf.table import Table, facts, hints, score, seat_texts, tell, zones

from companion.rulebook.game import Game

GAME = Game(
    key="golf",
    seats=range(2, 5),
    best="lowest",
    needs=frozenset({"cards"}),
    house=House,
    actions=(Draw, Lay),
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
