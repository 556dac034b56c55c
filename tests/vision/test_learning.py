"""A correction counts at the next look, is kept for its owner alone, and can be taken back."""

from __future__ import annotations

import stat
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from vision.cards.kept import load
from vision.cards.kinds import Kind
from vision.cards.learning import said_by_both
from vision.cards.reader import ValueRead
from vision.cards.taught import Likeness
from vision.errors import UnknownDeck
from vision.frames import Frame
from vision.look import TableLook
from vision.readings import BACK, GAP, Lesson, Seen
from vision.simulated import SimulatedTable
from vision.table_plan import watches_on_plan

LABELS = (*(str(value) for value in range(-1, 12)), BACK, GAP)
ODD, PLAIN = ("row", 0, 0), ("row", 0, 1)


@dataclass(frozen=True)
class Zone:
    name: str
    rows: tuple[tuple[str, ...], ...]
    labels: tuple[str, ...] = LABELS
    kind: str = "cards"
    owner: int | None = 0


class Played:
    """A table on which cards lie, looked at as often as a test wants."""

    def __init__(self, *cards: str, decks: Path | None = None) -> None:
        self.table, self.at_s = SimulatedTable(3), 0.0
        self.look = TableLook(still_s=0.2, decks=decks)
        self.lay(*cards)

    def lay(self, *cards: str) -> None:
        self.zones = [Zone("row", (cards,))]
        self.table.show(self.zones)

    def read(self) -> Seen:
        for _ in range(3):
            self.at_s += 0.2
            looked = self.look.look(Frame(self.table.read().picture, self.at_s), watches_on_plan(self.zones))
        return looked.seen[0]


def lesson(label: str, seen: str, entry: int = 4) -> Lesson:
    return Lesson(ODD, label, seen, entry, ((PLAIN, "5"),))


def test_one_correction_counts_at_the_next_look_and_changes_no_other_reading(tmp_path: Path) -> None:
    played = Played("1", "5", "3", decks=tmp_path)
    assert played.read().labels == (("1", "5", "3"),)
    assert played.look.study("odd", (lesson("7", "1"),))
    seen = played.read()
    assert seen.labels == (("7", "5", "3"),)
    assert seen.cells[0][0].confidence >= 0.8


def test_the_same_face_is_known_where_it_lies_next(tmp_path: Path) -> None:
    played = Played("1", "5", "3", decks=tmp_path)
    played.read()
    played.look.study("odd", (lesson("7", "1"),))
    played.lay("5", "3", "1")
    seen = played.read()
    assert seen.labels[0][:2] == ("5", "3")
    assert seen.labels[0][2] == "7" or seen.cells[0][2].confidence < 0.5


def test_what_was_learned_is_kept_for_its_owner_and_known_on_another_evening(tmp_path: Path) -> None:
    played = Played("1", "5", "3", decks=tmp_path / "decks")
    played.read()
    played.look.study("odd", (lesson("7", "1"),))
    path = tmp_path / "decks" / "odd.npz"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (7, None) in load(tmp_path / "decks", "odd").faces
    later = Played("1", "5", "3", decks=tmp_path / "decks")
    later.look.study("odd", ())
    assert later.read().labels == (("7", "5", "3"),)


def test_a_damaged_deck_is_told_and_put_aside_and_what_is_learned_anew_is_kept(tmp_path: Path) -> None:
    (tmp_path / "odd.npz").write_bytes(b"half a deck")
    played = Played("1", "5", "3", decks=tmp_path)
    with pytest.raises(UnknownDeck, match=r"odd\.npz"):
        played.look.study("odd", ())
    assert (tmp_path / "odd.damaged").read_bytes() == b"half a deck"
    assert not played.look.study("odd", ())
    assert played.read().labels == (("1", "5", "3"),)
    assert played.look.study("odd", (lesson("7", "1"),))
    assert played.read().labels == (("7", "5", "3"),)
    assert (7, None) in load(tmp_path, "odd").faces
    assert (tmp_path / "odd.damaged").read_bytes() == b"half a deck"


