"""Every state of the displays has its sentence in three languages."""

import pytest

from companion.texts import LANGUAGES, Texts
from hardware.readings import LinkState


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", LinkState)
def test_every_state_of_the_displays_has_a_sentence_with_its_detail(state: LinkState, language: str) -> None:
    assert "ttyACM0" in Texts(language)(state.value, detail="ttyACM0")
