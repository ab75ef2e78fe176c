"""What the rules of `grammar.lark` make of their parts, with places in the text.

    before:  the tokens `p`, `is`, `q`, each with its place
    after:   equal(name(`p`), name(`q`)), from where `p` begins to where `q` ends

The same trees as the library's own, in half of the time: most rules that match hand on the one
part they have, through ten levels from a name to a condition; these are gone through in one step,
and places are looked at where a shape is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeAlias

from lark import Token
from lark.grammar import Rule, Symbol
from lark.lexer import LexerThread
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser_state import ParseConf, ParserState

if TYPE_CHECKING:
    _State: TypeAlias = ParserState[int]
else:
    _State = ParserState


class Shape:
    """A rule that matched: its name, and what it is made of.

    `start`, `end`: a line and a column each, from 1. `first`, `last`: the outermost tokens, those
    around it that belong to no other included, as brackets.
    """

    __slots__ = ("children", "end", "first", "last", "name", "start")

    def __init__(self, name: str, children: list[Part], first: Token, last: Token) -> None:
        self.name, self.children, self.first, self.last = name, children, first, last
        self.start = first.line or 0, first.column or 0
        self.end = last.end_line or 0, last.end_column or 0


Part: TypeAlias = Shape | Token
Shaping: TypeAlias = Callable[[list[Part]], Part]
_NOTHING: Final = Token("", "", 0, 0, 0, 0, 0, 0)


class Shapes:
    """What the rules of a grammar make of their parts, which are in the order of the text.

    `through`: to which state a token leads by way of rules that hand on their part; by the state
    below, the state, and the kind of the token.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.of = {rule: _shaping(rule) for rule in rules}
        self.through: dict[tuple[int, int, str], int] = {}


def _handed_on(parts: list[Part]) -> Part:
    return parts[0]


def _shaping(rule: Rule) -> Shaping:
    name = str(rule.alias or rule.origin.name)
    whole = rule.options.keep_all_tokens
    kept = [(at, _is_laid_out(s)) for at, s in enumerate(rule.expansion) if whole or _is_kept(s)]
    is_spare = rule.options.expand1 and not rule.alias
    if is_spare and len(rule.expansion) == 1 and kept == [(0, False)]:
        return _handed_on

    def shaped(parts: list[Part]) -> Part:
        inner: list[Part] = []
        for at, is_laid_out in kept:
            part = parts[at]
            if not (is_laid_out and isinstance(part, Shape)):
                inner.append(part)
            elif inner:
                inner += part.children
            else:
                inner = part.children  # nobody else asks for them
        if not parts:
            return Shape(name, inner, _NOTHING, _NOTHING)
        first, last = parts[0], parts[-1]
        begun = first.first if isinstance(first, Shape) else first
        ended = last.last if isinstance(last, Shape) else last
        if not is_spare or len(inner) != 1:
            return Shape(name, inner, begun, ended)
        (alone,) = inner
        if isinstance(alone, Shape):
            alone.first, alone.last = begun, ended
        return alone

    return shaped


def _is_kept(symbol: Symbol) -> bool:
    """Return whether something is a part of the tree; the words of the language are not."""
    return not symbol.is_term or not symbol.filter_out  # type: ignore[attr-defined]  # of terms


def _is_laid_out(symbol: Symbol) -> bool:
    """Return whether a rule is replaced by its parts."""
    return not symbol.is_term and symbol.name.startswith("_")


class Reading(_State):
    """How far a text was read. Copies make no shapes: they try what may come next."""

    def __init__(
        self,
        conf: ParseConf[int],
        lexer: LexerThread,
        states: list[int] | None = None,
        parts: list[object] | None = None,
        shapes: Shapes | None = None,
    ) -> None:
        super().__init__(conf, lexer, states, parts)
        self.shapes = shapes

    def feed_token(self, token: Token, is_end: bool = False) -> object:  # noqa: FBT001, FBT002 - as there
        """Read one token more; return what was made of all of them if that was the last."""
        if self.shapes is None:
            return super().feed_token(token, is_end)
        states, end = self.parse_conf.states, self.parse_conf.end_state
        stack, parts = self.state_stack, self.value_stack
        while not is_end or stack[-1] != end:
            action, to = states[stack[-1]].get(token.type) or (None, None)
            if action is None:
                return super().feed_token(token)  # which tells what does not fit
            if action is Shift:
                stack.append(to)
                parts.append(token)
                return None
            shaping = self.shapes.of[to]
            if shaping is _handed_on:
                stack[-1] = self._through(self.shapes, stack[-2], stack[-1], token.type)
                continue
            size = len(to.expansion)
            inner = parts[len(parts) - size :]
            del stack[len(stack) - size :], parts[len(parts) - size :]
            stack.append(states[stack[-1]][to.origin.name][1])
            parts.append(shaping(inner))
        return parts[-1]

    def _through(self, shapes: Shapes, below: int, state: int, kind: str) -> int:
        way = below, state, kind
        found = shapes.through.get(way)
        if found is None:
            states = self.parse_conf.states
            while (step := states[state].get(kind)) and shapes.of.get(step[1]) is _handed_on:
                state = states[below][step[1].origin.name][1]
            found = shapes.through[way] = state
        return found
