"""The `.ll` files of this room, put together, with the numbers that Python knows in them.

A `$name` stands for a number, and for nothing else; those with a point are places in memory, in
words of 64 bits, behind a pointer to a context, a job or the like:

    before:  %steps_at = getelementptr i64, ptr %c, i64 $context.steps
    after:   %steps_at = getelementptr i64, ptr %c, i64 1

With any numbers a file is a module that LLVM's verifier accepts by itself: it declares what it
calls of other files and of the game. Such lines are left out here, since LLVM allows none beside a
definition, and a module in which one is missing is none. Where games differ by more than numbers,
a function is there twice, in two files (`cut` and `uncut`), or `runtime` makes it of IR.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Final

from interpreter.native.emit.text import CONTEXT, RESULT
from interpreter.native.ir import statuses

ROOM: Final = Path(__file__).parent


class NumberedText(Template):
    """Text with names for numbers: `$TAKEN`, `$size`, `$job.first`."""

    idpattern = r"[a-z_]+(?:\.[a-z_0-9]+)?"


def places(room: str, names: Iterable[str]) -> dict[str, int]:
    """Return where words lie that follow one another, by their names in the text.

    >>> places("log", ("used", "room"))
    {'log.used': 0, 'log.room': 1}
    """
    return {f"{room}.{name}": at for at, name in enumerate(names)}


ROW: Final = places("row", ("fault", *RESULT, "returns"))
"""What a playout tells; the returns of all players follow the first one."""

_COMMON: Final = {
    **places("context", CONTEXT),
    **ROW,
    "CROWDED": statuses.CROWDED,
    "DEAD_END": statuses.DEAD_END,
    "SPENT": statuses.SPENT,
}


def joined(files: Iterable[str], numbers: Mapping[str, int]) -> str:
    """Return the functions of files, which are named as `game/common`, as one text."""
    known = {**_COMMON, **numbers}
    return "\n".join(_bare(file).substitute(known) for file in files)


@cache
def _bare(file: str) -> NumberedText:
    """Return the text of a file without its comments and declarations."""
    text = (ROOM / f"{file}.ll").read_text(encoding="utf-8")
    return NumberedText(_DECLARED.sub("", text).lstrip("\n"))


_DECLARED: Final = re.compile(r"^(?:;|declare |@\w+ = external ).*\n", re.MULTILINE)
