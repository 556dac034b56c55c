from pathlib import Path
from typing import IO

import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn import BLUE, RED, lay, number_card, wooden_table, write
from vision.cards.kept import load, save
from vision.cards.looks import Looker
from vision.cards.network import NumeralNetwork
from vision.cards.rectify import cut
from vision.cards.taught import TaughtFace, face_named, teach
from vision.errors import UnknownDeck

LETTERS = "ABCDEFGHJKLMRSTW"


@pytest.fixture(scope="module")
def looker() -> Looker:
    return Looker(NumeralNetwork())


TONES = {"red": RED, "green": (60, 140, 40), "violet": (150, 55, 120)}


def edged(colour: str) -> np.ndarray:
    """A white card with a black 7 and small signs of a colour above and below."""
    card = number_card("7", ground=(20, 20, 20), indices=False)
    for _ in range(2):
        cv2.circle(card, (32, 32), 9, TONES.get(colour, (128, 128, 128)), -1, cv2.LINE_AA)
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def faces(text: str) -> list[TaughtFace]:
    return [face_named(letter, number_card(letter)) for letter in text]


def seen_again(letter: str, seed: int) -> np.ndarray:
    """The card cut a little off from a dim picture."""
    table = wooden_table(seed)
    quad = lay(table, number_card(letter), (480, 360), 200, 11)
    quad += np.random.default_rng(seed).normal(0, 1.2, (4, 2))
    return (cut(table, quad) * 0.6).astype(np.uint8)


def test_each_face_shown_once_is_recognised(looker: Looker) -> None:
    deck = teach(looker, faces(LETTERS))
    said = [deck.recognise(looker, seen_again(letter, seed)) for seed, letter in enumerate(LETTERS)]
    assert list(LETTERS) == [one.value for one in said]
    assert all(one.confidence >= 0.5 for one in said)


def right_handed(text: str) -> np.ndarray:
    """A card with one picture for all and its numerals in the upper right and lower left corners."""
    card = np.ascontiguousarray(number_card("", indices=False, middle=False)[:, ::-1])
    cv2.circle(card, (78, 120), 30, (250, 250, 250), -1, cv2.LINE_AA)
    for _ in range(2):
        write(card, text, (124, 32), 24, (250, 250, 250))
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def test_faces_told_apart_by_a_sign_in_the_right_corner_alone_are_recognised(looker: Looker) -> None:
    deck = teach(looker, [face_named(letter, right_handed(letter)) for letter in LETTERS])
    seen = []
    for letter in LETTERS:
        table = wooden_table(1)
        quad = lay(table, right_handed(letter), (480, 360), 200, 7)
        seen.append(deck.recognise(looker, cut(cv2.GaussianBlur(table, (0, 0), 0.8), quad)))
    assert [one.value for one in seen] == list(LETTERS)
    assert all(one.confidence >= 0.5 for one in seen)


def small_sign(text: str) -> np.ndarray:
    """A busy card, the same for all but for a small sign in two corners."""
    card = number_card("8", indices=False)
    for x, y in ((78, 40), (78, 200), (30, 120), (126, 120), (110, 70), (46, 170)):
        cv2.circle(card, (x, y), 16, (240, 240, 240), 4, cv2.LINE_AA)
    for _ in range(2):
        write(card, text, (26, 26), 13, (250, 250, 250))
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def test_faces_that_differ_little_are_told_apart_by_as_little(looker: Looker) -> None:
    deck = teach(looker, [face_named(letter, small_sign(letter)) for letter in LETTERS])
    seen = [deck.recognise(looker, np.asarray(small_sign(letter) * 0.7, np.uint8)) for letter in LETTERS]
    assert [one.value for one in seen] == list(LETTERS)
    assert all(one.confidence >= 0.5 for one in seen)
    assert deck.recognise(looker, small_sign("8")).confidence < 0.5


def test_what_is_as_like_another_value_is_hardly_behind_it(looker: Looker) -> None:
    deck = teach(looker, faces("ABC"))
    behind = deck.recognise(looker, seen_again("B", 1)).behind
    assert behind["B"] == 0
    assert min(behind["A"], behind["C"]) > 0.1


@pytest.mark.parametrize("part", ["corners", "hues"])
def test_a_deck_kept_before_corners_or_hues_were_noted_is_good_all_the_same(
    looker: Looker, tmp_path: Path, part: str
) -> None:
    path = save(teach(looker, faces("AB")), tmp_path, "old")
    with np.load(path) as kept:
        parts = {name: kept[name] for name in kept.files if name != part}
    np.savez_compressed(path, **parts)
    assert load(tmp_path, "old").recognise(looker, seen_again("B", 2)).value == "B"


def test_a_face_on_its_head_is_recognised_as_turned(looker: Looker) -> None:
    deck = teach(looker, faces("FGR"))
    turned = deck.recognise(looker, np.ascontiguousarray(number_card("F", indices=False)[::-1, ::-1]))
    assert (turned.value, turned.turned) == ("F", True)