def test_a_correction_taken_back_is_forgotten_here_and_on_disk(tmp_path: Path) -> None:
    played = Played("1", "5", "3", decks=tmp_path)
    played.read()
    played.look.study("odd", (lesson("7", "1"),))
    played.look.study("odd", (), (lesson("7", "1"),))
    assert played.read().labels == (("1", "5", "3"),)
    assert not (tmp_path / "odd.npz").exists()


def test_a_correction_that_was_wrong_itself_is_put_right_by_the_next(tmp_path: Path) -> None:
    played = Played("1", "5", "3", decks=tmp_path)
    played.read()
    played.look.study("odd", (lesson("7", "1"),))
    assert played.read().labels == (("7", "5", "3"),)
    played.look.study("odd", (lesson("2", "7", entry=6),), (lesson("7", "1"),))
    seen = played.read()
    assert seen.labels == (("2", "5", "3"),)
    assert seen.cells[0][0].confidence >= 0.8
    assert (7, None) not in load(tmp_path, "odd").faces


def test_a_wrong_correction_of_another_evening_gives_way_to_the_one_of_today(tmp_path: Path) -> None:
    before = Played("1", "5", "3", decks=tmp_path)
    before.read()
    before.look.study("odd", (lesson("7", "1"),))
    today = Played("1", "5", "3", decks=tmp_path)
    today.look.study("odd", ())
    assert today.read().labels == (("7", "5", "3"),)
    today.look.study("odd", (lesson("2", "7"),))
    seen = today.read()
    assert seen.labels == (("2", "5", "3"),)
    assert seen.cells[0][0].confidence >= 0.8
    today.look.study("odd", (), (lesson("2", "7"),))
    assert today.read().labels == (("7", "5", "3"),)


def test_what_one_deck_was_taught_is_unheard_of_in_another_and_known_again_afterwards(tmp_path: Path) -> None:
    played = Played("1", "5", "3", decks=tmp_path)
    played.read()
    for deck, said in (("odd", "7"), ("other", "1"), ("odd", "7")):
        lessons = (lesson("7", "1"),) if deck == "odd" and not (tmp_path / "odd.npz").exists() else ()
        played.look.study(deck, lessons)
        assert played.read().labels == ((said, "5", "3"),)


def test_a_card_that_was_taken_away_meanwhile_teaches_nothing(tmp_path: Path) -> None:
    played = Played("1", "5", "3", decks=tmp_path)
    played.read()
    played.lay("2", "5", "3")
    assert played.read().labels == (("2", "5", "3"),)
    played.look.study("odd", (lesson("7", "1"),))
    assert played.read().labels == (("2", "5", "3"),)


def test_a_deck_that_cannot_be_kept_counts_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    played = Played("1", "5", "3", decks=blocked / "decks")
    played.read()
    with pytest.raises(OSError, match="decks"):
        played.look.study("odd", (lesson("7", "1"),))
    assert played.read().labels == (("7", "5", "3"),)


def like(value: int, sure: float, near: float = 0.97) -> Likeness:
    return Likeness(value, None, sure, turned=False, near=near)


def test_print_and_deck_that_agree_are_surer_than_either() -> None:
    both = said_by_both(ValueRead(7, 0.8), like(7, 0.8), whole=True)
    assert both.value == 7
    assert both.confidence > 0.9


def test_a_face_never_shown_is_left_to_the_print() -> None:
    read = ValueRead(7, 0.97)
    assert said_by_both(read, like(1, 0.9, near=0.7), whole=False) == read


def test_where_deck_and_print_contradict_each_other_neither_is_sure() -> None:
    assert said_by_both(ValueRead(7, 0.97), like(1, 0.7), whole=True).confidence < 0.5


