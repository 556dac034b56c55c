"""How the table of Alles im Eimer should look, what the camera may propose and what helps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.games.alles_im_eimer import GAME
from companion.games.alles_im_eimer.model import Attack, Build, Defend, Lose
from companion.rulebook.course import Course
from companion.rulebook.domain import Open
from companion.rulebook.text import Player, Said, say
from companion.rulebook.zone import GAP
from companion.session.explain import explain
from companion.texts import Texts
from tests.games.alles_im_eimer.turns import STAR, attack, build, built, changed, defend, drawn, lose, passes
from tests.kit import NAMES, course, play
from vision.readings import CellSeen, Seen, Watch


def zone(now: Course, name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a zone."""
    [rows] = [zone.rows for zone in GAME.zones(now.state) if zone.name == name]
    return rows


def reader(now: Course, action: type, field: str) -> Any:
    """What reads `field` of the first option for `action` from labels seen."""
    domain = next(dict(option.domains)[field] for option in GAME.options(now.state) if option.action is action)
    assert isinstance(domain, Open)
    assert domain.read is not None
    return domain.read


def test_a_pyramid_is_shown_from_the_base_up_with_gaps() -> None:
    assert zone(course(GAME, 2), "pyramid0") == ((GAP,) * 4, (GAP,) * 3, (GAP,) * 2, (GAP,))
    now = play(built(), attack(0, "red", 1), passes(1), lose(1, 1, 1))
    assert zone(now, "pyramid1")[1:] == (("violet", GAP, "blue"), (GAP, GAP), (GAP,))
    owners = {zone.name: (zone.owner, zone.kind) for zone in GAME.zones(now.state)}
    assert owners == {
        **{f"pyramid{seat}": (seat, "buckets") for seat in range(3)},
        **{f"cards{seat}": (seat, "cards") for seat in range(3)},
    }


def test_the_cards_of_a_round_lie_before_their_players() -> None:
    now = play(built(2), attack(0, "red", 5, 1), defend(1, 7))
    assert zone(now, "cards0") == (("red5", "red1", GAP, GAP, GAP, GAP),)
    assert zone(now, "cards1")[0][0] == "red7"
    now = play(now, passes(0), lose(0, 0, 0))
    assert zone(now, "cards0") == zone(now, "cards1") == ((GAP,) * 6,)


def test_there_is_always_room_for_three_more_cards() -> None:
    now = play(built(2), attack(0, "red", 1, 1, 2), defend(1, 5), defend(0, 2, 3), defend(1, 5))
    assert zone(now, "cards0")[0][5:] == (GAP, GAP, GAP)


def test_a_pyramid_seen_is_read_as_built() -> None:
    read = reader(course(GAME, 2), Build, "pyramid")
    assert read({"pyramid0": STAR}) == STAR
    gap = ((*STAR[0][:3], GAP), *STAR[1:])
    assert read({"pyramid0": gap}) is None
    assert read({"cards0": ((GAP,),)}) is None


def test_cards_seen_are_read_as_laid_whatever_lay_there_before() -> None:
    now = built(2)
    colours = [option for option in GAME.options(now.state) if option.action is Attack]
    read = {dict(option.domains)["colour"].values[0]: dict(option.domains)["cards"] for option in colours}
    seen = {"cards0": (("red5", "red1", GAP),), "pyramid0": STAR}
    assert read["red"].read(seen) == (5, 1)
    assert read["blue"].read(seen) is None
    now = play(now, attack(0, "red", 5, 1), defend(1, 7))
    assert reader(now, Defend, "cards")({"cards0": (("red1", "red5", "red5", GAP),)}) == (5,)


def looked(now: Course, name: str, rows: Sequence[Sequence[str | None]]) -> list[Any]:
    """The actions proposed after a look at zone `name` that shows `rows`; None is a gap."""
    cells = tuple(tuple(CellSeen(((label or GAP, 0.97),)) for label in row) for row in rows)
    watch = Watch(name, "cards", len(rows), max(map(len, rows)), ())
    return [choice.action for choice in explain(now, {name: Seen(watch, cells, 0.0)}).choices]


def test_the_camera_proposes_what_was_built_laid_and_taken_out() -> None:
    assert looked(play(course(GAME, 2), build(0)), "pyramid1", STAR) == [Build(1, STAR)]
    now = built(2)
    assert looked(now, "cards0", [["red5", "red3", *[GAP] * 4]]) == [Attack(0, "red", (5, 3))]
    now = play(now, attack(0, "red", 5))
    assert looked(now, "cards1", [["red4", "red3", *[GAP] * 4]]) == [Defend(1, (4, 3))]
    assert looked(now, "cards1", [["red4", *[GAP] * 5]]) == []
    now = play(now, passes(1))
    assert looked(now, "pyramid1", drawn("RBGY V.B .. .")) == [Lose(1, (1, 1))]


def hinted(now: Course) -> tuple[Said, ...]:
    return GAME.hints(now.state)


def test_the_sum_to_beat_is_a_hint() -> None:
    now = play(built(2), attack(0, "red", 5, 1), defend(1, 7))
    assert hinted(now)[0] == say("hint_to_beat", total=7, seat=Player(0), least=2, own=6)
    now = play(built(2, equal_reverses=True), attack(0, "red", 5))
    assert hinted(now)[0] == say("hint_to_beat", total=5, seat=Player(1), least=5, own=0)


def test_it_is_said_when_no_cards_can_beat_the_sum() -> None:
    seen = tuple(("red", value) for value in (6, 6, 7, 7))
    now = play(changed(built(2), discard=seen), attack(0, "red", 8, 8, 5))
    assert hinted(now)[0] == say("hint_no_defence", seat=Player(1), total=21)
    assert Defend not in {option.action for option in GAME.options(now.state)}


def test_what_falls_is_told_for_each_bucket_that_may_go() -> None:
    now = play(built(), attack(0, "blue", 1), passes(1))
    blue = say("colour.blue")
    assert hinted(now) == (
        say("hint_falls_apart", n=5, colour=blue, row=1, column=2, left=1, right=3),
        say("hint_falls", n=2, colour=blue, row=2, column=3, left=7),
    )
    assert hinted(play(built(), attack(0, "blue", 1)))[1:] == hinted(now)


def test_both_parts_are_told_with_their_colours() -> None:
    now = play(built(), attack(0, "blue", 1), passes(1), lose(1, 0, 1))
    left, right = hinted(now)
    assert left == say("hint_left", n=1, colours=(say("colour.red"),))
    assert right == say("hint_right", n=3, colours=(say("colour.green"), say("colour.yellow"), say("colour.blue")))


def test_nothing_is_hinted_outside_a_round() -> None:
    assert hinted(built()) == hinted(course(GAME, 2)) == ()


def test_displays_show_the_buckets_left() -> None:
    now = changed(built(), pyramids=(STAR, drawn("R... ... .. ."), drawn("RBGY ... .. .")))
    assert GAME.seat_texts(now.state) == ("10", "1", "4")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("fr", "Ann attaque en rouge : vache 5, 1, soit 6."),
        ("en", "Ann attacks red: cow 5, 1, a total of 6."),
        ("de", "Ann greift rot an: Kuh 5, 1, zusammen 6."),
    ],
)
def test_an_attack_is_told_with_its_animal(language: str, expected: str) -> None:
    assert Texts(language, GAME.key).said(GAME.tell(Attack(0, "red", (5, 1))), NAMES) == expected
