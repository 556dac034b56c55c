"""Statistics of people: counted by columns, checked against counting one game after the other."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from companion.exchange.people import Meeting, People, Person, Record, Scores
from companion.store.results import Columns

PEOPLE = ("Ann", "Ben", "Cy", "Dan")
GAMES = ("allegra", "die_bombe", "splash")


class Played(NamedTuple):
    game: str
    scores: tuple[tuple[str, int], ...]

    @property
    def places(self) -> tuple[int, ...]:
        sign = -1 if self.game == "allegra" else 1
        return tuple(sum(sign * other > sign * own for _, other in self.scores) + 1 for _, own in self.scores)


@st.composite
def evenings(draw: st.DrawFn) -> list[Played]:
    one = st.builds(
        lambda game, people, scores: Played(game, tuple(zip(people, scores, strict=False))),
        st.sampled_from(GAMES),
        st.permutations(PEOPLE),
        st.lists(st.integers(-5, 5), min_size=2, max_size=4),
    )
    return draw(st.lists(one, max_size=30))


def columns(played: list[Played]) -> Columns:
    seats = [seat for game in played for seat in game.scores]
    counts = tuple(range(len(played)))
    return Columns(
        tuple(game.game for game in played),
        tuple(f"{number:04d}" for number in counts),
        tuple(len(game.scores) for game in played),
        [name for name, _ in seats],
        [score for _, score in seats],
        [place for game in played for place in game.places],
        counts,
        counts,
        counts,
    )


def won(played: list[Played], name: str) -> list[bool]:
    return [
        dict(zip(dict(game.scores), game.places, strict=True))[name] == 1
        for game in played
        if name in dict(game.scores)
    ]


def run(wins: list[bool]) -> int:
    return len(wins) if all(wins) else wins[::-1].index(False)


@given(evenings())
def test_wins_chances_and_streaks_are_those_of_counting_game_by_game(played: list[Played]) -> None:
    expected = []
    for name in PEOPLE:
        wins = won(played, name)
        if wins:
            mine = [number for number, game in enumerate(played) if name in dict(game.scores)]
            chance = sum(1 / len(played[number].scores) for number in mine)
            longest = max(run(wins[: end + 1]) for end in range(len(wins)))
            expected.append((name, len(wins), sum(wins), round(chance, 9), run(wins), longest, f"{mine[-1]:04d}"))
    found = [
        (p.name, p.games, p.wins, round(p.expected, 9), p.streak, p.longest_streak, p.last_at)
        for p in People(columns(played)).people()
    ]
    assert sorted(found) == sorted(expected)
    assert found == sorted(found, key=lambda one: (-one[2], one[1], one[0]))


@given(evenings())
def test_scores_and_records_are_those_of_counting_game_by_game(played: list[Played]) -> None:
    people = People(columns(played))
    expected = {}
    for game in GAMES:
        best, worst = (min, max) if game == "allegra" else (max, min)
        for name in PEOPLE:
            mine = [dict(one.scores)[name] for one in played if one.game == game and name in dict(one.scores)]
            wins = won([one for one in played if one.game == game], name)
            if mine:
                mean = sum(mine) / len(mine)
                expected[name, game] = Scores(name, game, len(mine), sum(wins), mean, best(mine), worst(mine))
    assert {(one.name, one.game): one for one in people.scores()} == expected
    for record in people.records():
        best = min if record.game == "allegra" else max
        seats = [
            (score, f"{i:04d}", name)
            for i, one in enumerate(played)
            if one.game == record.game
            for name, score in one.scores
        ]
        top = best(score for score, _, _ in seats)
        score, at, name = next(seat for seat in seats if seat[0] == top)
        assert record == Record(record.game, name, score, at)
    assert {record.game for record in people.records()} == {one.game for one in played}


@given(evenings())
def test_head_to_head_is_that_of_counting_game_by_game(played: list[Played]) -> None:
    people = People(columns(played))
    for one, other in combinations(PEOPLE, 2):
        games = [dict(zip(dict(game.scores), game.places, strict=True)) for game in played]
        both = [game for game in games if one in game and other in game]
        ahead = sum(game[one] < game[other] for game in both)
        behind = sum(game[one] > game[other] for game in both)
        met = [m for m in people.meetings(one) if m.other == other] if both else []
        assert met == ([Meeting(one, other, len(both), ahead, behind)] if both else [])
        assert not both or met[0].level == len(both) - ahead - behind
    assert len(people.meetings()) == len({(m.name, m.other) for m in people.meetings()})


def test_no_games_give_no_figures() -> None:
    people = People(columns([]))
    answers = (people.people(), people.scores(), people.records(), people.meetings(), people.quality())
    assert answers == ((), (), (), (), ())
    assert people.course("Ann", "allegra") == ()


def test_the_course_of_a_person_is_in_the_order_of_time() -> None:
    played = [
        Played("splash", (("Ann", 3), ("Ben", 1))),
        Played("allegra", (("Ann", 9), ("Ben", 1))),
        Played("splash", (("Ben", 2), ("Ann", 0))),
    ]
    assert People(columns(played)).course("Ann", "splash") == (("0000", 3), ("0002", 0))


def test_a_ruling_beyond_all_numbers_does_not_stop_the_counting() -> None:
    people = People(columns([Played("splash", (("Ann", 10**40), ("Ben", 1)))]))
    assert people.records()[0].score == 10**12
    assert people.people()[0] == Person("Ann", 1, 1, 0.5, 1, 1, "0000")


def test_how_entries_came_is_summed_by_game() -> None:
    played = [Played("splash", (("Ann", 1), ("Ben", 0)))] * 3
    (quality,) = People(columns(played)).quality()
    assert (quality.games, quality.automatic, quality.corrected, quality.by_hand, quality.share) == (3, 3, 3, 3, 1 / 3)


def test_a_name_that_sits_twice_never_meets_itself() -> None:
    people = People(columns([Played("splash", (("Ann", 2), ("Ann", 1), ("Ben", 0)))]))
    assert people.meetings() == (Meeting("Ann", "Ben", 2, 2, 0),)
