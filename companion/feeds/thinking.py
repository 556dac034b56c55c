"""The thinking thread: looks are explained beside the screen, so that no finger waits for it."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from companion.feeds.feed import Quiet
from companion.process import step_back
from companion.session.explain import Explanation, explain
from companion.session.proposals import Question


class Thinking(Quiet):
    """A thinker (`companion.session.proposals.Thinker`) with a thread of its own; all methods on the main thread."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="thinking", initializer=step_back)
        self._asked: Question | None = None
        self._found: Future[Explanation] | None = None

    def ask(self, question: Question) -> None:
        """Explain this as soon as what is being explained now is done; what waited is forgotten."""
        if self._found is not None:
            self._found.cancel()
        self._asked = question
        self._found = self._pool.submit(explain, question.course, question.looks, question.known)

    def answer(self) -> tuple[Question, Explanation] | None:
        """The newest answer, once; None while there is none."""
        if self._asked is None or self._found is None or not self._found.done():
            return None
        answer = (self._asked, self._found.result())
        self._asked = self._found = None
        return answer

    def close(self) -> None:
        """End the thread."""
        self._pool.shutdown(cancel_futures=True)