def test_where_neither_is_sure_the_surer_of_both_is_asked_about() -> None:
    told = [said_by_both(ValueRead(9, sure), like(1, 0.2, near=0.5), whole=True) for sure in (0.1, 0.3, 0.8)]
    assert [(read.value, read.confidence < 0.5) for read in told] == [(1, True), (9, True), (9, True)]


def test_a_number_that_only_passes_for_a_sure_one_is_asked_about_where_the_deck_is_sure_of_another() -> None:
    assert said_by_both(ValueRead(9, 0.98), like(19, 0.95, near=0.5), whole=True).confidence < 0.5
    assert said_by_both(ValueRead(9, 0.98), like(19, 0.7, near=0.5), whole=True).confidence == 0.98


@pytest.mark.parametrize(("behind", "stands"), [(0.01, True), (0.2, False)])
def test_a_number_is_contradicted_only_where_the_deck_is_clearly_less_like_it(behind: float, *, stands: bool) -> None:
    print_says = ValueRead(9, 0.85, indexed=True)
    shown = replace(like(8, 0.05, near=0.76), behind={8: 0.0, 9: behind})
    assert (said_by_both(print_says, shown, whole=True) == print_says) is stands
    assert said_by_both(replace(print_says, indexed=False), shown, whole=True).confidence < 0.5


def test_what_is_rather_no_card_is_one_only_where_it_is_much_like_a_face_shown() -> None:
    table = ValueRead(None, 0.0, kind=Kind(0.9, 0.05, 0.05, 0.0))
    shown = replace(like(7, 0.95, near=0.6), together=0.8)
    assert said_by_both(table, shown, whole=True).confidence < 0.5
    assert said_by_both(table, replace(shown, near=0.8), whole=True).confidence >= 0.5
    assert said_by_both(table, replace(shown, near=0.8, together=0.5), whole=True).confidence < 0.5


def test_a_face_that_only_the_deck_sees_is_hardly_unlike_the_one_shown() -> None:
    card = ValueRead(None, 0.0, kind=Kind(0.1, 0.8, 0.1, 0.0))
    assert said_by_both(card, like(7, 0.95, near=0.35), whole=True).confidence < 0.5
    assert said_by_both(card, like(7, 0.95, near=0.6), whole=True).confidence >= 0.5


@pytest.mark.parametrize(("together", "sure"), [(0.5, False), (0.7, True)])
def test_a_back_that_only_the_deck_sees_is_like_the_one_shown_all_over(together: float, *, sure: bool) -> None:
    marker = ValueRead(None, 0.0, kind=Kind(0.27, 0.73, 0.0, 0.0))
    shown = Likeness(BACK, None, 0.95, turned=False, near=0.6, together=together)
    assert (said_by_both(marker, shown, whole=True).confidence >= 0.5) is sure


def test_two_doubts_make_no_back() -> None:
    grey = ValueRead(BACK, 0.45, kind=Kind(0.03, 0.02, 0.95, 0.0))
    for sure, known in ((0.2, False), (0.9, True)):
        taught = Likeness(BACK, None, sure, turned=False, near=0.5)
        assert (said_by_both(grey, taught, whole=True).confidence >= 0.5) is known


@pytest.mark.parametrize(("print_sure", "near", "sure"), [(0.04, 0.5, False), (0.3, 0.5, True), (0.04, 0.8, True)])
def test_what_print_hardly_calls_a_back_must_be_much_like_the_one_shown(
    print_sure: float, near: float, *, sure: bool
) -> None:
    hand = ValueRead(BACK, print_sure, kind=Kind(0.28, 0.1, 0.61, 0.01))
    taught = Likeness(BACK, None, 0.95, turned=False, near=near)
    assert (said_by_both(hand, taught, whole=True).confidence >= 0.5) is sure


