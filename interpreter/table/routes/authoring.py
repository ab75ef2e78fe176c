"""What an author finds beside a table on his own machine: a report, the rulebook, the debugger.

Nothing of it is about the play of the table: it follows from the rule text and a seed, and how to
debug the play is a command that he types himself. Servers for others have none of these routes.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from threading import Lock
from typing import Final, TypeAlias

import attrs
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from interpreter.table.hall import Hall
from interpreter.table.routes.requests import Refused
from interpreter.table.showing import pages
from interpreter.table.stores.rows import TableRow
from interpreter.table.texts import unpacked

Writing: TypeAlias = Callable[[Path, int, Mapping[str, str]], str]
"""From a rule file, a number of players and options: a page that fetches and runs nothing."""

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_KEPT: Final = 8


@attrs.frozen
class Author:
    """What is written for an author, and `kept`: where the plays are, as commands name it."""

    kept: str
    report: Writing
    rulebook: Writing


class Authoring:
    """The endpoints for the author of a rule text, on his own machine."""

    def __init__(self, hall: Hall, author: Author) -> None:
        """Begin with nothing written."""
        self._hall = hall
        self._author = author
        self._lock = Lock()  # one page is written at a time
        self._written: dict[tuple[object, ...], str] = {}

    async def links(self, request: Request) -> Response:
        """Say where the report and the rulebook are, and how to debug the play."""
        table = request.path_params["table"]
        await run_in_threadpool(self._known, table)
        command = f"rulelang debug --load {shlex.quote(self._author.kept)} --table {table}"
        body = (
            f'<p><a href="/author/{table}/report">Report</a>: what random plays say of the game;'
            " takes some seconds.</p>"
            f'<p><a href="/author/{table}/rulebook">Rulebook</a>: the rules in sentences.</p>'
            "<p>To go through this play line by line, as far as it has come:</p>"
            f"<pre>{escape(command)}</pre>"
        )
        return HTMLResponse(pages.plain_page("For the author", body))

    async def report(self, request: Request) -> Response:
        """Report what random plays say of the game of a table."""
        return await self._page(request, self._author.report)

    async def rulebook(self, request: Request) -> Response:
        """Show the rulebook of the game of a table."""
        return await self._page(request, self._author.rulebook)

    async def _page(self, request: Request, write: Writing) -> Response:
        page = await run_in_threadpool(self._of, request.path_params["table"], write)
        return HTMLResponse(page, headers={"Content-Security-Policy": _POLICY})

    def _of(self, table: str, write: Writing) -> str:
        row = self._known(table)
        key = (write, row.text, len(row.players), row.options)
        with self._lock:
            if key not in self._written:
                files = self._hall.store.text(row.text)
                if files is None:
                    raise Refused(404, "the rule text of this table is not kept any more")
                with unpacked(files) as path:
                    page = write(path, len(row.players), dict(row.options))
                while len(self._written) >= _KEPT:
                    self._written.pop(next(iter(self._written)))
                self._written[key] = page
            return self._written[key]

    def _known(self, table: str) -> TableRow:
        row = self._hall.store.table(table)
        if row is None:
            raise Refused(404, "there is no such table")
        return row
