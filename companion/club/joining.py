"""Joins a table to the broker that its settings name."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from companion.club.address import Broker, broker_of, read_password
from companion.club.backlog import Backlog, JournalRecords
from companion.club.broadcast import Broadcast
from companion.club.errors import BadBroker
from companion.club.marks import Marks
from companion.club.public import Place
from companion.club.publisher import Publisher
from companion.club.topics import table_word
from companion.feeds.feed import Feed, Missing
from companion.ports import Clock
from companion.settings import Settings, chosen_language
from companion.store.errors import StoreError
from companion.store.identity import TableIdentity, table_identity
from companion.store.journal import Journal


def club_feeds(settings: Settings, folder: Path, journal: Journal, clock: Clock) -> tuple[Feed, ...]:
    """The feed that tells the broker of the settings what happens; none where they name none."""
    if not settings.broker:
        return ()
    try:
        return (_broadcast(settings, folder, journal, clock),)
    except (BadBroker, StoreError) as error:
        return (Missing("club", error.said),)


def configured_broker(settings: Settings) -> Broker:
    """The broker of the settings, with its password. Raises BadBroker."""
    if not settings.broker:
        raise BadBroker("club.no_broker")
    if find_spec("paho") is None:
        raise BadBroker("club.no_paho")
    password = read_password(settings.broker_password_file, os.environ)
    return broker_of(settings.broker, password=password, ca_file=settings.broker_ca)


def place_of(settings: Settings, identity: TableIdentity) -> Place:
    """The table as the hall knows it; one that nobody named has a piece of its number in its topics.

    Raises BadBroker.
    """
    word = table_word(settings.table_name or f"{identity.name}-{identity.id[:4]}")
    return Place(identity.name, word, chosen_language(settings.language), identity.id)


def _broadcast(settings: Settings, folder: Path, journal: Journal, clock: Clock) -> Broadcast:
    broker = configured_broker(settings)
    from companion.club.paho_link import PahoLink  # noqa: PLC0415 - paho is there only where a club was asked for

    identity = table_identity(folder, settings.table_name)
    marks = Marks(folder / "club.json")
    link = PahoLink(broker, client_id=f"tabletop-{identity.id}")
    backlog = Backlog(marks, JournalRecords(journal))
    publisher = Publisher(link, place_of(settings, identity), backlog, marks=marks, clock=clock)
    publisher.start(is_discovered=settings.home_assistant)
    return Broadcast(publisher, broker=str(broker))
