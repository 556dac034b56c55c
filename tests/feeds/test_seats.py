"""The seat feed: what its devices tell of themselves."""

from __future__ import annotations

from companion.feeds.seats import SeatFeed
from companion.rulebook.text import Player, say
from hardware.seats import TouchSeats


class Keypads(TouchSeats):
    """Keypads of which some have been pulled out."""

    lost: tuple[int, ...] = ()


def test_a_keypad_pulled_out_is_told_by_its_seat_until_it_is_back() -> None:
    keypads = Keypads()
    feed = SeatFeed(keypads, part="keypads")
    (well,) = feed.health()
    assert (well.part, well.level) == ("keypads", "good")
    keypads.lost = (0, 3)
    (missing,) = feed.health()
    assert (missing.part, missing.level) == ("keypads", "missing")
    assert missing.said == say("seats.lost", seats=(Player(0), Player(3)))
    keypads.lost = ()
    assert feed.health() == (well,)
