"""Six phones at once in a real browser: a whole game by phone, knocks with their moments, looks that stay hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.allegra import model as allegra
from companion.games.buero_crazy import model as crazy
from companion.games.die_bombe import model as bombe
from companion.session.contest import undecided
from companion.store.errors import StoreFull
from tests.kit import PATIENCE_S
from tests.web.browsers import CHROMIUM, LivingTable, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("playwright")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
    pytest.mark.timeout(900),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A knock is believed however long it was on its way and however wide its bound is here."""
    for limit in ("LATEST_S", "UNKNOWN_S"):
        monkeypatch.setattr(f"companion.web.handsets.{limit}", PATIENCE_S)


def by_hand(truth: Any, state: bombe.State) -> Any:
    """The table does all but bid."""
    return None if isinstance(state.phase, bombe.Bidding) else truth.act(state)


def drawing_once(truth: Any, state: allegra.State) -> Any:
    """The table deals, turns up and draws the first card; then it waits for knocks."""
    return None if isinstance(state.phase, allegra.Drawn) else truth.act(state)


def bid(page: Page, ask: int, amount: int) -> None:
    """Tap a number on the keys of the page and give it."""
    form = page.locator(f'form.entry[data-ask="{ask}"][data-ready]')
    form.wait_for()
    for digit in str(amount):
        form.locator(f'[data-digit="{digit}"]').tap()
    form.locator("button.main").tap()


def test_six_phones_play_a_whole_game_to_its_final_score(browser: Browser) -> None:
    table = LivingTable("die_bombe", 6, by_hand, seed=4)
    phones = [table.phone(browser, seat) for seat in range(6)]
    spectator = browser.new_context(locale="fr-FR").new_page()
    spectator.goto(table.desk.origin)
    spectator.wait_for_selector("body[data-state=live]")
    bids = rounds = 0
    scene = table.scene
    while scene.view is not None and scene.view.outcome is None:
        asked = [(seat, ask.number) for seat, ask in enumerate(scene.asks) if ask is not None]
        rounds += 1
        for seat, number in asked:
            bids += 1
            # The first time the two highest tie and bid again; one bid of each round has two digits.
            bid(phones[seat], number, 9 if rounds == 1 and seat < 2 else (seat + rounds) % 9 + 2)
        scene = table.wait_for(
            lambda now, asked=asked: (
                now.view.outcome is not None
                or any(ask is not None and (seat, ask.number) not in asked for seat, ask in enumerate(now.asks))
            )
        )
    course = table.session.course
    assert course.is_over
    assert sum(isinstance(entry, bombe.Bid) for entry in course.entries) == bids >= 6 * 14
    assert {entry.source for entry in table.session.entries if entry.body["do"] == "bid"} == {"button"}
    for page in (spectator, *phones):
        page.wait_for_selector(".over")
        shown = {int(s.get_attribute("data-seat") or -1): s.inner_text() for s in page.locator(".rows .score").all()}
        assert {seat: int(total.replace("−", "-")) for seat, total in shown.items()} == dict(enumerate(course.totals))
    assert "Anaïs" in phones[0].locator(".me").inner_text()
    table.close()


def test_a_bid_is_covered_and_only_a_held_finger_uncovers_it(browser: Browser) -> None:
    table = LivingTable("die_bombe", 2, by_hand)
    first, second = (table.phone(browser, seat) for seat in range(2))
    ask = table.wait_for(lambda scene: scene.asks[0] is not None).asks[0]
    assert ask is not None
    first.locator(f'form.entry[data-ask="{ask.number}"] [data-digit="3"]').tap()
    field = first.locator(".digits")
    assert (field.get_attribute("type"), field.input_value()) == ("password", "3")
    first.locator(".look").dispatch_event("pointerdown")
    assert field.get_attribute("type") == "text"
    first.locator(".look").dispatch_event("pointerup")
    assert field.get_attribute("type") == "password"
    first.locator('[data-digit="7"]').tap()
    first.locator("button.main").tap()
    peek = first.locator(".given .peek")
    peek.wait_for()
    assert not re.search(r"\b37\b", first.locator("main").inner_text())
    peek.dispatch_event("pointerdown")
    assert first.locator(".peeked").inner_text() == "37"
    peek.dispatch_event("pointerup")
    assert first.locator(".peeked").inner_text() == ""
    second.wait_for_selector("i.given")
    assert "37" not in second.locator("main").inner_text()
    first.reload()
    first.wait_for_selector(".given")
    assert first.locator(".peek").is_hidden()
    assert "37" not in first.locator("main").inner_text()
    assert first.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]
    table.close()


