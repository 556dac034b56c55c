"""From options to questions: what a form must still ask until one action is left. Pure; no Kivy and no game.

A `Form` holds the options of one action type. It answers by itself whatever leaves no choice, so that people are
asked only what only they can know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from companion.rulebook.domain import ABSENT, Domain, OneOf, Open, Secret, Whole
from companion.rulebook.game import Actor, Option, word

BY: Final = "by"


@dataclass(frozen=True, slots=True)
class Answer:
    """The value of a field; `asked` tells that a person gave it."""

    field: str
    value: Any
    asked: bool


@dataclass(frozen=True, slots=True)
class Question:
    """The field that is open, and what it ranges over."""

    field: str
    domain: Domain


@dataclass(frozen=True, slots=True)
class Form:
    """The options of one action type and the answers so far; made by `form_for`."""

    options: tuple[Option, ...]
    answers: tuple[Answer, ...] = ()

    @property
    def kind(self) -> type:
        """The action type."""
        return self.options[0].action

    @property
    def fitting(self) -> tuple[Option, ...]:
        """The options that agree with the answers so far."""
        return tuple(option for option in self.options if all(_agrees(option, answer) for answer in self.answers))

    @property
    def by(self) -> Actor | None:
        """Who acts, None while it is open."""
        return next((answer.value for answer in self.answers if answer.field == BY), None)

    @property
    def question(self) -> Question | None:
        """What is still to be asked, None where the action is complete."""
        answered = {answer.field for answer in self.answers}
        for field in fields(self.kind):
            if field.name not in answered:
                return Question(field.name, _union(_domain(option, field.name) for option in self.fitting))
        return None

    @property
    def action(self) -> Any:
        """The action that the answers make, None while something is open."""
        if self.question is not None:
            return None
        return self.kind(**{answer.field: answer.value for answer in self.answers})

    @property
    def can_go_back(self) -> bool:
        """True where a person has answered something."""
        return any(answer.asked for answer in self.answers)

    def answer(self, value: Any) -> Form:
        """The form with the open question answered and all that follows from it. `value` must be in its domain."""
        question = self.question
        if question is None or value not in question.domain:
            raise ValueError(f"{self.kind.__name__}: {value!r} does not answer {question}")
        return _settled(replace(self, answers=(*self.answers, Answer(question.field, value, asked=True))))

    def given(self, value: Any) -> Form:
        """Like `answer`, but a structure is taken as it is: the rules will say what is wrong with it."""
        question = self.question
        if question is None or value in question.domain or not isinstance(inner(question.domain), Open):
            return self.answer(value)
        return replace(self, answers=(*self.answers, Answer(question.field, value, asked=True)))

    def back(self) -> Form:
        """The form before the last answer of a person."""
        asked = [number for number, answer in enumerate(self.answers) if answer.asked]
        return replace(self, answers=self.answers[: asked[-1]]) if asked else self


def form_for(options: Iterable[Option], kind: type) -> Form:
    """The form of the action type `kind`; at least one option must be of it."""
    return _settled(Form(tuple(option for option in options if option.action is kind)))


def kinds(options: Iterable[Option]) -> tuple[type, ...]:
    """The action types on offer, each once, in the order of the options."""
    return tuple(dict.fromkeys(option.action for option in options))


def do_key(kind: type) -> str:
    """The text key of an action type's name."""
    return f"do.{word(kind)}"


def _settled(form: Form) -> Form:
    """`form` with every question answered that has a single answer."""
    while (question := form.question) is not None:
        only = _only(question.domain)
        if only is None:
            return form
        form = replace(form, answers=(*form.answers, Answer(question.field, only[0], asked=False)))
    return form


def _only(domain: Domain) -> tuple[Any] | None:
    if isinstance(domain, OneOf) and len(domain.values) == 1:
        return (domain.values[0],)
    if isinstance(domain, Whole) and domain.low == domain.high:
        return (domain.low,)
    return None


def _domain(option: Option, field: str) -> Domain:
    """The domain of a field; where it may be left out among others, it is left out: it tells nothing new."""
    if field == BY:
        return OneOf((option.by,))
    domain = dict(option.domains).get(field, ABSENT)
    if isinstance(domain, OneOf) and None in domain.values:
        return ABSENT
    return domain


def _union(domains: Iterable[Domain]) -> Domain:
    """What any of the domains allows; lists are joined, of the others the first one stands for all."""
    several = tuple(dict.fromkeys(domains))
    listed = [domain for domain in several if isinstance(domain, OneOf | Whole)]
    if len(several) == 1 or not listed:
        return several[0]
    values = tuple(dict.fromkeys(value for domain in listed for value in domain))
    return OneOf(values, shown=any(isinstance(domain, OneOf) and domain.shown for domain in listed))


def _agrees(option: Option, answer: Answer) -> bool:
    return answer.value in _domain(option, answer.field)


def inner(domain: Domain) -> Domain:
    """What a person enters: of a secret, what it hides."""
    return domain.inner if isinstance(domain, Secret) else domain


def is_secret(domain: Domain) -> bool:
    """True where the entry must be covered."""
    return isinstance(domain, Secret)


def seats_in(domain: Domain) -> tuple[int, ...]:
    """The seats a domain lists, where it lists whole numbers."""
    values = tuple(domain) if isinstance(domain, OneOf | Whole) else ()
    return tuple(value for value in values if isinstance(value, int))
