"""A command called in a way that makes no sense: told in the players' language, with exit code 2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import typer

from companion.rulebook.text import Said, Value, say

_SENTENCES: Final = (
    (re.compile(r"Missing command\."), "usage.no_command"),
    (re.compile(r"No such command (?P<given>.+?)\. Did you mean (?P<near>.+)\?"), "usage.no_such_command_but"),
    (re.compile(r"No such command (?P<given>.+)\."), "usage.no_such_command"),
    (re.compile(r"Got unexpected extra argument\(s\) \((?P<given>.+)\)"), "usage.too_many"),
    (re.compile(r"Option (?P<at>.+) does not take a value\."), "usage.takes_no_value"),
    (re.compile(r"Option (?P<at>.+) requires (an argument|\d+ arguments)\."), "usage.value_missing"),
    (re.compile(r"Argument (?P<at>.+) takes \d+ values\."), "usage.value_missing"),
)
"""What the parser of Typer says in one string, and our sentence for it."""


class BadUse(typer.BadParameter):
    """Error raised when a command is given something that makes no sense to it; exit code 2.

    Args: `key` and `values` are the sentence, `at` the option or argument that is meant where Typer does not know it.
    """

    def __init__(self, key: str, *, at: Value = "", **values: Value) -> None:
        self.said = Said(key, tuple((name, _shown(value)) for name, value in values.items()))
        self.at = at
        super().__init__(str(self.said))


@contextmanager
def wrong_value(key: str, *, at: Value = "", **values: Value) -> Iterator[None]:
    """Turn a ValueError into that BadUse."""
    try:
        yield
    except ValueError as error:
        raise BadUse(key, at=at, **values) from error


def what_is_wrong(fault: typer.TyperException) -> Said | None:
    """The sentence for what Typer or a command has against a call; none where help was asked for and printed."""
    match vars(fault):
        case {"said": Said() as said, "at": at, "param": param}:
            place = at or (name_of(param) if param is not None else "")
            return say("usage.at", at=place, what=said) if place else said
        case {"option_name": option, "possibilities": near}:
            return _unknown(printable(option), tuple(sorted(near or ())))
        case {"param_type": _, "param": param} if param is not None:
            return say("usage.missing", at=name_of(param))
        case {"param": param} if param is not None:
            return say("usage.at", at=name_of(param), what=_unfit(param, fault))
        case {"message": ""}:
            return None
    return in_our_words(fault.message)


def is_option(parameter: Any) -> bool:
    """True for what is given by a name that begins with a dash."""
    return bool(parameter.param_type_name == "option")


def name_of(parameter: Any) -> Value:
    """What people call a parameter: the names of an option, the word for an argument."""
    return ", ".join(sorted(parameter.opts, key=len)) if is_option(parameter) else say(f"help.word.{parameter.name}")


def choices_of(parameter: Any) -> tuple[str, ...]:
    """The words that a parameter takes, where it does not take any."""
    return tuple(str(getattr(one, "value", one)) for one in parameter.type_descriptor.choices or ())


def range_of(parameter: Any) -> Said | None:
    """Between which numbers a parameter lies, both allowed; None without bounds."""
    if parameter.min is not None and parameter.max is not None:
        return say("usage.between", least=parameter.min, most=parameter.max)
    return None if parameter.min is None else say("usage.at_least", least=parameter.min)


def printable(text: str) -> str:
    """`text` as somebody gave it, without what would steer a terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def _shown(value: Value) -> Value:
    return printable(value) if isinstance(value, str) else value


def in_our_words(message: str) -> Said:
    """The sentence for what the parser of Typer says; unknown ones are told as they are."""
    for pattern, key in _SENTENCES:
        if found := pattern.fullmatch(message):
            return Said(key, tuple((name, part.strip("'")) for name, part in found.groupdict().items()))
    return say("usage.other", why=message)


def _unknown(option: str, near: tuple[str, ...]) -> Said:
    return (
        say("usage.no_such_option_but", given=option, near=near) if near else say("usage.no_such_option", given=option)
    )


def _unfit(parameter: Any, fault: typer.TyperException) -> Said:
    """A value that is not what its parameter takes. Pydantic, which Typer asks, knows what was given."""
    errors = getattr(fault.__cause__, "errors", None)
    if errors is None:
        return in_our_words(fault.message)
    given = printable(str(errors()[0]["input"]))
    if known := choices_of(parameter):
        return say("usage.one_of", known=known, given=given)
    number = say("usage.whole" if parameter.type_descriptor.annotation is int else "usage.number")
    within = range_of(parameter)
    return say("usage.unfit", wanted=number if within is None else (number, within), given=given)
