"""The thinking thread: it answers the newest question, in its own time, and a fault of it is not swallowed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.feeds import thinking
from companion.feeds.thinking import Thinking
from companion.games.allegra import model as m
from companion.session.explain import Explanation, explain
from companion.session.proposals import Question
from tests.kit import PATIENCE_S, play
from tests.session.test_explain import looks, started

TURN_UP = {"by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": 7}


@pytest.fixture
def thinker() -> Iterator[Thinking]:
    one = Thinking()
    yield one
    one.close()


def question() -> Question:
    now = started()
    return Question(now, looks(play(now, TURN_UP)))


def waited(thinker: Thinking) -> None:
    """Let the thread finish what it does."""
    thinker._pool.submit(int).result(PATIENCE_S)


def test_a_question_is_answered_once_and_in_another_thread(thinker: Thinking, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def told(*about: Any) -> Explanation:
        seen.append(threading.current_thread().name)
        return explain(*about)

    monkeypatch.setattr(thinking, "explain", told)
    asked = question()
    thinker.ask(asked)
    waited(thinker)
    answer = thinker.answer()
    assert answer is not None
    assert answer[0] is asked
    assert answer[1].choices[0].action == m.TurnUp(0, (0, 0, 0), 7)
    assert thinker.answer() is None
    assert [name.split("_")[0] for name in seen] == ["thinking"]


def test_what_waited_is_forgotten_for_a_newer_question(thinker: Thinking, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, explained = threading.Event(), threading.Event(), []

    def slowly(course: Any, *_: Any) -> Explanation:
        begun.set()
        go_on.wait(PATIENCE_S)
        explained.append(course)
        return Explanation()

    monkeypatch.setattr(thinking, "explain", slowly)
    first, second, third = question(), question(), question()
    thinker.ask(first)
    assert begun.wait(PATIENCE_S)
    assert thinker.answer() is None, "it does not wait"
    thinker.ask(second)
    thinker.ask(third)
    go_on.set()
    waited(thinker)
    answer = thinker.answer()
    assert answer is not None
    assert answer[0] is third
    assert explained == [first.course, third.course]


def test_a_fault_while_thinking_reaches_the_one_who_asked(thinker: Thinking, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Explanation:
        raise ValueError("a fault of ours")

    monkeypatch.setattr(thinking, "explain", broken)
    thinker.ask(question())
    waited(thinker)
    with pytest.raises(ValueError, match="a fault of ours"):
        thinker.answer()
