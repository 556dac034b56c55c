"""How the table of Splash should look and what helps; and a log as JSON."""

from __future__ import annotations

import pytest

from companion.games.splash import GAME
from companion.games.splash.model import Collect, Give, Stands
from companion.rulebook.course import Course
from companion.rulebook.entry import decode_entry, encode_entry
from companion.rulebook.text import Player, Said, say
from companion.rulebook.zone import GAP
from companion.session.explain import explain
from companion.texts import LANGUAGES, Texts
from tests.games.splash.turns import FOUL, STANDS, base, falls, give, piece, pieces, table
from tests.kit import NAMES, play
from vision.readings import CellSeen, Seen, Watch

THREE = ["LB TR PG", "SY LG", "OV PV"]


def columns(now: Course) -> dict[str, list[str]]:
    """The zones as columns from the bottom up."""
    zones = GAME.zones(now.state)
    assert all(zone.kind == "tower" and all(len(row) == 1 for row in zone.rows) for zone in zones)
    return {zone.name: [label for (label,) in zone.rows] for zone in zones}


def test_the_tower_is_shown_from_the_bottom_up_with_a_place_for_the_next_piece() -> None:
    assert columns(table(THREE)) == {"tower": [GAP]}
    now = play(table(THREE, "PR LR"), give(0, "TR"))
    assert columns(now) == {"tower": [*pieces("PR LR"), GAP]}
    assert columns(play(now, STANDS)) == {"tower": [*pieces("PR LR TR"), GAP]}


def test_after_a_fall_the_stacks_lie_beside_the_tower() -> None:
    now = play(table(THREE, "PR LR OR SR"), give(0, "TR"), falls("PR LR", "OR SR", "TR"))
    assert columns(now) == {
        "tower": [GAP],
        "stack0": list(pieces("PR LR")),
        "stack1": list(pieces("OR SR")),
        "stack2": ["stick/red"],
    }
    assert columns(play(now, base(1, 1))) == {"tower": [*pieces("OR SR"), GAP]}


def test_the_camera_proposes_that_the_tower_stands() -> None:
    now = play(table(THREE, "LR"), give(0, "TR"))
    cells = tuple((CellSeen(((label, 0.97),)),) for label in (*pieces("LR TR"), GAP))
    seen = Seen(Watch("tower", "tower", 3, 1, ()), cells, 0.0)
    assert [choice.action for choice in explain(now, {"tower": seen}).choices] == [Stands("table")]


def hinted(now: Course) -> tuple[Said, ...]:
    return GAME.hints(now.state)


def named(letters: str) -> tuple[Said, ...]:
    return tuple(say(f"piece.{one}") for one in pieces(letters))


def test_the_legal_pieces_are_hinted() -> None:
    assert hinted(table(THREE)) == (say("hint_begin"),)
    assert hinted(table(THREE, "LR")) == (say("hint_own", pieces=named("LB TR")),)
    assert hinted(table(["PG OG", "SY", "OV"], "LR")) == (say("hint_any_own"),)


def test_it_is_hinted_from_whom_to_take_and_who_wins_by_it() -> None:
    now = table(["PG", "SY LB", "OR"], "LR")
    assert hinted(now) == (
        say("hint_take_from", seat=Player(1), pieces=named("LB")),
        say("hint_take_from", seat=Player(2), pieces=named("OR")),
        say("hint_last_piece", seat=Player(2)),
    )
    off = table(["PG", "SY LB", "OR"], "LR", robbed_empty_wins=False)
    assert say("hint_last_piece", seat=Player(2)) not in hinted(off)
    assert hinted(table(["LB", "SY"], "LR"))[-1] == say("hint_last_piece", seat=Player(0))


def test_a_foul_a_third_drop_and_the_stacks_to_choose_from_are_hinted() -> None:
    now = play(table(THREE, "PR LR", drops=(2, 0, 0)), give(0, "TR"))
    assert hinted(now) == (say("hint_third_drop", seat=Player(0)),)
    assert hinted(play(now, FOUL)) == (say("hint_fouled"), say("hint_third_drop", seat=Player(0)))
    fallen = play(table(THREE, "PR LR"), give(0, "TR"), falls("PR", "LR", "TR"))
    assert hinted(fallen) == tuple(say("hint_base", stack=number, n=1) for number in (1, 2, 3))


def test_displays_show_reserve_and_drops() -> None:
    assert GAME.seat_texts(table(THREE, "LR", drops=(2, 0, 1)).state) == ("3-2", "2-0", "2-1")


def test_a_give_is_written_with_from_only_where_the_piece_was_taken() -> None:
    assert encode_entry(Give(0, piece("OR"), 2)) == {"by": 0, "do": "give", "piece": "octagon/red", "from": 2}
    assert encode_entry(Give(0, piece("OR"))) == {"by": 0, "do": "give", "piece": "octagon/red"}
    assert decode_entry(GAME, 3, {"by": 0, "do": "give", "piece": "octagon/red", "from": 2}) == Give(0, piece("OR"), 2)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("fr", "Ann prend à Cy et donne : plaque verte."),
        ("en", "Ann takes from Cy and gives: green plate."),
        ("de", "Ann nimmt von Cy und gibt: grüne Platte."),
    ],
)
def test_a_taken_piece_is_told_with_its_owner(language: str, expected: str) -> None:
    assert Texts(language, GAME.key).said(GAME.tell(Give(0, piece("PG"), 2)), NAMES) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_has_a_name_of_its_own(language: str) -> None:
    words = Texts(language, GAME.key)
    everything = "LR LO LY LG LB LV SR SO SY SG SB SV PR PO PY PG PB PV TR TO TY TG TB TV OR OO OY OG OB OV"
    assert len({words.said(one) for one in named(everything)}) == 30
    assert words.said(GAME.tell(Collect(1, pieces("TR TO OB"))), NAMES).count(",") == 2
    assert words.said(GAME.tell(Stands("table")), NAMES)
