"""A simulated evening: what the people at a physical table with hidden cards do next."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.rulebook.course import Adjust, Course


class Evening:
    """Plays one physical game, decided by `seed`, as long as the record follows it.

    After an undo it plays the same again. Where the record has left its path (somebody entered something that leaves
    the table otherwise) it has nothing to say until that is undone.
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
        trail = [course.moments[seq].state for seq in course.trail if not isinstance(course.entries[seq - 1], Adjust)]
        if self._truth is None or trail not in (self._path, self._path_on(course)):
            return self._found_again(course, trail)
        if len(trail) > len(self._path):
            self._path = trail
            self._plan = self._truth.act(course.state)
        return self._plan

    def _path_on(self, course: Course) -> list[Any]:
        """The path with what is planned: other words for the same change of the table do not leave it."""
        before = self._path[-1] if self._path else course.moments[0].state
        return [*self._path, course.game.apply(before, self._plan).state]

    def _found_again(self, course: Course, trail: list[Any]) -> Any:
        """Play from the start up to where the record is, if it went this way."""
        self._truth = course.game.truth(course.options, course.seats, Random(self._seed))
        self._path, state = [], course.moments[0].state
        for there in trail:
            if course.game.apply(state, self._truth.act(state)).state != there:
                self._truth = None
                return None
            state = there
        self._path, self._plan = trail, self._truth.act(state)
        return self._plan
