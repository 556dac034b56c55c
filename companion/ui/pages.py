"""The pages by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.ui.home_page import HomePage
from companion.ui.house_page import HousePage
from companion.ui.name_page import NamePage
from companion.ui.new_game_page import NewGamePage
from companion.ui.page import Page
from companion.ui.table_page import TablePage

PAGES: Final[Mapping[str, Callable[..., Page]]] = MappingProxyType(
    {
        "home": HomePage,
        "new_game": NewGamePage,
        "name": NamePage,
        "house": HousePage,
        "table": TablePage,
    }
)


def make_page(name: str, **about: Any) -> Page:
    """The page of that name, made anew."""
    return PAGES[name](**about)
