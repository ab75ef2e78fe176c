"""What requests hold: forms and JSON of our own pages, and what browsers say of themselves."""

from __future__ import annotations

import asyncio
import json
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request

from interpreter.table.showing import drawing
from interpreter.table.showing.updates import whole

BODY_S: Final = 30.0
"""A body has to be here within so many seconds."""

_LARGEST: Final = 16_384


class Refused(Exception):
    """A request that is answered with a status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        """Keep both."""
        self.status = status
        self.sentence = sentence
        super().__init__(sentence)


async def fields_of(request: Request, most: int = _LARGEST) -> dict[str, str]:
    """Return what a POST of our own pages, or of a program, holds: a form or JSON.

    `most`: so many bytes.

    Raises:
        Refused: another site sent it, it is too large or comes too slowly, or it holds neither.
    """
    if not _is_ours(request):
        raise Refused(403, "that request comes from another site")
    is_json = request.headers.get("content-type", "").startswith("application/json")
    try:
        return _fields(await _body(request, most), is_json=is_json)
    except (ValueError, RecursionError) as error:
        raise Refused(422, "that is neither a form nor an object of JSON") from error


def _fields(body: bytes, *, is_json: bool) -> dict[str, str]:
    if not is_json:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=20))
    parsed: object = json.loads(body)
    pairs = parsed.items() if isinstance(parsed, dict) else [("action", "")]
    return {str(name): str(value) for name, value in pairs}


async def _body(request: Request, most: int) -> bytes:
    body = b""
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise Refused(413, f"a request has {most} bytes at most")
    except TimeoutError as error:
        raise Refused(408, f"a request has to be here within {BODY_S:.0f} seconds") from error
    return body


def _is_ours(request: Request) -> bool:
    """Return whether a browser says that a POST comes from a page of this server.

    Programs say neither `Origin` nor `Sec-Fetch-Site`; they have no cookies of somebody else.
    """
    origin = request.headers.get("origin")
    site = request.headers.get("sec-fetch-site")
    if origin is not None and origin != "null":
        try:
            return urlsplit(origin).netloc == request.headers.get("host")
        except ValueError:  # no address at all
            return False
    return site in ("same-origin", "none") if site is not None else origin is None


def wants_json(request: Request) -> bool:
    """Return whether a program asks: it sends JSON, or says that it wants some."""
    sent, wanted = request.headers.get("content-type", ""), request.headers.get("accept", "")
    return sent.startswith("application/json") or wanted.startswith("application/json")


def likely_width(request: Request) -> int:
    """Return the width that the script noted last time, else one for what browsers say of it."""
    room = whole(request.cookies.get("width", ""))
    if room is not None:
        return drawing.width_for(room)
    return drawing.NARROW if "Mobi" in request.headers.get("user-agent", "") else drawing.WIDE
