"""Every rule and reading on a rule page has an id, and every id is named by a test of that game."""

from __future__ import annotations

import re

import pytest

from companion.games import all_games
from tests.kit import ROOT

_ID = re.compile(r"^(?:- \*\*|\| )([A-Z]\d+)(?:\*\*| \|)(.*)$", re.MULTILINE)
_TEST = re.compile(r"def test_(\w+)")


@pytest.mark.parametrize("key", [game.key for game in all_games()])
def test_every_rule_of_a_page_is_named_by_a_test(key: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{key}.md").read_text(encoding="utf-8")
    ids = {found[0].lower() for found in _ID.findall(page) if "human judgement" not in found[1]}
    sources = (ROOT / "tests" / "games" / key).rglob("test_*.py")
    words = {word for source in sources for name in _TEST.findall(source.read_text()) for word in name.split("_")}
    assert len(ids) > 10
    assert sorted(ids - words) == []
