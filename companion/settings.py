"""Settings: one TOML file in the user's configuration folder, frozen once read; an unknown key is an error."""

from __future__ import annotations

import argparse
import locale
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from ipaddress import ip_address
from itertools import chain
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import platformdirs
import typer

from companion.exchange.private_file import write_private, writing
from companion.rulebook.errors import CompanionError
from companion.rulebook.text import Said, say
from companion.texts import LANGUAGES, Language
from companion.usage import BadUse

APPLICATION: Final = "tabletop-companion"
_LAST_PORT: Final = 65535
_SYSTEM_LANGUAGE: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class BadSettings(CompanionError, ValueError):
    """Error raised when the settings file cannot be read: where, and what was expected."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What people set once.

    `language` empty: that of the system; `confirm` says how much the camera asks; `board` shows the large scoreboard
    while nobody touches the screen; `pictograms` shows pictures of what can be done, for those who do not read yet;
    `camera` is a source (`vision.camera`), `serial_port` a path or ``auto``, both empty for none; `database` a URL,
    empty for SQLite in the data folder; `hall_database` the URL of a hall's, empty for none, and `table_name` what
    the table is called there, empty for the name of the machine; `broker` is the address of the hall's MQTT broker
    (``mqtt://user@host`` or ``mqtts://…``), empty for none, `broker_password_file` a file of mode 0600 with its
    password, `broker_ca` one with the certificate of whoever signed the broker's, empty for those the system trusts,
    and `home_assistant` shows the table to Home Assistant there; `button_pins` the GPIO number (BCM) of each seat's
    button, `knob_pins` contacts A, B and push of each seat's encoder, `up_down_ok_pins` three buttons of each seat,
    `keypads` each seat's keypad (a path under ``/dev/input/by-path``). `web_address` is where the page for phones
    listens, empty for nowhere: ``127.0.0.1`` is this machine alone, ``0.0.0.0`` the local network too. `sounds`
    switches all of them, each ``sound_…`` those of its kind.
    """

    language: Literal["", "fr", "en", "de"] = ""
    confirm: Literal["always", "unsure", "automatic"] = "always"
    sounds: bool = True
    sound_proposal: bool = True
    sound_score: bool = True
    sound_knock: bool = True
    sound_warning: bool = True
    voice: bool = False
    help_at_table: bool = True
    palette: Literal["plain", "contrast"] = "plain"
    theme: Literal["dark", "light"] = "dark"
    text_size: Literal["normal", "large"] = "normal"
    fall_preview: bool = True
    board: bool = False
    pictograms: bool = False
    camera: str = ""
    serial_port: str = ""
    database: str = ""
    hall_database: str = ""
    table_name: str = ""
    broker: str = ""
    broker_password_file: str = ""
    broker_ca: str = ""
    home_assistant: bool = True
    button_pins: tuple[int, ...] = ()
    knob_pins: tuple[tuple[int, int, int], ...] = ()
    up_down_ok_pins: tuple[tuple[int, int, int], ...] = ()
    keypads: tuple[str, ...] = ()
    web_address: str = ""
    web_port: int = 8765

    @property
    def hall_url(self) -> str:
        """The database that games are copied to while they are played, as far as others may see them; empty: none."""
        return self.hall_database or (self.database if is_server(self.database) else "")

    @property
    def wired_pins(self) -> tuple[int, ...]:
        """The GPIO numbers of everything that is wired: buttons, knobs and keys."""
        return (*self.button_pins, *chain.from_iterable((*self.knob_pins, *self.up_down_ok_pins)))

    @property
    def own_database(self) -> str:
        """The database that a table writes to while it plays.

        That is never a server's: a sealed bid would lie where others can read it, and a lost network would stop the
        game.
        """
        return "" if is_server(self.database) else self.database


def is_server(url: str) -> bool:
    """True where `url` names a database that others can read and the network can take away."""
    return bool(url) and not url.startswith("sqlite")


def settings_file() -> Path:
    """Where the settings lie."""
    return Path(platformdirs.user_config_dir(APPLICATION)) / "settings.toml"


def data_folder() -> Path:
    """Where games are kept; ``COMPANION_DATA`` moves it."""
    moved = os.environ.get("COMPANION_DATA")
    return Path(moved) if moved else Path(platformdirs.user_data_dir(APPLICATION))


