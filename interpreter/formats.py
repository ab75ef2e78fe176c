"""The JSON documents that leave the interpreter: what they are called, and their versions.

Every document says at its top what it is: `{"format": "rulelang/view", "version": 1, ...}`. A
version grows when a reader of the old one could stumble. The schemas lie in `schemas/`, one file
for each name.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final, TypeAlias

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

VERSIONS: Final[dict[str, int]] = {
    "action": 1,
    "diagnostics": 1,
    "event": 1,
    "observation": 1,
    "playthrough": 1,
    "seat-lines": 1,
    "seat-record": 1,
    "session": 1,
    "view": 1,
}


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

    >>> schema("view")["title"]
    'What a seat sees'

    Raises:
        KeyError: `VERSIONS` has no such name.
    """
    if name not in VERSIONS:
        raise KeyError(name)
    text = files("interpreter").joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")
    found: dict[str, object] = json.loads(text)
    return found
