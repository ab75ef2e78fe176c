"""The log of ranges that are done: JSON lines that only grow.

The first line says of which work they are; then comes one line for each range. A line counts when
its line end is there: a half line at the end is dropped, and its range done again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeGuard

import attrs

from interpreter.cluster.work import Piece, Range
from interpreter.faults import PlaythroughError
from interpreter.formats import Json, head
from interpreter.hosting import Journal, whole_lines
from interpreter.hosting.entries import Entries, bytes_of

FORMAT = "ranges"


@attrs.define
class Log:
    """A log on disk. `pieces`: what it held when it was opened, in the order of the file."""

    journal: Journal
    pieces: tuple[Piece, ...]

    def add(self, piece: Piece) -> None:
        """Write what came of a range; it is on the disk when this returns.

        Raises:
            PlaythroughError: it cannot be written, or somebody else writes to it.
        """
        part = piece.part
        line = {"first": part.first, "length": part.length, "result": piece.done}
        self.journal.append([json.dumps(line, separators=(",", ":"))])


def open_log(path: Path, title: dict[str, Json]) -> Log:
    """Return the log of this work, a new one where there is no such file.

    Raises:
        PlaythroughError: the file is of other work, no log, damaged, cannot be read, or somebody
            else writes to it.
    """
    try:
        data = bytes_of(path)
    except FileNotFoundError:
        text = json.dumps({**head(FORMAT), "work": title})
        return Log(Journal.create(path, [text]), ())
    except OSError as error:
        raise PlaythroughError(f"{path} cannot be read: {error.strerror}") from error
    lines, journal = whole_lines(path, data, FORMAT)
    _check(Entries.of_line(path, 1, lines[0]), title)
    pieces = tuple(
        _piece(Entries.of_line(path, number, line))
        for number, line in enumerate(lines[1:], start=2)
    )
    journal.claim()
    return Log(journal, pieces)


def _check(entries: Entries, title: dict[str, Json]) -> None:
    entries.check_format(FORMAT, ("work",))
    found = entries.part("work").entries
    for name in (*title, *found):
        ours, theirs = title.get(name), found.get(name)
        if ours != theirs:
            raise PlaythroughError(
                f"{entries.origin}: this is the log of other work: `{name}` is "
                f"{_short(theirs)} there and {_short(ours)} here; name another file"
            )


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _piece(entries: Entries) -> Piece:
    entries.check_names("line of a log", ("first", "length", "result"))
    first, length = entries.number("first"), entries.number("length")
    if first < 0 or length <= 0:
        raise entries.fault("length", "a range begins at 0 or later and is not empty")
    done = entries.get("result")
    assert _is_json(done), "it was read from a line of JSON"
    return Piece(Range(first, length), done)


def _is_json(value: object) -> TypeGuard[Json]:
    return value is None or isinstance(value, bool | int | float | str | list | dict)
