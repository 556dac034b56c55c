"""The report of an evening as one HTML page: who won, every game with its score explained and its course as a plot.

The page needs nothing but itself: no script, no link, no picture from elsewhere; it says so to the browser.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from babel.dates import format_date, format_time

from companion.exchange.evening_style import html_head
from companion.exchange.marks import ON_MARK, glyph_svg, seat_colour, seat_face, seat_mark
from companion.exchange.play import Play
from companion.exchange.svg import Line, plot_svg
from companion.texts import Texts


@dataclass(frozen=True, slots=True)
class _Row:
    """A person in a ranking: place, score and a remark under the name."""

    name: str
    place: int
    score: int
    remark: str
    won: bool

    def html(self, number: int) -> str:
        """The row as a list item, with the mark of person `number` of the evening."""
        mark = seat_mark(number)
        cells = f'<span class="place">{self.place}.</span>{mark}<span class="name">{escape(self.name)}</span>'
        note = f"<small>{escape(self.remark)}</small>" if self.remark else ""
        state = "won" if self.won else "other"
        return f'<li class="{state}">{cells}<span class="score">{self.score}</span>{note}</li>'


def evening_page(plays: Sequence[Play], words: Texts) -> str:
    """The page of the games of one evening, at least one, in the language of `words`."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(n for play in plays for n in play.names))}
    day = format_date(plays[0].began_at.astimezone(), "full", locale=words.language)
    title = words("share.evening", day=day)
    body = "".join(_sections(plays, numbers, words))
    head = html_head(title, words.language)
    foot = f"<footer>{escape(words('share.made_by'))}</footer>"
    return f"{head}<body><main><h1>{escape(title)}</h1>{body}{foot}</main></body></html>\n"


def _sections(plays: Sequence[Play], numbers: Mapping[str, int], words: Texts) -> Iterator[str]:
    yield _winners(plays, numbers, words)
    for play in plays:
        yield _game(play, numbers, words)


def _winners(plays: Sequence[Play], numbers: Mapping[str, int], words: Texts) -> str:
    """Everybody of the evening with the games won."""
    wins = Counter(play.names[seat] for play in plays for seat in play.winners)
    played = Counter(name for play in plays if play.winners for name in dict.fromkeys(play.names))
    rows = []
    ranked = sorted(numbers, key=lambda name: (-wins[name], played[name], name))
    for name in ranked:
        place = 1 + sum(wins[other] > wins[name] for other in numbers)
        remark = words("share.of_games", n=played[name])
        row = _Row(name, place, wins[name], remark, won=wins[name] > 0 and place == 1)
        rows.append(row.html(numbers[name]))
    title = escape(words("share.games_won"))
    spent = words("share.minutes", n=sum(play.minutes for play in plays))
    about = escape(words("share.summary", n=len(plays), spent=spent))
    return f'<section><h2>{title}</h2><p class="dim">{about}</p><ol>{"".join(rows)}</ol></section>'


def _game(play: Play, numbers: Mapping[str, int], words: Texts) -> str:
    texts = Texts(words.language, play.header.game)
    order = sorted(range(len(play.names)), key=lambda seat: (play.places[seat], seat))
    rows = []
    for seat in order:
        why = "; ".join(f"{line.points}: {texts.said(line.why, play.names)}" for line in play.course.lines[seat])
        row = _Row(play.names[seat], play.places[seat], play.course.totals[seat], why, won=seat in play.winners)
        rows.append(row.html(numbers[row.name]))
    icon = glyph_svg(f"game.{play.header.game}")
    head = (
        f'<div class="head">{icon}<h2>{escape(texts("name"))}</h2><p class="dim">{escape(_when(play, texts))}</p></div>'
    )
    return f"<section>{head}<ol>{''.join(rows)}</ol>{_plot(play, numbers, texts)}</section>"


def _when(play: Play, texts: Texts) -> str:
    """When a game was played, and how it ended or that it runs."""
    start = format_time(play.began_at.astimezone(), "short", locale=texts.language)
    spent = texts("share.minutes", n=play.minutes)
    outcome = play.course.outcome
    end = texts("share.running") if outcome is None else texts(outcome.reason)
    return f"{start} · {spent} · {end}"


def _plot(play: Play, numbers: Mapping[str, int], texts: Texts) -> str:
    course = play.totals_over_time()
    if len(course) < 2:
        return ""
    lines = [
        Line(name, tuple(totals[seat] for totals in course), seat_colour(numbers[name]), seat_face(numbers[name]))
        for seat, name in enumerate(play.names)
    ]
    return plot_svg(lines, title=texts("share.plot", game=texts("name")), ink=ON_MARK)
