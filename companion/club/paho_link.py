"""The real line to a broker: paho's MQTT 5 client with its own network thread.

MQTT 5 rather than 3.1.1, because only there a broker says *no* to a publication its access list forbids, names the
reason when it ends a connection (another table took our name), tells how many messages it takes at once, and keeps a
listener's session for a bounded time. Mosquitto speaks it since 1.6 (2019).
"""

from __future__ import annotations

import ssl
from collections.abc import Callable
from typing import Any, Final

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.club.address import Broker
from companion.club.link import WINDOW, Acked, Arrived, Connected, Lost, Message, News, Refused
from companion.rulebook.text import Said, say

_KEEPALIVE_S: Final = 30
_LONGEST_WAIT_S: Final = 10
_TAKEN_OVER: Final = 142
_NOT_AUTHORISED: Final = frozenset({134, 135})


class PahoLink:
    """A line to `broker`. A listener with `session_s` above 0 gets, after an interruption, what it missed."""

    def __init__(self, broker: Broker, *, client_id: str, session_s: int = 0) -> None:
        self._broker = broker
        self._session_s = session_s
        self._patterns: tuple[str, ...] = ()
        self._window = WINDOW
        self._is_refused = False
        self._hear: Callable[[News], None] = _deaf
        client = Client(CallbackAPIVersion.VERSION2, client_id, protocol=MQTTProtocolVersion.MQTTv5)
        client.max_inflight_messages_set(WINDOW)
        client.max_queued_messages_set(2 * WINDOW)
        client.reconnect_delay_set(1, _LONGEST_WAIT_S)
        if broker.user:
            client.username_pw_set(broker.user, broker.password or None)
        self._client = client

    def open(
        self, hear: Callable[[News], None], *, will: Message | None = None, patterns: tuple[str, ...] = ()
    ) -> None:
        """Begin to connect; see `companion.club.link.Link`."""
        self._hear, self._patterns = hear, patterns
        client = self._client
        client.on_connect = self._connected
        client.on_connect_fail = self._unreachable
        client.on_disconnect = self._disconnected
        client.on_publish = self._published
        client.on_subscribe = self._subscribed
        client.on_message = self._arrived
        if will is not None:
            client.will_set(will.topic, will.payload, qos=1, retain=will.is_retained)
        if self._broker.is_tls and not self._is_tls_ready():
            return
        client.connect_async(self._broker.host, self._broker.port, _KEEPALIVE_S, properties=self._session())
        client.loop_start()

    def publish(self, message: Message) -> int | None:
        """Hand a message over; see `companion.club.link.Link`."""
        if not self._client.is_connected():
            return None
        info = self._client.publish(message.topic, message.payload, qos=1, retain=message.is_retained)
        return None if info.rc == MQTTErrorCode.MQTT_ERR_QUEUE_SIZE else info.mid

    def close(self) -> None:
        """Take leave and stop."""
        self._hear = _deaf
        self._client.disconnect()
        self._client.loop_stop()

    def _is_tls_ready(self) -> bool:
        try:
            self._client.tls_set(self._broker.ca_file or None)
        except (OSError, ssl.SSLError) as error:
            self._hear(Lost(say("club.no_tls", why=str(error)), is_final=True))
            return False
        return True

    def _session(self) -> Properties:
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.SessionExpiryInterval = self._session_s
        return properties

    def _connected(
        self, client: Client, _data: Any, _flags: ConnectFlags, reason: ReasonCode, properties: Properties | None
    ) -> None:
        if reason.is_failure:
            self._is_refused = True
            self._hear(Lost(_refusal(reason)))
            return
        self._is_refused = False
        self._window = min(WINDOW, getattr(properties, "ReceiveMaximum", WINDOW))
        if self._patterns:
            client.subscribe([(pattern, SubscribeOptions(qos=1, noLocal=True)) for pattern in self._patterns])
        else:
            self._hear(Connected(self._window))

    def _subscribed(
        self, _client: Client, _data: Any, _mid: int, reasons: list[ReasonCode], _properties: Properties | None
    ) -> None:
        refused = [reason for reason in reasons if reason.is_failure]
        self._hear(Lost(_refusal(refused[0])) if refused else Connected(self._window))

    def _unreachable(self, _client: Client, _data: Any) -> None:
        key = "club.unreachable_tls" if self._broker.is_tls else "club.unreachable"
        self._hear(Lost(Said(key, (("broker", str(self._broker)),))))

    def _disconnected(
        self, client: Client, _data: Any, _flags: DisconnectFlags, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        if reason.value == _TAKEN_OVER:
            client.disconnect()
            self._hear(Lost(say("club.taken_over"), is_final=True))
        elif not self._is_refused:
            self._hear(Lost(say("club.unreachable", broker=str(self._broker))))

    def _published(
        self, _client: Client, _data: Any, mid: int, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        self._hear(Refused(mid, _refusal(reason)) if reason.is_failure else Acked(mid))

    def _arrived(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        self._hear(Arrived(message.topic, bytes(message.payload), is_kept=message.retain))


def _refusal(reason: ReasonCode) -> Said:
    if reason.value in _NOT_AUTHORISED:
        return say("club.not_allowed")
    return say("club.refused", why=str(reason))


def _deaf(_news: News) -> None:
    """Nobody listens yet, or any more."""
