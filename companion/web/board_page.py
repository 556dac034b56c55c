"""The page of spectators: standing with its reasons, the table, the course of the scores and what happened last."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

from companion.exchange.marks import ON_MARK, glyph_svg, seat_colour, seat_face, seat_letters, seat_mark
from companion.exchange.svg import Line, plot_svg
from companion.exchange.table_svg import table_svg
from companion.session.contest import undecided
from companion.session.view import HistoryLine, View
from companion.texts import Texts
from companion.web.markup import Page, footer, part, whole
from companion.web.scene import Scene

EVENTS: Final = 7
"""So many of the last entries are told."""
_TABLE: Final = (800, 860)
"""The drawing of the table, as wide and high as its place on a television."""


def board_page(scene: Scene, words: Texts) -> str:
    """The whole page, as it is without a script too."""
    parts = board_parts(scene, words)
    shown = "".join(part(name, html) for name, html in parts.items())
    foot = footer(words, ("/seat", words("web.my_seat")))
    told = {"lost": words("web.connecting"), "live": words("web.live")}
    title = words("name") if scene.view else words("ui.title")
    page = Page(
        "board",
        title,
        f"<main>{shown}</main>{foot}",
        events=f"/events?lang={words.language}",
        script="live.js",
        refreshes=True,
        told=told,
    )
    return whole(page, words)


def board_parts(scene: Scene, words: Texts) -> Mapping[str, str]:
    """The parts by name, each as HTML. `words` must know the game of the scene."""
    view = scene.view
    if view is None:
        empty = f'<div class="waiting">{glyph_svg("game")}<h1>{escape(words("ui.title"))}</h1>'
        return {
            "head": f"{empty}<p>{escape(words('web.no_game'))}</p></div>",
            **dict.fromkeys(("standing", "table", "knocks", "plot", "events"), ""),
        }
    return {
        "head": head(view, words),
        "standing": standing(scene, view, words),
        "table": table_svg(view.zones, view.seats, view.acting, _TABLE),
        "knocks": knocks(scene, view, words),
        "plot": _plot(scene, view, words),
        "events": events(view, words),
    }


def head(view: View, words: Texts) -> str:
    """Game and phase, or who won."""
    if view.outcome is not None:
        names = ", ".join(view.seats[seat] for seat in view.outcome.winners)
        told = words("terminal.winners", names=names, reason=words(view.outcome.reason))
        line = f'<p class="over">{glyph_svg("trophy")}<span>{escape(told)}</span></p>'
    else:
        turn = ", ".join(view.seats[seat] for seat in view.acting)
        whose = f"<b>{escape(turn)}</b> · " if turn else ""
        line = f"<p>{whose}{escape(words(f'phase.{view.phase}'))}</p>"
    return f"{glyph_svg(f'game.{view.game}')}<h1>{escape(words('name'))}</h1>{line}"


def standing(scene: Scene, view: View, words: Texts) -> str:
    """Everybody by place, with score and reasons."""
    order = sorted(range(len(view.seats)), key=lambda seat: (scene.places[seat], seat))
    rows = "".join(_row(scene, view, seat, words) for seat in order)
    return f'<h2>{escape(words("menu.scores"))}</h2><ol class="rows n{len(order)}">{rows}</ol>'


def _row(scene: Scene, view: View, seat: int, words: Texts) -> str:
    why = " · ".join(
        f"<b>{_signed(line.points)}</b> {escape(words.said(line.why, view.seats))}"
        for line in view.lines[seat]
        if line.points
    )
    won = " won" if view.outcome and seat in view.outcome.winners else ""
    acting = " acting" if seat in view.acting else ""
    given = f'<i class="given">{glyph_svg("check")}</i>' if scene.given[seat] else ""
    name = f'<b class="name">{escape(view.seats[seat])}</b><i class="code">{escape(seat_letters(seat, words))}</i>'
    return (
        f'<li class="seat{seat % 6}{won}{acting}"><span class="place">{scene.places[seat]}</span>{seat_mark(seat)}'
        f'<span class="who">{name}{given}</span><b class="score" data-seat="{seat}">{total(view, seat)}</b>'
        f"<small>{why}</small></li>"
    )


def total(view: View, seat: int) -> str:
    """The score of a seat, with the sign that belongs to figures."""
    return str(view.totals[seat]).replace("-", "−")


def _signed(points: int) -> str:
    return f"+{points}" if points >= 0 else f"−{-points}"


def knocks(scene: Scene, view: View, words: Texts) -> str:
    """Who knocked on what is open now, in which order and how exactly that is known; nothing where nobody did."""
    if not scene.knocks:
        return ""
    told = "".join(
        f"<li>{seat_mark(one.seat)}<b>{escape(view.seats[one.seat])}</b>{_lateness(one.after_s, one.within_s)}</li>"
        for one in scene.knocks
    )
    together = undecided(scene.knocks)
    names = ", ".join(view.seats[seat] for seat in together)
    note = f"<p>{escape(words('knock.undecided', names=names))}</p>" if together else ""
    return f'<h2>{glyph_svg("knock")}{escape(words("web.knocks"))}</h2><ol class="knocks">{told}</ol>{note}'


def _lateness(after_s: float, within_s: float) -> str:
    exactness = f" ± {1000 * within_s:.0f} ms" if within_s else ""
    later = f"+ {1000 * after_s:.0f} ms" if after_s else ""
    return f"<small>{later}{exactness}</small>"


def _plot(scene: Scene, view: View, words: Texts) -> str:
    if len(scene.curve) < 2:
        return ""
    lines = [
        Line(name, tuple(totals[seat] for totals in scene.curve), seat_colour(seat), seat_face(seat))
        for seat, name in enumerate(view.seats)
    ]
    return plot_svg(lines, title=words("share.plot", game=words("name")), ink=ON_MARK)


def events(view: View, words: Texts) -> str:
    """The last entries in words, the newest first; undone ones are struck through."""
    lines = "".join(_event(line, view, words) for line in reversed(view.history[-EVENTS:]))
    return f'<h2>{escape(words("menu.history"))}</h2><ul class="events">{lines}</ul>' if lines else ""


def _event(line: HistoryLine, view: View, words: Texts) -> str:
    told = " ".join(words.said(said, view.seats) for said in (line.said, *line.events))
    return f"<li>{escape(told)}</li>" if line.in_force else f"<li><s>{escape(told)}</s></li>"
