"""Expressions and domains as phrases.

before:  count t in shown(p) where t.rank >= 2 and not t.weft
after:   the number of t in p's shown where t's rank is at least 2 and not t is weft

A name of the text can be looked up, so it stays a `Term`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeAlias, assert_never

from rulelang import surface as s
from rulelang.core.folds import FOLDS
from rulelang.freezing import frozen
from rulelang.wording.terms import Said, Term, listed, readable
from rulelang.wording.vocabulary import Vocabulary

_Query: TypeAlias = s.Quantified | s.Every | s.FoldOf | s.GroupsOf | s.SpaceGroups | s.TrailOf
_SIGNS: Final[dict[s.Op, str]] = {
    "or": "or",
    "and": "and",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
    "is": "is",
    "is not": "is not",
    "+": "+",
    "-": "−",
    "*": "×",
    "mod": "modulo",
    "/up": "÷",
    "/down": "÷",
}
_LEVELS: Final[dict[s.Op, int]] = {
    "or": 0, "and": 1, "+": 4, "-": 4, "*": 5, "mod": 5, "/up": 5, "/down": 5
}  # fmt: skip
_COMPARISON, _ATOM = 3, 9


@frozen
class Phrases:
    """Writes the expressions of one text."""

    words: Vocabulary

    def of(self, node: s.Expr, level: int = 0) -> Said:
        """Return an expression, in brackets where what stands around holds tighter."""
        said = self._of(node)
        return said if _level(node) >= level else ("(", *said, ")")

    def domain(self, node: s.Domain) -> Said:
        """Return what something is one of."""
        match node:
            case s.Range(low=low, high=high):
                return (*self.of(low, 4), " to ", *self.of(high, 4))
            case s.Touching(members=members, place=place):
                return (*self.of(members, _ATOM), " at ", *self.of(place, _ATOM))
            case s.Around(source=source, start=start, backwards=backwards, after=after):
                direction = "anticlockwise" if backwards else "clockwise"
                side = "after" if after else "from"
                around = self.of(source, _ATOM)
                return (*around, f", {direction} {side} ", *self.of(start, _ATOM))
            case _:
                return self.of(node, 4)

    def binders(self, node: s.Binders) -> Said:
        """Return `t in p's shown and s in Space where …`."""
        found = (self._binding(binding) for binding in node.bindings)
        return (*listed(found, " and "), *self.where(node.where))

    def where(self, test: s.Expr | None) -> Said:
        """Return ` where …`, or nothing."""
        return () if test is None else (" where ", *self.of(test))

    def keys(self, nodes: tuple[s.Key, ...], bound: Collection[str]) -> Said:
        """Return `the most coins, then the lowest number of b`; `bound`: what is looked for."""
        return listed((self._key(node, bound) for node in nodes), ", then ")

    def _key(self, node: s.Key, bound: Collection[str]) -> Said:
        match node.value:
            case s.Binary(op="<" | "<=" | ">" | ">=" | "is" | "is not"):
                but = () if node.most else ("it is not so that ",)
                return ("the one where ", *but, *self.of(node.value, 1))
            case s.Apply(args=(s.Apply(name=s.Name(text=one), args=()), *others)) if (
                one in bound and self.words.term(node.value.name.text).name in self.words.owned
            ):
                of = (" of ", *listed((self.of(arg, 4) for arg in others), " and "))
                said: Said = (self.words.term(node.value.name.text), *(of if others else ()))
            case s.AttributeOf(subject=s.Apply(name=s.Name(text=one), args=()), name=name) if (
                one in bound and name.text not in self.words.flags
            ):
                said = (self.words.term(name.text),)
            case value:
                said = self.of(value, 1)
        first, *rest = said
        if isinstance(first, str) and first.startswith("the "):
            return ("the highest " if node.most else "the lowest ", first[4:], *rest)
        if _is_plural(first):
            return ("the most " if node.most else "the fewest ", first, *rest)
        return ("the highest " if node.most else "the lowest ", first, *rest)

    def place(self, node: s.Apply) -> Said:
        """Return a name with what it is of: `p's hand`, `tile of s`, `worth (t, k)`."""
        term = self.words.term(node.name.text)
        if not node.args:
            return (term,)
        if term.sort not in {"zone", "variable"}:
            return (term, " (", *listed(map(self.of, node.args), ", "), ")")
        args = [self.of(arg, 4) for arg in node.args]
        if term.name not in self.words.owned:
            return (term, " of ", *listed(args, " and "))
        owner, *others = args
        more = (" of ", *listed(others, " and ")) if others else ()
        return (*owner, "'s ", term, *more)

    def text(self, node: s.Text) -> Said:
        """Return a text in quotes, its expressions as phrases."""
        parts: list[str | Term] = ["“"]
        for part in node.parts:
            parts.extend((part,) if isinstance(part, str) else self.of(part, 4))
        return (*parts, "”")

    def _binding(self, node: s.Binding) -> Said:
        name: Said = (self.words.term(node.name.text),)
        if node.follower is not None:
            name = (*name, " followed by ", self.words.term(node.follower.text))
        return (*name, " in ", *self.domain(node.domain))

    def _of(self, node: s.Expr) -> Said:  # noqa: C901 - a flat dispatch
        match node:
            case s.Apply():
                return self.place(node)
            case s.AttributeOf(subject=subject, name=name):
                attribute = Term("attribute", name.text, readable(name.text))
                of = self.of(subject, _ATOM)
                return (*of, " is " if name.text in self.words.flags else "'s ", attribute)
            case s.LiteralValue(value=value):
                return ("none" if value is None else str(value).lower(),)
            case s.Binary():
                return self._binary(node)
            case s.Not(operand=operand):
                return ("not ", *self.of(operand, 2))
            case s.Negative(operand=operand):
                return ("−", *self.of(operand, _ATOM))
            case s.Size(operand=operand):
                return (self._counted(operand), *self.of(operand, _ATOM))
            case s.NumberOf(kind=kind, source=source):
                return ("the number of ", *self.of(kind, _ATOM), " in ", *self.of(source, _ATOM))
            case s.Listed(elements=elements):
                return self._listed(elements)
            case s.IsEmpty(operand=operand, negated=negated):
                return (*self.of(operand, 4), " is not empty" if negated else " is empty")
            case s.IsIn(operand=operand, domain=found, negated=negated):
                sign = " is not in " if negated else " is in "
                return (*self.of(operand, 4), sign, *self.domain(found))
            case s.IsWithin():
                return self._within(node)
            case s.IfThen(test=test, then=then, other=other):
                return (*self.of(then, 1), " if ", *self.of(test), ", else ", *self.of(other))
            case _:
                return self._query(node)

    def _listed(self, elements: tuple[s.Expr, ...]) -> Said:
        if not elements:
            return ("none",)
        *first, last = (self.of(element, 1) for element in elements)
        return (*listed(first, ", "), " and ", *last) if first else last

    def _counted(self, operand: s.Expr) -> str:
        """Return what stands before what is counted: a family, or what lies somewhere."""
        family = isinstance(operand, s.Apply) and not operand.args
        sort = self.words.sorts.get(operand.name.text) if isinstance(operand, s.Apply) else None
        if family and sort in {"player", "place", "component", "word"}:
            return "the number of "
        return "the size of "

    def _binary(self, node: s.Binary) -> Said:
        level = _LEVELS.get(node.op, _COMPARISON)
        right = self.of(node.right, level + 1 if level != 1 else level)
        rounded = {"/up": " rounded up", "/down": " rounded down"}.get(node.op, "")
        return (*self.of(node.left, level), f" {_SIGNS[node.op]} ", *right, rounded)

    def _within(self, node: s.IsWithin) -> Said:
        operand, radius, start = (self.of(n, 4) for n in (node.operand, node.radius, node.start))
        near = (*operand, " is within ", *radius, " of ", *start)
        if node.edge is None or node.edges is None:
            return near
        edges = (self.words.term(node.edge.text), " in ", self.words.term(node.edges.text))
        return (*near, " along ", *edges, *self.where(node.where))

    def _query(self, node: _Query) -> Said:
        match node:
            case s.Quantified(quantifier=quantifier, number=number, binders=found):
                size = () if number is None else (*self.of(number, _ATOM), " ")
                return (f"{quantifier} ", *size, *self.binders(found))
            case s.Every(binders=found, claim=claim):
                return ("for every ", *self.binders(found), ": ", *self.of(claim))
            case s.FoldOf(fold=fold, value=value, binders=found, keys=ranked, otherwise=none):
                of = () if value is None else (*self.of(value, 1), " for ")
                by = (" with ", *self.keys(ranked, bound_by(found))) if ranked else ()
                other = () if none is None else self._otherwise(none)
                return (f"{FOLDS[fold].phrase} ", *of, *self.binders(found), *by, *other)
            case s.SpaceGroups(start=start, binders=found):
                one = (
                    () if start is None else ("the one with ", *self.of(start, _ATOM), " of the ")
                )
                return (*one, "groups of ", *self.binders(found))
            case s.TrailOf(binders=found, space=space, joined=joined):
                of = ("the length of the longest trail of ", *self.binders(found))
                if space is None or joined is None:
                    return of
                return (*of, " going on at ", self.words.term(space.text), *self.where(joined))
            case s.GroupsOf(binders=found, space=space, joined=joined):
                at = (" joined at ", self.words.term(space.text))
                return ("groups of ", *self.binders(found), *at, *self.where(joined))
            case _:
                assert_never(node)

    def _otherwise(self, node: s.Expr) -> Said:
        return (", or ", *self.of(node, 1), " where there is none")


def _level(node: s.Expr) -> int:
    """Return how tightly a phrase holds together for a reader."""
    match node:
        case s.Binary(op=op):
            return _LEVELS.get(op, _COMPARISON)
        case s.FoldOf(otherwise=none):
            return 2 if none is None else 0
        case s.IfThen() | s.Every():
            return 0
        case s.Quantified() | s.GroupsOf() | s.SpaceGroups() | s.TrailOf() | s.Not():
            return 2
        case s.IsEmpty() | s.IsIn() | s.IsWithin():
            return _COMPARISON
        case s.Negative() | s.Size() | s.NumberOf():
            return 6
        case s.Listed(elements=elements):
            return _ATOM if len(elements) < 2 else 2
        case s.AttributeOf() | s.Apply() | s.LiteralValue():
            return _ATOM
        case _:
            assert_never(node)


def bound_by(node: s.Binders) -> tuple[str, ...]:
    """Return the names of what is looked for."""
    return tuple(binding.name.text for binding in node.bindings)


def _is_plural(first: str | Term) -> bool:
    text = first.text if isinstance(first, Term) else first
    return isinstance(first, Term) and text.endswith("s") and not text.endswith("ss")
