"""The first page: go on with a game, begin one, look back, settings, power."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ListProperty, StringProperty

from companion.games import all_games
from companion.ui.page import Page
from companion.ui.theme import Tile


class GameTile(Tile):
    """A game: its emblem, name and what it is about in a line."""

    glyph = StringProperty("")
    text = StringProperty("")
    note = StringProperty("")


class Welcome(Tile):
    """The large tile: the game to go on with, or a greeting."""

    heading = StringProperty("")
    text = StringProperty("")
    note = StringProperty("")
    glyph = StringProperty("game")
    seats = ListProperty([])


class HomePage(Page):
    """Large tiles."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._kept = self.app.companion.unfinished()
        for game in all_games():
            words = self.app.companion.texts(game.key)
            seats = self.app.words("ui.seats", least=game.seats.start, most=game.seats.stop - 1)
            tile = GameTile(value=game.key, name="game", glyph=f"game.{game.key}", text=words("name"), note=seats)
            tile.bind(on_release=self._chosen)
            self.ids.games.add_widget(tile)
        words = self.app.words
        archive = GameTile(name="archive", glyph="history", text=words("home.archive"), note=words("home.archive_note"))
        archive.bind(on_release=lambda _: self.app.go("archive"))
        self.ids.games.add_widget(archive)
        self._greet()

    def _greet(self) -> None:
        welcome, words = self.ids.welcome, self.app.words
        if self._kept is None:
            welcome.heading, welcome.text = words("home.hello"), words("home.choose")
            welcome.seats, welcome.disabled = list(range(6)), True
            return
        header = self._kept.header
        welcome.heading, welcome.text = words("home.resume"), self.app.companion.texts(header.game)("name")
        welcome.note, welcome.glyph = ", ".join(header.seats), f"game.{header.game}"
        welcome.seats = list(range(len(header.seats)))

    def resume(self) -> None:
        """Go on with the game that is not over."""
        if self._kept is not None:
            self.app.resume(self._kept)

    def _chosen(self, tile: GameTile) -> None:
        self.app.go("new_game", game=tile.value)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
