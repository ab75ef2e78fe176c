"""`match`: its subject against patterns, as a value or as statements.

And whether all cases are covered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rulelang import core, surface
from rulelang.core import Const
from rulelang.elaborate import expressions as ex
from rulelang.elaborate.context import Context
from rulelang.elaborate.operators import compare, junction
from rulelang.elaborate.symbols import Scope, Typed
from rulelang.elaborate.typing import bare, comparable, described
from rulelang.messages import types
from rulelang.rule_types import Flag, Maybe, Unknown, values_of
from rulelang.source import Span

Patterns: TypeAlias = tuple[surface.LiteralValue | surface.Name, ...]


def cases(c: Context, node: surface.Cases, scope: Scope) -> Typed:
    """Elaborate `match` as a value: a chain of choices."""
    subject = ex.expression(c, node.subject, scope)
    return _case(c, subject, node, 0, scope)


def _case(c: Context, subject: Typed, node: surface.Cases, at: int, scope: Scope) -> Typed:
    if at == 0:
        check_cover(c, subject, node.cases, scope, node.span)
    case = node.cases[at]
    assert not isinstance(case.body, tuple)
    body = case.body
    if case.patterns is None or at + 1 == len(node.cases):
        return ex.expression(c, body, scope)
    test = matches(c, subject, case.patterns, scope, case.span)
    return ex.choice_of(
        c,
        test,
        lambda: ex.expression(c, body, scope),
        lambda: _case(c, subject, node, at + 1, scope),
        case.span,
    )


def pattern(c: Context, node: surface.LiteralValue | surface.Name, scope: Scope) -> Typed:
    """Elaborate one pattern of a `match`: a word, an individual, a kind, a number or `none`."""
    return ex.expression(
        c, surface.Apply(node, span=node.span) if isinstance(node, surface.Name) else node, scope
    )


def matches(c: Context, subject: Typed, patterns: Patterns, scope: Scope, span: Span) -> Typed:
    """Return whether a subject is one of the patterns."""
    test = Typed(Const(0), Flag())
    for node in patterns:
        value = pattern(c, node, scope)
        if not comparable(subject.type, value.type) and not isinstance(subject.expr, Const):
            c.report(types.never_equal(described(subject.type), described(value.type), node.span))
        test = junction("or", test, compare("is", subject, value, span), span)
    return test


def check_cover(
    c: Context, subject: Typed, listed: Sequence[surface.Case], scope: Scope, span: Span
) -> None:
    """Report a `match` without `else` that leaves a value of its subject out."""
    if isinstance(subject.type, Unknown) or any(case.patterns is None for case in listed):
        return
    if isinstance(subject.expr, Const):
        wanted: set[core.Value] = {subject.expr.value}
    else:
        wanted = {*values_of(subject.type), *((None,) if isinstance(subject.type, Maybe) else ())}
    for case in listed:
        for node in case.patterns or ():
            value = pattern(c, node, scope).expr
            if isinstance(value, Const):
                wanted.discard(value.value)
    if wanted:
        shown = sorted("`" + c.label(bare(subject.type), value) + "`" for value in wanted)
        c.report(
            types.cases_missing(", ".join(shown[:4]) + (" …" if len(shown) > 4 else ""), span)
        )
