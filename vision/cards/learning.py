"""What a reader learns while people play: a face that was misread is shown to it as if the deck had been taught.

One tap is enough: the exposure counts from the next look on. It is compared as taught decks are, but as long as only
some faces of a deck were shown, a card must look nearly the same to be taken for one of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from vision.cards.faces import Faces
from vision.cards.kept import load, save
from vision.cards.kinds import SURELY
from vision.cards.likeness import SAME_FACE, alike
from vision.cards.looks import Looker
from vision.cards.reader import CutCard, ValueRead
from vision.cards.taught import (
    EITHER,
    PERHAPS,
    UNSURE,
    Exposures,
    Likeness,
    TaughtDeck,
    exposed,
    face_named,
    joined,
    singly,
)
from vision.errors import UnknownDeck
from vision.readings import BACK

ALIKE: Final = 0.88
"""Cards of one face are 0.92 alike or more from look to look, different values 0.90 at most nine times in ten."""
STEEPNESS: Final = 40.0
OVERRULES: Final = 0.85
"""A taught face as sure as that is believed against the print, which was misread before."""
SAME_TINT: Final = 10.0
"""Where not all colours of a value were shown, one that is farther off in Lab is another."""
COMPARABLE: Final = 0.75
"""A card less like a taught one than that is too badly seen to be compared: its tint tells nothing, nor does its doubt
about a sure print."""
SURE_PRINT: Final = 0.9
EVEN: Final = 0.5
MUCH_ALIKE, HARDLY_ALIKE, LIKE_A_BACK = 0.65, 0.4, 0.62
HARDLY_BACK: Final = 0.07
AS_ALIKE, FAR_BEHIND = 0.03, 0.1
"""A value so little behind the one a card is most like is not contradicted, for faces of one deck have much in common;
one so far behind is rather not meant."""
VOTES: Final = 4.0
"""What speaks for a taught face, as the reader counts it: enough to be no back."""
DAMAGED: Final = ".damaged"
MOST: Final = 200
"""Exposures kept of one deck; the oldest corrections go first."""


class Learner:
    """The deck of one game, growing by corrections; used by the camera's thread alone.

    Args: `folder` where decks are kept, None: nowhere.
    """

    def __init__(self, looker: Looker, folder: Path | None = None) -> None:
        self._looker = looker
        self._folder = folder
        self._name = ""
        self._known_stamp = 0
        self._taught: TaughtDeck | None = None
        self._corrections: dict[Hashable, list[Exposures]] = {}
        self._deck: TaughtDeck | None = None

    def open(self, name: str) -> bool:
        """From now on read and learn the deck of this name, with what was taught of it before.

        Returns whether anything changed: another deck, or the same taught anew meanwhile. Raises: UnknownDeck where its
        file is damaged; it was put aside under another name then, and nothing is taught yet.
        """
        if name == self._name and self._stamp() == self._known_stamp:
            return False
        if name != self._name:
            self._name, self._corrections = name, {}
        self._known_stamp = self._stamp()
        self._taught = None
        try:
            self._taught = self._loaded()
        finally:
            self._deck = self._joined()
        return True

    def _loaded(self) -> TaughtDeck | None:
        if self._folder is None or not self._known_stamp:
            return None
        try:
            return load(self._folder, self._name)
        except UnknownDeck:
            file = self._folder / f"{self._name}.npz"
            file.replace(file.with_suffix(DAMAGED))
            self._known_stamp = 0
            raise

    def _stamp(self) -> int:
        """When the deck's file was last written, 0 without one."""
        if self._folder is None:
            return 0
        try:
            return (self._folder / f"{self._name}.npz").stat().st_mtime_ns
        except OSError:
            return 0

    def learn(self, lesson: Hashable, shown: Iterable[tuple[str, CutCard]]) -> None:
        """Take in cards under their labels, at once and on disk. Raises: OSError where it cannot be written."""
        self._corrections[lesson] = [exposed(self._looker, face_named(label, card.picture)) for label, card in shown]
        self._rebuild()

    def forget(self, lessons: Iterable[Hashable]) -> None:
        """Take lessons back. Raises: OSError where the deck cannot be written."""
        if [lesson for lesson in lessons if self._corrections.pop(lesson, None)]:
            self._rebuild()

    def knows(self, label: str) -> bool:
        """Whether this face was shown."""
        wanted = face_named(label, np.zeros((1, 1, 3), np.uint8))
        return self._deck is not None and (wanted.value, wanted.colour) in self._deck.faces

    def believed(self, cards: list[CutCard], values: list[ValueRead], faces: Faces) -> list[ValueRead]:
        """The values read, put right or borne out by what was shown."""
        deck = self._deck
        if deck is None:
            return values
        whole = _is_whole(deck, faces)
        likes = [deck.recognise(self._looker, card.picture, likely=card.likely) for card in cards]
        return [said_by_both(value, like, whole=whole) for value, like in zip(values, likes, strict=True)]

    def _joined(self) -> TaughtDeck | None:
        corrected = [one for many in self._corrections.values() for one in many][-MOST:]
        before = singly(self._taught.shown) if self._taught else []
        parts = [one for one in before if not any(_puts_right(other, one) for other in corrected)]
        parts += [one for i, one in enumerate(corrected) if not any(_puts_right(o, one) for o in corrected[i + 1 :])]
        return joined(parts) if parts else None

    def _rebuild(self) -> None:
        self._deck = self._joined()
        if self._folder is None:
            return
        if self._deck is not None:
            save(self._deck, self._folder, self._name)
        else:
            (self._folder / f"{self._name}.npz").unlink(missing_ok=True)
        self._known_stamp = self._stamp()


