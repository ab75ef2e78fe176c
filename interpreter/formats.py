"""The JSON documents that leave the interpreter: what they are called, and their versions.

Every document says at its top what it is: `{"format": "rulelang/view", "version": 1, ...}`. A
version grows when a reader of the old one could stumble. The schemas lie in `schemas/`, one file
for each name.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Final, TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

VERSIONS: Final[dict[str, int]] = {
    "action": 1,
    "diagnostics": 1,
    "event": 1,
    "game": 1,
    "observation": 1,
    "playthrough": 1,
    "ranges": 2,
    "seat-lines": 1,
    "seat-record": 1,
    "session": 2,
    "tournament": 2,
    "view": 1,
}

READABLE: Final[dict[str, tuple[int, ...]]] = {
    "ranges": (1, 2),
    "session": (1, 2),
    "tournament": (1, 2),
}
"""The versions that are read, where that is not the one in `VERSIONS` alone."""

_REFERENCE = re.compile(r'"\$ref": "urn:rulelang:schema:([a-z-]+):\d+"')


def format_of(name: str) -> str:
    """Return what a document of this kind says it is.

    >>> format_of("view")
    'rulelang/view'
    """
    return f"rulelang/{name}"


def head(name: str) -> dict[str, Json]:
    """Return the first entries of a document.

    >>> head("view")
    {'format': 'rulelang/view', 'version': 1}
    """
    return {"format": format_of(name), "version": VERSIONS[name]}


def schema(name: str) -> dict[str, object]:
    """Return the JSON Schema (draft 2020-12) of the documents of a kind.

    It is complete in itself: schemas that it refers to are among its `$defs`.

    >>> schema("view")["title"]
    'What a seat sees'

    Raises:
        KeyError: `VERSIONS` has no such name.
    """
    found = _parsed(name)
    waiting, inside = [name], {name}
    parts: dict[str, object] = {}
    while waiting:
        for other in _REFERENCE.findall(_text(waiting.pop())):
            if other not in inside:
                inside.add(other)
                waiting.append(other)
                parts[other] = _parsed(other)
    own = found.get("$defs", {})
    assert isinstance(own, dict), "definitions have names"
    return {**found, "$defs": {**own, **parts}} if parts else found


def _text(name: str) -> str:
    if name not in VERSIONS:
        raise KeyError(name)
    return files("interpreter").joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")


def _parsed(name: str) -> dict[str, object]:
    parsed: dict[str, object] = json.loads(_text(name))
    return parsed
