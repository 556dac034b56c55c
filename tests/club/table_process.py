"""A table in a process of its own, to be killed: ``python -m tests.club.table_process PORT FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.club.address import Broker
from companion.club.paho_link import PahoLink
from tests.club.tables import Evening


def main() -> None:
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    table = Evening("doomed", folder)
    table.begin(PahoLink(Broker("127.0.0.1", port), client_id="doomed"))
    table.open("g1")
    table.play(5)
    print("playing", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
