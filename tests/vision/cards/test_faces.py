import pytest

from vision.cards.faces import CLASSES, DECKS, colours_named, labels_of, values_between


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("7", (7,)),
        ("0-3", (0, 1, 2, 3)),
        ("-1-2", (-1, 0, 1, 2)),
        ("1,2,5,10", (1, 2, 5, 10)),
        ("-1", (-1,)),
        ("3,3", (3,)),
    ],
)
def test_values_are_written_as_range_or_list(text: str, values: tuple[int, ...]) -> None:
    assert values == values_between(text)


@pytest.mark.parametrize("text", ["", "a-b", "26", "5-30", "9-0", "1,,2", "1-x", "0-999999999999", "1-2-3"])
def test_values_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected values between"):
        values_between(text)


def test_colours_we_have_no_name_for_are_refused() -> None:
    assert colours_named("red, blue") == ("red", "blue")
    with pytest.raises(ValueError, match="pink"):
        colours_named("red,pink")


def test_every_value_of_every_deck_is_a_class_of_the_network() -> None:
    assert {str(value) for deck in DECKS.values() for value in deck.values} <= set(CLASSES)


def test_a_deck_is_shown_by_its_faces_then_its_bomb_then_its_back() -> None:
    assert labels_of(DECKS["die_bombe"])[-3:] == ("green25", "bomb", "back")
    assert labels_of(DECKS["allegra"])[-2:] == ("11", "back")
    assert labels_of(DECKS["buero_crazy"]) == ("1", "2", "5", "10", "20")
