"""Who may ask what: hosts, origins, sizes, rates, tickets and sessions, against the whole application."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.die_bombe import model as bombe
from companion.ports import HandClock
from companion.rulebook.game import TABLE
from companion.rulebook.sealed import Sealed
from companion.web.limits import REMEMBERED, Limiter, Rate
from companion.web.noticeboard import Noticeboard
from companion.web.seat_routes import COOKIE
from companion.web.stream import PER_ADDRESS, Streams
from tests.web.tables import JSON, ORIGIN, WebTable


def bidding(seats: int = 3) -> WebTable:
    table = WebTable("die_bombe", seats)
    table.submit(bombe.Show(TABLE, ("red7", "green9")))
    return table


def secret(table: WebTable, seat: int) -> str:
    ticket = table.access.ticket(seat)
    assert ticket is not None
    return ticket.token


@pytest.mark.parametrize("path", ["/", "/events", "/seat", "/clock", "/static/style.css"])
def test_a_foreign_name_for_our_address_is_refused(path: str) -> None:
    answer = bidding().browser().get(path, headers={"host": "rebound.example:8765"})
    assert answer.status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1:9999"])
@pytest.mark.parametrize("path", ["/join", "/seat/entry", "/seat/knock"])
def test_a_change_from_another_page_is_refused(origin: str, path: str) -> None:
    table = bidding()
    phone = table.phone(0)
    answer = phone.browser.post(path, data={"ticket": secret(table, 1)}, headers={"origin": origin})
    assert answer.status_code == 403
    assert not table.access.is_taken(1)


def test_a_change_that_the_browser_calls_foreign_is_refused() -> None:
    phone = bidding().phone(0)
    answer = phone.browser.post("/seat/knock", data={}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403


@pytest.mark.parametrize("path", ["/join", "/seat/entry", "/seat/knock"])
def test_reading_changes_nothing(path: str) -> None:
    table = bidding()
    phone = table.phone(0)
    phone.browser.get(path, params={"ticket": secret(table, 1), "number": "7", "ask": "2"})
    table.settle()
    assert not table.access.is_taken(1)
    assert table.session.course.state.phase.bids == ()


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(method: str) -> None:
    assert bidding().browser().request(method, "/seat").status_code == 405


def test_a_ticket_works_once_and_its_second_use_is_told() -> None:
    table = bidding()
    ticket = secret(table, 0)
    assert "Ann" in table.browser().get(f"/join/{ticket}").text
    first = table.browser().post("/join", data={"ticket": ticket})
    again = table.browser("192.168.1.99").post("/join", data={"ticket": ticket})
    assert (first.status_code, again.status_code) == (303, 403)
    assert "has been used" in again.text
    assert "set-cookie" not in again.headers
    assert table.browser().get(f"/join/{ticket}").status_code == 403


def test_the_cookie_is_for_this_browser_session_this_site_and_no_script() -> None:
    table = bidding()
    answer = table.browser().post("/join", data={"ticket": secret(table, 0)})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/seat" in cookie
    assert "expires" not in cookie
    assert "max-age" not in cookie


def test_spectators_get_no_cookie() -> None:
    table = bidding()
    for path in ("/", "/join", "/seat", "/clock", "/static/live.js"):
        assert "set-cookie" not in table.browser().get(path).headers


def test_a_seat_taken_back_ends_the_phone_and_a_phone_that_comes_back_resumes() -> None:
    table = bidding()
    phone = table.phone(0)
    again = table.browser("192.168.1.77")
    again.cookies.set(COOKIE, phone.browser.cookies[COOKIE], path="/seat")
    assert 'name="number"' in again.get("/seat").text
    table.access.reissue(0)
    assert phone.browser.get("/seat").status_code == 403
    assert phone.enter(number="7").status_code == 403
    assert phone.browser.get("/seat/events", headers=JSON).status_code == 403


def test_the_same_people_keep_their_phones_in_the_next_game_and_others_do_not() -> None:
    table = bidding()
    phone = table.phone(0)
    table.feed.attend(None)
    assert phone.browser.get("/seat").status_code == 200
    table.feed.touch(table.session)
    assert 'name="number"' in phone.page()
    object.__setattr__(table.session.header, "seats", ("Zoe", "Ben", "Cy"))
    table.feed.touch(table.session)
    assert phone.browser.get("/seat").status_code == 403


@pytest.mark.parametrize("cookie", ["", "x", "é", "a" * 300])
def test_an_invented_session_sits_nowhere(cookie: str) -> None:
    browser = bidding().browser()
    answer = browser.post("/seat/knock", data={}, headers={**JSON, "cookie": f"{COOKIE}={cookie}".encode()})
    assert answer.status_code == 403


def test_guessing_tickets_is_slowed_down_and_the_table_still_answers_others() -> None:
    table = bidding()
    guesser = table.browser("192.168.1.66")
    codes = [guesser.post("/join", data={"ticket": f"AAAA-{n:04}"}).status_code for n in range(40)]
    assert codes.count(403) == 24
    assert codes.count(429) == 16
    assert table.browser("192.168.1.67").post("/join", data={"ticket": secret(table, 0)}).status_code == 303


def test_a_flood_from_one_address_is_slowed_down() -> None:
    table = bidding()
    flood = table.browser("192.168.1.66")
    codes = [flood.get("/clock").status_code for _ in range(300)]
    assert 429 in codes
    assert table.browser("192.168.1.67").get("/clock").status_code == 200
    table.clock.move(5.0)
    assert flood.get("/clock").status_code == 200


def test_a_seat_that_knocks_without_end_is_slowed_down() -> None:
    phone = bidding().phone(0)
    codes = [phone.knock(at_s=1000.0, within_s=0.01).status_code for _ in range(30)]
    assert codes.count(204) == 20
    assert codes[-1] == 429


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"number=7&number=8", "application/x-www-form-urlencoded", 400),
        (b"number=" + b"7" * 2000, "application/x-www-form-urlencoded", 413),
        (b'{"number": 7}', "application/json", 415),
        (b"\xff\xfe", "application/x-www-form-urlencoded", 400),
        (b"&".join(b"f%d=1" % n for n in range(40)), "application/x-www-form-urlencoded", 400),
    ],
)
def test_a_body_of_another_kind_is_refused(content: bytes, kind: str, status: int) -> None:
    phone = bidding().phone(0)
    answer = phone.browser.post("/seat/entry", content=content, headers={**JSON, "content-type": kind})
    assert answer.status_code == status


def test_a_body_without_an_announced_length_is_cut_off() -> None:
    phone = bidding().phone(0)

    def endless() -> object:
        yield from (b"number=1" for _ in range(1000))

    headers = {**JSON, "content-type": "application/x-www-form-urlencoded"}
    assert phone.browser.post("/seat/entry", content=endless(), headers=headers).status_code == 413


@pytest.mark.parametrize("number", ["", "0", "41", "-3", "7.5", "1e1", "٣", "0x7", " ", "999999999999"])
def test_only_an_allowed_number_is_taken(number: str) -> None:
    table = bidding()
    phone = table.phone(0)
    answer = phone.enter(number=number)
    assert answer.status_code == 422
    assert answer.json()["said"].startswith("That is not possible")
    table.pump()
    assert table.session.course.state.phase.bids == ()


def test_a_fault_is_told_in_the_language_that_was_chosen_on_the_page() -> None:
    phone = bidding().phone(0)
    page = phone.browser.get("/seat?lang=de").text
    action = page.partition('action="')[2].partition('"')[0]
    answer = phone.browser.post(action, data={"ask": "1", "number": "77"}, headers=JSON)
    assert answer.json()["said"].startswith("Das geht nicht")


def test_an_answer_to_an_older_question_is_not_taken_for_a_newer_one() -> None:
    table = bidding(2)
    phone = table.phone(0)
    old = table.parts.board.scene.asks[0]
    assert old is not None
    for seat in range(2):
        table.submit(bombe.Bid(seat, Sealed(seat, 5)))
    table.submit(bombe.Reveal(TABLE))
    assert table.session.course.game.phase(table.session.course.state) == "bidding"
    answer = phone.browser.post("/seat/entry", data={"ask": old.number, "number": "9"}, headers=JSON)
    assert answer.status_code == 409
    assert phone.enter(number="9").status_code == 204


def test_nothing_is_taken_while_nothing_is_asked() -> None:
    table = WebTable("die_bombe", 3)
    assert table.phone(0).browser.post("/seat/entry", data={"number": "7", "ask": "1"}, headers=JSON).status_code == 409


def test_a_fault_of_ours_is_a_calm_page_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    table = bidding()

    def broken(*_: object) -> str:
        raise RuntimeError("broken")

    monkeypatch.setattr("companion.web.application.board_page", broken)
    answer = table.browser(language="fr").get("/")
    assert (answer.status_code, "La partie continue" in answer.text) == (500, True)
    assert "RuntimeError" not in answer.text
    assert answer.headers["x-frame-options"] == "DENY"


@settings(max_examples=150)
@given(
    path=st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=30),
    body=st.binary(max_size=300),
    post=st.booleans(),
)
def test_no_request_breaks_the_application(path: str, body: bytes, post: bool) -> None:
    browser = bidding().phone(0).browser
    headers = {"content-type": "application/x-www-form-urlencoded", "origin": ORIGIN}
    for where in (f"/{path.lstrip('/')}", "/seat/entry", "/seat/knock", "/join"):
        answer = browser.post(where, content=body, headers=headers) if post else browser.get(where)
        assert answer.status_code < 500


def test_a_question_raised_while_nobody_looked_is_another_question() -> None:
    """A tie, its second bids and the next pair may all happen between two scenes."""
    table = bidding(2)
    for amounts in ((5, 5), (7,)):
        for seat, amount in enumerate(amounts):
            table.session.submit(bombe.Bid(seat, Sealed(seat, amount)), "touch")
        if len(amounts) == 2:
            table.session.submit(bombe.Reveal(TABLE), "touch")
    table.pump()
    rebid = table.parts.board.scene.asks[1]
    table.session.submit(bombe.Bid(1, Sealed(1, 3)), "touch")
    table.session.submit(bombe.Reveal(TABLE), "touch")
    table.session.submit(bombe.Take(0, 0), "touch")
    table.session.submit(bombe.Show(TABLE, ("red9", "green3")), "touch")
    table.pump()
    following = table.parts.board.scene.asks[1]
    assert rebid is not None
    assert following is not None
    assert following.number > rebid.number


def test_answers_of_others_do_not_change_a_question() -> None:
    table = bidding()
    before = table.parts.board.scene.asks[2]
    table.submit(bombe.Bid(0, Sealed(0, 5)))
    assert table.parts.board.scene.asks[2] == before


def test_who_has_not_asked_for_longest_is_forgotten_where_too_many_ask() -> None:
    limiter = Limiter(Rate(burst=1, per_s=0.0), HandClock().monotonic_s)
    assert [limiter.allows("first"), limiter.allows("first")] == [True, False]
    assert all(limiter.allows(number) for number in range(REMEMBERED))
    assert limiter.allows("first")


def test_a_page_that_was_left_makes_room_for_another() -> None:
    streams = Streams(Noticeboard())

    async def follow() -> None:
        async for _ in streams.follow("192.168.1.20", lambda _: None).body_iterator:
            pass

    for _ in range(PER_ADDRESS + 1):
        asyncio.run(follow())
