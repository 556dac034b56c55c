"""Every state of the displays and every refused knock has its sentence in three languages."""

import pytest

from companion.texts import LANGUAGES, Texts
from hardware.knocks import Refusal
from hardware.readings import LinkState


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", LinkState)
def test_every_state_of_the_displays_has_a_sentence_with_its_detail(state: LinkState, language: str) -> None:
    assert "ttyACM0" in Texts(language)(state.value, detail="ttyACM0")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refusal", Refusal)
def test_every_refused_knock_has_a_sentence_with_its_player(refusal: Refusal, language: str) -> None:
    assert Texts(language)(refusal.value, seat="Anna").startswith("Anna ")
