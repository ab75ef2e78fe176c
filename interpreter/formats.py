"""The JSON documents that leave the interpreter: what they are called, and their versions.

Every document says at its top what it is: `{"format": "rulelang/view", "version": 1, ...}`. A
version grows when a reader of the old one could stumble. The schemas lie in `schemas/`, one file
for each name; those of older versions have the version behind it.
"""

from __future__ import annotations

import json
import re
from difflib import get_close_matches
from typing import Final, TypeAlias

from interpreter.faults import UsageError

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

VERSIONS: Final[dict[str, int]] = {
    "action": 1,
    "diagnostics": 1,
    "event": 1,
    "game": 1,
    "observation": 1,
    "perft": 1,
    "playthrough": 1,
    "ranges": 2,
    "seat-lines": 1,
    "seat-record": 1,
    "session": 2,
    "simulation": 1,
    "solution": 1,
    "standings": 1,
    "summary": 1,
    "tournament": 2,
    "view": 2,
}

READABLE: Final[dict[str, tuple[int, ...]]] = {
    "ranges": (1, 2),
    "session": (1, 2),
    "tournament": (1, 2),
}
"""The versions that are read, where that is not the one in `VERSIONS` alone."""

OLDER: Final[dict[str, tuple[int, ...]]] = {"view": (1,)}
"""Versions that readers may still be made for. All that was in them is in the newest too."""

_REFERENCE = re.compile(r'"\$ref": "urn:rulelang:schema:([a-z-]+):\d+"')


def format_of(name: str) -> str:
    """Return what a document of this kind says it is.

    >>> format_of("view")
    'rulelang/view'
    """
    return f"rulelang/{name}"


def as_lists(value: object) -> object:
    """Return nested tuples as lists, as JSON has them.

    >>> as_lists((1, ("a", ())))
    [1, ['a', []]]
    """
    return [as_lists(part) for part in value] if isinstance(value, tuple) else value


def head(name: str) -> dict[str, Json]:
    """Return the first entries of a document.

    >>> head("view")
    {'format': 'rulelang/view', 'version': 2}
    """
    return {"format": format_of(name), "version": VERSIONS[name]}


def schema(name: str, version: int | None = None) -> dict[str, object]:
    """Return the JSON Schema (draft 2020-12) of the documents of a kind.

    It is complete in itself: schemas that it refers to are among its `$defs`.

    Args:
        name: one of `VERSIONS`.
        version: None: the newest, which is written; else one of `OLDER`.

    >>> schema("view")["title"], schema("view", 1)["$id"]
    ('What a seat sees', 'urn:rulelang:schema:view:1')

    Raises:
        UsageError: there is no such name or version; the message says which there are.
    """
    found = _parsed(name, version)
    waiting = [_text(name, version)]
    parts: dict[str, object] = {}
    while waiting:
        named = dict.fromkeys(_REFERENCE.findall(waiting.pop()))
        for other in [one for one in named if one not in {name, *parts}]:
            waiting.append(_text(other))
            parts[other] = _parsed(other)
    own = found.get("$defs", {})
    assert isinstance(own, dict), "definitions have names"
    return {**found, "$defs": {**own, **parts}} if parts else found


def versions(name: str) -> tuple[int, ...]:
    """Return the versions of a kind of document that have schemas, the newest last.

    Raises:
        UsageError: there is no such kind.
    """
    if name not in VERSIONS:
        near = get_close_matches(name, VERSIONS, n=1)
        mend = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(VERSIONS)}"
        raise UsageError(f"no document is called `{name}`; {mend}")
    return (*OLDER.get(name, ()), VERSIONS[name])


def _text(name: str, version: int | None = None) -> str:
    known = versions(name)
    if version is not None and version not in known:
        told = " and ".join(map(str, known))
        raise UsageError(f"the document `{name}` has no version {version}; there is {told}")
    file = name if version in {None, known[-1]} else f"{name}-{version}"
    from importlib.resources import files  # noqa: PLC0415 - few ask, and it imports much

    return files("interpreter").joinpath("schemas", f"{file}.json").read_text(encoding="utf-8")


def _parsed(name: str, version: int | None = None) -> dict[str, object]:
    parsed: dict[str, object] = json.loads(_text(name, version))
    return parsed
