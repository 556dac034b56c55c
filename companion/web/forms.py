"""What a request says: forms of at most a kilobyte, read strictly. No fault repeats what was sent: it may be secret."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import Request

from companion.rulebook.codec import Counts
from companion.rulebook.domain import Whole
from companion.web.errors import BadRequest
from companion.web.scene import Ask

MOST_BYTES: Final = 1024
MOST_FIELDS: Final = 16
FORM: Final = "application/x-www-form-urlencoded"


async def form_of(request: Request) -> Mapping[str, str]:
    """The fields of a form. Raises BadRequest for another kind of body, one too large, or a field given twice."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
        raise BadRequest("web.bad_request", status=415)
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise BadRequest("web.too_large", status=413)
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError as error:
        raise BadRequest("web.bad_request") from error
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise BadRequest("web.bad_request")
    return fields


def entry_of(ask: Ask, fields: Mapping[str, str]) -> int | Counts:
    """The value that a form gives to `ask`. Raises BadRequest where it is none or not allowed."""
    if isinstance(ask.domain, Whole):
        value: int | Counts = whole_number(fields.get("number", ""), digits=len(str(ask.domain.high)))
    else:
        counts = ((face, whole_number(fields.get(f"c{face}") or "0", digits=2)) for face in ask.faces)
        value = Counts(tuple((face, count) for face, count in counts if count))
    if value not in ask.domain:
        raise BadRequest("web.not_allowed", status=422)
    return value


def whole_number(text: str, *, digits: int) -> int:
    """A whole number of at most so many digits. Raises BadRequest."""
    typed = text.strip()
    if not (typed.isascii() and typed.isdecimal() and len(typed.lstrip("0")) <= digits and len(typed) <= 8):
        raise BadRequest("web.not_allowed", status=422)
    return int(typed)


def stamp_of(fields: Mapping[str, str]) -> tuple[float, float] | None:
    """When a knock was made by the table's clock and how far that may be off, seconds; None where it is not told."""
    try:
        at_s, within_s = float(fields["at_s"]), float(fields["within_s"])
    except (KeyError, ValueError):
        return None
    return (at_s, within_s) if isfinite(at_s) and isfinite(within_s) else None
