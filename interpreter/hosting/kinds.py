"""What the files are that we write, and who reads them: told to who gives one for another."""

from __future__ import annotations

import re
from typing import Final

from interpreter.faults import PlaythroughError

_SEEN: Final = "what one seat saw, which cannot be restored"

_IS: Final[dict[str, str]] = {
    "diagnostics": "what `rulelang check --json` found, which other programs read",
    "mutations": "what `rulelang mutate --kept` keeps, and goes on from",
    "playthrough": "a playthrough, which `rulelang replay` tells",
    "ranges": "the log of a simulation, which `rulelang simulate --log` goes on with",
    "rules": "a rule text, which `rulelang check` reads",
    "seat-lines": _SEEN,
    "seat-record": _SEEN,
    "session": "the file of a session, which `Session.load` reads",
    "tournament": "the log of a tournament, which `rulelang tournament --log` goes on with",
}
INSTEAD: Final[dict[str, str]] = {
    "mutations": "name another file for --kept",
    "playthrough": "take a playthrough, as `rulelang play` saves it",
    "ranges": "name another file for the log",
    "session": "take the file of a session, as `Session.save` writes it",
    "tournament": "name another file for the log",
}
"""What to give, by the kind that is wanted."""

_HEAD: Final = re.compile(r'\s*\{\s*"format"\s*:\s*"rulelang/([a-z-]+)"')
_RULES: Final = re.compile(r'(?:[ \t\r]*(?:#[^\n]*)?\n)*game[ \t]+"')


def kind_of(text: str) -> str | None:
    """Return which of our files a text is by its beginning; None where it is none of them.

    >>> kind_of('{"format": "rulelang/session", "version": 1}'), kind_of('game "Pairs"')
    ('session', 'rules')
    """
    found = _HEAD.match(text)
    if found is not None:
        return found[1]
    return "rules" if _RULES.match(text) else None


def refuse_other(kind: str | None, wanted: str, origin: str) -> None:
    """Raise where something is one of our files, and not of the kind that is wanted.

    Raises:
        PlaythroughError: it is; the message says what it is and what to take instead.
    """
    if kind is not None and kind != wanted:
        what = _IS.get(kind, f"a document for other programs (rulelang/{kind})")
        raise PlaythroughError(f"{origin}: this is {what}; {INSTEAD[wanted]}")
