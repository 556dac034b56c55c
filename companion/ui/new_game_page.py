"""Who plays: the last group is seated already; names are offered from a list, order is the order at the table.

Keys do everything; names can also be dragged: to a seat, to another seat, or away.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty

from companion.games import game_named
from companion.session.record import Header
from companion.ui.drag import DragKey, DragSeat
from companion.ui.page import Page
from companion.ui.theme import Key, Target

_OFFERED: Final = 24
"""How many remembered names the list holds."""


class NewGamePage(Page):
    """Seats on the left, people on the right."""

    game = StringProperty("")
    chosen = NumericProperty(-1)

    def __init__(self, *, game: str, **kwargs: Any) -> None:
        self._rules = game_named(game)
        super().__init__(game=game, **kwargs)
        companion = self.app.companion
        self._options = companion.last_options(game)
        self._starter = ""
        most = self._rules.seats.stop - 1
        self.seats: list[str] = list(companion.last_group())[:most]
        self.people = list(companion.people())[:_OFFERED]
        words = companion.texts(game)
        self.ids.top.title, self.ids.top.remark = words("name"), words("about")
        self.arrange()

    def arrange(self) -> None:
        """Show seats and people as they are now."""
        self.ids.seats.clear_widgets()
        for seat, name in enumerate(self.seats):
            key = DragSeat(
                seat=seat, text=name, value=seat, name="seat", kind="chosen" if seat == self.chosen else "plain"
            )
            key.bind(on_release=self._pick, on_carry=self._carried, on_drop=self._seat_dropped)
            self.ids.seats.add_widget(key)
        for _ in range(6 - len(self.seats)):
            self.ids.seats.add_widget(EmptySeat())
        self._offer()
        self._enable()

    def _offer(self) -> None:
        self.ids.people.fill([name for name in self.people if name not in self.seats], self._person)

    def _person(self, name: str) -> Key:
        key = DragKey(text=name, value=name, name="person")
        key.bind(on_release=lambda key: self.seat(key.value), on_carry=self._carried, on_drop=self._person_dropped)
        return key

    def _enable(self) -> None:
        ids, one = self.ids, 0 <= self.chosen < len(self.seats)
        ids.earlier.disabled = not (one and self.chosen > 0)
        ids.later.disabled = not (one and self.chosen < len(self.seats) - 1)
        ids.away.disabled = not one
        ids.start.disabled = len(self.seats) not in self._rules.seats
        ids.house.kind = "chosen" if self.options else "plain"

    def _place_at(self, x: float, y: float) -> int | None:
        """The number of the place at a table under a finger, taken or not."""
        places = [place for place in reversed(self.ids.seats.children) if place.collide_point(x, y)]
        return self.ids.seats.children[::-1].index(places[0]) if places else None

    def _carried(self, _: Key, x: float, y: float) -> None:
        """Frame the place where it would be put down."""
        over = self._place_at(x, y)
        for number, place in enumerate(reversed(self.ids.seats.children)):
            place.focused = number == over

    def _seat_dropped(self, key: DragSeat, x: float, y: float) -> None:
        """Another seat, or none where it was put back among the people."""
        name, place = self.seats[key.value], self._place_at(x, y)
        if place is not None:
            self.seats.remove(name)
            self.seats.insert(place, name)
        elif self.ids.people.collide_point(x, y):
            self.seats.remove(name)
        self.chosen = -1
        self.arrange()

    def _person_dropped(self, key: DragKey, x: float, y: float) -> None:
        """Give the seat there to a person; who sat there moves one on."""
        place = self._place_at(x, y)
        if place is not None and len(self.seats) < self._rules.seats.stop - 1:
            self.seats.insert(place, key.value)
        self.chosen = -1
        self.arrange()

    def _pick(self, key: Target) -> None:
        self.chosen = -1 if key.value == self.chosen else key.value
        self.arrange()

    def seat(self, name: str) -> None:
        """Give `name` the next seat."""
        if name not in self.people:
            self.people.insert(0, name)
        if name not in self.seats and len(self.seats) < self._rules.seats.stop - 1:
            self.seats.append(name)
        self.arrange()

    def move(self, by: int) -> None:
        """Move the chosen person one seat on."""
        here, there = int(self.chosen), int(self.chosen) + by
        self.seats[here], self.seats[there] = self.seats[there], self.seats[here]
        self.chosen = there
        self.arrange()

    def remove(self) -> None:
        """Take the chosen person's seat away."""
        del self.seats[int(self.chosen)]
        self.chosen = -1
        self.arrange()

    def ask_name(self) -> None:
        """Ask for a name that is not in the list."""
        self.app.go("name", done=self.seat, title=self.app.words("new.name"))

    def ask_house(self) -> None:
        """Show the rules of the house."""
        self.app.go("house", game=self.game, options=self.options, seats=tuple(self.seats), done=self._settle)

    @property
    def options(self) -> dict[str, Any]:
        """The rules of the house that differ from the usual ones; who begins stays a person when seats change."""
        first = self.seats.index(self._starter) if self._starter in self.seats else 0
        return {**self._options, "first": first} if first else dict(self._options)

    def _settle(self, options: Mapping[str, Any]) -> None:
        self._starter = self.seats[options["first"]] if "first" in options else ""
        self._options = {name: value for name, value in options.items() if name != "first"}
        self._enable()

    def start(self) -> None:
        """Begin the game."""
        self.app.begin(Header(self.game, tuple(self.seats), self.options))


class EmptySeat(Key):
    """A seat nobody has taken."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
