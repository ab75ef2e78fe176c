"""Read a text word by word by the tables of the grammar, and make shapes of it.

    before:  `p is q`
    after:   the shape of a comparison; or the word that may not come where it stands

Rules that hand on the one part they have are gone through in one step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulelang.parsing.scanning import (
    Scanner,
    Token,
    UnexpectedCharacterError,
    UnexpectedTokenError,
    Vocabulary,
)
from rulelang.parsing.shapes import Part, shaping
from rulelang.parsing.tables import Tables

Layout = Callable[[Iterator[Token]], Iterator[Token]]
END = "$END"


class _Rows(dict[int, dict[str, int]]):
    """The goals of symbols in each state, made when one is reached."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self._tables = tables

    def __missing__(self, state: int) -> dict[str, int]:
        found = self[state] = self._tables.row(state)
        return found


class Grammar:
    """What all readers of a grammar share.

    `through`: to which state a token leads by way of rules that hand on their part; by the state
    below, the state, and the kind of the token.
    """

    def __init__(self, tables: Tables) -> None:
        """Begin with no state reached."""
        self.tables = tables
        self.rows = _Rows(tables)
        self.shapings = [shaping(rule) for rule in tables.rules]
        self.vocabulary = Vocabulary(tables)
        self._through: dict[tuple[int, int, str], int] = {}

    def through(self, below: int, state: int, kind: str) -> int:
        """Return to which state a token leads as long as rules hand on their part."""
        way = below, state, kind
        found = self._through.get(way)
        if found is None:
            while (goal := self.rows[state].get(kind, 0)) < 0 and self._hands_on(~goal):
                state = self.rows[below][self.tables.rules[~goal].origin]
            found = self._through[way] = state
        return found

    def _hands_on(self, rule: int) -> bool:
        return self.shapings[rule] is None


class Reader:
    """How far a text was read. `layout`: what makes blocks of the words of the text.

    `states`: the way through the grammar; `parts`: what was made on it, of the words so far.
    """

    def __init__(self, grammar: Grammar, text: str, start: str, layout: Layout) -> None:
        """Begin before the first word. `start`: the rule that is read."""
        begun, self._end = grammar.tables.starts[start]
        self.states = [begun]
        self.parts: list[Part] = []
        self._grammar, self._layout = grammar, layout
        self._scanner = Scanner(text, grammar.tables.ignored)

    def words(self) -> Iterator[Token]:
        """Read to the end of the text; yield each word before it is read.

        Raises:
            UnexpectedTokenError: a word may not come where it stands.
            UnexpectedCharacterError: no word stands there.
        """
        for token in self._layout(self._scanned()):
            yield token
            self.feed(token)

    def _scanned(self) -> Iterator[Token]:
        rows, vocabulary = self._grammar.rows, self._grammar.vocabulary
        try:
            while token := self._scanner.next(vocabulary.of(rows[self.states[-1]])):
                yield token
        except UnexpectedCharacterError:
            found = self._other()
            if found is None:
                raise
            raise UnexpectedTokenError(found) from None

    def _other(self) -> Token | None:
        """Return the word that stands where no word stands that may."""
        try:
            return self._scanner.next(self._grammar.vocabulary.whole)
        except UnexpectedCharacterError:
            return None

    def feed(self, token: Token) -> None:
        """Read one word more, which is not the end.

        Raises:
            UnexpectedTokenError: it may not come here.
        """
        self.states.append(self._completed(token))
        self.parts.append(token)

    def finish(self, token: Token) -> Part:
        """Read the end, and return what was made of all words.

        Raises:
            UnexpectedTokenError: it may not come here.
        """
        self._completed(token)
        return self.parts[-1]

    def _completed(self, token: Token) -> int:
        """Complete the rules that end before a word; return the state that it leads to."""
        grammar, kind = self._grammar, token.type
        states, parts, rows = self.states, self.parts, grammar.rows
        while kind != END or states[-1] != self._end:
            goal = rows[states[-1]].get(kind)
            if goal is None:
                raise UnexpectedTokenError(token)
            if goal >= 0:
                return goal
            shape = grammar.shapings[~goal]
            if shape is None:
                states[-1] = grammar.through(states[-2], states[-1], kind)
                continue
            rule = grammar.tables.rules[~goal]
            left = len(parts) - rule.size
            inner = parts[left:]
            del states[left + 1 :], parts[left:]
            states.append(rows[states[-1]][rule.origin])
            parts.append(shape(inner))
        return self._end

    def accepted(self) -> frozenset[str]:
        """Return the terminals that may come next."""
        row = self._grammar.rows[self.states[-1]]
        return frozenset(name for name in row if name.isupper() and self._accepts(name))

    def _accepts(self, kind: str) -> bool:
        states, rows, rules = [*self.states], self._grammar.rows, self._grammar.tables.rules
        while kind != END or states[-1] != self._end:
            goal = rows[states[-1]].get(kind)
            if goal is None:
                return False
            if goal >= 0:
                return True
            rule = rules[~goal]
            del states[len(states) - rule.size :]
            states.append(rows[states[-1]][rule.origin])
        return True
