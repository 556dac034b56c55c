"""The tower of Splash with what physics says of it. It is advice: whether a tower stands, the table decides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kivy.lang import Builder

from companion.session.view import View
from companion.ui.page import Page
from companion.ui.tower_look import TowerLook
from companion.ui.tower_view import risk_word


class TowerPage(Page):
    """Side view on the left, gauge and words on the right; without a camera the tower as recorded."""

    def show(self, view: View | None) -> None:
        """Show the newest look at the tower, or what is recorded."""
        if view is None:
            return
        self.ids.board.zones = tuple(zone for zone in view.zones if zone.kind == "tower")
        self.show_tower(self.app.tower)

    def show_tower(self, tower: TowerLook | None) -> None:
        """Show a look at the tower."""
        words, ids = self.app.words, self.ids
        ids.view.tower = tower if tower is None or self.app.companion.settings.fall_preview else replace(tower, fall=())
        ids.board.opacity = 0 if tower else 1
        ids.gauge.opacity = 1 if tower else 0
        if tower is None:
            ids.word.text, ids.margin.text = words("tower.unseen"), ""
            return
        ids.gauge.risk = tower.p_topple
        percent = round(100 * tower.p_topple)
        ids.word.text = words("tower.risk", word=words(risk_word(tower.p_topple)), percent=percent)
        ids.margin.text = words("tower.margin", margin=round(tower.margin_mm, 1))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
