"""The HTTP interface of a table as OpenAPI 3.1, made of its routes and of what each one reads.

Words come from the docstrings of the endpoints. What a browser alone uses (pages, files) is in it
too, so that a program sees what is there.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from interpreter.formats import Json
from rulelang.keeping import disk

Described: TypeAlias = tuple[str, Iterable[str], Callable[..., object]]

_KEY: Final = ("key", "string", "1 to 64 characters; the same key gets the same answer, once made")
_BODIES: Final[dict[str, tuple[tuple[str, str, str], ...]]] = {
    "/join": (("token", "string", "the code behind the # of a link"),),
    "/new": (
        ("text", "string", "a rule text; answered 404 where the server takes none"),
        ("players", "string", "for how many; left out: the fewest"),
        ("options", "string", "name=value, name=value"),
        ("name1", "string", "what a table of it is called, such as cards.csv; and so on"),
        ("table1", "string", "that table, as CSV; and so on"),
    ),
    "/t/{table}/{seat}/choices": (
        ("action", "string", "the id of a legal action, or its text: mark(b2)"),
        ("revision", "string", "that of the view it answers; left out: not checked"),
        _KEY,
    ),
    "/t/{table}/{seat}/undo": (_KEY,),
    "/t/{table}/{seat}/back": (
        _KEY,
        ("answer", "string", "agree or decline, where another seat asks; left out: this one asks"),
    ),
    "/t/{table}/{seat}/author": (("do", "string", "back: to before what a changed text forbids"),),
    "/t/{table}/{seat}/lobby": (
        ("do", "string", "sit, bot, fill, free, renew, watch, unwatch or start"),
        ("name", "string", "of who sits, at most 24 characters"),
        ("seat", "string", "which seat, by number"),
        ("bot", "string", "the kind of a bot, such as mcts:200"),
    ),
}
_QUERIES: Final[dict[str, tuple[tuple[str, str, str], ...]]] = {
    "/t/{table}/{seat}": (("step", "integer", "which moment of the play, 0 its beginning"),),
    "/t/{table}/{seat}/events": (("since", "integer", "the number of the last event known"),),
    "/t/{table}/{seat}/update": (
        ("n", "integer", "how many entries are known"),
        ("wait", "integer", "how many seconds to wait for more, at most 25"),
    ),
    "/t/{table}/{seat}/why": (
        ("thing", "string", "a reference of the picture"),
        ("text", "string", "a name or an action"),
    ),
}
_STATUSES: Final = {
    "200": "as asked",
    "303": "look there",
    "401": "the cookie of this seat is missing, or the code opens none",
    "403": "from another site, or who looks on wants to act",
    "404": "there is nothing of this name",
    "409": "an older view, or play has not begun; nothing was done",
    "413": "too many bytes",
    "422": "not legal, or not understood: the reason is for this seat alone",
    "429": "too many requests: wait a second",
    "503": "the database cannot be reached: ask again with the same key",
}
_ALWAYS: Final = ("200", "503")
_OF_A_SEAT: Final = ("401", "404", "409")
_OF_A_POST: Final = ("303", "401", "403", "413", "422", "429")


def document(routes: Iterable[Described]) -> dict[str, Json]:
    """Return the description of routes: path, methods and endpoint of each."""
    paths: dict[str, Json] = {}
    for path, methods, endpoint in routes:
        paths[path] = {
            method.lower(): _operation(path, method, inspect.getdoc(endpoint) or "")
            for method in sorted(methods)
            if method in ("GET", "POST")
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "rulelang table", "version": disk.release() or "0"},
        "paths": paths,
        "components": {
            "securitySchemes": {
                "seat": {"type": "apiKey", "in": "cookie", "name": "seat0"},
            }
        },
    }


def _operation(path: str, method: str, told: str) -> Json:
    summary, _, more = told.partition("\n")
    in_path: list[Json] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in ("table", "seat", "name")
        if f"{{{name}}}" in path
    ]
    asked: list[Json] = [
        {"name": name, "in": "query", "description": about, "schema": {"type": kind}}
        for name, kind, about in (_QUERIES.get(path, ()) if method == "GET" else ())
    ]
    statuses = {*_ALWAYS}
    statuses |= set(_OF_A_SEAT) if "{seat}" in path else set()
    statuses |= set(_OF_A_POST) if method == "POST" else set()
    answers: dict[str, Json] = {
        status: {"description": _STATUSES[status]} for status in sorted(statuses)
    }
    operation: dict[str, Json] = {
        "summary": summary,
        "description": more.strip(),
        "parameters": [*in_path, *asked],
        "responses": answers,
    }
    if method == "POST":
        operation["requestBody"] = _body(path)
    if "{seat}" in path:
        operation["security"] = [{"seat": []}]
    return operation


def _body(path: str) -> Json:
    fields: dict[str, Json] = {
        name: {"type": kind, "description": about} for name, kind, about in _BODIES[path]
    }
    schema: Json = {"type": "object", "properties": fields}
    kinds = ("application/json", "application/x-www-form-urlencoded")
    return {"required": True, "content": {kind: {"schema": schema} for kind in kinds}}