def test_a_back_that_was_shown_is_one_only_where_it_is_not_far_less_like_it_than_like_a_face() -> None:
    back = ValueRead(BACK, 0.93, kind=Kind(0.0, 0.16, 0.84, 0.0))
    shown = replace(like(7, 0.99, near=0.79), behind={7: 0.0, BACK: 0.3})
    read = said_by_both(back, shown, whole=True)
    assert (read.value, read.confidence >= 0.5) == (7, True)
    doubtful = said_by_both(replace(back, confidence=0.83), replace(shown, confidence=0.2), whole=True)
    assert (doubtful.value, doubtful.confidence < 0.5) == (7, True)


def test_a_six_that_deck_and_print_only_guess_to_be_no_nine_is_asked_about() -> None:
    assert said_by_both(ValueRead(6, 0.7), like(6, 0.45, near=0.6), whole=True).confidence < 0.5
    assert said_by_both(ValueRead(6, 0.95), like(6, 0.45, near=0.6), whole=True).confidence >= 0.95
    assert said_by_both(ValueRead(6, 0.7), like(6, 0.1, near=0.6), whole=False).confidence >= 0.7


def test_a_face_shown_before_is_believed_against_the_print() -> None:
    read = said_by_both(ValueRead(1, 0.97), like(7, 0.99, near=0.99), whole=False)
    assert (read.value, read.runner_up) == (7, 1)
    assert read.confidence >= 0.9


def test_a_back_stays_one_where_no_face_shown_is_like_it() -> None:
    back = ValueRead(BACK, 0.74)
    assert said_by_both(back, like(7, 0.13, near=0.45), whole=True) == back
    assert said_by_both(back, like(7, 0.6, near=0.6), whole=True).value == 7


def test_what_looks_like_a_back_all_over_must_look_much_like_a_face_that_was_shown() -> None:
    back = ValueRead(BACK, 0.74, kind=Kind(0.02, 0.01, 0.96, 0.01))
    assert said_by_both(back, like(7, 0.99, near=0.67), whole=True).confidence < 0.5
    assert said_by_both(back, like(7, 0.99, near=0.85), whole=True).confidence >= 0.5
    assert said_by_both(replace(back, kind=Kind(0.1, 0.5, 0.4, 0.0)), like(7, 0.99), whole=True).confidence >= 0.5


def test_what_seems_a_bomb_and_like_no_face_shown_is_not_sure() -> None:
    read = said_by_both(ValueRead("bomb", 0.74), like(7, 0.13, near=0.45), whole=True)
    assert (read.value, read.confidence < 0.5) == ("bomb", True)


def test_a_doubtful_colour_stays_doubtful_however_sure_the_value_is() -> None:
    tinted = Likeness(7, "red", 0.99, turned=False, near=0.97, tinted=0.4)
    read = said_by_both(ValueRead(7, 0.99), tinted, whole=True)
    assert (read.colour, read.tinted) == ("red", 0.4)


def test_a_correction_of_one_colour_does_not_name_the_others() -> None:
    shown = Likeness(7, "red", 0.99, turned=False, near=0.97, tint_off=30.0)
    assert said_by_both(ValueRead(7, 0.99), shown, whole=False).colour is None
    assert said_by_both(ValueRead(7, 0.99), replace(shown, tint_off=3.0), whole=False).colour == "red"


def test_a_deck_taught_meanwhile_counts_at_once(tmp_path: Path) -> None:
    played = Played("1", "5", "3", decks=tmp_path)
    played.look.study("odd", ())
    assert played.read().labels == (("1", "5", "3"),)
    other = Played("1", "5", "3", decks=tmp_path)
    other.read()
    other.look.study("odd", (lesson("7", "1"),))
    assert played.look.study("odd", ())
    assert played.read().labels == (("7", "5", "3"),)
    assert not played.look.study("odd", ())


def test_what_was_learned_in_one_game_is_known_in_the_next(tmp_path: Path) -> None:
    played = Played("1", "5", "3", decks=tmp_path)
    played.read()
    played.look.study("odd", (lesson("7", "1"),))
    played.look.study("odd", ())
    assert played.read().labels == (("7", "5", "3"),)
    assert (7, None) in load(tmp_path, "odd").faces
