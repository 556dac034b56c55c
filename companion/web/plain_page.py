"""Pages with little on them: taking a seat, and what went wrong."""

from __future__ import annotations

from html import escape

from companion.exchange.marks import glyph_svg, seat_mark
from companion.texts import Texts
from companion.web.markup import Page, footer, whole


def join_page(words: Texts, *, ticket: str = "", sitter: tuple[int, str] | None = None, fault: str = "") -> str:
    """The page on which a seat is taken: with a good ticket from a QR code one key, else a field for the code.

    `sitter` is the seat that the ticket opens and the name of who sits there. Only the key uses the ticket up, so that
    no preview of the link does.
    """
    if sitter is None:
        mark, name, intro = glyph_svg("people"), words("web.take_seat"), words("web.join_code")
        given = (
            f'<label>{escape(words("web.code"))}<input name="ticket" required maxlength="40" '
            'autocapitalize="characters" autocomplete="off" spellcheck="false" placeholder="ABCD-2345"></label>'
        )
    else:
        mark, name, intro = seat_mark(sitter[0]), sitter[1], words("web.join_ticket")
        given = f'<input type="hidden" name="ticket" value="{escape(ticket, quote=True)}">'
    told = f'<p class="fault" role="alert">{escape(fault)}</p>' if fault else ""
    body = (
        f'<main><form class="join" method="post" action="/join?lang={words.language}">{mark}'
        f"<h1>{escape(name)}</h1><p>{escape(intro)}</p>{told}{given}"
        f'<button class="main">{glyph_svg("check")}{escape(words("web.sit_down"))}</button></form></main>'
    )
    foot = footer(words, ("/", words("web.scores")), follows=False)
    return whole(Page("plain", words("web.take_seat"), body + foot), words)


def fault_page(words: Texts, key: str) -> str:
    """A calm page that says what is wrong and leads back."""
    body = (
        f'<main><div class="join">{glyph_svg("game")}<h1>{escape(words("web.not_so"))}</h1>'
        f"<p>{escape(words(key))}</p></div></main>{footer(words, ('/', words('web.scores')), follows=False)}"
    )
    return whole(Page("plain", words("web.not_so"), body), words)
