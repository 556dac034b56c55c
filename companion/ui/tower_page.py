"""The tower of Splash with what physics says of it. It is advice: whether a tower stands, the table decides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.view import View
from companion.ui.board import Token
from companion.ui.page import Page

if TYPE_CHECKING:
    from companion.feeds.tower_look import TowerLook


class RiskRow(BoxLayout):
    """How risky one shape is to whoever is given it, with a token for each piece of it that may be given."""

    pieces = ListProperty([])
    text = StringProperty("")
    share = NumericProperty(0.0)
    told = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for piece in self.pieces:
            self.ids.tokens.add_widget(Token(label=piece, dress="tower"))


class TowerPage(Page):
    """Side view on the left, gauge and words on the right; without a camera the tower as recorded."""

    can_fall = BooleanProperty(defaultvalue=False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._seq = -1

    def show(self, view: View | None) -> None:
        """Show the newest look at the tower, or what is recorded."""
        if view is None:
            return
        self.ids.board.zones = tuple(zone for zone in view.zones if zone.kind == "tower")
        if self.app.tower is not None or view.seq != self._seq:
            self._seq = view.seq
            self.show_tower(self.app.tower)

    def see(self, picture: Any) -> None:
        """A new picture: follow the tower; while it cannot be judged, the last look stays."""
        if picture.tower is not None and not self.ids.view.playing:
            self.show_tower(picture.tower)

    def on_parent(self, _: Any, parent: Any) -> None:
        """Nothing falls on after the page has gone."""
        if not parent:
            self.ids.view.stop()

    def show_tower(self, tower: TowerLook | None) -> None:
        """Show a look at the tower."""
        words, ids = self.app.words, self.ids
        if tower is not None and not self.app.companion.settings.fall_preview:
            tower = replace(tower, fall=(), frames=())
        ids.view.at, ids.view.tower = -1, tower
        self.can_fall = tower is not None and len(tower.frames) > 1
        ids.board.opacity, ids.gauge.opacity = (0, 1) if tower else (1, 0)
        if tower is None:
            ids.word.text, ids.margin.text = words("tower.unseen"), ""
            self._list_risks(())
            return
        ids.gauge.risk = tower.p_topple
        ids.word.text = words(f"tower.{tower.answer}", percent=percent(tower))
        ids.margin.text = words("tower.margin", margin=round(tower.margin_mm, 1))
        self._list_risks(tower.risks)

    def play_fall(self) -> None:
        """Let it fall, from the start."""
        tower = self.ids.view.tower
        if tower is not None:
            self.ids.view.play(len(tower.frames), tower.frames_per_s)

    def _list_risks(self, risks: tuple[Any, ...]) -> None:
        """A row a shape, the riskiest first: colour weighs nothing."""
        words, rows = self.app.words, self.ids.risks
        shapes: dict[str, list[Any]] = {}
        for risk in risks:
            shapes.setdefault(risk.piece.split("/")[0], []).append(risk)
        rows.clear_widgets()
        for shape, found in shapes.items():
            share = found[0].p_topple
            told = (
                words("tower.share", percent=round(100 * share)) if found[0].best_mm is not None else words("tower.no")
            )
            pieces = [risk.piece for risk in found]
            rows.add_widget(RiskRow(pieces=pieces, text=words(f"tower.shape.{shape}"), share=share, told=told))
        self.ids.asked.text = words("tower.given" if len(risks) != 1 else "tower.placed") if risks else ""


def percent(tower: TowerLook) -> int:
    """How sure the answer is, %: of standing where it stands, else of falling. Nothing is ever certain."""
    share = 1 - tower.p_topple if tower.answer == "stands" else tower.p_topple
    return min(99, max(1, round(100 * share)))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
