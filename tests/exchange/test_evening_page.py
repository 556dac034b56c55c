"""The page of an evening: needs nothing but itself, fits a phone, and shows what people wrote as text."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from companion.art.animals import FACES
from companion.exchange.evening_page import evening_page
from companion.exchange.svg import Line, plot_svg
from companion.games import game_keys
from companion.texts import LANGUAGES, Texts
from tests.exchange.plays import random_play
from tests.kit import NAMES

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_VOID = {"meta", "br", "circle", "ellipse", "polygon", "polyline", "line"}
_MEASURE = """<script>
document.fonts.load('700 20px Dosis').then(faces => {
  const wide = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 0.5);
  const small = [...document.querySelectorAll('main *')].filter(e => e.childElementCount === 0 && e.textContent.trim()
    && !e.closest('svg') && parseFloat(getComputedStyle(e).fontSize) < 13);
  document.title = JSON.stringify({scroll: document.documentElement.scrollWidth, inner: innerWidth, wide: wide.length,
    small: small.length, plots: document.querySelectorAll('svg.plot').length,
    letters: faces.map(face => face.status), games: document.querySelectorAll('section').length});
});
</script></body>"""


class Nesting(HTMLParser):
    """Notes every element that is not closed where it should be, and every text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID and (not self.open or self.open.pop() != tag):
            self.faults.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def parsed(page: str) -> Nesting:
    nesting = Nesting()
    nesting.feed(page)
    nesting.close()
    return nesting


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_well_formed_and_needs_nothing_from_elsewhere(language: str) -> None:
    page = evening_page([random_play(game) for game in game_keys()], Texts(language))
    nesting = parsed(page)
    assert (nesting.open, nesting.faults) == ([], [])
    assert "<script" not in page
    assert re.findall(r"""(?:src|href)\s*=|@import|https?:""", page) == []
    assert {link.split(",")[0] for link in re.findall(r"url\((.*?)\)", page)} == {"data:font/otf;base64"}
    assert f'<html lang="{language}">' in page
    assert page.count('class="plot"') == len(game_keys())


def test_names_and_reasons_are_shown_as_they_were_written() -> None:
    strange = ('<b>"&', "</li><script>alert(1)</script>", "Zoë")
    page = evening_page([random_play("splash", names=strange)], Texts("fr"))
    nesting = parsed(page)
    assert (nesting.open, nesting.faults) == ([], [])
    assert set(strange) <= set(nesting.texts)
    assert "<script" not in page


def test_the_ranking_counts_games_won_over_the_whole_evening() -> None:
    plays = [random_play("die_bombe", seed=seed) for seed in range(4)]
    wins = {name: sum(NAMES.index(name) in play.winners for play in plays) for name in NAMES[:3]}
    first = evening_page(plays, Texts("en")).split("</section>")[0]
    found = re.findall(r'class="name">(.*?)</span><span class="score">(\d+)<', first)
    assert {name: int(score) for name, score in found} == wins
    assert [int(score) for _, score in found] == sorted(wins.values(), reverse=True)


def test_a_plot_of_one_level_score_is_a_line_in_the_middle_of_nothing() -> None:
    svg = plot_svg([Line("Ann", (0, 0, 0), "#123456", FACES["fox"])], title="t", ink="#000000")
    assert "NaN" not in svg
    assert svg.count("<polyline points=") >= 1


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_fits_a_phone_and_a_desk_in_a_real_browser(width: int, tmp_path: Path) -> None:
    names = ("Maximiliane-Donaudampfschifffahrtsgesellschaft", "Anaïs", "Jörg", "Łucja", "Zoë", "Åke")
    plays = [random_play(game, seats=5, names=names) for game in game_keys()]
    page = evening_page(plays, Texts("de"))
    measured = re.sub(r'<meta http-equiv="Content-Security-Policy".*?>', "", page).replace("</body>", _MEASURE)
    (tmp_path / "page.html").write_text(measured, encoding="utf-8")
    command = [
        str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
        f"--window-size={width},900", "--virtual-time-budget=2000", "--dump-dom", (tmp_path / "page.html").as_uri(),
    ]  # fmt: skip
    told = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    title = re.search(r"<title>(.*?)</title>", told.stdout)
    assert title is not None
    found = json.loads(title[1])
    assert found["scroll"] <= found["inner"]
    assert (found["wide"], found["small"], found["letters"]) == (0, 0, ["loaded"])
    assert (found["plots"], found["games"]) == (len(game_keys()), len(game_keys()) + 1)
