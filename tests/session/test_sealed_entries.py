"""What is locked in at a seat becomes its sealed answer: a number, or counts of cards."""

import pytest

from companion.games.buero_crazy import model as crazy
from companion.games.die_bombe import model as bombe
from companion.ports import HandClock
from companion.rulebook.codec import Counts
from companion.rulebook.game import TABLE
from companion.rulebook.sealed import Hidden, Sealed
from companion.session.inbox import Entered, Inbox
from companion.session.record import Header, entry_of
from companion.session.session import Session, Table
from companion.store.errors import StoreFull
from tests.kit import MemoryKeeper

NAMES = ("Ann", "Ben", "Cy")
FIGURES = (0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, None)


def session(game: str, *actions: object) -> tuple[Session, Inbox]:
    inbox = Inbox()
    begun = Session(Table("id", Header(game, NAMES)), keeper=MemoryKeeper(), clock=HandClock(1.0), inbox=inbox)
    for action in actions:
        begun.submit(action, "touch")
    return begun, inbox


def test_counts_of_cards_are_sealed_like_a_number() -> None:
    duel, inbox = session("buero_crazy", crazy.Place(TABLE, FIGURES))
    inbox.post(Entered(0, Counts(((10, 1), (2, 2))), 1.0))
    assert duel.pump()
    assert duel.view().state.phase.bids == (Hidden(0),)
    assert duel.course.state.phase.bids[0].value.worth == 14


@pytest.mark.parametrize("value", [7, Counts(((20, 9),))])
def test_what_is_not_asked_or_not_in_hand_is_not_an_entry(value: int | Counts) -> None:
    duel, inbox = session("buero_crazy", crazy.Place(TABLE, FIGURES))
    inbox.post(Entered(0, value, 1.0))
    duel.pump()
    assert duel.course.state.phase.bids == ()


def test_counts_are_no_answer_where_a_number_is_asked() -> None:
    bidding, inbox = session("die_bombe", bombe.Show(TABLE, ("red7", "green9")))
    inbox.post(Entered(0, Counts(((10, 1),)), 1.0))
    bidding.pump()
    assert bidding.course.state.phase.bids == ()


def test_a_number_that_a_full_disk_does_not_take_only_blinks() -> None:
    keeper, inbox = MemoryKeeper(), Inbox()
    bidding = Session(Table("id", Header("die_bombe", NAMES)), keeper=keeper, clock=HandClock(1.0), inbox=inbox)
    bidding.submit(bombe.Show(TABLE, ("red7", "green9")), "touch")
    keeper.fault = StoreFull("store_full")
    inbox.post(Entered(0, 17, 1.0))
    bidding.pump()
    assert (str(bidding.view().blink), bidding.course.state.phase.bids) == ("store_full", ())


def test_no_text_form_of_an_entry_gives_it_away() -> None:
    assert "739" not in repr(Entered(0, 739, 1.0))
    assert "731" not in repr(Entered(0, Counts(((731, 1),)), 1.0))
    assert "739" not in repr(entry_of(1, bombe.Bid(0, Sealed(0, 739))))
