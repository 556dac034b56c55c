"""The frame of every page and the parts it is made of. Nothing inline: style, script and letters are files of ours.

A part is an element that the script replaces when a newer one comes; its key tells whether it did. Without a script the
browser loads the page again from time to time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from types import MappingProxyType
from typing import Final
from zlib import crc32

from companion.texts import LANGUAGES, Texts
from companion.web.files import version

REFRESH_S: Final = 3
"""How often a browser without scripts loads a page again."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its kind (a class of the style sheet), title, content and what the script needs to know.

    `events` is where newer parts come from; `refreshes` tells that a browser without scripts may load it again.
    """

    kind: str
    title: str
    body: str
    events: str = ""
    script: str = ""
    refreshes: bool = False
    told: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def whole(page: Page, words: Texts) -> str:
    """The page as HTML."""
    again = f'<noscript><meta http-equiv="refresh" content="{REFRESH_S}"></noscript>' if page.refreshes else ""
    script = f'<script type="module" src="/static/{page.script}?v={version()}"></script>' if page.script else ""
    data = {"events": page.events, **page.told} if page.events else page.told
    attributes = "".join(f' data-{name}="{escape(value, quote=True)}"' for name, value in data.items())
    head = (
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">'
        '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">'
        f"<title>{escape(page.title)}</title>"
        f'<link rel="icon" type="image/svg+xml" href="/static/icon.svg?v={version()}">'
        f'<link rel="stylesheet" href="/static/style.css?v={version()}">{again}{script}</head>'
    )
    return f'{head}<body class="{page.kind}"{attributes}>{page.body}</body></html>\n'


def part(name: str, html: str, *, tag: str = "section") -> str:
    """An element that newer content replaces."""
    return f'<{tag} data-part="{name}" data-key="{key_of(html)}">{html}</{tag}>'


def key_of(html: str) -> str:
    """A short mark of a part's content, to see that it has changed."""
    return f"{crc32(html.encode()):08x}"


def footer(words: Texts, link: tuple[str, str], *, follows: bool = True) -> str:
    """The lamp of the connection where the page follows a game, another page (address and name), and the languages."""
    languages = "".join(
        f'<a href="?lang={name}" hreflang="{name}" lang="{name}"{" aria-current=true" * (name == words.language)}>'
        f"{name.upper()}</a>"
        for name in LANGUAGES
    )
    there, name = link
    lamp = f'<p class="lamp" role="status"><i></i><span>{escape(words("web.as_loaded"))}</span></p>' if follows else ""
    other = f'<a href="{there}?lang={words.language}">{escape(name)}</a>'
    return f"<footer>{lamp}{other}<nav>{languages}</nav></footer>"
