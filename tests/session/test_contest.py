"""Who knocked first is decided by time only where the uncertainties of the stamps allow it."""

from hypothesis import given
from hypothesis import strategies as st

from companion.session.contest import contest, undecided
from companion.session.inbox import Pressed

STAMPS = st.floats(0, 0.2).map(lambda s: round(s, 4))
PRESSES = st.lists(
    st.builds(Pressed, st.integers(0, 5), STAMPS, st.just(()), st.sampled_from([0.0, 0.004, 0.03])),
    max_size=6,
    unique_by=lambda press: press.seat,
)


def test_nobody_pressed_is_no_contest() -> None:
    assert contest(()) == ()
    assert undecided(()) == ()


def test_buttons_are_decided_by_their_stamps() -> None:
    found = contest((Pressed(2, 1.0015), Pressed(1, 1.0)))
    assert [(one.seat, one.may_be_first) for one in found] == [(1, True), (2, False)]
    assert undecided(found) == ()


def test_a_tie_told_by_the_buttons_stays_one() -> None:
    assert undecided(contest((Pressed(3, 1.0, (1,)), Pressed(1, 1.0006, (3,))))) == (1, 3)


def test_a_phone_within_its_uncertainty_of_a_button_is_not_decided_by_time() -> None:
    assert undecided(contest((Pressed(0, 1.0), Pressed(4, 1.012, (), 0.015)))) == (0, 4)


def test_a_phone_that_is_later_than_its_uncertainty_is_later() -> None:
    assert undecided(contest((Pressed(0, 1.0), Pressed(4, 1.012, (), 0.010)))) == ()


def test_two_phones_are_decided_once_their_bounds_do_not_meet() -> None:
    near, far = Pressed(5, 1.030, (), 0.012), Pressed(5, 1.040, (), 0.012)
    assert undecided(contest((Pressed(1, 1.0, (), 0.020), near))) == (1, 5)
    assert undecided(contest((Pressed(1, 1.0, (), 0.020), far))) == ()


def test_only_the_first_press_of_a_seat_counts() -> None:
    found = contest((Pressed(1, 1.0), Pressed(1, 1.3), Pressed(0, 1.2)))
    assert [one.seat for one in found] == [1, 0]


@given(PRESSES, st.data())
def test_the_true_first_one_is_never_ruled_out(presses: list[Pressed], data: st.DataObject) -> None:
    """Wherever the true moments lie within the bounds, who was first may be first."""
    truth = {
        press.seat: data.draw(st.floats(press.at_s - press.within_s, press.at_s + press.within_s)) for press in presses
    }
    found = contest(presses)
    if found:
        first_s = min(truth.values())
        possible = {one.seat for one in found if one.may_be_first}
        assert possible & {seat for seat, at_s in truth.items() if at_s == first_s}
