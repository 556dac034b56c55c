"""The language of a page: the one asked for by a link, else the browser's, else the table's."""

from __future__ import annotations

from starlette.requests import Request

from companion.texts import LANGUAGES, Language, Texts
from companion.web.scene import Scene


def language_of(request: Request, fallback: Language) -> Language:
    """The language to answer in."""
    asked = request.query_params.get("lang", "")
    wanted = (asked, *accepted(request.headers.get("accept-language", "")))
    return next((ours for name in wanted for ours in LANGUAGES if ours == name), fallback)


def texts_for(request: Request, scene: Scene) -> Texts:
    """The words of a scene's game in the language of a request."""
    return Texts(language_of(request, scene.language), scene.view.game if scene.view else None)


def accepted(header: str) -> tuple[str, ...]:
    """The languages of an ``Accept-Language`` header by their first part, the most wanted first (RFC 9110, 12.5.4)."""
    weighed = []
    for number, part in enumerate(header[:200].split(",")):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        weight = next((value for p in parameters if (value := _weight(p)) is not None), 1.0)
        if name and weight > 0:
            weighed.append((-weight, number, name.partition("-")[0].lower()))
    return tuple(dict.fromkeys(name for _, _, name in sorted(weighed)))


def _weight(parameter: str) -> float | None:
    name, _, value = parameter.partition("=")
    try:
        return float(value) if name.strip() == "q" else None
    except ValueError:
        return 0.0