@pytest.mark.parametrize("others", ["9", "98"])
def test_a_six_on_its_head_is_asked_about_however_unlike_the_nine_that_was_shown(looker: Looker, others: str) -> None:
    deck = teach(looker, [face_named(text, number_card(text, indices=False)) for text in ("6", *others)])
    turned = np.ascontiguousarray(number_card("6", indices=False)[::-1, ::-1])
    assert deck.recognise(looker, turned).confidence < 0.5


def test_a_face_never_shown_is_not_sure(looker: Looker) -> None:
    deck = teach(looker, faces("ABCDE"))
    assert deck.recognise(looker, seen_again("W", 3)).confidence < 0.5


@pytest.mark.parametrize("lamp", [(1.0, 1.0, 1.0), (0.5, 0.8, 1.0)])
def test_faces_of_one_value_are_told_apart_by_the_colour_of_small_print(
    looker: Looker, lamp: tuple[float, ...]
) -> None:
    deck = teach(looker, [face_named(f"{name}7", edged(name)) for name in TONES])
    for name in TONES:
        seen = deck.recognise(looker, (edged(name) * np.array(lamp)).astype(np.uint8))
        assert (seen.value, seen.colour, seen.tinted > 0.5) == (7, name, True)


def test_a_colour_never_shown_with_a_value_is_not_taken_for_another(looker: Looker) -> None:
    tones = {"red": RED, "green": (60, 150, 40), "violet": (150, 45, 120), "blue": BLUE}
    shown = [("7", "red"), ("7", "violet"), ("3", "green"), ("3", "blue")]
    deck = teach(looker, [TaughtFace(int(text), name, number_card(text, ground=tones[name])) for text, name in shown])
    for name in ("blue", "green"):
        like = deck.recognise(looker, number_card("7", ground=tones[name]))
        assert like.colour == name or like.tinted < 0.5


TWO_TONES = {"red": RED, "green": (60, 150, 40)}


def two_coloured(own: str, other: str) -> np.ndarray:
    """A card whose ground has its own colour, and whose picture, about as large, that of another."""
    card = np.full((240, 156, 3), 235, np.uint8)
    card[20:220, 20:136] = TWO_TONES[own]
    card[52:188, 36:120] = TWO_TONES[other]
    return card


@pytest.mark.parametrize(("name", "rival"), [("red", "green"), ("green", "red")])
@pytest.mark.parametrize("hidden", [np.s_[130:], np.s_[200:], np.s_[:, 100:]], ids=["half", "bottom", "side"])
def test_a_picture_in_the_colour_of_another_card_never_names_a_card_surely(
    looker: Looker, name: str, rival: str, hidden: tuple[slice, ...]
) -> None:
    deck = teach(
        looker, [TaughtFace(7, own, two_coloured(own, other)) for own, other in ((name, rival), (rival, name))]
    )
    seen = two_coloured(name, rival)
    seen[hidden] = (60, 90, 130)
    like = deck.recognise(looker, seen)
    assert like.colour == name or like.tinted < 0.5


def test_a_card_without_a_colour_is_sure_of_none(looker: Looker) -> None:
    deck = teach(looker, [face_named(f"{name}7", edged(name)) for name in TONES])
    grey = deck.recognise(looker, edged("grey"))
    assert (grey.value, grey.tinted < 0.5) == (7, True)


def test_a_correction_counts_at_once(looker: Looker) -> None:
    deck = teach(looker, faces("ABCDE"))
    strange = seen_again("W", 3)
    better = deck.corrected(looker, TaughtFace("W", None, strange))
    assert better.recognise(looker, seen_again("W", 4)).value == "W"
    assert better.recognise(looker, seen_again("A", 5)).value == "A"


def test_a_deck_saved_is_the_deck_loaded(looker: Looker, tmp_path: Path) -> None:
    deck = teach(looker, [*faces("AB"), face_named("red7", number_card("7", ground=RED))])
    path = save(deck, tmp_path, "mine")
    again = load(tmp_path, "mine")
    assert path.exists()
    assert deck.faces == again.faces == (("A", None), ("B", None), (7, "red"))
    assert again.recognise(looker, seen_again("B", 2)).value == "B"


def test_on_a_full_disk_the_deck_of_before_stays_and_no_stub_is_left(
    looker: Looker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(teach(looker, faces("AB")), tmp_path, "mine")

    def full(file: IO[bytes], **_: object) -> None:
        file.write(b"the beginning")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    for name in ("mine", "other"):
        with pytest.raises(OSError, match="No space left"):
            save(teach(looker, faces("C")), tmp_path, name)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.npz"]
    assert load(tmp_path, "mine").faces == (("A", None), ("B", None))


def test_a_deck_never_taught_or_damaged_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnknownDeck, match="nobody"):
        load(tmp_path, "nobody")
    (tmp_path / "broken.npz").write_bytes(b"no deck")
    with pytest.raises(UnknownDeck, match="broken"):
        load(tmp_path, "broken")


def test_nothing_shown_teaches_nothing(looker: Looker) -> None:
    with pytest.raises(ValueError, match="at least one"):
        teach(looker, [])
