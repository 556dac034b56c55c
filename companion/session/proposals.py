"""What the camera offers for the table as it is: asked of a thinker, shown once, accepted by itself only where it may.

No thread and no clock of its own: the session tells it the time and does what is due.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, TypeAlias

from companion.rulebook.course import Course
from companion.session.explain import NONE_KNOWN, Contradictions, Explanation, contradictions, explain
from companion.session.view import Proposal
from vision.readings import Seen

Confirm: TypeAlias = Literal["always", "unsure", "automatic"]
"""How much the camera asks: for everything, only where it is unsure (after a ring has closed), or so without a ring."""

RING_S: Final = 2.0
"""How long a clear proposal waits for a no before it is accepted."""

Labels: TypeAlias = tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A table and the newest look at each of its zones; `known` is what people saw read wrongly and went on with."""

    course: Course
    looks: Mapping[str, Seen]
    known: Contradictions = NONE_KNOWN

    @property
    def labels(self) -> Labels:
        """What was read, without how sure."""
        return labels_of(self.looks)

    @property
    def cells(self) -> object:
        """What was read, with how sure; equal where there is nothing new to explain."""
        return tuple((zone, look.cells) for zone, look in sorted(self.looks.items()))


def labels_of(looks: Mapping[str, Seen]) -> Labels:
    """What was read in each zone, without how sure."""
    return tuple(sorted((zone, look.labels) for zone, look in looks.items()))


class Thinker(Protocol):
    """Explains looks, perhaps in a thread of its own."""

    def ask(self, question: Question) -> None:
        """Explain this from now on and forget what was asked before; never waits for the answer."""

    def answer(self) -> tuple[Question, Explanation] | None:
        """The newest answer, once; None where there is none yet."""


class AtOnce:
    """A thinker that explains while it is asked."""

    def __init__(self) -> None:
        self._answer: tuple[Question, Explanation] | None = None

    def ask(self, question: Question) -> None:
        """Explain it now."""
        self._answer = (question, explain(question.course, question.looks, question.known))

    def answer(self) -> tuple[Question, Explanation] | None:
        """The answer, once."""
        answer, self._answer = self._answer, None
        return answer


class Proposals:
    """The proposal that stands, what people said no to, and the ring after which a clear one is accepted."""

    def __init__(self, thinker: Thinker, *, confirm: Confirm = "always") -> None:
        self.standing: Proposal | None = None
        self.confirm: Confirm = confirm
        self._thinker = thinker
        self._looks: dict[str, Seen] = {}
        self._known = NONE_KNOWN
        self._asked: object = None
        self._number = 0
        self._muted: set[Labels] = set()
        self._declined: list[Any] = []
        self._is_insisting = False
        self._since_s: float | None = None
        self._is_held = False

    def see(self, course: Course, looks: Mapping[str, Seen]) -> None:
        """Take new looks in and have them explained, unless they say what was said no to."""
        self._looks |= looks
        question = Question(course, dict(self._looks), self._known)
        asked = (course.seq, question.cells)
        if asked != self._asked and question.labels not in self._muted:
            self._asked = asked
            self._thinker.ask(question)

    def follow(self, course: Course, now_s: float) -> bool:
        """Take the newest answer in; True where something else stands now. One about another table is dropped."""
        answer = self._thinker.answer()
        if answer is None or answer[0].course is not course or answer[0].labels in self._muted:
            return False
        explanation = self._without_insisting(answer[1])
        if explanation.meaning == (self.standing.explanation if self.standing else Explanation()).meaning:
            return False
        self._number += 1
        words = tuple(course.game.tell(choice.action) for choice in explanation.choices)
        fresh = Proposal(self._number, course.seq, explanation, words)
        self.standing = fresh if explanation.choices or explanation.differs else None
        self._since_s = now_s
        return True

    def closing(self, now_s: float) -> float | None:
        """How far the ring has closed, 0 to 1; None where a yes is needed or a hand stops it."""
        if self._since_s is None or self._is_held or not self._may_accept():
            return None
        return 1.0 if self.confirm == "automatic" else min(1.0, (now_s - self._since_s) / RING_S)

    def stop(self) -> bool:
        """A hand is over the table: the ring opens until it is looked at again; True where it was closing."""
        was_closing, self._since_s = self._since_s is not None and self._may_accept(), None
        return was_closing

    def begin_again(self, now_s: float) -> bool:
        """The hand is gone: close the ring from the start; True where there is one to close."""
        if self._since_s is not None or self.standing is None:
            return False
        self._since_s = now_s
        return self._may_accept()

    def hold(self, now_s: float, *, held: bool) -> bool:
        """While somebody enters by hand nothing is accepted by itself; after that the ring closes from the start.

        True where that changed a ring.
        """
        changed = held != self._is_held and self._may_accept()
        self._is_held = held
        if not held and self._since_s is not None:
            self._since_s = now_s
        return changed

    def decline(self, actions: Iterable[Any]) -> None:
        """No to `actions`: not offered again while the same is seen, and nothing is accepted by itself at this table.

        What was seen last is not explained again at all. So it is after an undo and after an old entry was edited.
        """
        self.correct(actions)
        self._muted.add(labels_of(self._looks))

    def correct(self, actions: Iterable[Any]) -> None:
        """As `decline`, but what was seen may mean something else: somebody had entered it wrongly."""
        self.standing = None
        self._declined += actions
        self._is_insisting = True

    def move_on(self, course: Course) -> None:
        """The table is another one: what was said no to may be offered again."""
        self.standing = None
        self._known = contradictions(course, self._looks)
        self._muted.clear()
        self._declined.clear()
        self._is_held = self._is_insisting = False

    def _without_insisting(self, explanation: Explanation) -> Explanation:
        """Silence where the best choice was said no to and nothing else that makes sense has been seen since."""
        if self._is_insisting and explanation.choices and explanation.choices[0].action in self._declined:
            return Explanation()
        if explanation.choices or not explanation.differs:
            self._is_insisting = False
            self._muted.clear()
        return explanation

    def _may_accept(self) -> bool:
        if self.standing is None or self.confirm == "always":
            return False
        return self.standing.explanation.clear and not self._declined
