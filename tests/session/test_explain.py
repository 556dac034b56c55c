"""From seen to proposed: the camera is believed as far as a legal action explains it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.games import game_named
from companion.games.allegra import GAME
from companion.games.allegra import model as m
from companion.games.alles_im_eimer.model import Lose
from companion.games.die_bombe import GAME as BOMBE
from companion.games.die_bombe.model import VALUE_CARDS
from companion.rulebook.course import Course
from companion.rulebook.zone import Zone
from companion.session.explain import contradictions, explain
from tests.kit import course, physical, play
from vision.readings import CellSeen, Seen, Watch


def look(zone: Zone, *, sure: float = 0.98, changed: dict[tuple[int, int], CellSeen] | None = None) -> Seen:
    """A zone seen as it is, each label with confidence `sure`, but for some changed cells."""
    watch = Watch(zone.name, zone.kind, len(zone.rows), len(zone.rows[0]), zone.labels)
    rows = tuple(
        tuple((changed or {}).get((r, c), CellSeen(((label, sure),))) for c, label in enumerate(row))
        for r, row in enumerate(zone.rows)
    )
    return Seen(watch, rows, 0.0)


def looks(now: Course, **more: float) -> dict[str, Seen]:
    return {zone.name: look(zone, **more) for zone in now.game.zones(now.state)}


def started() -> Course:
    return play(course(GAME, 3), {"by": "table", "do": "deal", "discard": 5})


def test_a_table_that_agrees_is_met_with_silence() -> None:
    now = started()
    assert explain(now, looks(now)).meaning == ((), False, ())


def test_a_turned_card_is_proposed_as_the_one_action_that_explains_it() -> None:
    now = started()
    after = play(now, {"by": 0, "do": "turn_up", "cell": [0, 1, 2], "value": 7})
    explained = explain(now, looks(after))
    assert explained.clear
    assert explained.choices[0].action == m.TurnUp(0, (0, 1, 2), 7)


def test_a_bucket_that_has_gone_is_proposed_as_the_one_that_was_lost() -> None:
    proposed = 0
    steps = list(physical(game_named("alles_im_eimer"), 3, 4))
    for now, after in pairwise(steps):
        if not isinstance(after.entries[-1], Lose):
            continue
        pyramids = {name: seen for name, seen in looks(after).items() if seen.watch.kind == "buckets"}
        explained = explain(now, pyramids)
        assert explained.clear
        assert looks(now.after(explained.choices[0].action)) == looks(after)
        proposed += 1
    assert proposed > 3


def test_a_label_that_no_legal_action_explains_is_told_as_a_difference() -> None:
    now = started()
    seen = looks(now)
    grid = next(zone for zone in GAME.zones(now.state) if zone.name == "grid1")
    seen["grid1"] = look(grid, changed={(0, 0): CellSeen((("7", 0.97),)), (2, 2): CellSeen((("3", 0.97),))})
    explained = explain(now, seen)
    assert explained.choices == ()
    assert explained.differs == (("grid1", 0, 0), ("grid1", 2, 2))


def test_two_values_that_look_alike_are_offered_as_a_choice() -> None:
    now = started()
    seen = looks(now)
    grid = next(zone for zone in GAME.zones(now.state) if zone.name == "grid0")
    seen["grid0"] = look(grid, changed={(0, 0): CellSeen((("6", 0.5), ("9", 0.45)))})
    explained = explain(now, seen)
    assert not explained.clear
    assert [choice.action.value for choice in explained.choices] == [6, 9]


def test_an_unsure_glimpse_of_a_change_is_not_worth_a_question() -> None:
    now = started()
    seen = looks(now)
    grid = next(zone for zone in GAME.zones(now.state) if zone.name == "grid0")
    seen["grid0"] = look(grid, changed={(0, 0): CellSeen((("6", 0.3), ("back", 0.25)))})
    assert explain(now, seen).choices == ()


def test_a_guess_that_leaves_more_open_than_it_says_is_asked_about_though_nothing_else_explains_it() -> None:
    now = started()
    grid = next(zone for zone in GAME.zones(now.state) if zone.name == "grid0")
    for share, is_clear in ((0.3, False), (0.45, False), (0.55, True)):
        explained = explain(now, looks(now) | {"grid0": look(grid, changed={(0, 0): CellSeen((("6", share),))})})
        assert [choice.action for choice in explained.choices] == [m.TurnUp(0, (0, 0, 0), 6)]
        assert explained.clear == is_clear


def test_the_last_cards_are_read_as_one_action() -> None:
    steps = list(physical(GAME, 2, 5))
    at = next(i for i, step in enumerate(steps) if isinstance(step.state.phase, m.Finishing))
    shown = steps[at + 1].entries[-1]
    seen = looks(steps[at])
    for grid in GAME.zones(steps[at].state):
        turned = {(r, c): CellSeen(((str(v), 0.98),)) for o, r, c, v in shown.cells if o == grid.owner}
        seen[grid.name] = look(grid, changed=turned)
    assert explain(steps[at], seen).choices[0].action == shown


@given(seed=st.integers(0, 2**32))
def test_what_can_be_seen_of_a_random_action_is_proposed_and_nothing_false_is_sure(seed: int) -> None:
    rng = Random(seed)
    steps = list(physical(GAME, rng.choice(GAME.seats), seed))
    for _ in range(4):
        at = rng.randrange(len(steps) - 1)
        now, after = steps[at], steps[at + 1]
        if isinstance(after.entries[-1], m.Final):
            continue
        explained = explain(now, looks(after))
        if GAME.zones(now.state) == GAME.zones(after.state):
            assert explained.choices == ()
        elif explained.clear:
            state = GAME.apply(now.state, explained.choices[0].action).state
            assert GAME.zones(state) == GAME.zones(after.state)


def test_a_place_read_wrongly_that_people_went_on_with_does_not_block_later_proposals() -> None:
    before = started()
    now = play(before, {"by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": 7})
    later = play(now, {"by": 0, "do": "turn_up", "cell": [0, 1, 1], "value": 4})
    misread = {(0, 0): CellSeen((("1", 0.97),))}
    seen = looks(later) | {"grid0": look(GAME.zones(later.state)[0], changed=misread)}
    assert explain(now, seen).choices == ()
    known = contradictions(now, {"grid0": look(GAME.zones(now.state)[0], changed=misread)})
    assert known == {(("grid0", 0, 0), "1")}
    explained = explain(now, seen, known)
    assert explained.clear
    assert explained.choices[0].action == m.TurnUp(0, (0, 1, 1), 4)


def test_a_misread_place_is_told_again_once_it_is_read_as_something_else() -> None:
    now = play(started(), {"by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": 7})
    grid = next(zone for zone in GAME.zones(now.state) if zone.name == "grid0")
    known = contradictions(now, {"grid0": look(grid, changed={(0, 0): CellSeen((("1", 0.97),))})})
    assert explain(now, {"grid0": look(grid, changed={(0, 0): CellSeen((("1", 0.97),))})}, known).differs == ()
    other = look(grid, changed={(0, 0): CellSeen((("3", 0.97),))})
    assert explain(now, {"grid0": other}, known).differs == (("grid0", 0, 0),)


def pair_seen(now: Course, left: CellSeen, right: CellSeen) -> dict[str, Seen]:
    zone = next(zone for zone in now.game.zones(now.state) if zone.name == "cards")
    return looks(now) | {"cards": look(zone, changed={(0, 0): left, (0, 1): right})}


def before_a_pair() -> Course:
    """Die Bombe once red25 has been shown: the next pair is laid out."""
    steps = physical(BOMBE, 3, 1)
    return next(now for now in steps if now.seq > 0 and now.game.phase(now.state) == "showing" and now.state.seen)


def test_a_card_that_is_used_up_gives_way_to_the_next_likely_one() -> None:
    now = before_a_pair()
    used = next(card for card in now.state.seen if card != "bomb")
    free = [card for card in VALUE_CARDS if card not in now.state.seen][:2]
    doubtful = CellSeen(((used, 0.7), (free[0], 0.25)))
    explained = explain(now, pair_seen(now, doubtful, CellSeen(((free[1], 0.98),))))
    assert explained.clear
    assert explained.choices[0].action.cards == (free[0], free[1])


def test_a_pair_with_a_doubtful_card_is_offered_as_a_choice_and_not_as_its_likeliest_reading() -> None:
    now = before_a_pair()
    free = [card for card in VALUE_CARDS if card not in now.state.seen][:3]
    doubtful = CellSeen(((free[0], 0.6), (free[1], 0.35)))
    explained = explain(now, pair_seen(now, doubtful, CellSeen(((free[2], 0.98),))))
    assert not explained.clear
    assert [choice.action.cards for choice in explained.choices] == [(free[0], free[2]), (free[1], free[2])]
