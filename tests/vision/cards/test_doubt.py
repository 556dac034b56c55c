"""What looks like a number and is none, or may not be sure."""

from collections.abc import Iterable, Sequence
from itertools import product

import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn import number_card, write
from vision.cards.backs import Table, bounded
from vision.cards.candidates import FIRST, REST, find_candidates
from vision.cards.edges import EdgeMap
from vision.cards.faces import CLASSES, Faces
from vision.cards.kinds import Kind, KindNetwork
from vision.cards.network import NumeralNetwork
from vision.cards.outlines import Outline
from vision.cards.reader import CardReader, CutCard, ValueRead
from vision.cards.selection import Reading, weighed
from vision.readings import BACK

QUAD = np.array([[0, 0], [156, 0], [156, 240], [0, 240]], np.float64)


def patterned_back() -> np.ndarray:
    """A red weave with a ring in its middle, the same turned by half."""
    rows, columns = np.mgrid[:240, :156]
    weave = ((rows + columns) // 4 + (rows - columns) // 4) % 2
    card = np.where(weave[..., None] > 0, np.array([60, 60, 190]), np.array([170, 190, 235])).astype(np.uint8)
    cv2.circle(card, (78, 120), 26, (245, 245, 245), -1, cv2.LINE_AA)
    cv2.circle(card, (78, 120), 18, (40, 30, 190), 8, cv2.LINE_AA)
    card[120:] = card[:120][::-1, ::-1]
    return card


def reading(value: ValueRead, *, score: float = 1.0, card: np.ndarray | None = None) -> Reading:
    picture = number_card("5") if card is None else card
    return Reading(Outline(QUAD, score), CutCard(picture), value)


def test_a_ring_in_the_middle_of_a_back_is_no_number() -> None:
    read = CardReader().read([CutCard(patterned_back())], Faces())[0]
    assert read.value == BACK or read.confidence < 0.5


class Counting(NumeralNetwork):
    """Counts the crops it is asked to name."""

    asked = 0

    def odds(self, crops: Iterable[np.ndarray]) -> np.ndarray:
        some = list(crops)
        self.asked += len(some)
        return super().odds(some)


@pytest.mark.parametrize(("card", "searched"), [(patterned_back(), False), (number_card("5"), True)])
def test_only_what_is_not_surely_a_back_is_searched_for_numbers(card: np.ndarray, *, searched: bool) -> None:
    network = Counting()
    CardReader(network).read([CutCard(card)], Faces())
    assert (network.asked > 0) == searched


class Slow(NumeralNetwork):
    """Sees a five, surely, from the third time on that it is asked; keeps how many crops it was shown each time."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def odds(self, crops: Sequence[np.ndarray]) -> np.ndarray:
        self.asked += [len(crops)] if crops else []
        odds = np.zeros((len(crops), len(CLASSES)), np.float32)
        odds[:, CLASSES.index("5" if len(self.asked) > 2 else "none")] = 1
        return odds


def badges() -> np.ndarray:
    """A card whose indices stand on badges."""
    card = number_card("8")
    for _, x in product(range(2), (40, 116)):
        cv2.circle(card, (x, 40), 22, (40, 180, 230), -1)
        write(card, "5", (x, 40), 20, (250, 250, 250))
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def test_where_corners_looked_at_closely_tell_a_number_the_others_are_not() -> None:
    card, slow = badges(), Slow()
    known = find_candidates(card, (*FIRST, *REST), thorough=False)
    corners, others = (find_candidates(card, zones, thorough=True, known=known) for zones in (FIRST, REST))
    read = CardReader(slow).read([CutCard(card)], Faces())[0]
    assert (read.value, read.confidence > 0.9) == (5, True)
    assert slow.asked[2:] == [len(corners)]
    assert corners
    assert others


class Said(KindNetwork):
    """Says of everything what it was told to say."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def kinds(self, cards: Iterable[np.ndarray]) -> list[Kind]:
        return [self.kind for _ in cards]


@pytest.mark.parametrize(("face", "looks"), [(0.02, 1), (0.09, 2), (0.4, 3)])
def test_the_likelier_a_face_the_closer_it_is_looked_at(face: float, looks: int) -> None:
    slow = Slow()
    reader = CardReader(slow)
    reader.kinds = Said(Kind(0.09, face, 0.91 - face, 0.0))
    reader.read([CutCard(badges())], Faces())
    assert len(slow.asked) == looks


class AtOnce(NumeralNetwork):
    """Sees a five, rather surely, the first time that it is asked, and nothing from then on; counts how often it is."""

    def __init__(self) -> None:
        self.asked = 0

    def odds(self, crops: Sequence[np.ndarray]) -> np.ndarray:
        odds = np.zeros((len(crops), len(CLASSES)), np.float32)
        odds[:, CLASSES.index("none" if self.asked else "5")] = 0.93
        self.asked += 1
        return odds


@pytest.mark.parametrize(("depth", "looks"), [(150, 2), (25, 4)])
def test_faint_print_is_looked_at_closely_before_it_is_believed(depth: int, looks: int) -> None:
    card = np.full((240, 156, 3), 235, np.uint8)
    for _ in range(2):
        write(card, "5", (32, 32), 24, (235 - depth,) * 3)
        card = np.ascontiguousarray(card[::-1, ::-1])
    network = AtOnce()
    reader = CardReader(network)
    reader.kinds = Said(Kind(0.01, 0.98, 0.01, 0.0))
    read = reader.read([CutCard(card)], Faces())[0]
    assert (read.value, network.asked) == (5, looks)


def test_a_number_with_two_indices_is_no_back() -> None:
    read = CardReader().read([CutCard(number_card("5"))], Faces())[0]
    assert (read.value, read.confidence > 0.9) == (5, True)


def test_a_number_with_two_indices_is_no_back_however_much_it_looks_like_one() -> None:
    reader = CardReader()
    reader.kinds = Said(Kind(0.001, 0.01, 0.989, 0.0))
    read = reader.read([CutCard(number_card("5", middle=False))], Faces())[0]
    assert read.value == 5


def test_a_reading_off_the_edges_of_its_card_is_less_sure() -> None:
    read = ValueRead(1, 0.8, votes=4.0, indexed=True, places=2)
    sure, doubtful = (one.value.confidence for one in weighed([reading(read), reading(read, score=0.7)]))
    assert doubtful < 0.5 < sure


def test_one_corner_alone_is_less_sure_than_two() -> None:
    lone, both = (ValueRead(7, 0.7, votes=4.0, indexed=True, places=places) for places in (1, 2))
    first, second = (one.value.confidence for one in weighed([reading(lone), reading(both)]))
    assert first < second


def test_a_sliver_along_the_side_of_a_card_is_no_one() -> None:
    card = np.full((240, 156, 3), 235, np.uint8)
    cv2.rectangle(card, (150, 20), (154, 48), (20, 20, 20), -1)
    assert find_candidates(card, (*FIRST, *REST), thorough=True) == []


def test_a_number_on_a_dark_badge_is_read() -> None:
    card = np.full((240, 156, 3), (45, 45, 45), np.uint8)
    for _ in range(2):
        cv2.circle(card, (28, 32), 22, (60, 50, 200), -1, cv2.LINE_AA)
        write(card, "21", (28, 32), 18, (250, 250, 250))
        card = np.ascontiguousarray(card[::-1, ::-1])
    read = CardReader().read([CutCard(card)], Faces())[0]
    assert (read.value, read.confidence >= 0.5) == (21, True)


@pytest.mark.parametrize("text", ["8", "20", "4"])
def test_a_dark_number_on_a_coloured_ground_within_a_white_border_is_read(text: str) -> None:
    card = np.full((240, 156, 3), 250, np.uint8)
    cv2.rectangle(card, (10, 10), (145, 229), (60, 190, 225), -1)
    for _ in range(2):
        write(card, text, (34, 32), 26, (45, 40, 40))
        card = np.ascontiguousarray(card[::-1, ::-1])
    read = CardReader().read([CutCard(card)], Faces())[0]
    assert (read.value, read.confidence >= 0.5) == (int(text), True)


def test_a_plus_before_a_digit_makes_it_no_number() -> None:
    read = CardReader().read([CutCard(number_card("+2"))], Faces())[0]
    assert read.value != 2 or read.confidence < 0.5


def test_a_closer_look_adds_to_what_is_known() -> None:
    card = (number_card("17") * np.linspace(0.35, 1, 156)[:, None]).astype(np.uint8)
    zones = (*FIRST, *REST)
    known = find_candidates(card, zones, thorough=False)
    more = find_candidates(card, zones, thorough=True, known=known)
    places = [(one.zone, one.box) for one in (*known, *more)]
    whole = {(one.zone, one.box) for one in find_candidates(card, zones, thorough=True)}
    assert (set(places), len(places)) == (whole, len(whole))


def test_nothing_is_looked_for_where_others_lie() -> None:
    covered = np.zeros((240, 156), bool)
    covered[60:] = True
    found = find_candidates(number_card("8"), (*FIRST, *REST), thorough=False, covered=covered)
    assert found
    assert {one.zone for one in found} <= {"upper left", "upper right"}


def test_what_looks_too_little_like_a_card_is_not_read() -> None:
    reader, card = CardReader(), number_card("5")
    kind = reader.kinds.kinds([card])[0]
    read = reader.read([CutCard(card, most_none=bar) for bar in (kind.none / 2, kind.none * 2)], Faces())
    assert [one.value for one in read] == [None, 5]


def test_only_sure_readings_of_what_shows_the_table_are_kept() -> None:
    picture = np.full((600, 800, 3), 120, np.uint8)
    table = Table(picture, [])
    outline, empty = Outline(QUAD, 0.8), np.full((240, 156, 3), 120, np.uint8)
    assert table.shows(outline, empty)
    assert not table.shows(outline, number_card("5"))
    assert not table.shows(Outline(QUAD, 1.0), empty)
    readings = [Reading(outline, CutCard(empty, plain=True), ValueRead(1, sure)) for sure in (0.4, 0.9)]
    assert table.sorted_out(readings) == readings[1:]


def test_a_back_that_shows_the_table_and_lies_on_few_edges_is_asked_about() -> None:
    table, empty = Table(np.full((600, 800, 3), 120, np.uint8), []), np.full((240, 156, 3), 120, np.uint8)
    back = Reading(Outline(QUAD, 0.8), CutCard(empty, plain=True), ValueRead(BACK, 0.9))
    assert [(one.value.value, one.value.confidence < 0.5) for one in table.sorted_out([back])] == [(BACK, True)]


def planks(*backs: tuple[int, int]) -> np.ndarray:
    """A table (800, 800, 3) of planks as wide as a card, each of its own brown, with backs at left, top px."""
    tones = np.repeat([120, 150, 105, 140, 95, 130], 156)[6:806]
    picture = np.tile(tones[None, :, None] * (0.6, 0.8, 1.0), (800, 1, 1)).astype(np.uint8)
    for left, top in backs:
        picture[top : top + 240, left : left + 156] = patterned_back()
    return picture


@pytest.mark.parametrize(
    ("backs", "sure"),
    [((), False), (((306, 180),), True), (((306, 180), (306, 420), (462, 180)), True)],
    ids=["a piece of a plank, a cup beside it", "a back", "a back beside two others"],
)
def test_what_goes_on_beyond_two_opposite_sides_is_not_surely_a_back(
    backs: tuple[tuple[int, int], ...], *, sure: bool
) -> None:
    outline = Outline(QUAD + np.array([306, 180]), 1.0)
    picture = planks(*backs)
    if not backs:  # What lies at a part of a side does not end a plank.
        cv2.circle(picture, (340, 150), 40, (240, 240, 240), -1)
    back = Reading(outline, CutCard(patterned_back()), ValueRead(BACK, 0.9))
    (read,) = bounded([back], EdgeMap(picture))
    assert (read.value.value, read.value.confidence >= 0.5) == (BACK, sure)


def test_only_backs_are_asked_where_they_end() -> None:
    number = reading(ValueRead(5, 0.9))
    assert bounded([number], EdgeMap(planks())) == [number]
