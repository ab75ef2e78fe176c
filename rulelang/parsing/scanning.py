"""The words that may stand at a place of a text.

    before:  a text, and the names of what may come next
    after:   the first of these that stands there

To compile a pattern of all words for each set of them that may come next takes longer than to read
a declaration: grammars have hundreds of such sets. Here what the grammar writes as patterns is
tried by these, few sets of which there are, and words by how they begin.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias

from rulelang.parsing.tables import ALWAYS, Tables, Terminal

_Found: TypeAlias = tuple[str, str]
"""What stands there, and the name of its terminal."""
_Finder: TypeAlias = Callable[[str, int], _Found | None]


class Token:
    """A word of a text: the name of its terminal, and where it stands.

    Lines and columns are counted from 1, `start_pos` and `end_pos` from 0.
    """

    __slots__ = (
        "column",
        "end_column",
        "end_line",
        "end_pos",
        "line",
        "start_pos",
        "text",
        "type",
    )

    def __init__(self, kind: str, text: str, start_pos: int, line: int, column: int) -> None:
        """Begin with a place that ends where it begins."""
        self.type, self.text = kind, text
        self.start_pos = self.end_pos = start_pos
        self.line = self.end_line = line
        self.column = self.end_column = column

    def __str__(self) -> str:
        """Return what stands there."""
        return self.text


class StoppedError(Exception):
    """A text cannot be read on; `line`: the number of the line, from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class UnexpectedTokenError(StoppedError):
    """A word that may not come here."""

    def __init__(self, token: Token) -> None:
        super().__init__(token.line)
        self.token = token


class UnexpectedCharacterError(StoppedError):
    """A character with which no word begins."""

    def __init__(self, line: int, column: int, place: int) -> None:
        super().__init__(line)
        self.column, self.place = column, place


class Words:
    """Some terminals, the first of which that stands at a place counts."""

    def __init__(self, tables: Tables, names: Collection[str]) -> None:
        """Begin with those of some names."""
        mine = [one for one in tables.terminals if one.name in names]
        here = {one.name: one for one in mine}
        read = {one.name: [here[name] for name in one.reads if name in here] for one in mine}
        hidden = {word.name for words in read.values() for word in words}
        self._words = {
            name: {word.text: word.name for word in words} for name, words in read.items() if words
        }
        self._finders = [
            _of_words(some) if are_words else _of_patterns(some)
            for are_words, some in groupby(
                [one for one in mine if one.name not in hidden], attrgetter("is_word")
            )
        ]

    def at(self, text: str, place: int) -> _Found | None:
        """Return what stands at a place; a word that a pattern reads as well is that word."""
        for find in self._finders:
            found = find(text, place)
            if found is not None:
                word, name = found
                return word, self._words.get(name, {}).get(word, name)
        return None


def _of_words(words: Iterable[Terminal]) -> _Finder:
    begun: dict[str, list[_Found]] = {}
    for word in words:
        begun.setdefault(word.text[0], []).append((word.text, word.name))

    def find(text: str, at: int) -> _Found | None:
        for found in begun.get(text[at], ()):
            if text.startswith(found[0], at):
                return found
        return None

    return find


def _of_patterns(terminals: Iterable[Terminal]) -> _Finder:
    match = re.compile("|".join(f"(?P<{one.name}>{one.text})" for one in terminals)).match

    def find(text: str, at: int) -> _Found | None:
        found = match(text, at)
        return None if found is None else (found.group(), str(found.lastgroup))

    return find


class Vocabulary:
    """The words that may come in each state, found when it is reached; states alike share them."""

    def __init__(self, tables: Tables) -> None:
        """Begin with none."""
        self._tables = tables
        self._always = tables.ignored | ALWAYS
        self._made: dict[frozenset[str], Words] = {}

    def of(self, names: Iterable[str]) -> Words:
        """Return the words that may come where these may, and what may come anywhere."""
        key = self._always.union(names)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Words(self._tables, key)
        return found

    @cached_property
    def whole(self) -> Words:
        """Return all words: asked for where nothing fits."""
        return Words(self._tables, [one.name for one in self._tables.terminals])


class Scanner:
    """Goes through a text from word to word. `ignored`: terminals that mean nothing."""

    def __init__(self, text: str, ignored: Collection[str]) -> None:
        """Begin at its beginning."""
        self.text, self._ignored = text, ignored
        self._place, self._line, self._begun = 0, 1, 0

    def next(self, words: Words) -> Token | None:
        """Return the next word, one of these, and go behind it; None at the end of the text.

        Raises:
            UnexpectedCharacterError: none of them stands there.
        """
        size = len(self.text)
        while self._place < size:
            found = words.at(self.text, self._place)
            column = self._place - self._begun + 1
            if found is None:
                raise UnexpectedCharacterError(self._line, column, self._place)
            text, name = found
            token = Token(name, text, self._place, self._line, column)
            self._go_behind(text)
            if name not in self._ignored:
                token.end_pos, token.end_line = self._place, self._line
                token.end_column = self._place - self._begun + 1
                return token
        return None

    def _go_behind(self, text: str) -> None:
        lines = text.count("\n")
        if lines:
            self._line += lines
            self._begun = self._place + text.rindex("\n") + 1
        self._place += len(text)