def _puts_right(later: Exposures, earlier: Exposures) -> bool:
    """Whether the same face was given another value later on; a 9 on its head is no 6 put right."""
    values = {later.faces[0][0], earlier.faces[0][0]}
    return len(values) > 1 and values != set(EITHER) and alike(later, earlier) >= SAME_FACE


def said_by_both(value: ValueRead, like: Likeness, *, whole: bool) -> ValueRead:
    """One reading from the print and from what was shown; `whole` tells that all faces there are were shown."""
    if whole and _is_picture_of(value, like):
        value = replace(value, value=None, confidence=0.0)
    same = like.confidence * float(1 / (1 + np.exp(-STEEPNESS * (like.near - ALIKE))))
    sure = _card_like(value, like) if whole else same
    is_doubted = whole and like.tinted < EVEN
    is_tinted = is_doubted or (like.near >= COMPARABLE and (whole or like.tint_off < SAME_TINT))
    tone, tinted = (like.colour, like.tinted) if is_tinted else (None, 1.0)
    if like.value == value.value:
        return replace(value, confidence=_borne_out(value, like, sure, whole=whole), colour=tone, tinted=tinted)
    surer = like if whole and sure >= value.confidence else value
    if same >= OVERRULES or (surer is like and value.confidence < UNSURE):
        said = min(sure, UNSURE) if _is_hardly(value, like) else sure
        shown = replace(value, value=like.value, confidence=said, runner_up=value.value, votes=VOTES)
        return replace(shown, colour=tone, tinted=tinted)
    if _stands(value, like) if whole else sure < PERHAPS:
        return value
    surer = like if whole and _behind(value, like) > FAR_BEHIND else surer
    other = value if surer is like else like
    return replace(value, value=surer.value, confidence=min(value.confidence, UNSURE), runner_up=other.value)


def _card_like(value: ValueRead, like: Likeness) -> float:
    """How sure the likeness is: what is rather no card by its look must be much like one that was shown, a back, which
    is all pattern, at least all over."""
    alike = like.together if like.value == BACK else min(like.near, like.together)
    is_card = value.kind is None or value.kind.none < EVEN or alike >= MUCH_ALIKE
    return like.confidence if is_card else min(like.confidence, UNSURE)


def _is_hardly(value: ValueRead, like: Likeness) -> bool:
    """Whether what print does not say can hardly be meant: unlike what was shown, or a face much like a back."""
    unlike = like.near < HARDLY_ALIKE or (like.value == BACK and like.together < LIKE_A_BACK)
    return unlike or (value.kind is not None and value.kind.back >= SURELY and like.near < COMPARABLE)


def _borne_out(value: ValueRead, like: Likeness, sure: float, *, whole: bool) -> float:
    """How sure a value is that looks like the same face, as `sure` as that: 6 and 9 must be told apart somewhere, and
    two doubts make no back: tables look a little like some."""
    together = 1 - (1 - value.confidence) * (1 - sure)
    is_told = value.indexed and value.places > 1 and value.confidence >= EVEN
    is_either = whole and value.value in EITHER and sure <= UNSURE and value.confidence < SURE_PRINT and not is_told
    is_doubted = whole and value.value == BACK and (max(sure, value.confidence) < EVEN or _is_faint(value, like))
    return min(together, UNSURE) if is_either or is_doubted else together


def _is_faint(value: ValueRead, like: Likeness) -> bool:
    """Whether neither print nor the back that was shown says much for one: hands and sheets look a little like some."""
    return value.confidence < HARDLY_BACK and like.near < MUCH_ALIKE


def _is_picture_of(value: ValueRead, like: Likeness) -> bool:
    """Whether what seems a back or a bomb may be a face that was shown: its picture may look like one."""
    is_open = value.confidence < SURELY or _behind(value, like) > FAR_BEHIND
    other = isinstance(value.value, str) and value.value != like.value and is_open
    return other and like.confidence >= min(PERHAPS, value.confidence)


def _stands(value: ValueRead, like: Likeness) -> bool:
    """Whether print is believed against another face: what was shown says as much for it, cannot be meant, or is but a
    guess beside indices."""
    is_shown = value.value in like.behind
    if is_shown and _behind(value, like) < AS_ALIKE and (value.indexed or isinstance(value.value, str)):
        return True
    read = value.confidence >= SURE_PRINT > like.confidence
    is_guess = like.confidence < PERHAPS and (like.near < COMPARABLE or _behind(value, like) < FAR_BEHIND)
    is_card = value.kind is None or value.kind.none < EVEN
    is_part = str(value.value) in str(like.value)
    if is_shown and value.indexed and is_card and (is_guess or (read and value.places > 1 and not is_part)):
        return True
    is_back = value.value == BACK and not is_shown and like.confidence < PERHAPS
    return like.near < COMPARABLE and (read or is_back)


def _behind(value: ValueRead, like: Likeness) -> float:
    """How much less like the value read a card is than like the best; nothing where that was never shown."""
    return like.behind.get(value.value, 0.0) if value.value is not None else 0.0


def _is_whole(deck: TaughtDeck, faces: Faces) -> bool:
    colours = faces.colours or (None,)
    return all((value, colour) in deck.faces for value in faces.values for colour in colours)
