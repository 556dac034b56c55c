"""A correction counts at the next look, is kept for its owner alone, and can be taken back."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from companion.rulebook.zone import Zone
from vision.cards.kept import load
from vision.errors import UnknownDeck
from vision.frames import Frame
from vision.look import TableLook
from vision.readings import BACK, GAP, Lesson, Seen
from vision.simulated import SimulatedTable
from vision.table_plan import watches_on_plan

LABELS = (*(str(value) for value in range(-1, 12)), BACK, GAP)
ODD, PLAIN = ("row", 0, 0), ("row", 0, 1)


class Played:
    """A table on which cards lie, looked at as often as a test wants."""

    def __init__(self, *cards: str, decks: Path | None = None) -> None:
        self.table, self.at_s = SimulatedTable(3), 0.0
        self.look = TableLook(still_s=0.2, decks=decks)
        self.lay(*cards)

    def lay(self, *cards: str) -> None:
        self.zones = [Zone("row", "cards", (cards,), LABELS, 0)]
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
