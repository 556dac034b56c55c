"""Pages to print: everything a game needs, on both papers, and read back from the page by the camera's own reader."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.exchange.card_faces import CARD_MM
from companion.exchange.decks import NoDeck, deck_of, games_with_decks
from companion.exchange.paper import SIZES_MM, PaperName
from companion.exchange.print_boards import NoBoard, games_with_boards, write_board
from companion.exchange.print_deck import card_grid, pages_of, write_deck
from companion.exchange.print_pads import write_pad, write_seat_labels
from companion.exchange.print_rules import SECTIONS, NoRules, wrapped, write_rules
from companion.games import UnknownGame, game_keys
from companion.texts import LANGUAGES, Texts
from tests.exchange.paper_buckets import PaperBuckets
from tests.exchange.printed import cut, laid, needs_poppler, rendered
from tests.exchange.read_back import label_of, place_of
from tests.games.sixth import sixth_game
from vision.buckets import read_pyramid
from vision.cards.faces import DECKS
from vision.cards.table import TableReader

PAPERS: tuple[PaperName, ...] = ("A4", "Letter")
EN = Texts("en")


@pytest.fixture(scope="module")
def paper_buckets(tmp_path_factory: pytest.TempPathFactory) -> PaperBuckets:
    return PaperBuckets.printed(tmp_path_factory.mktemp("buckets"))


def pages(pdf: Path) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf.read_bytes()))


@needs_poppler
@pytest.mark.slow
@pytest.mark.parametrize("game", games_with_decks())
def test_every_face_of_a_printed_deck_is_read_back_by_the_camera(game: str, tmp_path: Path) -> None:
    pdf = tmp_path / "deck.pdf"
    write_deck(pdf, game=game, paper="A4", words=EN, with_backs=False)
    grid, cards = card_grid("A4"), {}
    for page, labels in zip(rendered(pdf), pages_of(deck_of(game), grid), strict=True):
        cards |= {label: cut(page, frame) for label, frame in zip(labels, grid.frames, strict=False)}
    faces, reader, rng = list(cards), TableReader(), Random(1)
    for start in range(0, len(faces), 6):
        six = faces[start : start + 6]
        seen = reader.read(laid([cards[label] for label in six], rng), DECKS[game])
        # The oval or the ground of a card may be taken for a card in the card; the surest reading of a place counts.
        surest = {place_of(card): card for card in sorted(seen, key=lambda card: card.confidence)}
        assert [label_of(surest[place]) for place in range(len(six))] == six
        assert min(surest[place].confidence for place in range(len(six))) > 0.5
        assert {label_of(card) for card in seen if card.confidence > 0.5} == set(six)


@pytest.mark.parametrize(
    ("game", "count"), [("allegra", 120), ("alles_im_eimer", 80), ("buero_crazy", 150), ("die_bombe", 30)]
)
def test_a_deck_has_all_its_cards(game: str, count: int) -> None:
    assert len(deck_of(game)) == count


def test_the_decks_hold_what_the_rules_say() -> None:
    eimer = Counter(deck_of("alles_im_eimer"))
    assert (len(eimer), set(eimer.values())) == (40, {2})
    assert Counter(deck_of("buero_crazy")) == {"1": 30, "2": 30, "5": 30, "10": 30, "20": 30}
    bombe = Counter(deck_of("die_bombe"))
    assert (len(bombe), bombe["bomb"], bombe["red3"], bombe["green25"]) == (25, 6, 1, 1)


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_lie_apart_and_inside_what_every_printer_reaches(paper: PaperName) -> None:
    grid = card_grid(paper)
    across, up = reversed(SIZES_MM[paper]) if grid.landscape else SIZES_MM[paper]
    assert len(grid.frames) == {"A4": 9, "Letter": 8}[paper]
    assert len({(frame.x, frame.y) for frame in grid.frames}) == len(grid.frames)
    for frame in grid.frames:
        assert (frame.width, frame.height) == CARD_MM
        assert min(frame.x, frame.y, across - frame.x - frame.width, up - frame.y - frame.height) >= 8


@pytest.mark.parametrize("paper", PAPERS)
def test_a_deck_with_backs_has_a_page_of_backs_after_every_page_of_faces(paper: PaperName, tmp_path: Path) -> None:
    plain, both = tmp_path / "plain.pdf", tmp_path / "both.pdf"
    write_deck(plain, game="die_bombe", paper=paper, words=EN, with_backs=False)
    write_deck(both, game="die_bombe", paper=paper, words=EN, with_backs=True)
    assert (pages(plain), pages(both)) == (4, 8)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_game_fill_one_page_in_every_language(
    paper: PaperName, language: str, tmp_path: Path
) -> None:
    for game in game_keys():
        words = Texts(language, game)
        assert all(words.has(f"rules.{game}.{section}") for section in (*SECTIONS, "facts"))
        write_rules(tmp_path / "rules.pdf", game=game, paper=paper, words=words)
        assert pages(tmp_path / "rules.pdf") == 1


@pytest.mark.parametrize("paper", PAPERS)
def test_boards_pads_and_labels_are_vector_pages_with_fonts_inside(paper: PaperName, tmp_path: Path) -> None:
    pdf = tmp_path / "page.pdf"
    expected = {"alles_im_eimer": 4, "buero_crazy": 2, "splash": 1}
    for game in games_with_boards():
        write_board(pdf, game=game, paper=paper, words=EN)
        assert (game, pages(pdf)) == (game, expected[game])
        assert b"/Subtype /Image" not in pdf.read_bytes()
        assert b"/FontFile2" in pdf.read_bytes()
    for game in game_keys():
        write_pad(pdf, game=game, paper=paper, words=EN)
        assert pages(pdf) == 1
    write_seat_labels(pdf, paper=paper, words=EN)
    assert pages(pdf) == 1


@needs_poppler
def test_the_pages_of_bucket_tiles_are_full_of_colour(tmp_path: Path) -> None:
    write_board(tmp_path / "board.pdf", game="alles_im_eimer", paper="A4", words=EN)
    drawn = rendered(tmp_path / "board.pdf", pages=(2, 4))
    assert len(drawn) == 3
    assert all(int((page.max(2) - page.min(2) > 60).sum()) > 0.2 * page.shape[0] * page.shape[1] for page in drawn)


@needs_poppler
@pytest.mark.slow
@given(st.randoms(use_true_random=False), st.integers(360, 1280), st.integers(0, 6))
def test_a_pyramid_of_printed_buckets_is_read_back(
    paper_buckets: PaperBuckets, rng: Random, width_px: int, taken: int
) -> None:
    rows = paper_buckets.pyramid(rng, taken=taken)
    seen = read_pyramid(paper_buckets.picture(rows, rng, width_px=width_px), full=not taken)
    assert seen.rows == rows


def test_what_a_game_lacks_is_told() -> None:
    with pytest.raises(NoDeck, match="no_deck"):
        deck_of("splash")
    with pytest.raises(NoBoard, match="no_board"):
        write_board(Path("unused.pdf"), game="allegra", paper="A4", words=EN)
    with pytest.raises(UnknownGame):
        deck_of("chess")


def test_a_game_added_by_its_folder_alone_has_a_pad_and_its_missing_rules_are_told(tmp_path: Path) -> None:
    with sixth_game():
        write_pad(tmp_path / "pad.pdf", game="golf", paper="A4", words=EN)
        with pytest.raises(NoRules, match="no_rules"):
            write_rules(tmp_path / "rules.pdf", game="golf", paper="A4", words=EN)
    assert pages(tmp_path / "pad.pdf") == 1
    assert not (tmp_path / "rules.pdf").exists()


def test_a_line_is_broken_at_spaces_only_and_loses_no_word() -> None:
    text = "Every bucket that no longer rests on two buckets falls, too."
    lines = wrapped(text, 40, size_mm=4)
    assert len(lines) > 1
    assert " ".join(lines) == text
