"""What is fuzzed: one function a parser, taking any bytes; it raises nothing unless there is a fault in the product.

`TARGETS` names them. Used by the tests with hypothesis, for a second each, and by ``python -m bench.fuzz`` with
atheris, for as long as you like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import Final

from companion.club.hall import json_object, number_in, text_in
from companion.club.public import asked_again
from companion.club.tournament_file import read_tournament, write_tournament
from companion.exchange.bg_stats import play_file, play_link
from companion.exchange.keeping import import_game
from companion.exchange.log import lines_of, read_log, write_log
from companion.exchange.play import play_of
from companion.exchange.score_tables import score_csv, score_json
from companion.feeds.bearings import read_bearings
from companion.rulebook.errors import CompanionError
from companion.settings import read_settings
from companion.store.archive import open_archive
from companion.store.backup import Belongings
from companion.store.database import open_database, sqlite_url
from companion.store.identity import table_identity
from companion.store.journal import Journal
from companion.store.restore import How, restore
from companion.texts import Texts
from companion.web.errors import BadRequest
from companion.web.forms import stamp_of, whole_number
from hardware.driver import BoardDriver
from hardware.errors import BadFrame, HardwareError
from hardware.frames import Deframer, decode, encode
from hardware.twin import TwinBoard
from physics.catalogue import parse_catalogue
from physics.errors import PhysicsError
from physics.judge import judge
from physics.scene import read_scene
from tests.fuzz.scratch import scratch
from vision.cards.kept import load
from vision.errors import VisionError
from vision.pictures import load_picture

Target = Callable[[bytes], None]
_FEW: Final = 5


@cache
def _words() -> Texts:
    return Texts("en")


def log(data: bytes) -> None:
    """A log from a stranger: read, written again, and in every form in which a game leaves."""
    reading = read_log(lines_of(data))
    if reading.header is None or reading.course is None:
        assert reading.fault is not None
        return
    again = read_log(write_log(reading.header, reading.entries))
    assert (again.header, again.entries) == (reading.header, reading.entries)
    if reading.fault is not None:
        return
    with scratch() as folder, suppress(CompanionError):
        journal = Journal(open_database(sqlite_url(folder)))
        try:
            kept = journal.game(import_game(journal, reading))
            assert kept is not None
            play = play_of(kept, journal.entries(kept.id))
            for form in (score_csv, score_json, play_file, play_link):
                with suppress(CompanionError):
                    form(play, _words())
            journal.results.catch_up()
        finally:
            journal.close()


def scene(data: bytes) -> None:
    """A tower as JSON, and its verdict where it is small."""
    with suppress(PhysicsError):
        read = read_scene(data.decode("utf-8", errors="replace"))
        if len(read.tower.pieces) <= _FEW:
            judge(read.tower, noise_mm=read.noise_mm)


def catalogue(data: bytes) -> None:
    """A set of pieces as TOML."""
    with suppress(PhysicsError):
        parse_catalogue(data.decode("utf-8", errors="replace"))


def frames(data: bytes) -> None:
    """Bytes from the wire of the display board, to the driver and to the board's twin."""
    with suppress(BadFrame):
        assert decode(encode(data[:60])) == data[:60]
    with suppress(HardwareError):
        Deframer().feed(data)
    driver = BoardDriver(draw_nonce=lambda: 7)
    driver.opened(0.0, port_name="fuzz")
    twin = TwinBoard()
    for number, part in enumerate(data.split(b"|")):
        driver.receive(part, float(number))
        driver.due(float(number))
        twin.feed(part, float(number))
        with suppress(HardwareError):
            framed = encode(part[:60])
            driver.receive(framed, float(number))
            twin.feed(framed, float(number))


def settings(data: bytes) -> None:
    """A settings file."""
    with scratch() as folder, suppress(CompanionError):
        (folder / "settings.toml").write_bytes(data)
        read_settings(folder / "settings.toml")


def taught_deck(data: bytes) -> None:
    """A deck that somebody else taught."""
    with scratch() as folder, suppress(VisionError):
        (folder / "deck.npz").write_bytes(data)
        load(folder, "deck")


def calibration(data: bytes) -> None:
    """What is kept of a camera; a damaged file is logged and not used."""
    with scratch() as folder:
        (folder / "calibration.json").write_bytes(data)
        read_bearings(folder)


def identity(data: bytes) -> None:
    """The number of a table."""
    with scratch() as folder, suppress(CompanionError):
        (folder / "table-id").write_bytes(data)
        table_identity(folder)


def backup(data: bytes) -> None:
    """A backup from somewhere, put in place on an empty machine."""
    with scratch() as folder, suppress(CompanionError):
        (folder / "b.zip").write_bytes(data)
        restore(folder / "b.zip", Belongings(folder / "data", folder / "settings.toml"), How("now"))


def manifest(data: bytes) -> None:
    """The manifest of a backup, in a zip file that is in order."""
    from zipfile import ZipFile

    with scratch() as folder, suppress(CompanionError):
        with ZipFile(folder / "b.zip", "w") as archive:
            archive.writestr("companion.sqlite3", b"")
            archive.writestr("manifest.json", data)
        with open_archive(folder / "b.zip") as opened:
            opened.unpack(folder / "out")


def database_url(data: bytes) -> None:
    """The address of a database; it is not opened."""
    from companion.store.database import _engine

    with suppress(CompanionError):
        _engine(data.decode("utf-8", errors="replace"), is_watched=False)


def picture(data: bytes) -> None:
    """A picture file."""
    with scratch() as folder, suppress(VisionError):
        (folder / "picture.png").write_bytes(data)
        load_picture(folder / "picture.png")


def web_form(data: bytes) -> None:
    """The fields that a phone sends."""
    text = data.decode("utf-8", errors="replace")
    with suppress(BadRequest):
        whole_number(text, digits=2)
    at, _, within = text.partition("|")
    stamp_of({"at_s": at, "within_s": within})


def broker_payload(data: bytes) -> None:
    """What anybody may publish on a broker."""
    asked_again(data)
    told = json_object(data)
    for name in told or {}:
        assert len(text_in(told or {}, name)) <= 300
        number_in(told or {}, name)


def tournament(data: bytes) -> None:
    """The file of a tournament: read, and written again."""
    with scratch() as folder, suppress(CompanionError):
        (folder / "t.json").write_bytes(data)
        read = read_tournament(folder / "t.json")
        write_tournament(folder / "again.json", read)
        assert read_tournament(folder / "again.json") == read


def printed_names(data: bytes) -> None:
    """Arguments of ``companion print``: a sentence and an exit code, or a page."""
    from typer.testing import CliRunner

    from companion.commands.print import app

    words = data.decode("utf-8", errors="replace").replace("\0", "").split("\n")[:6]
    if any(word.startswith(("-o", "--o")) or "/" in word for word in words):
        return  # writing where asked is what the option is for
    with scratch() as folder:
        told = CliRunner().invoke(app, ["print", *words, "--out", str(folder / "page.pdf")])
        assert isinstance(told.exception, SystemExit | CompanionError | None), told.exception


TARGETS: Final[Mapping[str, Target]] = {
    one.__name__: one
    for one in (
        log, scene, catalogue, frames, settings, taught_deck, calibration, identity, backup, manifest, database_url,
        picture, web_form, broker_payload, tournament, printed_names,
    )
}  # fmt: skip
