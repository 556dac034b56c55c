"""The page of a player's own phone: what the seat owes in secret, the knock, and how the game stands."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import ceil

from companion.exchange.marks import glyph_svg, seat_letters, seat_mark
from companion.rulebook.domain import Whole
from companion.session.contest import undecided
from companion.session.view import View
from companion.texts import Texts
from companion.web.board_page import events, head, standing, total
from companion.web.markup import Page, footer, part, whole
from companion.web.scene import Ask, Scene


def seat_page(scene: Scene, seat: int, words: Texts) -> str:
    """The whole page of a seat, as it is without a script too."""
    shown = "".join(part(name, html) for name, html in seat_parts(scene, seat, words).items())
    foot = footer(words, ("/", words("web.scores")))
    asked = scene.asks[seat] if seat < len(scene.asks) else None
    told = {
        "lost": words("web.connecting"),
        "live": words("web.live"),
        "again": words("web.not_sent"),
        "within": words("web.within", ms="{ms}"),
    }
    page = Page(
        "seat",
        words("web.my_seat"),
        f"<main>{shown}</main>{foot}",
        events=f"/seat/events?lang={words.language}",
        script="seat.js",
        refreshes=asked is None,
        told=told,
    )
    return whole(page, words)


def seat_parts(scene: Scene, seat: int, words: Texts) -> Mapping[str, str]:
    """The parts of a seat's page by name. Nothing sealed is in them, not even what this seat gave."""
    view = scene.view
    if view is None or seat >= len(view.seats):
        waiting = f'<div class="waiting">{glyph_svg("game")}<p>{escape(words("web.no_game"))}</p></div>'
        return {"me": waiting, **dict.fromkeys(("head", "refused", "entry", "knock", "standing", "events"), "")}
    return {
        "me": _me(scene, view, seat, words),
        "head": head(view, words),
        "refused": _refused(view, seat, words),
        "entry": _entry(scene, seat, words) if scene.has_secrets else "",
        "knock": _knock(scene, view, seat, words) if scene.has_knocks else "",
        "standing": standing(scene, view, words),
        "events": events(view, words),
    }


def _me(scene: Scene, view: View, seat: int, words: Texts) -> str:
    place = words("web.place", place=scene.places[seat])
    name = f'<b class="name">{escape(view.seats[seat])}</b><i class="code">{escape(seat_letters(seat, words))}</i>'
    return (
        f'<div class="me seat{seat % 6}">{seat_mark(seat)}<p>{name}<small>{escape(place)}</small></p>'
        f'<b class="score" data-seat="{seat}">{total(view, seat)}</b></div>'
    )


def _refused(view: View, seat: int, words: Texts) -> str:
    """Why what this seat sent was not taken. A part of its own, so that no half-typed number is lost to it."""
    if view.blink is None or view.refused != seat:
        return ""
    return f'<p class="fault" role="alert">{escape(words.said(view.blink, view.seats))}</p>'


def _entry(scene: Scene, seat: int, words: Texts) -> str:
    """What is asked, or that it is in, or that nothing is asked."""
    ask = scene.asks[seat]
    if ask is not None:
        return _form(ask, words)
    if scene.given[seat]:
        peek = f'<button type="button" class="peek" hidden>{glyph_svg("eye")}{escape(words("web.hold"))}</button>'
        return (
            f'<div class="given">{glyph_svg("check")}<h2>{escape(words("web.is_in"))}</h2>'
            f'<p>{escape(words("web.sealed"))}</p><output class="peeked"></output>{peek}</div>'
        )
    return f'<p class="idle">{escape(words("web.nothing_asked"))}</p>'


def _form(ask: Ask, words: Texts) -> str:
    inner = _number(ask.domain, words) if isinstance(ask.domain, Whole) else _cards(ask, words)
    head_ = f"<h2>{escape(words(f'do.{ask.do}'))}</h2><p>{escape(words('bid.secret'))}</p>"
    send = f'<button class="main">{glyph_svg("check")}{escape(words("web.send"))}</button>'
    return (
        f'<form class="entry" method="post" action="/seat/entry?lang={words.language}" autocomplete="off" '
        f'data-ask="{ask.number}">{head_}<input type="hidden" name="ask" value="{ask.number}">{inner}{send}'
        '<p class="fault" role="alert"></p></form>'
    )


def _number(domain: Whole, words: Texts) -> str:
    """A covered field; the script puts keys below it."""
    hint = escape(words("web.from_to", low=domain.low, high=domain.high))
    field = (
        f'<input class="digits" type="password" name="number" inputmode="numeric" pattern="[0-9]*" required '
        f'maxlength="{len(str(domain.high))}" aria-label="{hint}" autocomplete="off">'
    )
    look = f'<button type="button" class="look" aria-label="{escape(words("web.hold"))}" hidden>{glyph_svg("eye")}'
    erase = f'<button type="button" data-key="erase" aria-label="{escape(words("web.erase"))}">{glyph_svg("erase")}'
    digits = "".join(f'<button type="button" data-digit="{digit}">{digit}</button>' for digit in "1234567890")
    return (
        f'<p class="hint">{hint}</p><div class="typed">{field}{look}</button></div>'
        f'<div class="pad" hidden>{digits}{erase}</button></div>'
    )


def _cards(ask: Ask, words: Texts) -> str:
    """A number of cards for each value; the script adds keys for more and fewer, and the sum."""
    rows = "".join(
        f'<li><span class="card">{face}</span><button type="button" class="step" data-step="-1" hidden>−</button>'
        f'<input type="number" name="c{face}" value="0" min="0" max="99" inputmode="numeric" data-face="{face}" '
        f'aria-label="{escape(words("web.cards_of", value=face))}">'
        '<button type="button" class="step" data-step="1" hidden>+</button></li>'
        for face in ask.faces
    )
    return f'<ul class="counts">{rows}</ul><p class="sum"><output>0</output></p>'


def _knock(scene: Scene, view: View, seat: int, words: Texts) -> str:
    """The knock button, and what became of the knock."""
    mine = next((one for one in scene.knocks if one.seat == seat), None)
    if mine is not None:
        state, told = "in", _standing_of(scene, view, seat, words)
        told += f" {words('web.within', ms=ceil(1000 * mine.within_s))}" if mine.within_s else ""
    else:
        state, told = ("open", words("web.knock_now")) if scene.may_knock[seat] else ("closed", "")
    return (
        f'<form class="knock {state}" method="post" action="/seat/knock?lang={words.language}">'
        f"<button>{glyph_svg('knock')}<span>{escape(words('web.knock'))}</span></button>"
        f'<p role="status">{escape(told)}</p></form>'
    )


def _standing_of(scene: Scene, view: View, seat: int, words: Texts) -> str:
    """Whether this seat's knock was the first one, as far as time tells."""
    together = undecided(scene.knocks)
    if seat in together:
        return words("knock.undecided", names=", ".join(view.seats[other] for other in together))
    return words("web.knock_first" if scene.knocks[0].seat == seat else "web.knock_in")
