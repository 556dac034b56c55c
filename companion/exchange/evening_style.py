"""How the page of an evening looks: the colours and letters of the screens, on a phone and on paper."""

from __future__ import annotations

import base64
from html import escape
from typing import Final

from companion.art.letters import FONTS
from companion.art.look import FELT, PAPER, Look
from companion.exchange.svg import css_colour

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
_RULES: Final = """
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:400 17px/1.5 Cabin,system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:1.25rem 1rem 3rem}
h1,h2,.score,.big{font-family:Dosis,Cabin,sans-serif;font-weight:700;line-height:1.15;margin:0}
h1{font-size:2rem}
h2{font-size:1.5rem}
.dim,footer,small{color:var(--dim)}
section{background:var(--panel);border:1px solid var(--line);border-radius:14px;padding:1rem;margin:1rem 0}
section{break-inside:avoid}
.head{display:flex;gap:.75rem;align-items:center;flex-wrap:wrap}
.head .sign{width:2.2rem;height:2.2rem;color:var(--accent)}
.head p{margin:0;flex-basis:100%}
ol,ul{list-style:none;margin:.75rem 0 0;padding:0}
li{display:grid;grid-template-columns:2rem 2.2rem 1fr auto;gap:.6rem;align-items:center;padding:.45rem 0}
li{border-top:1px solid var(--line)}
li small{grid-column:3/-1;overflow-wrap:anywhere}
.name{overflow-wrap:anywhere;min-width:0}
.place{font-family:Dosis,sans-serif;font-weight:700;color:var(--dim);text-align:right}
.won .name,.won .place{color:var(--accent);font-weight:700}
.score{font-size:1.5rem;text-align:right}
.mark{width:2.2rem;height:2.2rem;display:block}
.plot{width:100%;height:auto;margin-top:.75rem;display:block}
.plot polyline{fill:none;stroke-width:3.2;stroke-linejoin:round;stroke-linecap:round}
.plot g polyline{stroke-width:inherit}
.plot .scale{stroke:var(--line);stroke-width:1}
.plot text{fill:var(--dim);font:600 15px Cabin,sans-serif}
footer{font-size:.9rem;text-align:center}
@media (prefers-color-scheme:light){.plot>polyline{filter:brightness(.74) saturate(1.4)}}
@media print{body{background:#fff}section{border-color:#999}}
"""


def html_head(title: str, language: str, *, rules: str = "") -> str:
    """The beginning of a page that needs nothing but itself, up to its body, with further `rules` of style."""
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_style_sheet()}{rules}</style></head>"
    )


def _style_sheet() -> str:
    """The whole style of the page, letters included: light, and dark where the phone is."""
    faces = "".join(_face(*face) for face in (("Dosis", 700, "Dosis-Bold.otf"), ("Cabin", 400, "Cabin-Medium.otf")))
    dark = f"@media (prefers-color-scheme:dark){{:root{{{theme_variables(FELT)}}}}}"
    return f"{faces}:root{{color-scheme:light dark;{theme_variables(PAPER)}}}{dark}{_RULES}"


def theme_variables(look: Look) -> str:
    """The colours of a look as CSS variables."""
    named = {"ground": look.ground, "panel": look.panel, "line": look.line, "ink": look.ink, "dim": look.dim}
    return "".join(f"--{name}:{css_colour(value)};" for name, value in {**named, "accent": look.accent}.items())


def _face(name: str, weight: int, file: str) -> str:
    data = base64.b64encode((FONTS / file).read_bytes()).decode()
    return f"@font-face{{font-family:{name};font-weight:{weight};src:url(data:font/otf;base64,{data})}}"
