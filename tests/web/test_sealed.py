"""What is sealed never leaves before its reveal: not to spectators, not to other seats, not back to its own phone."""

from __future__ import annotations

import asyncio
import logging
import re
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.buero_crazy import model as crazy
from companion.games.die_bombe import model as bombe
from companion.rulebook.codec import Counts
from companion.rulebook.game import TABLE
from companion.rulebook.sealed import Sealed
from companion.texts import LANGUAGES, Texts
from companion.web.board_page import board_page, board_parts
from companion.web.scene import Scene
from companion.web.seat_page import seat_page, seat_parts
from companion.web.stream import Streams
from tests.web.tables import WebTable, truth_of

FIGURES = (0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, None)

DRAWN = re.compile("<svg.*?</svg>|data-key=.*?>")
"""Drawings are full of numbers; that they are alike is tested by what is shown of two games."""


def everything(scene: Scene) -> list[str]:
    """All that any browser can get of a scene, in every language."""
    assert scene.view is not None
    told = []
    for language in LANGUAGES:
        words = Texts(language, scene.view.game)
        told += [board_page(scene, words), *board_parts(scene, words).values()]
        for seat in range(len(scene.view.seats)):
            told += [seat_page(scene, seat, words), *seat_parts(scene, seat, words).values()]
    return told


def seals_in(thing: Any) -> bool:
    """True where a `Sealed` lies in a scene; what checks a value (a domain) holds none that could be shown."""
    if isinstance(thing, Sealed):
        return True
    if isinstance(thing, tuple):
        return any(map(seals_in, thing))
    if is_dataclass(thing) and not isinstance(thing, type):
        return any(seals_in(getattr(thing, part.name)) for part in fields(thing))
    return False


def table_after(game: str, seats: int, seed: int, steps: int) -> WebTable:
    table = WebTable(game, seats)
    truth = truth_of(table.session, seed)
    for _ in range(steps):
        if not table.session.course.is_over:
            table.session.submit(truth.act(table.session.course.state), "touch")
    table.pump()
    return table


@given(seed=st.integers(0, 10**6), steps=st.integers(0, 60), seats=st.integers(3, 5))
@pytest.mark.parametrize("game", ["die_bombe", "buero_crazy"])
def test_two_games_that_differ_in_what_is_sealed_look_alike(game: str, seed: int, steps: int, seats: int) -> None:
    """Every response is a function of the scene: it must not change when only a sealed value does."""
    tables = [table_after(game, seats, seed, steps) for _ in range(2)]
    asked = [seat for seat, ask in enumerate(tables[0].parts.board.scene.asks) if ask is not None]
    if not asked or (game == "buero_crazy" and tables[0].session.course.state.hands[asked[0]] < 1):
        return
    values: tuple[Any, Any] = (7, 31) if game == "die_bombe" else (Counts(), Counts(((1, 1),)))
    for table, value in zip(tables, values, strict=True):
        kind = bombe.Bid if game == "die_bombe" else crazy.Play
        table.submit(kind(asked[0], Sealed(asked[0], value)))
    one, other = (everything(table.parts.board.scene) for table in tables)
    assert one == other
    assert not any(seals_in(table.parts.board.scene) for table in tables)


def test_a_number_by_phone_is_nowhere_until_the_reveal(caplog: pytest.LogCaptureFixture) -> None:
    """The bid is one that stands nowhere else, so each byte of every response can be searched for it."""
    caplog.set_level(logging.DEBUG)
    table = WebTable("die_bombe", 3)
    table.submit(bombe.Show(TABLE, ("red3", "green5")))
    phones = [table.phone(seat, f"192.168.1.{seat}") for seat in range(3)]
    before = [phone.page() for phone in phones] + [table.browser().get("/").text]
    assert not any(">37<" in page or " 37" in page for page in before)
    answers = [phone.enter(number="37") for phone in phones[:1]]
    table.pump()
    assert table.session.course.state.phase.bids[0].value == 37
    after = [phone.page() for phone in phones] + [table.browser().get("/").text, *(answer.text for answer in answers)]
    found = [page for page in after if " 37" in page or ">37" in page or '"37"' in page]
    assert found == []
    assert not [r for r in caplog.records if "37" in r.getMessage() and r.name.startswith(("companion", "uvicorn"))]
    assert "It is in" in after[0]


def test_after_the_reveal_everybody_may_read_it() -> None:
    table = WebTable("die_bombe", 2)
    table.submit(bombe.Show(TABLE, ("red3", "green5")))
    for seat, bid in ((0, "37"), (1, "12")):
        table.phone(seat).enter(number=bid)
    table.pump()
    table.submit(bombe.Reveal(TABLE))
    assert "37" in table.browser().get("/").text


def test_cards_by_phone_are_sealed_and_no_page_tells_how_many() -> None:
    table = WebTable("buero_crazy", 3)
    table.submit(crazy.Place(TABLE, FIGURES))
    phone = table.phone(0)
    assert phone.enter(c20="2", c1="1").status_code == 204
    table.pump()
    assert table.session.course.state.phase.bids[0].value == Counts(((20, 2), (1, 1)))
    for page in (phone.page(), table.browser().get("/").text):
        assert "41" not in DRAWN.sub("", page.partition("<main>")[2])


def test_more_cards_than_in_hand_are_refused_without_saying_what_was_tried() -> None:
    table = WebTable("buero_crazy", 3)
    table.submit(crazy.Place(TABLE, FIGURES))
    answer = table.phone(0).enter(c20="97")
    assert answer.status_code == 422
    assert "97" not in answer.text


@settings(max_examples=10)
@given(bids=st.lists(st.integers(1, 40), min_size=3, max_size=3, unique=True))
def test_the_stream_of_everybody_tells_no_bid_before_the_reveal(bids: list[int]) -> None:
    table = WebTable("die_bombe", 3)
    table.submit(bombe.Show(TABLE, ("red3", "green5")))
    words = Texts("en", "die_bombe")
    streams = Streams(table.parts.board)
    renders = [lambda scene: board_parts(scene, words)]
    renders += [lambda scene, seat=seat: seat_parts(scene, seat, words) for seat in range(3)]

    async def watch() -> list[str]:
        followed = [streams.follow("a", render).body_iterator for render in renders]
        told = [str(await anext(stream)) for stream in followed for _ in range(2)]
        for seat, bid in enumerate(bids):
            table.submit(bombe.Bid(seat, Sealed(seat, bid)))
            told += [str(await anext(stream)) for stream in followed]
        return told

    told = asyncio.run(watch())
    history = [line for line in told if "bid sealed" in line.lower()]
    assert history
    for line in told:
        for bid in bids:
            assert f"bid {bid}." not in line
            assert f'"{bid}"' not in line


def test_the_scene_is_the_same_whoever_asks_and_holds_no_seal() -> None:
    table = table_after("die_bombe", 4, 9, 7)
    assert not seals_in(table.parts.board.scene)
    assert seals_in(table.session.course.state) or not table.parts.board.scene.given.count(True)