def read_settings(path: Path | None = None) -> Settings:
    """The settings written in `path`, defaults where there is no file. Raises BadSettings."""
    file = path or settings_file()
    try:
        text = file.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings("settings_unreadable", file=str(file)) from error
    try:
        return _checked(tomllib.loads(text), str(file))
    except tomllib.TOMLDecodeError as error:
        raise BadSettings("settings_no_toml", file=str(file), where=_place_of(error)) from error


def _place_of(error: tomllib.TOMLDecodeError) -> Said:
    """Where a file stops being TOML; what is wrong there is told in English only."""
    place = re.search(r"at line (\d+), column (\d+)", str(error))
    return say("settings_at", line=int(place[1]), column=int(place[2])) if place else say("settings_at_end")


def _checked(values: Mapping[str, Any], file: str) -> Settings:
    hints = get_type_hints(Settings)
    for name, value in values.items():
        if name not in hints:
            raise BadSettings("settings_unknown", file=file, name=name)
        if not _fits(hints[name], value):
            raise BadSettings("settings_bad_value", file=file, name=name)
    _check_page(values, file)
    given: dict[str, Any] = {name: _frozen(value) for name, value in values.items()}
    return Settings(**given)


def _check_page(values: Mapping[str, Any], file: str) -> None:
    """Refuse where no page can be, before an evening is played without it. Raises BadSettings."""
    port, address = values.get("web_port", 0), values.get("web_address", "")
    if not 0 <= port <= _LAST_PORT:
        raise BadSettings("settings_bad_port", file=file, name="web_port", port=str(port), last=str(_LAST_PORT))
    try:
        ip_address(address or "127.0.0.1")
    except ValueError as error:
        raise BadSettings("settings_bad_address", file=file, name="web_address", address=address) from error


def _fits(hint: Any, value: Any) -> bool:
    if hint in {str, bool, int}:
        return type(value) is hint
    if get_origin(hint) is not tuple:
        return value in get_args(hint)
    parts = get_args(hint)
    if not isinstance(value, list) or (parts[-1] is not Ellipsis and len(value) != len(parts)):
        return False
    return all(_fits(parts[0], part) for part in value)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def write_settings(settings: Settings, path: Path | None = None) -> None:
    """Write what differs from the defaults; the file is readable by its owner alone. Raises NotWritten."""
    file = path or settings_file()
    lines = [f"{name} = {_toml(value)}\n" for name, value in _changes(Settings(), settings).items()]
    with writing(file):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_private(file, "".join(lines).encode())


def keep_change(before: Settings, after: Settings, path: Path | None = None) -> None:
    """Write what was changed and leave the rest of the file: what one start was asked for is not kept by that.

    Raises BadSettings or NotWritten.
    """
    write_settings(replace(read_settings(path), **_changes(before, after)), path)


def _changes(before: Settings, after: Settings) -> dict[str, Any]:
    names = (field.name for field in fields(Settings))
    return {name: getattr(after, name) for name in names if getattr(after, name) != getattr(before, name)}


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, int):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def chosen_language(asked: str = "") -> Language:
    """The language to speak: the one asked for, else that of the settings, else that of the system, else French.

    Raises BadSettings.
    """
    return _known(asked) or read_settings().language or system_language()


def system_language() -> Language:
    """The language of the system where it is one of ours, else French.

    What the environment asks for counts, in gettext's order, also where the system has no such locale installed.
    """
    asked = next((names for name in _SYSTEM_LANGUAGE if (names := os.environ.get(name))), "")
    named = (*asked.split(":"), locale.getlocale()[0] or "")
    return next((known for name in named if (known := _known(name[:2]))), "fr")


def _known(name: str) -> Language | None:
    return next((language for language in LANGUAGES if language == name), None)


def spoken_language(call: Sequence[str]) -> Language:
    """The language that the words of a call ask for, else that of the settings, whatever may be wrong with either."""
    options = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    options.add_argument("--language", "--lang", "-l", nargs="?", default="")
    try:
        return chosen_language(options.parse_known_args(call)[0].language or "")
    except BadSettings:
        return system_language()


def language_option() -> Any:
    """The ``--language`` option that commands share; ``--lang`` is the same."""
    return typer.Option("--language", "--lang", "-l", callback=_spoken)


def _spoken(asked: str) -> str:
    """The language asked for, or nothing. Raises BadUse for one that is not spoken."""
    if asked and _known(asked) is None:
        raise BadUse("usage.one_of", known=LANGUAGES, given=asked)
    return asked


def database_option() -> Any:
    """The ``--database`` option that commands share."""
    return typer.Option("--database")
