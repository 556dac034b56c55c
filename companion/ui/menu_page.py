"""All that can be done around a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder

from companion.games import game_named
from companion.ui.page import Page
from companion.ui.pyramid_falls import is_loss
from companion.ui.table_page import TablePage
from companion.ui.theme import Key

_PAGES: Final = (
    ("scores", "scores"),
    ("board", "trophy"),
    ("history", "history"),
    ("adjust", "pen"),
    ("guide", "book"),
    ("tower", "gauge"),
    ("fall", "game.alles_im_eimer"),
    ("calibrate", "target"),
    ("devices", "camera"),
    ("phones", "people"),
    ("export", "export"),
    ("settings", "gear"),
)


class MenuPage(Page):
    """Tiles that lead to the pages of a game."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        needs = game_named(self.app.view.game).needs
        for name, glyph in _PAGES:
            if name == "tower" and "tower" not in needs:
                continue
            if name == "fall" and not is_loss(self.app.companion.session):
                continue
            key = Key(name=name, glyph=glyph, text=self.app.words(f"menu.{name}"))
            key.bind(on_release=lambda key: self._lead_to(key.name))
            self.ids.grid.add_widget(key)
        if self.app.picture is not None:
            swap = Key(name="swap", glyph="shuffle", text=self.app.words("menu.swap"))
            swap.bind(on_release=lambda _: self._swap())
            self.ids.grid.add_widget(swap)
        self.ids.grid.cols = 3 if len(self.ids.grid.children) <= 9 else 4

    def _lead_to(self, name: str) -> None:
        """To a page; from the large scoreboard a touch leads to the table, not here."""
        if name == "board":
            self.app.back()
        self.app.go(name)

    def _swap(self) -> None:
        """Between the live picture and the drawn table."""
        self.app.back()
        if isinstance(self.app.page, TablePage):
            self.app.page.toggle_picture()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
