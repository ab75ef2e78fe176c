"""Where keys and values stand in a TOML text, which the standard library's reader does not tell.

The text was read by `tomllib` before, so it is well formed; this walks over it once more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from rulelang.freezing import frozen
from rulelang.source import Span

Path: TypeAlias = tuple[str | int, ...]
_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_BLANK = frozenset(" \t")
_LOOSE = frozenset(" \t\r\n")


@frozen
class Positions:
    """Spans by path: `("zone", "hide", 0)` is the first item of `hide` in `[zone]`."""

    file: str
    keys: Mapping[Path, Span]
    values: Mapping[Path, Span]

    def key(self, *path: str | int) -> Span:
        """Return where a key stands; where its table stands if it has none of its own."""
        for length in range(len(path), 0, -1):
            for found in (self.keys, self.values):
                if path[:length] in found:
                    return found[path[:length]]
        return Span(self.file, 1, 1, 1, 1)

    def value(self, *path: str | int) -> Span:
        """Return where a value stands."""
        return self.values.get(path) or self.key(*path)


def positions(file: str, text: str) -> Positions:
    r"""Return where the keys and values of a well-formed TOML text stand.

    >>> places = positions("a", '[zone]\nhide = ["box"]')
    >>> str(places.key("zone", "hide")), str(places.value("zone", "hide", 0))
    ('a:2:1', 'a:2:9')
    """
    walker = _Walker(file, text)
    walker.walk()
    return Positions(file, walker.keys, walker.values)


class _Walker:
    def __init__(self, file: str, text: str) -> None:
        self.file, self.text, self.at = file, text, 0
        self.line, self.counted = 1, 0
        self.keys: dict[Path, Span] = {}
        self.values: dict[Path, Span] = {}
        self.tables: dict[Path, int] = {}  # how many `[[tables]]` of a name there were

    def walk(self) -> None:
        """Go through the tables and their lines."""
        table: Path = ()
        while self._skip(_LOOSE):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Path:
        """Read `[a.b]` or `[[a]]` and return its path."""
        start = self.at
        many = self.text.startswith("[[", self.at)
        self.at += 1 + many
        path = self._key()
        self._skip(_BLANK)
        self.at += 1 + many
        if many:
            self.tables[path] = self.tables.get(path, -1) + 1
            path = (*path, self.tables[path])
        self._note(self.keys, path, start, self.at)
        return path

    def _pair(self, table: Path) -> None:
        """Read `key = value`."""
        start = self.at
        key = self._key()
        for length in range(1, len(key) + 1):
            path = (*table, *key[:length])
            if path not in self.keys:
                self._note(self.keys, path, start, self.at)
        self._skip(_BLANK)
        self.at += 1
        self._value((*table, *key))

    def _key(self) -> Path:
        """Read a key with its dots."""
        parts: list[str] = []
        while True:
            self._skip(_BLANK)
            if self.text[self.at] in "\"'":
                start = self.at
                self._string()
                parts.append(_unquoted(self.text[start : self.at]))
            else:
                start = self.at
                while self.at < len(self.text) and self.text[self.at] in _BARE:
                    self.at += 1
                parts.append(self.text[start : self.at])
            end = self.at
            self._skip(_BLANK)
            if self.at >= len(self.text) or self.text[self.at] != ".":
                self.at = end
                return tuple(parts)
            self.at += 1

    def _value(self, path: Path) -> None:
        self._skip(_BLANK)
        start = self.at
        match self.text[self.at]:
            case '"' | "'":
                self._string()
            case "[":
                self._items(path)
            case "{":
                self._inline(path)
            case _:
                while self.at < len(self.text) and self.text[self.at] not in ",]}#\r\n":
                    self.at += 1
                self.at = start + len(self.text[start : self.at].rstrip())
        self._note(self.values, path, start, self.at)

    def _items(self, path: Path) -> None:
        self.at += 1
        number = 0
        while self._skip(_LOOSE | {","}) and self.text[self.at] != "]":
            self._value((*path, number))
            number += 1
        self.at += 1

    def _inline(self, path: Path) -> None:
        self.at += 1
        while self._skip(_LOOSE | {","}) and self.text[self.at] != "}":
            self._pair(path)
        self.at += 1

    def _string(self) -> None:
        """Read a string of any of the four sorts."""
        quote = self.text[self.at]
        mark = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self.at += len(mark)
        while not self.text.startswith(mark, self.at) and self.at < len(self.text):
            self.at += 2 if quote == '"' and self.text[self.at] == "\\" else 1
        self.at += len(mark)
        while len(mark) == 3 and self.text.startswith(quote, self.at):
            self.at += 1  # up to two quotes more may stand before the end

    def _skip(self, blanks: frozenset[str]) -> bool:
        """Skip blanks and comments; return whether anything is left."""
        while self.at < len(self.text):
            if self.text[self.at] in blanks:
                self.at += 1
            elif self.text[self.at] == "#" and "\n" in blanks:
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return True
        return False

    def _note(self, found: dict[Path, Span], path: Path, start: int, end: int) -> None:
        found[path] = Span(self.file, *self._place(start), *self._place(end))

    def _place(self, at: int) -> tuple[int, int]:
        """Return line and column of a place in the text."""
        if at < self.counted:
            self.line, self.counted = 1, 0
        line = self.line + self.text.count("\n", self.counted, at)
        self.line, self.counted = line, at
        return line, at - (self.text.rfind("\n", 0, at) + 1) + 1


def _unquoted(text: str) -> str:
    """Return what a quoted key says, as far as it has no escapes."""
    return text[1:-1]