def dueling(truth: Any, state: crazy.State) -> Any:
    """The table places the figures and reveals; the duels are by phone."""
    return None if isinstance(state.phase, crazy.Selecting) else truth.act(state)


def test_cards_for_a_duel_are_counted_on_two_phones(browser: Browser) -> None:
    table = LivingTable("buero_crazy", 3, dueling)
    scene = table.wait_for(lambda now: any(now.asks))
    left, right = (seat for seat, ask in enumerate(scene.asks) if ask is not None)
    phones = {seat: table.phone(browser, seat) for seat in (left, right)}
    for seat, steps in ((left, {20: 2, 1: 1}), (right, {5: 3})):
        form = phones[seat].locator("form.entry[data-ready]")
        for face, times in steps.items():
            for _ in range(times):
                form.locator(f"li:has([data-face='{face}']) [data-step='1']").tap()
        assert form.locator(".sum output").inner_text() == str(sum(face * n for face, n in steps.items()))
        form.locator("button.main").tap()
    table.wait_for(lambda now: now.view.state.revealed is not None)
    revealed = table.session.course.state.revealed
    assert {revealed.left: revealed.cards[0], revealed.right: revealed.cards[1]} == {
        left: (2, 0, 0, 0, 1),
        right: (0, 0, 3, 0, 0),
    }
    table.close()


def test_a_phone_without_a_network_says_so_and_goes_on_when_it_is_back(browser: Browser) -> None:
    table = LivingTable("die_bombe", 2, by_hand)
    phone = table.phone(browser, 0)
    ask = table.wait_for(lambda scene: scene.asks[0] is not None).asks[0]
    assert ask is not None
    phone.context.set_offline(True)
    bid(phone, ask.number, 12)
    phone.wait_for_selector(".fault:not(:empty)")
    assert phone.locator(".fault").inner_text() == "Nothing was sent. Try again."
    phone.context.set_offline(False)
    phone.locator("button.main").tap()
    phone.wait_for_selector(".given")
    phone.context.new_page().goto(f"{table.desk.origin}/seat")
    table.wait_for(lambda scene: scene.given[0])
    table.close()


def test_a_bid_that_was_not_taken_can_be_sent_again(browser: Browser) -> None:
    table = LivingTable("die_bombe", 2, by_hand)
    phone = table.phone(browser, 0)
    ask = table.wait_for(lambda scene: scene.asks[0] is not None).asks[0]
    assert ask is not None
    table.keeper.fault = StoreFull("store_full")
    bid(phone, ask.number, 12)
    phone.wait_for_selector('[data-part="refused"] .fault')
    phone.wait_for_selector("form.entry:not(.sent)")
    assert phone.locator("form.entry .digits").input_value() == "12"
    table.keeper.fault = None
    phone.locator("button.main").tap()
    phone.wait_for_selector(".given")
    table.close()


def test_a_seat_taken_back_asks_for_a_new_code_at_once(browser: Browser) -> None:
    table = LivingTable("die_bombe", 2, by_hand)
    phone = table.phone(browser, 0)
    table.desk.reissue(0)
    phone.wait_for_selector("body.plain input[name=ticket]")
    link = table.desk.link(0)
    assert link is not None
    phone.locator("input[name=ticket]").fill(link.code.lower())
    phone.locator("button.main").tap()
    phone.wait_for_selector("body.seat[data-state=live]")
    table.close()


