"""What a whole card looks like: a face, a back, a bomb, no card."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn import number_card, wooden_table
from vision.card_art import draw_card
from vision.cards.faces import Faces
from vision.cards.kinds import Kind, KindNetwork
from vision.cards.learning import said_by_both
from vision.cards.reader import CardReader, CutCard, ValueRead, settled
from vision.cards.rectify import CARD_HEIGHT_PX, CARD_WIDTH_PX, cut
from vision.cards.taught import Likeness
from vision.readings import BACK

ALL = Faces(bombs=True)


def as_cut(art: np.ndarray) -> np.ndarray:
    height, width = art.shape[:2]
    return cut(np.ascontiguousarray(art[..., :3]), np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5)


@pytest.fixture(scope="module")
def network() -> KindNetwork:
    return KindNetwork()


@pytest.mark.parametrize("label", ["-1", "0", "8", "11", "red6", "yellow1", "green25"])
def test_a_card_with_numbers_is_a_face(network: KindNetwork, label: str) -> None:
    (kind,) = network.kinds([as_cut(draw_card(label))])
    assert kind.face > 0.5


def test_a_back_is_a_back_under_any_light(network: KindNetwork) -> None:
    back = as_cut(draw_card(BACK))
    dim, warm = (np.clip(back * np.array(lamp), 0, 255).astype(np.uint8) for lamp in ((0.3,) * 3, (0.5, 0.8, 1.0)))
    assert [kind.back > 0.5 for kind in network.kinds([back, dim, warm])] == [True] * 3


def test_a_piece_of_table_is_no_card(network: KindNetwork) -> None:
    table = wooden_table()[:CARD_HEIGHT_PX, :CARD_WIDTH_PX]
    (kind,) = network.kinds([np.ascontiguousarray(table)])
    assert kind.none > 0.5


def test_two_halves_of_two_cards_are_no_card(network: KindNetwork) -> None:
    card = number_card("7")
    both = np.ascontiguousarray(np.roll(card, CARD_HEIGHT_PX // 2, axis=0))
    both[CARD_HEIGHT_PX // 2 - 4 : CARD_HEIGHT_PX // 2 + 4] = (60, 90, 120)
    (kind,) = network.kinds([both])
    assert kind.none > kind.face


def test_kinds_sum_to_one_however_many_are_asked(network: KindNetwork) -> None:
    kinds = network.kinds([number_card(str(number % 10)) for number in range(19)])
    assert [round(kind.none + kind.face + kind.back + kind.bomb, 5) for kind in kinds] == [1.0] * 19
    assert network.kinds([]) == []


def test_a_number_on_what_looks_like_a_back_is_sure_of_neither() -> None:
    read = settled(ValueRead(0, 0.93, votes=5.0), Kind(0.02, 0.06, 0.9, 0.02), ALL, whole=True)
    assert read.confidence < 0.6


def test_a_back_is_named_only_where_backs_may_lie() -> None:
    looks = Kind(0.02, 0.02, 0.95, 0.01)
    assert settled(ValueRead(None, 0.0), looks, Faces(), whole=True).value == BACK
    assert settled(ValueRead(None, 0.0), looks, Faces(backs=False), whole=True).value is None


def test_what_may_be_a_face_without_numeral_is_no_sure_back_where_bombs_may_lie() -> None:
    looks = Kind(0.0, 0.47, 0.51, 0.02)
    assert settled(ValueRead(None, 0.0), looks, Faces(), whole=True).confidence > 0.5
    assert settled(ValueRead(None, 0.0), looks, ALL, whole=True).confidence < 0.5


def test_what_shows_nothing_is_guessed_to_be_a_bomb_however_it_is_drawn_where_bombs_may_lie() -> None:
    odd = Kind(0.7, 0.1, 0.15, 0.05)
    read = settled(ValueRead(None, 0.0), odd, ALL, whole=True)
    assert (read.value, read.confidence < 0.1) == ("bomb", True)
    assert settled(ValueRead(None, 0.0), odd, Faces(), whole=True).value is None
    assert settled(ValueRead(None, 0.0), Kind(0.95, 0.01, 0.03, 0.01), ALL, whole=True).value is None


def test_a_bomb_is_named_only_where_bombs_may_lie() -> None:
    looks = Kind(0.02, 0.02, 0.01, 0.95)
    assert settled(ValueRead(None, 0.0), looks, ALL, whole=True).value == "bomb"
    assert settled(ValueRead(None, 0.0), looks, Faces(), whole=True).value is None


def test_two_clear_indices_outweigh_what_the_card_looks_like() -> None:
    read = settled(ValueRead(7, 0.999, votes=9.0, indexed=True, places=2), Kind(0.6, 0.3, 0.05, 0.05), ALL, whole=True)
    assert (read.value, read.confidence > 0.9) == (7, True)


class Backs(KindNetwork):
    """Calls everything a back, and is not quite sure."""

    def kinds(self, cards: Sequence[np.ndarray]) -> list[Kind]:
        return [Kind(0.01, 0.05, 0.93, 0.01) for _ in cards]


def test_the_glare_of_a_lamp_is_no_sure_back() -> None:
    reader = CardReader()
    reader.kinds = Backs()
    spot = np.full((CARD_HEIGHT_PX, CARD_WIDTH_PX, 3), (70, 110, 60), np.uint8)
    cv2.circle(spot, (78, 120), 50, (255, 255, 255), -1)
    checks = np.kron(np.indices((24, 16)).sum(0) % 2, np.ones((10, 10)))[:, :CARD_WIDTH_PX, None]
    white = np.where(checks > 0, np.uint8(255), np.array([160, 90, 40], np.uint8))
    seen = reader.read([CutCard(cv2.GaussianBlur(spot, (0, 0), 8)), CutCard(white)], Faces())
    assert [(one.value, one.confidence >= 0.5) for one in seen] == [(BACK, False), (BACK, True)]
    faint = Likeness(BACK, None, 0.25, turned=False, near=0.49)
    assert said_by_both(seen[0], faint, whole=True).confidence < 0.5


class SureBacks(KindNetwork):
    """Calls everything a back, rather surely."""

    def kinds(self, cards: Sequence[np.ndarray]) -> list[Kind]:
        return [Kind(0.005, 0.045, 0.945, 0.005) for _ in cards]


@pytest.mark.parametrize("number", [1, 3, 4, 7, 8])
def test_an_index_left_by_the_glare_of_a_lamp_is_asked_about_rather_than_a_back(number: int) -> None:
    reader = CardReader()
    reader.kinds = SureBacks()
    card = 230 + 0.12 * (number_card(str(number), middle=False).astype(np.float32) - 230)
    light = np.zeros(card.shape[:2], np.float32)
    cv2.circle(light, (60, 70), 95, 120.0, -1)
    seen = np.clip(card + cv2.GaussianBlur(light, (0, 0), 14)[..., None], 0, 255).astype(np.uint8)
    (read,) = reader.read([CutCard(cv2.GaussianBlur(seen, (0, 0), 2.5))], Faces())
    assert (read.value, read.confidence < 0.5) == (number, True)


class LikeBacks(KindNetwork):
    """Calls everything a back, and may be wrong."""

    def kinds(self, cards: Sequence[np.ndarray]) -> list[Kind]:
        return [Kind(0.0, 0.09, 0.91, 0.0) for _ in cards]


@pytest.mark.parametrize("number", [0, 2, 4, 7, 10])
def test_a_number_in_the_middle_speaks_against_what_looks_like_a_back(number: int) -> None:
    reader = CardReader()
    reader.kinds = LikeBacks()
    (read,) = reader.read([CutCard(number_card(str(number), indices=False))], Faces())
    assert not (read.value == BACK and read.confidence >= 0.5)
