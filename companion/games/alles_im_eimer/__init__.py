"""Alles im Eimer: animals run at bucket pyramids; the most buckets left win."""

from companion.games.alles_im_eimer.model import ACTIONS, House
from companion.games.alles_im_eimer.options import options
from companion.games.alles_im_eimer.rules import apply, start
from companion.games.alles_im_eimer.score import facts, score
from companion.games.alles_im_eimer.table import hints, seat_texts, tell, zones
from companion.games.alles_im_eimer.truth import Table
from companion.rulebook.game import Game

GAME = Game(
    key="alles_im_eimer",
    seats=range(2, 7),
    best="highest",
    needs=frozenset({"cards", "buckets"}),
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
