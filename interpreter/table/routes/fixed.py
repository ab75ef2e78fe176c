"""What is the same for everybody: files, health, metrics and what the routes are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from interpreter.table.hall import Hall
from interpreter.table.routes import openapi
from interpreter.table.routes.requests import Refused
from interpreter.table.showing import pages
from interpreter.table.showing.release import release
from interpreter.table.showing.sent import SENT

_KINDS: Final = {".css": "text/css", ".js": "text/javascript"}


class Fixed:
    """The endpoints that ask for no seat."""

    def __init__(self, hall: Hall, *, takes_texts: bool) -> None:
        """Know of no routes yet: `routes` is set when there are all of them."""
        self._hall = hall
        self._takes_texts = takes_texts
        self.routes: Sequence[openapi.Described] = ()

    async def home(self, _: Request) -> Response:
        """Say what is here; which tables there are is nobody's business."""
        front = self._hall.front
        if front is not None:
            return HTMLResponse(pages.findings_page(*front))
        body = "<p>Open the link to your seat.</p>"
        if self._takes_texts:
            body += '<p><a href="/new">Open a table for rules of your own</a></p>'
        return HTMLResponse(pages.plain_page("rulelang", body))

    async def static(self, request: Request) -> Response:
        """Return the script or the style of the pages; `v` names their release."""
        name = request.path_params["name"]
        kind = _KINDS.get(name[name.rfind(".") :])
        if kind is None or name not in SENT:
            raise Refused(404, "there is no such file")
        is_ours = request.query_params.get("v") == release()
        kept = "max-age=604800, immutable" if is_ours else "no-cache"
        return Response(SENT[name](), media_type=kind, headers={"Cache-Control": kept})

    async def health(self, _: Request) -> Response:
        """Say whether the database answers."""
        await run_in_threadpool(self._hall.store.seat_of, bytes(32))
        return PlainTextResponse("well\n")

    async def described(self, _: Request) -> Response:
        """Describe all of this as OpenAPI."""
        return JSONResponse(openapi.document(self.routes))

    async def metrics(self, _: Request) -> Response:
        """Return what the server counts, as Prometheus reads it."""
        return PlainTextResponse(self._hall.metrics())
