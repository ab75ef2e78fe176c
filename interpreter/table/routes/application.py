"""The routes of a table over HTTP: pages, choices, and a stream that says when to look again.

Needs the extra `table` (Starlette; a server such as uvicorn runs what `application` returns).

A seat is known by a cookie that its link left behind. What changes something is a POST, which a
browser sends from our own pages alone: its `Origin` (or `Sec-Fetch-Site`) is looked at each time.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from functools import wraps
from html import escape
from typing import Final, TypeAlias

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from interpreter.load import RulesError
from interpreter.table.hall import Hall
from interpreter.table.routes.acting import Acting
from interpreter.table.routes.asking import Asking
from interpreter.table.routes.authoring import Author, Authoring
from interpreter.table.routes.fixed import Fixed
from interpreter.table.routes.requests import Refused, wants_json
from interpreter.table.routes.seeing import Seeing
from interpreter.table.routes.uploading import Uploading
from interpreter.table.showing import pages
from interpreter.table.stores.store import StoreDown
from interpreter.table.texts import RulesChanged
from interpreter.table.uploads import Reader

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]

_LOG: Final = logging.getLogger(__name__)
_QUIET_S: Final = 60.0

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def application(
    hall: Hall,
    *,
    secure: bool = False,
    reader: Reader | None = None,
    author: Author | None = None,
) -> Starlette:
    """Return the ASGI application of a hall.

    `secure`: it is reached over https alone; `reader`: strangers may bring rule texts; `author`:
    it runs for the author of its texts, on his own machine.
    """
    asking, fixed = Asking(hall, secure=secure), Fixed(hall, takes_texts=reader is not None)
    uploading = Uploading(asking, reader)
    seeing = Seeing(asking, for_author=author is not None)
    acting = Acting(asking, seeing)
    seat = "/t/{table}/{seat}"
    read: dict[str, Endpoint] = {
        "/": fixed.home,
        seat: seeing.page,
        f"{seat}/view": seeing.view,
        f"{seat}/events": seeing.events,
        f"{seat}/update": seeing.update,
        f"{seat}/why": seeing.why,
        f"{seat}/stream": seeing.stream,
        "/static/{name}": fixed.static,
        "/health": fixed.health,
        "/metrics": fixed.metrics,
        "/openapi.json": fixed.described,
    }
    if author is not None:
        authoring = Authoring(hall, author)
        read |= {
            "/author/{table}": authoring.links,
            "/author/{table}/report": authoring.report,
            "/author/{table}/rulebook": authoring.rulebook,
        }
    both: dict[str, Endpoint] = {
        "/join": acting.join,
        "/new": uploading.new,
        f"{seat}/lobby": acting.lobby,
    }
    changed: dict[str, Endpoint] = {
        f"{seat}/choices": acting.choose,
        f"{seat}/undo": acting.undo,
        f"{seat}/back": acting.back,
        f"{seat}/author": acting.author,
    }
    tell = _teller()
    routes = [
        Route(path, _told(hall, tell, endpoint), methods=methods)
        for endpoints, methods in ((read, ["GET"]), (both, ["GET", "POST"]), (changed, ["POST"]))
        for path, endpoint in endpoints.items()
    ]
    fixed.routes = [(route.path, route.methods or (), route.endpoint) for route in routes]
    return Starlette(routes=routes, middleware=[Middleware(GZipMiddleware)])


def _told(hall: Hall, tell: Callable[[StoreDown], None], endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that answers what it refuses, and sets the headers of all answers."""

    @wraps(endpoint)
    async def answered(request: Request) -> Response:
        began = time.perf_counter()
        try:
            response = await endpoint(request)
        except Refused as refusal:
            response = _refusal(request, refusal.status, refusal.sentence)
        except StoreDown as error:
            tell(error)
            response = _refusal(request, 503, "the database cannot be reached: try again soon")
        except RulesChanged as error:
            response = _refusal(request, 409, str(error))
        except RulesError:
            response = _refusal(request, 409, "this release cannot read the rules of the table")
        except ClientDisconnect:
            response = Response(status_code=400)
        hall.meters.count("rulelang_requests_total", status=str(response.status_code))
        if request.method == "POST":
            hall.meters.took(time.perf_counter() - began)
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        if "Content-Security-Policy" not in response.headers:
            response.headers["Content-Security-Policy"] = _POLICY
        return response

    return answered


def _teller() -> Callable[[StoreDown], None]:
    """Return what tells the host why requests are answered 503, once a minute at most."""
    told = -_QUIET_S

    def tell(error: StoreDown) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= _QUIET_S:
            told = now
            _LOG.error("requests are answered 503: %s", error)

    return tell


def _refusal(request: Request, status: int, sentence: str) -> Response:
    if wants_json(request):
        return JSONResponse({"reason": sentence}, status)
    return HTMLResponse(pages.plain_page("That cannot be", f"<p>{escape(sentence)}</p>"), status)
