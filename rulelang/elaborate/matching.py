"""`match`: its subject against patterns, as a value or as statements.

And whether all cases are covered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rulelang import core, surface
from rulelang.core import Const
from rulelang.elaborate import ask, hints
from rulelang.elaborate.context import NOTHING, Context
from rulelang.elaborate.operators import compare, junction
from rulelang.elaborate.symbols import Scope, Typed
from rulelang.elaborate.typing import bare, comparable
from rulelang.messages import types
from rulelang.rule_types import Flag, Maybe, Number, Unknown, values_of
from rulelang.source import Span

CALLS = 4  # from one case to the next
_SHOWN = 4  # missing cases that a finding names
Patterns: TypeAlias = tuple[surface.LiteralValue | surface.Name, ...]


def cases(c: Context, node: surface.Cases, scope: Scope) -> Typed:
    """Elaborate `match` as a value: a chain of choices; one with a gap may have any."""
    subject = c.elaborator.expression(c, node.subject, scope)
    is_whole = check_cover(c, subject, node.cases, scope, node.span)
    typed = _case(c, subject, node, 0, scope)
    return typed if is_whole else NOTHING


def _case(c: Context, subject: Typed, node: surface.Cases, at: int, scope: Scope) -> Typed:
    case = node.cases[at]
    if not c.enter(CALLS, case.span):
        return NOTHING
    typed = _entered(c, subject, node, at, scope)
    c.leave(CALLS)
    return typed


def _entered(c: Context, subject: Typed, node: surface.Cases, at: int, scope: Scope) -> Typed:
    case = node.cases[at]
    assert not isinstance(case.body, tuple)
    body = case.body
    if case.patterns is None or at + 1 == len(node.cases):
        return c.elaborator.expression(c, body, scope)
    test = matches(c, subject, case.patterns, scope, case.span)
    return ask.choice_of(
        c,
        test,
        (lambda: c.elaborator.expression(c, body, scope), body.span),
        (lambda: _case(c, subject, node, at + 1, scope), _span_of(node.cases[at + 1])),
        case.span,
    )


def _span_of(case: surface.Case) -> Span:
    return case.span if isinstance(case.body, tuple) else case.body.span


def pattern(c: Context, node: surface.LiteralValue | surface.Name, scope: Scope) -> Typed:
    """Elaborate one pattern of a `match`: a word, an individual, a kind, a number or `none`."""
    return c.elaborator.expression(
        c, surface.Apply(node, span=node.span) if isinstance(node, surface.Name) else node, scope
    )


def matches(c: Context, subject: Typed, patterns: Patterns, scope: Scope, span: Span) -> Typed:
    """Return whether a subject is one of the patterns."""
    test = Typed(Const(0), Flag())
    for node in patterns:
        value = pattern(c, node, scope)
        if not comparable(subject.type, value.type) and not isinstance(subject.expr, Const):
            c.report(types.never_equal(hints.told(c, subject), hints.told(c, value), node.span))
        test = junction("or", test, compare("is", subject, value, span), span)
    return test


def check_cover(  # noqa: PLR0913 - what a `match` is, and where it stands
    c: Context,
    subject: Typed,
    listed: Sequence[surface.Case],
    scope: Scope,
    span: Span,
    *,
    effect: str = "",
) -> bool:
    """Report a `match` without `else`, or the cases of an effect, that leave a value out."""
    if isinstance(subject.type, Unknown) or any(case.patterns is None for case in listed):
        return True
    named: set[core.Value] = set()
    for case in listed:
        for node in case.patterns or ():
            typed = pattern(c, node, scope)
            if isinstance(typed.type, Unknown):
                return True
            if isinstance(typed.expr, Const):
                named.add(typed.expr.value)
    missing = [value for value in _wanted(subject, len(named) + _SHOWN + 1) if value not in named]
    if missing:
        shown = [f"`{c.label(bare(subject.type), value)}`" for value in missing[:_SHOWN]]
        more = " …" if len(missing) > _SHOWN else ""
        c.report(types.cases_missing(", ".join(shown) + more, span, effect))
    return not missing


def _wanted(subject: Typed, most: int) -> Iterable[core.Value]:
    """Return the values that a subject can have, of a wide range only the first."""
    match subject:
        case Typed(expr=Const(value=value)):
            return (value,)
        case Typed(type=Number(low=low, high=high)):
            return range(low, min(high + 1, low + most))
        case Typed(type=Maybe()):
            return (*values_of(subject.type), None)
        case _:
            return values_of(subject.type)
