"""A private mosquitto on a free loopback port: own configuration, own folder, gone at the end."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO, Final
from weakref import finalize

from tests.kit import PATIENCE_S
from tests.postgres import free_port

PROGRAM: Final = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
ABSENT: Final = "mosquitto is not installed (Debian: apt install mosquitto)"


class Mosquitto:
    """One broker process; it keeps its port and what it retained over `stop` and `start`."""

    def __init__(self, folder: Path, *lines: str, anonymous: bool = True, queued: int = 0) -> None:
        self.port = free_port()
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        config = (
            f"listener {self.port} 127.0.0.1",
            f"allow_anonymous {str(anonymous).lower()}",
            f"user {getpass.getuser()}",
            "persistence true",
            f"persistence_location {folder}{os.sep}",
            f"max_queued_messages {queued}",
            "log_dest stderr",
            "log_type notice",
            "log_type warning",
            "log_type error",
            "log_type information",
            *lines,
        )
        (folder / "mosquitto.conf").write_text("\n".join(config) + "\n", encoding="utf-8")
        self._process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        assert PROGRAM is not None, ABSENT
        command = [PROGRAM, "-c", str(self._folder / "mosquitto.conf")]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self._last_resort = finalize(self, self._process.kill)  # a test that fails leaves no broker behind
        assert self._process.stderr is not None
        told = []
        for line in self._process.stderr:
            told.append(line)
            if "running" in line:
                Thread(target=_emptied, args=(self._process.stderr,), daemon=True).start()
                self._wait_for_answer()
                return
        raise AssertionError("".join(told))

    def _wait_for_answer(self) -> None:
        """It says that it runs before it does, and forgets a signal that comes in between."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)) as line:
            line.sendall(b"\x10\x10\x00\x04MQTT\x04\x02\x00\x0a\x00\x04ping")
            line.recv(4)

    def stop(self) -> None:
        """End it in an orderly way: what was retained is kept."""
        self._end("terminate")

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end("kill")

    def reload(self) -> None:
        """Read users and access lists again."""
        assert self._process is not None
        self._process.send_signal(1)

    def _end(self, how: str) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        self._last_resort.detach()
        getattr(process, how)()
        process.wait(PATIENCE_S)


def _emptied(log: IO[str]) -> None:
    """Read what the broker logs and let go of it: a full pipe would stop the broker."""
    with log:
        for _ in log:
            pass