def test_knocks_carry_the_moment_of_the_finger_and_its_bound(browser: Browser) -> None:
    table = LivingTable("allegra", 6, drawing_once)
    phones = {seat: table.phone(browser, seat) for seat in range(6)}
    drawn = table.wait_for(lambda scene: any(scene.may_knock))
    may = [seat for seat in range(6) if drawn.may_knock[seat]]
    assert len(may) == 5
    moments = {}
    for seat in reversed(may):
        phones[seat].wait_for_selector("body[data-bound]", state="attached")
        before_s = monotonic()
        phones[seat].locator("form.knock button").tap()
        moments[seat] = (before_s, monotonic())
    scene = table.wait_for(lambda now: len(now.knocks) == 5)
    stamps = {press.seat: press for press in table.session.presses}
    for seat, (before_s, after_s) in moments.items():
        press = stamps[seat]
        assert 0 < press.within_s < PATIENCE_S
        assert before_s - press.within_s <= press.at_s <= after_s + press.within_s
    possible = undecided(scene.knocks) or (scene.knocks[0].seat,)
    assert may[-1] in possible
    assert set(table.session.course.state.phase.knockers) == set(may)
    for seat in may:
        phones[seat].wait_for_selector("form.knock.in")
    closed = next(seat for seat in range(6) if seat not in may)
    assert phones[closed].locator("form.knock.closed").count() == 1
    table.close()


def test_knocks_at_one_moment_are_told_to_be_undecided(browser: Browser) -> None:
    """Both fingers come down within one script turn of the browser, long before any bound."""
    table = LivingTable("allegra", 3, drawing_once)
    phones = [table.phone(browser, seat) for seat in range(3)]
    drawn = table.wait_for(lambda scene: any(scene.may_knock))
    may = [seat for seat in range(3) if drawn.may_knock[seat]]
    for seat in may:
        phones[seat].wait_for_selector("body[data-bound]", state="attached")
    at = phones[0].evaluate("performance.timeOrigin + performance.now()") + 400
    for seat in may:
        phones[seat].evaluate(
            """at => { setTimeout(() => document.querySelector("form.knock button").dispatchEvent(
                new PointerEvent("pointerdown", {bubbles: true, isPrimary: true})),
                at - performance.timeOrigin - performance.now()); }""",
            at,
        )
    scene = table.wait_for(lambda now: len(now.knocks) == 2)
    apart_s = abs(scene.knocks[1].after_s)
    bound_s = scene.knocks[0].within_s + scene.knocks[1].within_s
    assert (undecided(scene.knocks) == tuple(may)) is (apart_s <= bound_s)
    table.close()


@pytest.mark.parametrize("game", ["die_bombe", "allegra", "alles_im_eimer", "buero_crazy", "splash"])
def test_pages_fit_every_screen(browser: Browser, game: str) -> None:
    table = LivingTable(game, 5, lambda truth, state: truth.act(state), seed=3)
    page = browser.new_context(locale="de-DE").new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(table.desk.origin)
    page.wait_for_selector("body[data-state=live]")
    page.evaluate("document.fonts.ready.then(() => null)")
    for width, height in ((360, 640), (390, 844), (768, 1024), (1280, 720), (1920, 1080), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        needed = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert needed[0] <= width
        assert needed[1] <= height or width < 900
    assert page.evaluate("[...document.fonts].filter(font => font.status == 'loaded').length") >= 2
    assert faults == []
    table.close()


def test_without_scripts_the_page_is_whole_and_a_bid_can_be_given(browser: Browser) -> None:
    table = LivingTable("die_bombe", 2, by_hand)
    link = table.desk.link(0)
    assert link is not None
    page = browser.new_context(java_script_enabled=False, locale="en-GB").new_page()
    page.goto(link.link)
    page.locator("button.main").click()
    page.locator("input[name=number]").fill("21")
    page.locator("form.entry button.main").click()
    table.wait_for(lambda scene: scene.given[0])
    page.goto(f"{table.desk.origin}/seat")
    assert "It is in" in page.locator("main").inner_text()
    page.goto(table.desk.origin)
    assert page.locator('meta[http-equiv="refresh"]').count() == 1
    table.close()
