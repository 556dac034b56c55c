"""What pages say, in three languages, and what they never do: nothing inline, nothing from elsewhere."""

import re
from html.parser import HTMLParser

import pytest

from companion.games.allegra import model as allegra
from companion.games.buero_crazy import model as crazy
from companion.games.die_bombe import model as bombe
from companion.rulebook.game import TABLE
from companion.rulebook.sealed import Sealed
from companion.session.inbox import Entered
from companion.store.errors import StoreFull
from companion.texts import Texts
from companion.web.files import version
from companion.web.languages import accepted
from companion.web.seat_page import seat_parts
from tests.web.tables import WebTable, truth_of

FIGURES = (0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, None)


class Links(HTMLParser):
    """Collects what a page loads or leads to, and what is inline."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.inline: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"href", "src", "action"}:
                self.links.append(value or "")
            if name == "style" or name.startswith("on"):
                self.inline.append(name)
        if tag == "style" or (tag == "script" and not dict(attrs).get("src")):
            self.inline.append(tag)


def bidding(seats: int = 3) -> WebTable:
    table = WebTable("die_bombe", seats)
    table.submit(bombe.Show(TABLE, ("red7", "green9")))
    return table


def test_without_a_game_the_page_says_so() -> None:
    table = WebTable("allegra", 3)
    table.feed.attend(None)
    assert "No game is open" in table.browser().get("/").text


@pytest.mark.parametrize(("language", "word"), [("fr-CH", "Chacun mise"), ("en-GB", "Everybody"), ("de", "geheim")])
def test_the_page_speaks_the_language_of_the_browser(language: str, word: str) -> None:
    page = bidding().browser(language=language).get("/").text
    assert f'<html lang="{language[:2]}">' in page
    assert word in page


def test_a_link_chooses_another_language_and_a_strange_browser_gets_the_tables() -> None:
    table = bidding()
    assert '<html lang="de">' in table.browser(language="fr").get("/?lang=de").text
    assert '<html lang="en">' in table.browser(language="ja").get("/?lang=xx").text


def test_before_a_game_a_strange_browser_is_spoken_to_in_the_language_of_the_table() -> None:
    table = WebTable("allegra", 3)
    table.feed.attend(None)
    table.feed.speak("de")
    assert '<html lang="de">' in table.browser(language="ja").get("/").text


def test_languages_are_taken_in_the_order_of_their_weights() -> None:
    assert accepted("it, de;q=0.4, fr-CH;q=0.8, en;q=0, *;q=x") == ("it", "fr", "de")
    assert accepted("") == ()


@pytest.mark.parametrize("game", ["allegra", "alles_im_eimer", "buero_crazy", "die_bombe", "splash"])
def test_every_game_is_shown_to_its_end_with_scores_plot_and_history(game: str) -> None:
    table = WebTable(game, 3)
    truth = truth_of(table.session, 3)
    while not table.session.course.is_over:
        table.submit(truth.act(table.session.course.state))
    page = table.browser().get("/").text
    for seat, total in enumerate(table.session.course.totals):
        assert f'data-seat="{seat}">{str(total).replace("-", "−")}<' in page
    assert 'class="plot"' in page
    assert 'class="over"' in page
    assert len(table.parts.board.scene.curve) == len(table.session.course.trail) + 1


def test_the_curve_follows_an_undo() -> None:
    table = bidding()
    table.session.undo()
    table.pump()
    assert len(table.parts.board.scene.curve) == 1


@pytest.mark.parametrize("path", ["/", "/seat", "/join", "/join/nothing", "/nowhere"])
def test_nothing_is_inline_and_nothing_comes_from_elsewhere(path: str) -> None:
    table = bidding()
    pages = [table.browser().get(path).text, table.phone(0).page()]
    for page in pages:
        found = Links(page)
        assert found.inline == []
        assert [link for link in found.links if not re.match(r"/(?!/)|\?lang=", link)] == []


@pytest.mark.parametrize("name", ["style.css", "live.js", "seat.js", "clock.js", "icon.svg", "Dosis-Bold.otf"])
def test_files_are_ours_and_browsers_notice_when_they_change(name: str) -> None:
    browser = bidding().browser()
    answer = browser.get(f"/static/{name}")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert b"http" not in answer.content or name == "icon.svg" or name.endswith(".otf")
    again = browser.get(f"/static/{name}", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "immutable" in browser.get(f"/static/{name}?v={version()}").headers["cache-control"]


@pytest.mark.parametrize("name", ["../web/access.py", "%2e%2e%2faccess.py", "access.py"])
def test_no_other_file_can_be_had(name: str) -> None:
    assert bidding().browser().get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize(("language", "word"), [("fr", "rien ici"), ("en", "nothing here"), ("de", "Hier ist nichts")])
def test_what_is_not_there_is_told_kindly(language: str, word: str) -> None:
    answer = bidding().browser(language=language).get("/nowhere")
    assert (answer.status_code, word in answer.text) == (404, True)


def test_names_are_written_as_text_only() -> None:
    table = WebTable("die_bombe", 2)
    object.__setattr__(table.session.header, "seats", ("<script>alert(1)</script>", "B&B"))
    table.submit(bombe.Show(TABLE, ("red7", "green9")))
    for page in (table.browser().get("/").text, table.phone(0).page()):
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


def test_a_browser_without_scripts_reloads_but_not_while_something_is_asked() -> None:
    table = bidding()
    phone = table.phone(0)
    assert 'http-equiv="refresh"' in table.browser().get("/").text
    assert 'http-equiv="refresh"' not in phone.page()
    phone.enter(number=9)
    table.pump()
    assert 'http-equiv="refresh"' in phone.page()


def test_a_seat_is_asked_for_cards_in_a_duel_and_only_the_two_are() -> None:
    table = WebTable("buero_crazy", 3)
    table.submit(crazy.Place(TABLE, FIGURES))
    asked, other = table.phone(0), table.phone(2, "192.168.1.21")
    assert [f'name="c{face}"' in asked.page() for face in (20, 10, 5, 2, 1)] == [True] * 5
    assert 'class="counts"' not in other.page()


def test_a_form_without_a_script_leads_back_to_the_seat() -> None:
    table = bidding()
    phone = table.phone(0)
    ask = table.parts.board.scene.asks[0]
    assert ask is not None
    answer = phone.browser.post("/seat/entry", data={"ask": ask.number, "number": "9"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/seat?lang=en")
    table.pump()
    assert table.session.course.state.phase.bids[0].value == 9


def test_a_number_that_was_not_taken_is_told_to_the_phone_it_came_from_and_asked_for_again() -> None:
    table = bidding()
    mine, other = table.phone(0), table.phone(1, "192.168.1.21")
    table.keeper.fault = StoreFull("store_full")
    assert mine.enter(number=17).status_code == 204
    table.pump()
    assert "The disk is full." in mine.page()
    assert 'class="entry"' in mine.page()
    assert "The disk is full." not in other.page()
    table.keeper.fault = None
    assert mine.enter(number=17).status_code == 204
    table.pump()
    assert "The disk is full." not in mine.page()
    assert Sealed(0, 17) in table.session.course.state.phase.bids


def test_what_a_phone_is_told_of_a_refusal_leaves_its_half_typed_number_alone() -> None:
    table = bidding()
    scene = table.parts.board.scene
    before = seat_parts(scene, 0, Texts("en", "die_bombe"))
    table.inbox.post(Entered(0, 41, 1.0))
    table.pump()
    after = seat_parts(table.parts.board.scene, 0, Texts("en", "die_bombe"))
    assert {name for name in before if before[name] != after[name]} == {"refused"}


def test_a_knock_is_offered_where_the_rules_allow_it_and_shown_with_its_bound() -> None:
    table = WebTable("allegra", 3)
    phone = table.phone(1)
    assert 'class="knock closed"' in phone.page()
    truth = truth_of(table.session, 1)
    while not isinstance(table.session.course.state.phase, allegra.Choosing):
        table.submit(truth.act(table.session.course.state))
    table.submit(allegra.Draw(0, 7))
    assert 'class="knock open"' in phone.page()
    assert phone.knock(at_s=table.clock.now_s, within_s=0.004).status_code == 204
    table.settle()
    assert "± 4 ms" in phone.page()
    assert "You knocked first!" in phone.page()
    assert "Ben" in table.browser().get("/").text.partition('class="knocks"')[2]


def test_the_curve_is_that_of_the_game_on_the_table() -> None:
    table, other = bidding(), WebTable("alles_im_eimer", 3)
    table.feed.touch(other.session)
    assert table.parts.board.scene.curve == ((10, 10, 10),)
    table.feed.touch(table.session)
    assert table.parts.board.scene.curve == ((0, 0, 0), (0, 0, 0))
