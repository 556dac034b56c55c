"""`companion teach NAME …`: show each face of a deck, before a camera or on pictures; then it is read by its looks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.command_line import App
from companion.games import game_keys
from companion.labels import word_of
from companion.rulebook.errors import CompanionError
from companion.rulebook.text import say
from companion.settings import chosen_language, data_folder, language_option
from companion.system_faults import why_of
from companion.texts import Texts
from companion.usage import BadUse

if TYPE_CHECKING:
    from vision.cards.lesson import DeckLesson, Progress
    from vision.cards.table import TableReader
    from vision.cards.taught import Exposures
    from vision.frames import Camera

app = App()


class NotShown(CompanionError, ValueError):
    """Error raised when a face cannot be learned: no camera, no picture, or no card on it."""


@app.command()
def teach(
    name: str,
    faces: Annotated[list[str] | None, typer.Argument()] = None,
    camera: str = "",
    language: Annotated[str, language_option()] = "",
) -> None:
    """Teach a deck. A deck named as a game (allegra, die_bombe …) is used at the table from the next evening on."""
    from companion.exchange.private_file import writing
    from vision.cards.kept import save
    from vision.cards.likeness import lookalikes
    from vision.cards.taught import joined
    from vision.threads import keep_to_one_thread

    if not re.fullmatch(r"[\w-]+", name):
        raise BadUse("usage.deck_name", at=say("help.word.name"), given=name)
    keep_to_one_thread()  # as the app reads the deck
    words = Texts(chosen_language(language), name if name in game_keys() else None)
    taken = _before_camera(camera, _labels(name, faces or []), words) if camera else _from_pictures(faces or [])
    if not taken:
        typer.echo(words("teach.nothing"), err=True)
        raise typer.Exit(1)
    folder = data_folder() / "decks"
    with writing(folder):
        kept = save(joined([one for _, one in taken]), folder, name)
    _tell(words, kept, len(taken), lookalikes(taken))


def _tell(words: Texts, path: Path, count: int, alike: dict[str, str]) -> None:
    typer.echo(words("teach.kept", path=str(path), n=count))
    for label, other in alike.items():
        typer.echo(words("teach.alike", label=word_of(label, words), other=word_of(other, words)))


def _labels(name: str, given: Sequence[str]) -> list[str]:
    """The faces to ask for: those given, else all of a deck we know."""
    from vision.cards.faces import DECKS, labels_of

    if given:
        return list(given)
    if name not in DECKS:
        raise BadUse("usage.faces_wanted", known=tuple(DECKS), given=name)
    return list(labels_of(DECKS[name]))


def _before_camera(source: str, labels: Sequence[str], words: Texts) -> Sequence[tuple[str, Exposures]]:
    """What people showed before a camera. Raises: NotShown where there is no camera."""
    from companion.camera_faults import why_not_seen
    from vision.camera import open_camera
    from vision.cards.lesson import DeckLesson
    from vision.errors import VisionError

    lesson = DeckLesson(labels)
    try:
        with closing(open_camera(source)) as eye:
            _lead(lesson, eye, words)
    except KeyboardInterrupt:
        typer.echo("")
    except VisionError as error:
        raise NotShown("camera.not_there", source=source, why=why_not_seen(error)) from error
    return lesson.taken


def _lead(lesson: DeckLesson, eye: Camera, words: Texts) -> None:
    """Say what to show until all has been shown or the camera is lost."""
    from vision.cards.lesson import Step
    from vision.errors import CameraLost

    eye.read()  # a camera that is not there is told before anything is asked for
    last = _said(lesson.progress, words)
    typer.echo(last)
    while lesson.progress.step is not Step.DONE:
        try:
            now = lesson.feed(eye.read())
        except CameraLost:
            if not lesson.taken:
                raise
            typer.echo(words("camera.lost"), err=True)
            return
        said = _said(now, words)
        if said == last or (now.step is Step.WAIT and now.trouble is None):
            continue
        last = said
        if now.step is Step.OTHER:
            if _agreed(said, words):
                lesson.insist()
        else:
            typer.echo(said)


def _agreed(question: str, words: Texts) -> bool:
    """Ask a person; an input that has ended is no yes, and takes nothing back that was shown."""
    typer.echo(f"{question} {words('teach.yes_or_no')}")
    try:
        answer = input()
    except EOFError:
        return False
    return answer.strip().lower() in words("teach.yes").split()


def _said(now: Progress, words: Texts) -> str:
    from vision.cards.lesson import Step

    if now.trouble is not None:
        return words(f"camera.{now.trouble}")
    if now.label is None:
        return words("teach.done")
    again = now.exposure > 1 and now.step in {Step.SHOW, Step.TAKEN, Step.MOVE}
    return words(
        "teach.again" if again else f"teach.{now.step}",
        label=word_of(now.label, words),
        other=word_of(now.other, words),
        shown=now.shown,
        faces=now.faces,
    )


def _from_pictures(pairs: Sequence[str]) -> list[tuple[str, Exposures]]:
    """The largest card of each picture, under its name. Raises: NotShown where a picture shows none."""
    from vision.cards.table import TableReader

    if not pairs:
        raise BadUse("usage.pictures_wanted")
    reader = TableReader()
    return [_shown(reader, *_parted(text)) for text in pairs]


def _parted(text: str) -> tuple[str, Path]:
    label, equals, image = text.partition("=")
    if not (label and equals and image):
        raise BadUse("usage.face_and_picture", given=text)
    return label, Path(image)


def _shown(reader: TableReader, label: str, image: Path) -> tuple[str, Exposures]:
    from vision.cards.taught import exposed, face_named
    from vision.errors import NoCameraPicture, NoCardThere
    from vision.pictures import load_picture

    try:
        card = reader.largest(load_picture(image), where=str(image))
    except NoCardThere as error:
        raise NotShown("teach.no_card_in", file=str(image)) from error
    except NoCameraPicture as error:
        if isinstance(error.__cause__, OSError):
            raise NotShown("file_unreadable", file=str(image), why=why_of(error.__cause__)) from error
        raise NotShown("teach.no_picture_in", file=str(image)) from error
    return label, exposed(reader.looker, face_named(label, card))
