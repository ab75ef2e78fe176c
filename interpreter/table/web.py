"""The routes of a table over HTTP: pages, choices, and a stream that says when to look again.

Needs the extra `table` (Starlette; a server such as uvicorn runs what `application` returns).

A seat is known by a cookie that its link left behind. What changes something is a POST, which a
browser sends from our own pages alone: its `Origin` (or `Sec-Fetch-Site`) is looked at each time.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from html import escape
from importlib.resources import files
from typing import Final, TypeAlias
from urllib.parse import parse_qsl, urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from interpreter.formats import Json
from interpreter.table import drawing, pages
from interpreter.table.hall import DONE, Answer, Hall
from interpreter.table.limits import Limits
from interpreter.table.rows import ONLOOKER, SeatRow
from interpreter.table.store import StoreDown
from interpreter.table.texts import RulesChanged
from interpreter.table.tokens import is_id
from interpreter.table.updates import Updates, looking_of, player_of, whole
from interpreter.table.why import answer_to

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]

_LARGEST: Final = 16_384
_COOKIE_S: Final = 180 * 24 * 3600
_PULSE_S: Final = 15.0
_ACTION: Final = 200
_WATCH: Final = "watch"
_LONGEST_WAIT_S: Final = 25
_KINDS: Final = {".css": "text/css", ".js": "text/javascript"}
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


class Refused(Exception):
    """A request that is answered with a status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        """Keep both."""
        self.status = status
        self.sentence = sentence
        super().__init__(sentence)


def application(hall: Hall, *, secure: bool = False) -> Starlette:
    """Return the ASGI application of a hall. `secure`: it is reached over https alone."""
    web = _Web(hall, secure=secure)
    seat = "/t/{table}/{seat}"
    routes = [
        Route("/", web.told(web.home)),
        Route("/join", web.told(web.join), methods=["GET", "POST"]),
        Route(seat, web.told(web.page)),
        Route(f"{seat}/view", web.told(web.view)),
        Route(f"{seat}/update", web.told(web.update)),
        Route(f"{seat}/why", web.told(web.why)),
        Route(f"{seat}/stream", web.told(web.stream)),
        Route(f"{seat}/choices", web.told(web.choose), methods=["POST"]),
        Route(f"{seat}/undo", web.told(web.undo), methods=["POST"]),
        Route("/static/{name}", web.told(web.static)),
        Route("/health", web.told(web.health)),
    ]
    return Starlette(routes=routes, middleware=[Middleware(GZipMiddleware)])


