"""Tickets open a seat once; sessions end when the table says so; requests are counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.access import SeatAccess, spaced
from companion.web.addresses import is_loopback, is_own_host, origin_of, split_address
from companion.web.errors import CannotListen
from companion.web.limits import REMEMBERED, Limiter, Rate


def opened(seats: int = 3) -> SeatAccess:
    access = SeatAccess()
    access.open(seats)
    return access


def token(access: SeatAccess, seat: int) -> str:
    ticket = access.ticket(seat)
    assert ticket is not None
    return ticket.token


def test_a_ticket_is_exchanged_once() -> None:
    access = opened()
    secret = token(access, 1)
    seat, session = access.exchange(secret) or (None, "")
    assert (seat, access.seat_of(session), access.is_taken(1)) == (1, 1, True)
    assert access.exchange(secret) is None
    assert access.ticket(1) is None


def test_the_code_of_a_ticket_opens_the_seat_however_it_is_typed_and_uses_up_the_token() -> None:
    access = opened()
    ticket = access.ticket(2)
    assert ticket is not None
    assert (access.exchange(f" {spaced(ticket.code).lower()} ") or (None,))[0] == 2
    assert access.exchange(ticket.token) is None


def test_looking_at_a_ticket_uses_nothing_up() -> None:
    access = opened()
    assert access.opened_by(token(access, 0)) == 0
    assert access.exchange(token(access, 0)) is not None


def test_a_seat_taken_back_ends_its_session_and_its_new_ticket_is_another() -> None:
    access = opened()
    old = token(access, 0)
    _, session = access.exchange(old) or (0, "")
    access.reissue(0)
    assert (access.seat_of(session), access.is_taken(0), access.exchange(old)) == (None, False, None)
    assert access.exchange(token(access, 0)) is not None


def test_a_new_group_ends_all_sessions() -> None:
    access = opened()
    _, session = access.exchange(token(access, 0)) or (0, "")
    access.open(4)
    assert access.seat_of(session) is None
    assert access.ticket(3) is not None


@given(st.text(max_size=40))
def test_nothing_else_opens_a_seat(guess: str) -> None:
    access = opened()
    assert access.exchange(guess) is None
    assert access.seat_of(guess) is None


def test_no_text_form_gives_a_ticket_away() -> None:
    ticket = opened().ticket(0)
    assert ticket is not None
    assert ticket.token not in repr(ticket)
    assert ticket.code not in repr(ticket)


def test_a_burst_is_let_through_then_so_many_a_second() -> None:
    now_s = [0.0]
    limiter = Limiter(Rate(burst=3, per_s=1), lambda: now_s[0])
    assert [limiter.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert limiter.allows("b")
    now_s[0] = 2.0
    assert [limiter.allows("a") for _ in range(3)] == [True, True, False]


def test_a_flood_of_addresses_does_not_fill_the_memory() -> None:
    limiter = Limiter(Rate(burst=1, per_s=0), lambda: 0.0)
    for number in range(3 * REMEMBERED):
        limiter.allows(number)
    assert len(limiter._left) == REMEMBERED


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1:8765", True),
        ("192.168.1.7", True),
        ("[::1]:8765", True),
        ("localhost:8765", True),
        ("evil.example:8765", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
        ("::", False),
    ],
)
def test_only_addresses_and_our_own_name_are_our_hosts(host: str, own: bool) -> None:
    assert is_own_host(host) is own


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("192.168.1.7", ("192.168.1.7", 8765)),
        ("127.0.0.1:9000", ("127.0.0.1", 9000)),
        ("::1", ("::1", 8765)),
        ("[::1]", ("::1", 8765)),
        ("[::1]:9000", ("::1", 9000)),
        ("127.0.0.1:65535", ("127.0.0.1", 65535)),
    ],
)
def test_an_address_may_name_its_port(text: str, expected: tuple[str, int]) -> None:
    assert split_address(text, port=8765) == expected


@pytest.mark.parametrize(
    "text", ["127.0.0.1:x", "127.0.0.1:65536", "[::1]:70000", "[::1]x:80", "nonsense", "table.local:8000", ":8000"]
)
def test_what_is_no_address_or_no_port_is_told_at_once(text: str) -> None:
    with pytest.raises(CannotListen):
        split_address(text)


def test_what_is_no_address_is_told() -> None:
    with pytest.raises(CannotListen):
        is_loopback("table.local")


def test_an_address_of_six_parts_is_written_in_brackets() -> None:
    assert origin_of("::1", 80) == "http://[::1]:80"
