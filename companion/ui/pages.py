"""The pages by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.ui.adjust_page import AdjustPage
from companion.ui.archive_page import ArchivePage
from companion.ui.big_board_page import BigBoardPage
from companion.ui.calibrate_page import CalibratePage
from companion.ui.corners_page import CornersPage
from companion.ui.deck_page import DeckPage, DecksPage
from companion.ui.devices_page import DevicesPage
from companion.ui.edit_page import EditPage
from companion.ui.export_page import ExportPage
from companion.ui.fall_page import FallPage
from companion.ui.guide_page import GuidePage
from companion.ui.history_page import HistoryPage
from companion.ui.home_page import HomePage
from companion.ui.house_page import HousePage
from companion.ui.lens_page import LensPage
from companion.ui.menu_page import MenuPage
from companion.ui.name_page import NamePage
from companion.ui.new_game_page import NewGamePage
from companion.ui.page import Page
from companion.ui.paper_page import PaperPage
from companion.ui.phones_page import PhonesPage
from companion.ui.power_page import PowerPage
from companion.ui.result_page import ResultPage
from companion.ui.scores_page import ScoresPage
from companion.ui.settings_page import SettingsPage, SoundsPage
from companion.ui.statistics_page import StatisticsPage
from companion.ui.support_page import SupportPage
from companion.ui.table_page import TablePage
from companion.ui.tower_page import TowerPage
from companion.ui.trial_page import TrialPage

PAGES: Final[Mapping[str, Callable[..., Page]]] = MappingProxyType(
    {
        "home": HomePage,
        "new_game": NewGamePage,
        "name": NamePage,
        "house": HousePage,
        "table": TablePage,
        "scores": ScoresPage,
        "board": BigBoardPage,
        "history": HistoryPage,
        "edit": EditPage,
        "adjust": AdjustPage,
        "menu": MenuPage,
        "guide": GuidePage,
        "tower": TowerPage,
        "fall": FallPage,
        "calibrate": CalibratePage,
        "corners": CornersPage,
        "lens": LensPage,
        "paper": PaperPage,
        "decks": DecksPage,
        "deck": DeckPage,
        "devices": DevicesPage,
        "trial": TrialPage,
        "support": SupportPage,
        "export": ExportPage,
        "result": ResultPage,
        "archive": ArchivePage,
        "statistics": StatisticsPage,
        "settings": SettingsPage,
        "sounds": SoundsPage,
        "phones": PhonesPage,
        "power": PowerPage,
    }
)


def make_page(name: str, **about: Any) -> Page:
    """The page of that name, made anew."""
    return PAGES[name](**about)