class _Web:
    """The endpoints."""

    def __init__(self, hall: Hall, *, secure: bool) -> None:
        self.hall = hall
        self.secure = secure
        self.limits = Limits(rate=10.0, burst=40)
        self.questions = Limits(rate=5.0, burst=20)
        self.updates = Updates()

    def told(self, endpoint: Endpoint) -> Endpoint:
        """Return an endpoint that answers what it refuses, and sets the headers of all answers."""

        async def answered(request: Request) -> Response:
            try:
                response = await endpoint(request)
            except Refused as refusal:
                response = _refusal(request, refusal.status, refusal.sentence)
            except StoreDown:
                response = _refusal(request, 503, "the database cannot be reached: try again soon")
            except RulesChanged as error:
                response = _refusal(request, 409, str(error))
            except ClientDisconnect:
                response = Response(status_code=400)
            for name, value in _HEADERS.items():
                response.headers.setdefault(name, value)
            if "Content-Security-Policy" not in response.headers:
                response.headers["Content-Security-Policy"] = _POLICY
            return response

        return answered

    # ------------------------------------------------------------ pages

    async def home(self, _: Request) -> Response:
        """Say what is here; which tables there are is nobody's business."""
        return HTMLResponse(pages.plain_page("rulelang", "<p>Open the link to your seat.</p>"))

    async def join(self, request: Request) -> Response:
        """Take a seat: the token comes by POST, and a cookie for the seat goes back."""
        if request.method == "GET":
            return HTMLResponse(pages.join_page())
        fields = await self._fields(request)
        seat = await run_in_threadpool(self.hall.seat_of, fields.get("token", "").strip())
        if seat is None:
            page = pages.join_page("That code opens no seat; perhaps there is a newer link.")
            return HTMLResponse(page, 401)
        base = _base(seat)
        response = RedirectResponse(base, 303)
        response.set_cookie(
            _cookie(seat.seat),
            fields["token"].strip(),
            max_age=_COOKIE_S,
            path=base,
            httponly=True,
            samesite="lax",
            secure=self.secure,
        )
        return response

    async def page(self, request: Request) -> Response:
        """Show the table as a seat sees it; `step`: as it was then."""
        seat = await self._seat(request)
        said = request.query_params.get("said", "")[:_ACTION]
        return await self._table(request, seat, said)

    async def _table(
        self, request: Request, seat: SeatRow, said: str, status: int = 200
    ) -> Response:
        """Return the page of a seat, in the width that its browser is likely to have."""
        asked = request.query_params
        looking = looking_of(seat, _base(seat), asked, _likely_width(request))

        def drawn() -> str:
            return pages.seat_page(self.hall.live(seat.table), looking, said)

        return HTMLResponse(await run_in_threadpool(drawn), status)

    async def update(self, request: Request) -> Response:
        """Return what a browser does not have yet of its page.

        With `n` and `wait` the answer waits, so many seconds at most, until more has happened.
        """
        seat = await self._seat(request)
        asked = request.query_params
        n, wait = whole(asked.get("n", "")), whole(asked.get("wait", ""))
        if n is not None and wait is not None:
            await self._happened(seat, n, min(wait, _LONGEST_WAIT_S))
        return JSONResponse(await run_in_threadpool(self._updated, seat, asked))

    def _updated(self, seat: SeatRow, asked: Mapping[str, str]) -> dict[str, Json]:
        looking = looking_of(seat, _base(seat), asked, drawing.WIDE)
        return self.updates.update(self.hall.live(seat.table), looking, asked)

    async def _happened(self, seat: SeatRow, n: int, wait: int) -> None:
        """Wait until more than `n` entries are there, or for so many seconds."""
        loop = asyncio.get_running_loop()
        news = asyncio.Event()
        end = self.hall.subscribe(seat.table, lambda: _set(loop, news))
        try:
            if (await run_in_threadpool(self.hall.live, seat.table)).n <= n:
                await asyncio.wait_for(news.wait(), wait)
        except TimeoutError:
            return
        finally:
            end()

    async def why(self, request: Request) -> Response:
        """Say why a thing of the picture (`thing`) cannot be chosen, or what a name means."""
        seat = await self._seat(request)
        player = player_of(seat)
        if player is None:
            raise Refused(403, "who looks on does not choose")
        if not self.questions.allow(f"{seat.table}/{seat.seat}", time.monotonic()):
            raise Refused(429, "too many questions: wait a second")
        asked = request.query_params

        def answered() -> str:
            return answer_to(self.hall.live(seat.table), player, asked, asked.getlist("thing"))

        answer = await run_in_threadpool(answered)
        if _wants_json(request):
            return JSONResponse({"answer": answer})
        return await self._table(request, seat, answer)

    async def view(self, request: Request) -> Response:
        """Return how far the table has come, for this seat, as JSON."""
        seat = await self._seat(request)
        live = await run_in_threadpool(self.hall.live, seat.table)
        revision = None if seat.seat == ONLOOKER else live.revision(seat.seat)
        return JSONResponse({"n": live.n, "revision": revision})

    async def static(self, request: Request) -> Response:
        """Return the script or the style of the pages."""
        name = request.path_params["name"]
        kind = _KINDS.get(name[name.rfind(".") :])
        if kind is None or name not in ("table.css", "table.js", "picture.css"):
            raise Refused(404, "there is no such file")
        if name == "picture.css":
            text = drawing.style()
        else:
            text = files("interpreter").joinpath("table", "static", name).read_text("utf-8")
        return Response(text, media_type=kind, headers={"Cache-Control": "max-age=60"})

    async def health(self, _: Request) -> Response:
        """Say whether the database answers."""
        await run_in_threadpool(self.hall.store.seat_of, bytes(32))
        return PlainTextResponse("well\n")

    # ------------------------------------------------------------ choices

    async def choose(self, request: Request) -> Response:
        """Take a choice: `action` (id or text), `revision`, `key`."""
        seat, fields = await self._asking(request)
        text = fields.get("action", "")
        if not 0 < len(text) <= _ACTION:
            raise Refused(422, "name an action, such as one of those that are listed")
        action = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
        revision = whole(fields.get("revision", ""))
        return await self._answered(
            request,
            seat,
            fields,
            lambda: self.hall.choose(seat, action, revision, fields.get("key", "")),
        )

    async def undo(self, request: Request) -> Response:
        """Take back the seat's last choice."""
        seat, fields = await self._asking(request)
        return await self._answered(
            request, seat, fields, lambda: self.hall.undo(seat, fields.get("key", ""))
        )

    async def _asking(self, request: Request) -> tuple[SeatRow, dict[str, str]]:
        seat = await self._seat(request)
        if seat.seat == ONLOOKER:
            raise Refused(403, "who looks on does not choose")
        if not self.limits.allow(f"{seat.table}/{seat.seat}", time.monotonic()):
            raise Refused(429, "too many requests: wait a second")
        return seat, await self._fields(request)

    async def _answered(
        self,
        request: Request,
        seat: SeatRow,
        fields: Mapping[str, str],
        ask: Callable[[], Answer],
    ) -> Response:
        try:
            answer = await run_in_threadpool(ask)
        except ValueError as error:
            raise Refused(422, str(error)) from error
        if _wants_json(request):
            told: dict[str, Json] = {"revision": answer.revision, "reason": answer.reason}
            if "client" in fields:
                told["update"] = await run_in_threadpool(self._updated, seat, fields)
            return JSONResponse(told, answer.status)
        if answer.status == DONE:
            return RedirectResponse(_base(seat), 303)
        return await self._table(request, seat, answer.reason or "", answer.status)

    # ------------------------------------------------------------ the stream

    async def stream(self, request: Request) -> Response:
        """Say, as server-sent events, when the table has changed; `n` counts what happened.

        One event comes at once, so that nothing that happened between page and stream is missed.
        """
        seat = await self._seat(request)
        loop = asyncio.get_running_loop()
        news = asyncio.Event()
        end = self.hall.subscribe(seat.table, lambda: _set(loop, news))
        first = await run_in_threadpool(self.hall.live, seat.table)

        async def events() -> AsyncIterator[str]:
            n = first.n
            try:
                yield f"retry: 2000\nid: {n}\ndata: {n}\n\n"
                while not await request.is_disconnected():
                    try:
                        await asyncio.wait_for(news.wait(), _PULSE_S)
                    except TimeoutError:
                        yield ": still here\n\n"
                        continue
                    news.clear()
                    n = (await run_in_threadpool(self.hall.live, seat.table)).n
                    yield f"id: {n}\ndata: {n}\n\n"
            finally:
                end()

        headers = {"X-Accel-Buffering": "no", "Cache-Control": "no-store, no-transform"}
        return StreamingResponse(events(), media_type="text/event-stream", headers=headers)

    # ------------------------------------------------------------ who asks

    async def _seat(self, request: Request) -> SeatRow:
        """Return the seat that a request is for, if its cookie opens it."""
        table, number = request.path_params["table"], _seat_named(request.path_params["seat"])
        token = request.cookies.get(_cookie(number), "")
        found = await run_in_threadpool(self.hall.seat_of, token) if is_id(table) else None
        if found is None or (found.table, found.seat) != (table, number):
            raise Refused(401, "this seat is not yours: open the link to it")
        return found

    async def _fields(self, request: Request) -> dict[str, str]:
        """Return what a POST of our own pages, or of a program, holds: a form or JSON."""
        if not _is_ours(request):
            raise Refused(403, "that request comes from another site")
        is_json = request.headers.get("content-type", "").startswith("application/json")
        try:
            return _fields(await _body(request), is_json=is_json)
        except (ValueError, RecursionError) as error:
            raise Refused(422, "that is neither a form nor an object of JSON") from error


