"""Showing a deck to the camera, card by card: which one is wanted, what the camera makes of it, and how far it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty

from companion.feeds.deck_teacher import DeckTeacher, Order
from companion.labels import word_of
from companion.rulebook.text import say
from companion.settings import data_folder
from companion.system_faults import why_of
from companion.ui.live_page import LivePage
from companion.ui.page import Page
from companion.ui.theme import Key
from vision.cards.faces import DECKS, labels_of

if TYPE_CHECKING:
    from vision.cards.lesson import Progress

WITH_ANIMALS: Final = "alles_im_eimer"


class DecksPage(Page):
    """One tile for each game that is played with cards."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for game in DECKS:
            key = Key(name="deck", value=game, glyph=f"game.{game}", text=self.app.companion.texts(game)("name"))
            key.disabled = self.app.companion.calibrator is None
            key.bind(on_release=lambda key: self.app.go("deck", game=key.value))
            self.ids.grid.add_widget(key)
        known = self.app.companion.calibrator is not None
        self.ids.top.remark = self.app.words("deck.why" if known else "calibrate.picture.none")


class DeckPage(LivePage):
    """The live picture on the left, the card that is wanted on the right."""

    wanted = StringProperty("")
    other = StringProperty("")
    dress = StringProperty("cards")
    doubted = BooleanProperty(defaultvalue=False)

    def __init__(self, *, game: str, **kwargs: Any) -> None:
        self.game = game
        self.labels = labels_of(DECKS[game])
        self.teacher = DeckTeacher(self.labels)
        super().__init__(**kwargs)
        self.dress = "animals" if game == WITH_ANIMALS else "cards"
        self.ids.top.title = self.app.words("deck.title", game=self.app.companion.texts(game)("name"))
        self.progress: Progress | None = None
        self._tell()

    def on_parent(self, _: Any, parent: Any) -> None:
        """The camera looks at the deck while the page is in front."""
        if self.calibrator is None:
            return
        if parent:
            self.calibrator.teach(self.teacher)
        else:
            self.calibrator.want("")

    def see(self, picture: Any) -> None:
        """Show the newest picture and what the lesson says to it."""
        self.ids.preview.see(picture, "")
        if picture.survey is not None and picture.survey.deck is not None:
            self._took(picture.survey.deck)

    def _took(self, progress: Progress) -> None:
        before, self.progress = self.progress, progress
        if before is not None and progress.shown > before.shown:
            self.app.sounds.play("entered")
        if progress != before:
            self._tell()

    def _tell(self) -> None:
        words, progress, ids = self.app.words, self.progress, self.ids
        self.wanted = (self.labels[0] if progress is None else progress.label) or ""
        shown = progress.shown if progress else 0
        ids.bar.share, ids.count.text = shown / len(self.labels), f"{shown} / {len(self.labels)}"
        self.doubted = progress is not None and progress.step.value == "other"
        self.other = progress.other if progress else ""
        ids.told.text = words(_sentence(progress))
        ids.keep.disabled = not shown
        ids.previous.disabled = not shown
        ids.skip.disabled = not self.wanted

    def order(self, order: Order) -> None:
        """Hand an order to the lesson."""
        self.teacher.order(order)

    def keep(self) -> None:
        """Keep what has been shown so far, and lead back."""
        try:
            taught = self.teacher.keep(data_folder() / "decks", self.game)
        except OSError as error:
            self.app.tell(say("calibrate.not_kept", why=why_of(error)))
            return
        self.app.back()
        if taught is None:
            self.app.tell(say("teach.nothing"))
        elif taught.confused:
            one, other = (word_of(label, self.app.companion.texts(self.game)) for label in taught.confused[0])
            self.app.tell(say("teach.alike", label=one, other=other))
        else:
            self.app.tell(say("deck.kept", n=taught.faces))


def _sentence(progress: Progress | None) -> str:
    """The text key of what to do now."""
    if progress is None:
        return "deck.show"
    if progress.trouble is not None:
        return f"camera.{progress.trouble.value}"
    again = progress.exposure > 1 and progress.step.value in {"show", "taken", "move"}
    return "deck.again" if again else f"deck.{progress.step.value}"


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
