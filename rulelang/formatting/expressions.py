"""Expressions as text, with the brackets that the grammar asks for and few more.

    before:  Binary("*", Binary("+", a, b), c)
    after:   (a + b) * c

A query and `if … then … else` reach as far to the right as they can, so they are bracketed where
something follows that could be taken for part of them (`closed`). Some brackets are for readers
alone: around an `if` that is an operand, around a query that is one and has an `or` in its tail,
around either where it is what a `sum of` sums or a `highest of` compares, and around either if it
has an `else` and stands before the `then` or the `else` of an `if`.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from rulelang import surface as s
from rulelang.core.folds import FOLDS
from rulelang.formatting.flow import ALTERNATIVE, Break, Flow, deeper, fixed, flat, in_brackets

# How tightly an expression holds together; the names are those of the grammar's levels.
OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, POSTFIX = range(8)

_BINARY: dict[s.Op, tuple[int, str]] = {
    "or": (OR, "or"),
    "and": (AND, "and"),
    "<": (COMPARISON, "<"),
    "<=": (COMPARISON, "<="),
    ">": (COMPARISON, ">"),
    ">=": (COMPARISON, ">="),
    "is": (COMPARISON, "is"),
    "is not": (COMPARISON, "is not"),
    "+": (SUM, "+"),
    "-": (SUM, "-"),
    "*": (PRODUCT, "*"),
    "mod": (PRODUCT, "mod"),
    "/up": (PRODUCT, "/"),
    "/down": (PRODUCT, "/"),
}
_Query: TypeAlias = s.Quantified | s.Every | s.FoldOf | s.GroupsOf | s.SpaceGroups | s.TrailOf


def expression(node: s.Expr, level: int = OR, *, closed: bool = False) -> Flow:
    """Return an expression for a place that takes what holds together as tightly as `level`.

    `closed`: something follows that a query would swallow.
    """
    if _level(node) < level or (closed and _tail(node) is not None):
        return ("(", *in_brackets(_written(node, closed=False)), ")")
    return _written(node, closed=closed)


def postfix(node: s.Expr) -> Flow:
    """Return an expression for a place that takes a name, a call, a number or brackets."""
    return expression(node, POSTFIX, closed=True)


def domain(node: s.Domain) -> Flow:
    """Return what a query goes through."""
    match node:
        case s.Range(low=low, high=high):
            return (*closed_sum(low), "..", *closed_sum(high))
        case s.Touching(members=members, place=place):
            return (*postfix(members), " at ", *postfix(place))
        case s.Around(source=source, start=start, backwards=backwards, after=after):
            direction = "anticlockwise" if backwards else "clockwise"
            side = "after" if after else "from"
            return (*postfix(source), f" {direction} {side} ", *postfix(start))
        case _:
            return closed_sum(node)


def apply(node: s.Apply) -> Flow:
    """Return a name, with its arguments if it has any."""
    if not node.args:
        return (node.name.text,)
    return (f"{node.name.text}(", *in_brackets(_listed(node.args)), ")")


def _listed(nodes: tuple[s.Expr, ...]) -> Flow:
    parts: list[str | Break] = []
    for i, node in enumerate(nodes):
        parts.extend((",", Break(1, node.span.line)) if i else ())
        parts.extend(expression(node))
    return tuple(parts)


def binders(node: s.Binders, *, closed: bool = False) -> Flow:
    """Return `x in D and y in E where c`; `closed`: more of the sentence follows the condition."""
    parts: list[str | Break] = []
    for i, binding in enumerate(node.bindings):
        parts.extend((Break(1, binding.span.line), "and ") if i else ())
        follower = f" followed by {binding.follower.text}" if binding.follower else ""
        parts.extend((f"{binding.name.text}{follower} in ", *deeper(domain(binding.domain))))
    return (*parts, *where(node.where, closed=closed))


def where(test: s.Expr | None, *, closed: bool = False) -> Flow:
    """Return ` where c`, or nothing."""
    if test is None:
        return ()
    return (Break(0, test.span.line), "where ", *deeper(expression(test, closed=closed)))


def keys(nodes: tuple[s.Key, ...]) -> Flow:
    """Return `most k then least l`."""
    parts: list[str | Break] = []
    for i, key in enumerate(nodes):
        parts.extend((Break(0, key.span.line), "then ") if i else ())
        parts.extend(("most " if key.most else "least ", *deeper(expression(key.value))))
    return tuple(parts)


def text(node: s.Text) -> str:
    """Return a text with its quotes and the values in its braces."""
    parts = (p if isinstance(p, str) else f"{{{flat(expression(p))}}}" for p in node.parts)
    return f'"{"".join(parts)}"'


def pattern(case: s.Case) -> str:
    """Return what stands before the colon of a case."""
    if case.patterns is None:
        return "else"
    return " | ".join(
        value.text if isinstance(value, s.Name) else flat(expression(value))
        for value in case.patterns
    )


def closed_sum(node: s.Expr) -> Flow:
    """Return an expression for a place that takes a sum, and in which more follows."""
    return expression(node, SUM, closed=True)


def _tail(node: s.Expr) -> s.Expr | s.Domain | None:
    """Return what stands last in an expression that reaches as far as it can; None for others."""
    match node:
        case s.FoldOf(otherwise=last) if last is not None:
            return last
        case s.Quantified(binders=found) | s.FoldOf(binders=found) | s.SpaceGroups(binders=found):
            return _tail_of(found)
        case s.Every(claim=last) | s.GroupsOf(joined=last):
            return last
        case s.TrailOf(binders=found, joined=joined):
            return joined if joined is not None else _tail_of(found)
        case s.IfThen(other=last):
            return last
        case s.IsWithin(edges=s.Name(text=edges), where=test):
            return s.Apply(s.Name(edges)) if test is None else test
        case _:
            return None


def _tail_of(found: s.Binders) -> s.Expr | s.Domain:
    return found.where if found.where is not None else found.bindings[-1].domain


def _ends_in_or(node: s.Expr | s.Domain | None) -> bool:
    match node:
        case s.Binary(op="or"):
            return True
        case None | s.Range() | s.Touching() | s.Around():
            return False
        case _:
            tail = _tail(node)
            return tail is not None and _ends_in_or(tail)


def _ends_in_else(node: s.Expr | s.Domain | None) -> bool:
    match node:
        case s.IfThen():
            return True
        case s.FoldOf(otherwise=last) if last is not None:
            return True
        case s.Binary(right=last) | s.Not(operand=last):
            return _ends_in_else(last)
        case None | s.Range() | s.Touching() | s.Around():
            return False
        case _:
            tail = _tail(node)
            return tail is not None and _ends_in_else(tail)


def _level(node: s.Expr) -> int:
    """Return how tightly an expression holds together, to the eye of a reader."""
    if _ends_in_or(node):
        return OR
    match node:
        case s.Binary(op=op):
            return _BINARY[op][0]
        case s.IfThen():
            return OR
        case s.Not():
            return NOT
        case s.IsEmpty() | s.IsIn() | s.IsWithin():
            return COMPARISON
        case s.Apply() | s.AttributeOf() | s.LiteralValue() | s.Listed():
            return POSTFIX
        case s.Negative() | s.Size() | s.NumberOf():
            return SIGN
        case s.Quantified() | s.Every() | s.FoldOf():
            return SIGN
        case s.GroupsOf() | s.SpaceGroups() | s.TrailOf():
            return SIGN
        case _:
            assert_never(node)


def _written(node: s.Expr, *, closed: bool) -> Flow:  # noqa: C901 - a flat dispatch
    match node:
        case s.Apply():
            return apply(node)
        case s.AttributeOf(subject=subject, name=name):
            return (*postfix(subject), f".{name.text}")
        case s.LiteralValue(value=value):
            return ("none" if value is None else str(value).lower(),)
        case s.Binary():
            return _binary(node, closed=closed)
        case s.Not(operand=operand):
            return ("not ", *deeper(expression(operand, NOT, closed=closed)))
        case s.Negative(operand=operand):
            return ("-", *postfix(operand))
        case s.Size(operand=operand):
            return ("count ", *postfix(operand))
        case s.NumberOf(kind=kind, source=source):
            return ("number of ", *postfix(kind), " in ", *postfix(source))
        case s.Listed(elements=elements):
            return ("{", *in_brackets(_listed(elements)), "}")
        case s.IsEmpty(operand=operand, negated=negated):
            return (*closed_sum(operand), " is not empty" if negated else " is empty")
        case s.IsIn(operand=operand, domain=found, negated=negated):
            sign = " is not in " if negated else " is in "
            return (*closed_sum(operand), sign, *domain(found))
        case s.IsWithin():
            return _within(node)
        case s.IfThen():
            return _if_then(node)
        case _:
            return _query(node)


def _binary(node: s.Binary, *, closed: bool) -> Flow:
    level, sign = _BINARY[node.op]
    if level <= AND:
        inside = ALTERNATIVE if level == OR else 1
        left = expression(node.left, level, closed=True)
        if not (isinstance(node.left, s.Binary) and node.left.op == node.op):
            left = deeper(left, inside)
        right = deeper(expression(node.right, level + 1, closed=closed), inside)
        return (*left, Break(0, node.right.span.line), f"{sign} ", *right)
    first = level + 1 if level == COMPARISON else level
    rounded = {"/up": " rounded up", "/down": " rounded down"}.get(node.op, "")
    left = deeper(expression(node.left, first, closed=True))
    right = deeper(expression(node.right, level + 1, closed=closed or rounded != ""))
    return (*left, f" {sign} ", *right, rounded)


def _within(node: s.IsWithin) -> Flow:
    operand, radius, start = map(closed_sum, (node.operand, node.radius, node.start))
    near = (*operand, " is within ", *radius, " of ", *start)
    if node.edge is None or node.edges is None:
        return near
    along = f"along {node.edge.text} in {node.edges.text}"
    if node.where is None:
        return (*near, Break(0, node.edge.span.line), along)
    test = deeper(expression(node.where, closed=True))
    return (
        *near,
        Break(0, node.edge.span.line),
        along,
        Break(0, node.where.span.line),
        "where ",
        *test,
    )


def _if_then(node: s.IfThen) -> Flow:
    test = expression(node.test, closed=_ends_in_else(node.test))
    head = ("if ", *deeper(test), Break(0, node.then.span.line))
    then = ("then ", *deeper(expression(node.then, closed=_ends_in_else(node.then))))
    if isinstance(node.other, s.IfThen):
        return (*head, *then, Break(0, node.other.span.line), "else ", *expression(node.other))
    return (*head, *then, *_otherwise(node.other))


def _otherwise(node: s.Expr) -> Flow:
    return (Break(0, node.span.line), "else ", *deeper(expression(node)))


def _value(node: s.Expr) -> Flow:
    """Return what is summed or compared, closed, so that the eye finds the ` for ` behind it."""
    return deeper(expression(node, closed=True))


def _query(node: _Query) -> Flow:
    match node:
        case s.Quantified(quantifier=quantifier, number=number, binders=found):
            size = () if number is None else (*fixed(postfix(number)), " ")
            return (f"{quantifier} ", *size, *binders(found))
        case s.Every(binders=found, claim=claim):
            has = (Break(1, claim.span.line), "has ")
            return ("every ", *binders(found), *has, *deeper(expression(claim)))
        case s.FoldOf(fold=fold, value=value, binders=found, keys=ranked, otherwise=otherwise):
            of = () if value is None else (*_value(value), " for ")
            by = (" with ", *keys(ranked)) if ranked else ()
            none = () if otherwise is None else _otherwise(otherwise)
            return (f"{FOLDS[fold].text} ", *of, *binders(found), *by, *none)
        case s.SpaceGroups(start=None, binders=found):
            return ("groups of ", *binders(found))
        case s.SpaceGroups(start=start, binders=found):
            at = () if start is None else postfix(start)
            return ("group at ", *at, " of ", *binders(found))
        case s.GroupsOf(binders=found, space=space, joined=joined):
            return ("groups of ", *_joined(found, space, joined))
        case s.TrailOf(binders=found, space=space, joined=joined):
            if space is None or joined is None:
                return ("longest trail of ", *binders(found))
            return ("longest trail of ", *_joined(found, space, joined))
        case _:
            assert_never(node)


def _joined(found: s.Binders, space: s.Name, joined: s.Expr) -> Flow:
    at = (Break(0, space.span.line), f"joined at {space.text}")
    return (*binders(found, closed=True), *at, *deeper(where(joined)))
