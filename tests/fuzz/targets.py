"""What is fuzzed: one function a parser, taking any bytes; it raises nothing unless there is a fault in the product.

`TARGETS` names them, `seeds` gives each a few good examples to begin from. Used by the tests with hypothesis, for a
second each, and by ``python -m bench.fuzz`` with atheris, for as long as you like.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from companion.club.drawing import drawn
from companion.club.hall import json_object, number_in, text_in
from companion.club.public import asked_again
from companion.club.tournament import Tournament
from companion.club.tournament_file import read_tournament, write_tournament
from companion.exchange.bg_stats import play_file, play_link
from companion.exchange.keeping import import_game
from companion.exchange.log import lines_of, read_log, write_log
from companion.exchange.play import play_of
from companion.exchange.score_tables import score_csv, score_json
from companion.feeds.bearings import Bearings, read_bearings, write_bearings
from companion.games import all_games
from companion.rulebook.errors import CompanionError
from companion.session.record import Entry, Header, entry_of
from companion.settings import read_settings
from companion.store.archive import open_archive
from companion.store.backup import Belongings, back_up
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
from tests.kit import NAMES, ROOT, finished, physical
from vision.cards.taught import load
from vision.errors import VisionError
from vision.pictures import load_picture

Target = Callable[[bytes], None]
_FEW: Final = 5


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for one run."""
    folder = Path(tempfile.mkdtemp(prefix="companion-fuzz-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


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
    """The file of a tournament: read, written again, and drawn where it is small."""
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


def seeds(name: str) -> tuple[bytes, ...]:
    """A few good examples of what a target reads."""
    return _SEEDS[name]() if name in _SEEDS else (b"", b"1")


def _logs() -> tuple[bytes, ...]:
    found = []
    for game in all_games():
        *_, course = (step for step, _ in zip(physical(game, 3, 1), range(12), strict=False))
        for one in (course, finished(game, 3, 2)):
            header = Header(game.key, NAMES[: one.seats])
            entries = [entry_of(seq, action, at="2026-01-01T20:00:00Z") for seq, action in enumerate(one.entries, 1)]
            found.append("\n".join(write_log(header, entries)).encode())
    return tuple(found)


def _scenes() -> tuple[bytes, ...]:
    box = {"outline_mm": [[0, 0], [20, 0], [20, 10], [0, 10]], "grams": 4}
    above = {"outline_mm": [[5, 10], [25, 10], [25, 20], [5, 20]]}
    hand = [{"name": "plank", "posture": "lying", **box}]
    full = {"pieces": [box, above], "friction": 0.4, "noise_mm": 0.5, "next": box, "hand": hand}
    return (json.dumps({"pieces": [box]}).encode(), json.dumps(full).encode())


def _frames() -> tuple[bytes, ...]:
    twin = TwinBoard()
    driver = BoardDriver(draw_nonce=lambda: 7)
    driver.opened(0.0, port_name="fuzz")
    said, heard = driver.due(0.1), twin.boot_notice()
    return (said, heard, twin.feed(said, 0.2), encode(b"abc"), b"\0\0|\0")


def _settings() -> tuple[bytes, ...]:
    return (b'theme = "light"\nbutton_pins = [1, 2]\nknob_pins = [[1, 2, 3]]\nweb_port = 1\nsounds = false\n',)


def _decks() -> tuple[bytes, ...]:
    with scratch() as folder:
        np.savez_compressed(
            folder / "deck.npz",
            faces=np.array([["7", "red"], ["J", ""]]),
            index=np.array([0, 1]),
            looks=np.zeros((2, 2, 8), np.float16),
            tints=np.zeros((2, 2), np.float16),
        )
        return ((folder / "deck.npz").read_bytes(),)


def _calibrations() -> tuple[bytes, ...]:
    with scratch() as folder:
        write_bearings(folder, Bearings())
        pointed = {"quad": [[0, 0], [1, 0], [1, 1], [0, 1]], "size_mm": [400, 300]}
        lens = {"lens": {"focal_px": 900, "middle_px": [1, 2], "k1": 0.1}, "size_px": [640, 480], "error_px": 0.3}
        full = json.dumps({"pointed": pointed, "lens": lens}).encode()
        return ((folder / "calibration.json").read_bytes(), full)


def _backups() -> tuple[bytes, ...]:
    with scratch() as folder:
        journal = Journal(open_database(sqlite_url(folder / "data")))
        entries = (Entry(1, {"by": "table", "do": "deal", "discard": 5}),)
        journal.open_game(Header("allegra", NAMES[:2]), at_utc="2026-01-01T20:00:00Z", entries_before=entries)
        journal.close()
        back_up(Belongings(folder / "data", folder / "none.toml"), folder / "b.zip", made_at="")
        return ((folder / "b.zip").read_bytes(),)


def _manifests() -> tuple[bytes, ...]:
    part = {"size": 0, "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}
    about = {"format": "companion-backup/1", "schema": 1, "made_at": "", "parts": {"companion.sqlite3": part}}
    return (json.dumps(about).encode(),)


def _tournaments() -> tuple[bytes, ...]:
    begun = Tournament("Spring", "swiss", "", 4, 3, 4, 1).joined([f"P{number}" for number in range(7)])
    with scratch() as folder:
        write_tournament(folder / "t.json", drawn(begun, at_utc="2026-01-01T19:00:00Z"))
        return ((folder / "t.json").read_bytes(),)


def _pictures() -> tuple[bytes, ...]:
    small = [path.read_bytes() for path in sorted((ROOT / "docs" / "pictures").glob("*.png"))[:1]]
    return (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0\0\x10JFIF\0", b"BM", b"RIFF\0\0\0\0WEBPVP8 ", *small)


_SEEDS: Final[Mapping[str, Callable[[], tuple[bytes, ...]]]] = {
    "log": _logs,
    "scene": _scenes,
    "catalogue": lambda: ((ROOT / "physics" / "catalogue.toml").read_bytes(),),
    "frames": _frames,
    "settings": _settings,
    "taught_deck": _decks,
    "calibration": _calibrations,
    "identity": lambda: (b"a" * 32,),
    "backup": _backups,
    "manifest": _manifests,
    "database_url": lambda: (b"postgresql://hall:secret@host:5432/games?sslmode=verify-full", b"sqlite:////tmp/x"),
    "picture": _pictures,
    "web_form": lambda: (b"12", b"1.5|0.02"),
    "broker_payload": lambda: (b'{"game": "a", "from": 1}', b'{"text": "Ann", "totals": [1, 2]}'),
    "tournament": _tournaments,
    "printed_names": lambda: (b"deck\ndie_bombe\n--paper\nA4", b"board\nsplash\n--language\nde", b"seats", b"rules"),
}
