"""Actions and options from and to JSON, driven by their type hints; strict, so a wrong type is told, not bent."""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from companion.rulebook.errors import BadField, BadOptions, SealBroken
from companion.rulebook.game import TABLE, word
from companion.rulebook.sealed import Sealed

_WHOLE: Final = re.compile(r"-?[1-9][0-9]{0,8}|0")
"""A whole number as JSON writes it; what an object calls its parts is any text, so it is looked at before `int`."""
_JSON_NAMES: Final = types.MappingProxyType({int: "integer", str: "string", bool: "boolean"})


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of each number, as ``{"10": 1, "5": 2}`` in JSON; pairs in the order they were given."""

    pairs: tuple[tuple[int, int], ...] = ()

    def __getitem__(self, number: int) -> int:
        return dict(self.pairs).get(number, 0)

    @property
    def worth(self) -> int:
        """The sum of number times count."""
        return sum(number * count for number, count in self.pairs)

    @property
    def total(self) -> int:
        """The sum of the counts."""
        return sum(count for _, count in self.pairs)


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def decode_action(kind: type, by: int | str, body: Mapping[str, Any]) -> Any:
    """The action of class `kind` written in `body`.

    Raises BadField for a missing or null field, or a value of the wrong type. Fields that `kind` does not know are left
    alone: see `unknown_fields`.
    """
    values = {}
    for field in fields(kind):
        if field.name == "by":
            continue
        name = json_name(field.name)
        if name in body:
            hint = _hints(kind)[field.name]
            values[field.name] = decode(_present(hint), body[name], by=by, where=name)
        elif field.default is MISSING:
            raise BadField("missing_field", field=name)
    return kind(by=by, **values)


def json_name(field: str) -> str:
    """The JSON name of a field: ``from_`` is ``"from"``, which no Python field can be called."""
    return field.removesuffix("_")


def unknown_fields(kind: type, body: Mapping[str, Any], known: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of `body` that are neither fields of `kind` nor in `known`."""
    named = {json_name(field.name) for field in fields(kind)} | set(known)
    return tuple(key for key in body if key not in named)


def decode_by(value: Any, seats: int) -> int | str:
    """The author of an entry: a seat index below `seats`, or the table. Raises BadField."""
    if value == TABLE:
        return TABLE
    if type(value) is int and 0 <= value < seats:
        return value
    raise BadField("bad_author", last=seats - 1)


def decode_options(kind: type, body: Mapping[str, Any]) -> Any:
    """The options of class `kind` written in `body`. Raises BadOptions for an unknown name or a bad value.

    ``first`` is left out where the game has no starting seat (log format, section 1).
    """
    names = {field.name for field in fields(kind)}
    given = {k: v for k, v in body.items() if k in names or k != "first"}
    if unknown := [key for key in given if key not in names]:
        raise BadOptions("unknown_option", option=unknown[0])
    try:
        return kind(**{k: decode(_present(_hints(kind)[k]), v, by=TABLE, where=k) for k, v in given.items()})
    except BadField as error:
        raise BadOptions(error.said.key, **dict(error.said.values)) from error


def encode(thing: Any, *, opened: bool = False) -> Any:
    """The JSON value of a field. Raises SealBroken for something sealed unless `opened`."""
    if isinstance(thing, Sealed):
        if not opened:
            raise SealBroken("sealed", owner=thing.owner)
        return encode(thing.value, opened=opened)
    if isinstance(thing, Counts):
        return {str(number): count for number, count in thing.pairs}
    if isinstance(thing, tuple):
        return [encode(part, opened=opened) for part in thing]
    return thing


def encode_action(action: Any, *, opened: bool = False) -> dict[str, Any]:
    """The JSON object of an action: ``by``, ``do`` and its fields; optional fields that are None are left out."""
    body = {"by": action.by, "do": word(type(action))}
    for field in fields(action):
        value = getattr(action, field.name)
        if field.name != "by" and not (value is None and field.default is None):
            body[json_name(field.name)] = encode(value, opened=opened)
    return body


def _present(hint: Any) -> Any:
    """The type a field has when it is written: an optional field is left out, never null."""
    if get_origin(hint) in {Union, types.UnionType}:
        parts = [part for part in get_args(hint) if part is not type(None)]
        if len(parts) == 1:
            return parts[0]
    return hint


def decode(hint: Any, value: Any, *, by: int | str, where: str) -> Any:
    """`value` as the type `hint` says. Raises BadField naming the field `where`."""
    if hint in {int, str, bool}:
        return _plain(hint, value, where)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _literal(args, value, where)
    if origin is tuple:
        return _sequence(args, value, by=by, where=where)
    if origin is Sealed:
        return Sealed(int(by) if by != TABLE else -1, decode(args[0], value, by=by, where=where))
    if hint is Counts:
        return _counts(value, where)
    if origin in {Union, types.UnionType}:
        return None if value is None else decode(_present(hint), value, by=by, where=where)
    raise TypeError(f"no JSON form for {hint}")


def _plain(kind: type, value: Any, where: str) -> Any:
    if type(value) is not kind:
        raise BadField("wrong_type", field=where, expected=_JSON_NAMES[kind])
    return value


def _literal(choices: tuple[Any, ...], value: Any, where: str) -> Any:
    for choice in choices:
        if type(choice) is type(value) and choice == value:
            return choice
    raise BadField("not_one_of", field=where, expected=", ".join(map(str, choices)))


def _sequence(args: tuple[Any, ...], value: Any, *, by: int | str, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise BadField("wrong_type", field=where, expected="array")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(decode(args[0], part, by=by, where=where) for part in value)
    if len(value) != len(args):
        raise BadField("wrong_length", field=where, expected=len(args))
    return tuple(decode(a, part, by=by, where=where) for a, part in zip(args, value, strict=True))


def _counts(value: Any, where: str) -> Counts:
    if not isinstance(value, dict):
        raise BadField("wrong_type", field=where, expected="object")
    for number, count in value.items():
        if not _WHOLE.fullmatch(number):
            raise BadField("wrong_type", field=where, expected="object")
        if type(count) is not int or count < 0:
            raise BadField("wrong_type", field=where, expected="integer")
    return Counts(tuple((int(number), count) for number, count in value.items()))
