"""What a question widget needs to know, as one value; and which places of the table a value stands for. No Kivy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from companion.art.layout import Place, token_kind
from companion.rulebook.codec import json_name
from companion.rulebook.domain import Domain, OneOf, Whole
from companion.rulebook.game import Actor
from companion.rulebook.zone import GAP, Zone
from companion.session.view import View
from companion.texts import Texts
from companion.ui.form import BY, Form, inner, is_secret

_SEAT_FIELDS: Final = frozenset({BY, "to", "victim", "winner", "from_", "seat"})
"""Fields whose whole numbers are seats."""


@dataclass(frozen=True, slots=True)
class Ask:
    """An open field of a form, with the table it is asked about."""

    form: Form
    view: View
    words: Texts

    @property
    def field(self) -> str:
        """The name of the field."""
        question = self.form.question
        return question.field if question else ""

    @property
    def domain(self) -> Domain:
        """What is to be entered."""
        question = self.form.question
        return inner(question.domain) if question else OneOf(())

    @property
    def secret(self) -> bool:
        """True where nobody else may see the entry."""
        question = self.form.question
        return question is not None and is_secret(question.domain)

    @property
    def by(self) -> Actor | None:
        """Who acts."""
        return self.form.by

    @property
    def values(self) -> tuple[Any, ...]:
        """The values on offer, where they can be listed."""
        return tuple(self.domain) if isinstance(self.domain, OneOf | Whole) else ()

    @property
    def asks_for_seat(self) -> bool:
        """True where the answer is a seat."""
        return self.field in _SEAT_FIELDS

    @property
    def title(self) -> str:
        """The question in words."""
        return self.words(f"field.{json_name(self.field)}")

    def caption(self, value: Any) -> str:
        """The name of a value, empty where it has none of its own."""
        for key in (f"{json_name(self.field)}.{value}", f"label.{value}"):
            if self.words.has(key):
                return self.words(key)
        return ""

    def zone(self, name: str) -> Zone | None:
        """The zone of that name."""
        return next((zone for zone in self.view.zones if zone.name == name), None)

    def label(self, value: Any) -> tuple[str, str]:
        """How a value is drawn: its label and the kind of zone it lies in."""
        row = self.zone(f"{self.field}s")
        if isinstance(value, int) and row is not None and value < len(row.rows[0]):
            return row.rows[0][value], token_kind(row)
        kinds = [token_kind(zone) for zone in self.view.zones if str(value) in zone.labels]
        return str(value), kinds[0] if kinds else "cards"

    def places(self) -> dict[Place, Any]:
        """The place on the table of each value on offer; empty unless all of them have one."""
        found = {value: place_of(value, self.by, self.view.zones) for value in self.values}
        places = {place: value for value, place in found.items() if place is not None}
        return places if len(places) == len(self.values) else {}


def place_of(value: Any, by: Actor | None, zones: tuple[Zone, ...]) -> Place | None:
    """The place that a cell stands for: (owner, row, column), or (row, column) before the seat that acts."""
    if not (isinstance(value, tuple) and len(value) in {2, 3} and all(isinstance(part, int) for part in value)):
        return None
    owner, row, column = value if len(value) == 3 else (by, *value)
    for zone in zones:
        if zone.owner == owner and row < len(zone.rows) and column < len(zone.rows[row]):
            return Place(zone.name, row, column)
    return None


def hidden_places(zones: tuple[Zone, ...], label: str) -> tuple[Place, ...]:
    """All places that show `label`."""
    return tuple(
        Place(zone.name, r, c)
        for zone in zones
        for r, row in enumerate(zone.rows)
        for c, shown in enumerate(row)
        if shown == label
    )


def lying(zones: tuple[Zone, ...], kind: str) -> tuple[str, ...]:
    """The labels that lie in zones of this kind, gaps left out."""
    return tuple(label for zone in zones if zone.kind == kind for row in zone.rows for label in row if label != GAP)
