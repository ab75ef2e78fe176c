"""What the rules of `grammar.lark` make of their parts, with places in the text.

    before:  the tokens `p`, `is`, `q`, each with its place
    after:   equal(name(`p`), name(`q`)), from where `p` begins to where `q` ends

Most rules that match hand on the one part they have, through ten levels from a name to a
condition.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from rulelang.parsing.scanning import Token
from rulelang.parsing.tables import Rule


class Shape:
    """A rule that matched: its name, and what it is made of.

    `start`, `end`: a line and a column each, from 1. `first`, `last`: the outermost tokens, those
    around it that belong to no other included, as brackets.
    """

    __slots__ = ("children", "end", "first", "last", "name", "start")

    def __init__(self, name: str, children: list[Part], first: Token, last: Token) -> None:
        self.name, self.children, self.first, self.last = name, children, first, last
        self.start = first.line, first.column
        self.end = last.end_line, last.end_column


Part: TypeAlias = Shape | Token
Shaping: TypeAlias = Callable[[list[Part]], Part]
_NOTHING: Final = Token("", "", 0, 0, 0)


def shaping(rule: Rule) -> Shaping | None:
    """Return what a rule makes of its parts, which are in the order of the text.

    None where it hands on the one part it has.
    """
    name, kept, is_spare = rule.name, rule.kept, rule.is_spare
    if is_spare and rule.size == 1 and kept == ((0, False),):
        return None

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
        assert isinstance(alone, Shape), "what stands in brackets is a value, not a word"
        alone.first, alone.last = begun, ended
        return alone

    return shaped