def _fields(body: bytes, *, is_json: bool) -> dict[str, str]:
    if not is_json:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=20))
    parsed: object = json.loads(body)
    pairs = parsed.items() if isinstance(parsed, dict) else [("action", "")]
    return {str(name): str(value) for name, value in pairs}


async def _body(request: Request) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _LARGEST:
            raise Refused(413, f"a request has {_LARGEST} bytes at most")
    return body


def _is_ours(request: Request) -> bool:
    """Return whether a browser says that a POST comes from a page of this server.

    Programs say neither `Origin` nor `Sec-Fetch-Site`; they have no cookies of somebody else.
    """
    origin = request.headers.get("origin")
    site = request.headers.get("sec-fetch-site")
    if origin is not None and origin != "null":
        return urlsplit(origin).netloc == request.headers.get("host")
    return site in ("same-origin", "none") if site is not None else origin is None


def _wants_json(request: Request) -> bool:
    """Return whether a program asks: it sends JSON, or says that it wants some."""
    sent, wanted = request.headers.get("content-type", ""), request.headers.get("accept", "")
    return sent.startswith("application/json") or wanted.startswith("application/json")


def _refusal(request: Request, status: int, sentence: str) -> Response:
    if _wants_json(request):
        return JSONResponse({"reason": sentence}, status)
    return HTMLResponse(pages.plain_page("That cannot be", f"<p>{escape(sentence)}</p>"), status)


def _likely_width(request: Request) -> int:
    """Return the width that the script noted last time, else one for what browsers say of it."""
    room = whole(request.cookies.get("width", ""))
    if room is not None:
        return drawing.width_for(room)
    return drawing.NARROW if "Mobi" in request.headers.get("user-agent", "") else drawing.WIDE


def _cookie(seat: int) -> str:
    return "watch" if seat == ONLOOKER else f"seat{seat}"


def _base(seat: SeatRow) -> str:
    """Return the address of a seat: players by number, `watch` for those who look on."""
    return f"/t/{seat.table}/{_WATCH if seat.seat == ONLOOKER else seat.seat}"


def _seat_named(text: str) -> int:
    if text == _WATCH:
        return ONLOOKER
    number = whole(text)
    if number is None:
        raise Refused(404, "there is no such seat")
    return number


def _set(loop: asyncio.AbstractEventLoop, news: asyncio.Event) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(news.set)
