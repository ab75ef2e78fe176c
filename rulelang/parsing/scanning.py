"""The words that may stand at a place of a text, found as the library finds them.

The library compiles a pattern of all words for each set of them that may come next, and grammars
have hundreds: in a process that reads one declaration that takes longer than to read it. Here what
the library writes as patterns is tried by these, few sets of which there are, and words by how
they begin; in the same order, so the same is found. And rows of its table, which say what may come
in a state, are made of what is kept when a state is reached.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from lark import Token
from lark.common import LexerConf
from lark.grammar import Rule
from lark.lexer import (
    AbstractBasicLexer,
    BasicLexer,
    ContextualLexer,
    LexerState,
    PatternStr,
    Scanner,
    TerminalDef,
)
from lark.parsers.lalr_analysis import Reduce, Shift

if TYPE_CHECKING:
    from lark.parsers.lalr_parser_state import ParserState
    from lark.utils import TextSlice

_Found: TypeAlias = tuple[str, str]
"""What stands there, and the name of its terminal."""
_Finder: TypeAlias = Callable[[str, int], _Found | None]


def _told_apart(words: Iterable[TerminalDef]) -> Callable[[Token], Token]:
    """Return what tells a token of a pattern from words that it reads, too."""
    names = {word.pattern.value: word.name for word in words}

    def told(token: Token) -> Token:
        token.type = names.get(token, token.type)
        return token

    return told


class _Scanner(Scanner):
    """Some terminals, the first of which that stands at a place counts."""

    def __init__(self, terminals: Sequence[TerminalDef]) -> None:
        self.allowed_types = {one.name for one in terminals}
        self._finders = [
            _of_words(list(some)) if are_words else _of_patterns(list(some))
            for are_words, some in groupby(terminals, _is_word)
        ]

    def match(self, text: TextSlice[str] | str, at: int) -> _Found | None:
        """Return what stands at a place of a whole text; before 1.3 the library gives a string."""
        whole = text if isinstance(text, str) else text.text
        for find in self._finders:
            found = find(whole, at)
            if found is not None:
                return found
        return None


def _is_word(one: TerminalDef) -> bool:
    return isinstance(one.pattern, PatternStr) and not one.pattern.flags


def _of_words(words: Iterable[TerminalDef]) -> _Finder:
    begun: dict[str, list[_Found]] = {}
    for word in words:
        begun.setdefault(word.pattern.value[0], []).append((word.pattern.value, word.name))

    def find(text: str, at: int) -> _Found | None:
        for found in begun.get(text[at], ()):
            if text.startswith(found[0], at):
                return found
        return None

    return find


def _of_patterns(terminals: Iterable[TerminalDef]) -> _Finder:
    parts = (f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in terminals)
    match = re.compile("|".join(parts)).match

    def find(text: str, at: int) -> _Found | None:
        found = match(text, at)
        return None if found is None else (found.group(), str(found.lastgroup))

    return find


class Terminals:
    """The terminals of a grammar in the order in which the library tries them.

    `read_by`: the words that each pattern reads, too; of names, for instance.
    """

    def __init__(self, conf: LexerConf) -> None:
        self.conf = conf
        self.ordered = sorted(conf.terminals, key=_order)
        words = [one for one in self.ordered if _is_word(one)]
        self.patterns = [one for one in self.ordered if not _is_word(one)]
        self.read_by = {one.name: _read(one, words) for one in self.patterns}


def _order(one: TerminalDef) -> tuple[int, int, int, str]:
    return -one.priority, -one.pattern.max_width, -len(one.pattern.value), one.name


def _read(pattern: TerminalDef, words: Iterable[TerminalDef]) -> frozenset[str]:
    """Return the names of the words that a pattern reads."""
    match = re.compile(pattern.pattern.to_regexp()).match
    own = [word for word in words if word.priority == pattern.priority]
    found = [(word, match(word.pattern.value)) for word in own]
    return frozenset(w.name for w, at in found if at is not None and at.group() == w.pattern.value)


class _Lexer(BasicLexer):
    """The terminals that may come next in some states."""

    def __init__(self, of: Terminals, names: Collection[str]) -> None:
        self.terminals = [one for one in of.ordered if one.name in names]
        self.terminals_by_name = of.conf.terminals_by_name
        self.ignore_types = frozenset(of.conf.ignore)
        self.newline_types = frozenset(one.name for one in of.patterns)
        words = {
            one.name: [word for word in self.terminals if word.name in of.read_by[one.name]]
            for one in self.terminals
            if of.read_by.get(one.name)
        }
        hidden = {word.name for some in words.values() for word in some}
        self.callback = {name: _told_apart(some) for name, some in words.items()}
        self._scanner = _Scanner([one for one in self.terminals if one.name not in hidden])


class _Lexers(dict[int, AbstractBasicLexer]):
    """The lexer of each state, made when it is reached; states alike share one."""

    def __init__(self, of: Terminals, always: Iterable[str]) -> None:
        super().__init__()
        self.states: Mapping[int, Mapping[str, object]] = {}
        self._of = of
        self._always = frozenset(always)
        self._made: dict[frozenset[str], _Lexer] = {}

    def __missing__(self, state: int) -> _Lexer:
        names = self._always.union(self.states[state])
        if names not in self._made:
            self._made[names] = _Lexer(self._of, names)
        found = self[state] = self._made[names]
        return found


class Lexer(ContextualLexer):
    """Finds what may come next in the state of a reader."""

    def __init__(
        self,
        conf: LexerConf,
        states: Mapping[int, Collection[str]],  # noqa: ARG002 - the reader has them
        always_accept: Collection[str] = (),
    ) -> None:
        self._terminals = Terminals(conf)
        self.lexers = self._lexers = _Lexers(self._terminals, (*conf.ignore, *always_accept))

    @cached_property
    def root_lexer(self) -> _Lexer:  # type: ignore[override]  # it is asked for where nothing fits
        """Return that of all terminals."""
        return _Lexer(self._terminals, self._terminals.conf.terminals_by_name)

    def lex(self, lexer_state: LexerState, parser_state: ParserState[int]) -> Iterator[Token]:
        """Yield the tokens of a text, each as it is asked for."""
        self._lexers.states = parser_state.parse_conf.states
        return super().lex(lexer_state, parser_state)


class Rows(dict[int, dict[str, tuple[object, object]]]):
    """For each state and word that may come, where it leads or which rule it completes.

    `rows`: a state; word, goal, word, goal. A goal below zero is the number of a rule, inverted.
    """

    def __init__(
        self, rows: Iterable[list[int]], words: Mapping[int, str], rules: Mapping[int, Rule]
    ) -> None:
        super().__init__()
        self._rows = {row[0]: row for row in rows}
        self._words, self._rules = words, rules

    def __missing__(self, state: int) -> dict[str, tuple[object, object]]:
        row = self._rows[state]
        found = self[state] = {
            self._words[word]: (Shift, goal) if goal >= 0 else (Reduce, self._rules[~goal])
            for word, goal in zip(row[1::2], row[2::2], strict=True)
        }
        return found
