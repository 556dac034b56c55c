"""A few good examples of what each target reads, for fuzzing to begin from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from companion.club.drawing import drawn
from companion.club.tournament import Tournament
from companion.club.tournament_file import write_tournament
from companion.exchange.log import write_log
from companion.feeds.bearings import Bearings, write_bearings
from companion.games import all_games
from companion.session.record import Entry, Header, entry_of
from companion.store.backup import Belongings, back_up
from companion.store.database import open_database, sqlite_url
from companion.store.journal import Journal
from hardware.driver import BoardDriver
from hardware.frames import encode
from hardware.twin import TwinBoard
from tests.fuzz.scratch import scratch
from tests.kit import NAMES, ROOT, finished, physical
from vision.cards.looks import BINS, SHIFTS
from vision.cards.whole import COLUMNS, ROWS


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
            looks=np.zeros((2, len(SHIFTS), 2, 8), np.float16),
            wholes=np.zeros((2, ROWS, COLUMNS, BINS), np.float16),
            tints=np.zeros((2, 2), np.float16),
            corners=np.zeros((2, 4), np.float16),
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
