"""A simulated evening: what the people at a physical table with hidden cards do next."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.rulebook.course import Adjust, Course


class Evening:
    """Plays one physical game, decided by `seed`, as long as the record follows it.

    After an undo it plays the same again. Where the record has left its path (somebody entered something else) it has
    nothing to say until that is undone.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._truth: Any = None
        self._path: list[Any] = []
        self._plan: Any = None

    def next_action(self, course: Course) -> Any:
        """What happens next at the table; None at the end of the game or off the path."""
        if course.is_over:
            return None
        trail = [action for seq in course.trail if not isinstance(action := course.entries[seq - 1], Adjust)]
        if self._truth is None or trail not in (self._path, [*self._path, self._plan]):
            return self._found_again(course, trail)
        if len(trail) > len(self._path):
            self._path = trail
            self._plan = self._truth.act(course.state)
        return self._plan

    def _found_again(self, course: Course, trail: list[Any]) -> Any:
        """Play from the start up to where the record is, if it went this way."""
        self._truth = course.game.truth(course.options, course.seats, Random(self._seed))
        self._path, state = [], course.moments[0].state
        for action in trail:
            if self._truth.act(state) != action:
                self._truth = None
                return None
            state = course.game.apply(state, action).state
        self._path, self._plan = trail, self._truth.act(state)
        return self._plan
