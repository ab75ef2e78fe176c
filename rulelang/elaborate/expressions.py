"""Expressions: operators, tests, attributes.

Names are in `naming.py`, queries and domains in `queries/searching.py`.
"""

from __future__ import annotations

from typing import Final, assert_never

from rulelang import core, surface
from rulelang.core import Among, Const, Contents, Held, Lookup
from rulelang.elaborate import ask, calls, hints, meant, naming, wording
from rulelang.elaborate.context import LIMIT, NOTHING, UNKNOWN, Context, Elaborator
from rulelang.elaborate.operators import arithmetic, compare, junction, negation, size
from rulelang.elaborate.queries import reaching, searching
from rulelang.elaborate.symbols import Scope, Typed, place_of
from rulelang.elaborate.typing import (
    bare,
    comparable,
    described,
    maybe,
    plural,
)
from rulelang.messages import flow, names, types
from rulelang.rule_types import (
    Component,
    Flag,
    Maybe,
    Member,
    Nothing,
    Number,
    SetOf,
    Type,
    Unknown,
    Word,
)
from rulelang.suggest import nearest

_CALLS = 4  # from one expression to the next within it


def expression(c: Context, node: surface.Expr, scope: Scope) -> Typed:
    """Elaborate an expression.

    What cannot be understood is reported and gets the type `Unknown`.
    """
    if not c.enter(_CALLS, node.span):
        return NOTHING
    typed = _expression(c, node, scope)
    c.leave(_CALLS)
    return typed


def _expression(c: Context, node: surface.Expr, scope: Scope) -> Typed:  # noqa: C901 - a flat dispatch
    match node:
        case surface.LiteralValue(value=None, span=span):
            return Typed(Const(None, span), Nothing())
        case surface.LiteralValue(value=bool(value), span=span):
            return Typed(Const(int(value), span), Flag())
        case surface.LiteralValue(value=int(value), span=span):
            if value > LIMIT:
                c.report(flow.too_large("a number is too large", value, LIMIT, span))
                return NOTHING
            return Typed(Const(value, span), Number(value, value))
        case surface.Apply():
            return naming.applied(c, node, scope)
        case surface.AttributeOf():
            return attribute(c, node, scope)
        case surface.Binary(op="or" | "and"):
            return _junction(c, node, scope)
        case surface.Binary(op="is" | "is not" | "<" | "<=" | ">" | ">=" as op):
            return _comparison(c, op, node, scope)
        case surface.Binary(
            op="+" | "-" | "*" | "mod" | "/up" | "/down" as op, left=a, right=b, span=span
        ):
            by = ask.number(c, b, scope)
            if op in ("mod", "/up", "/down") and by.type == Number(0, 0):
                c.report(types.is_zero(b.span))
                return NOTHING
            return arithmetic(op, ask.number(c, a, scope), by, span)
        case surface.Not(operand=operand, span=span):
            before = c.reported
            claimed = ask.claim(c, operand, scope)
            return NOTHING if c.reported > before else negation(claimed, span)
        case surface.Negative(operand=operand, span=span):
            return arithmetic(
                "-", Typed(Const(0), Number(0, 0)), ask.number(c, operand, scope), span
            )
        case surface.Size(operand=operand, span=span):
            return size(ask.domain(c, operand, scope, "count"), span)
        case surface.IsEmpty():
            return _is_empty(c, node, scope)
        case surface.IsIn():
            return _is_in(c, node, scope)
        case surface.IsWithin():
            return reaching.within(c, node, scope)
        case surface.IfThen(test=test, then=then, other=other, span=span):
            return ask.choice_of(
                c,
                ask.claim(c, test, scope),
                (lambda: expression(c, then, scope), then.span),
                (lambda: expression(c, other, scope), other.span),
                span,
            )
        case _:
            assert not isinstance(node, surface.Binary | surface.LiteralValue), "all are above"
            return searching.query(c, node, scope)


# ---------------------------------------------------------------- attributes


def attribute(c: Context, node: surface.AttributeOf, scope: Scope) -> Typed:
    """Elaborate `subject.name`: an attribute, or the `first` or `last` of a row."""
    name = node.name.text
    if name in ("first", "last"):
        return _end_of_row(c, node, scope)
    subject = expression(c, node.subject, scope)
    return attribute_of(c, subject, name, node)


def _end_of_row(c: Context, node: surface.AttributeOf, scope: Scope) -> Typed:
    subject = searching.collection(c, node.subject, scope)
    match subject:
        case Typed(expr=Contents(zone=zone, args=args), type=SetOf(element=element)) if (
            c.zones[zone].shape == "row"
        ):
            return Typed(Held(zone, args, node.name.text == "last", node.span), maybe(element))
        case Typed(type=Unknown()):
            pass
        case Typed(expr=Contents(zone=zone)):
            found = f"a `{c.zones[zone].shape}`, which has no order"
            c.report(types.does_not_fit(found, "a `row`", node.subject.span))
        case _:
            c.report(types.does_not_fit(described(subject.type), "a `row`", node.subject.span))
    return NOTHING


def attribute_of(c: Context, subject: Typed, name: str, node: surface.AttributeOf) -> Typed:
    """Look an attribute of a value up."""
    kind = bare(subject.type)
    match kind:
        case Component(kinds=kinds):
            family = ""
        case Member(family=family):
            kinds = ()
        case Unknown(of_none=of_none):
            return Typed(Const(None, node.span), kind) if of_none else NOTHING
        case Nothing():
            return _of_none(c, name, node)
        case SetOf(element=Component()):
            zone, at = hints.written(node.subject), node.subject.span
            c.report(names.no_attributes_of_zone(described(kind), zone, node.span, at, name))
            return NOTHING
        case Number() | Flag() | Word() | SetOf() | Maybe():
            c.report(names.no_attributes(described(kind), node.subject.span))
            return NOTHING
        case _:
            assert_never(kind)
    column = c.attributes.get((family, name))
    if column is None or (kinds and column.kinds.isdisjoint(kinds)):
        _report_missing(c, kind, family, node)
        return NOTHING
    always = not isinstance(subject.type, Maybe) and (not kinds or set(kinds) <= column.kinds)
    expr = Lookup(column.table, (subject.expr,), node.span)
    if isinstance(subject.expr, Const) and isinstance(subject.expr.value, int):
        entries = dict(c.tables[column.table].entries)
        return Typed(
            Const(entries.get((subject.expr.value,), c.tables[column.table].default), node.span),
            column.type,
        )
    return Typed(expr, column.type if always else maybe(column.type))


def _of_none(c: Context, name: str, node: surface.AttributeOf) -> Typed:
    """Look an attribute of `none` up: its type is that of all that are called so."""
    types_ = {maybe(made.type) for (_, called), made in c.attributes.items() if called == name}
    return Typed(Const(None, node.span), types_.pop() if len(types_) == 1 else UNKNOWN)


def _report_missing(c: Context, kind: Type, family: str, node: surface.AttributeOf) -> None:
    """Report an attribute that there is not, or that only players read."""
    wanted = node.name
    name, kinds = wanted.text, kind.kinds if isinstance(kind, Component) else ()
    owners = {family} if family else {c.kinds[number].component for number in kinds}
    if any((owner, name) in c.texts for owner in owners):
        c.report(types.text_is_read(name, wanted.span))
        return
    known = hints.attributes(c, family, kinds)
    if f"{family}.{name}" not in c.broken:
        declared = [place_of(c.symbols[owner]) for owner in owners if owner in c.symbols]
        at = declared[0] if len(declared) == 1 and not family else None
        found = names.no_attribute(name, c.called(kind), wanted.span, known, at)
        asked = "" if nearest(name, known) else hints.asked_of(c, name, node.subject)
        c.report(names.asked_instead(found, asked, node.span) if asked else found)
    if nearest(name, known) is None:
        c.broken.add(f"{family}.{name}")


# ---------------------------------------------------------------- operators


def _junction(c: Context, node: surface.Binary, scope: Scope) -> Typed:
    left = ask.claim(c, node.left, scope)
    stops = 1 if node.op == "or" else 0
    if isinstance(left.expr, Const) and left.expr.value == stops:
        return Typed(Const(stops, node.span), Flag())
    bound = meant.bound_instead(c, node, scope)
    if bound:
        c.report(types.bound_in_words(node.span, bound))
        return NOTHING
    after = meant.in_full(c, node)
    right = ask.claim(c, node.right, scope, after, node.op)
    return junction("or" if node.op == "or" else "and", left, right, node.span)


def _comparison(c: Context, op: core.CompareOp, node: surface.Binary, scope: Scope) -> Typed:
    match op:
        case "<" | "<=" | ">" | ">=":
            return compare(
                op,
                ask.ordered(c, node.left, scope),
                ask.ordered(c, node.right, scope),
                node.span,
            )
        case "is" | "is not" if naming.is_slip_of_empty(c, node, scope):
            return NOTHING
        case "is" | "is not":
            left, right = expression(c, node.left, scope), expression(c, node.right, scope)
            if not comparable(left.type, right.type) and not _one_kind(left, right):
                hint = meant.equal_instead(left, right, node)
                hint = hint or meant.part_instead(c, left, right, node)
                instead = meant.instead_in(hint)
                if isinstance(left.type, SetOf) and isinstance(right.type, SetOf):
                    c.report(types.not_compared(node.span, hint, instead))
                else:
                    found = hints.told(c, left), hints.told(c, right)
                    c.report(types.never_equal(*found, node.span, hint, instead))
            return compare(op, left, right, node.span)
        case _:
            assert_never(op)


def _one_kind(left: Typed, right: Typed) -> bool:
    """Whether a comparison that never holds is idle in this instance only (an option's word)."""
    return (
        isinstance(left.expr, Const)
        and isinstance(right.expr, Const)
        and type(left.type) is type(right.type)
    )


def _is_empty(c: Context, node: surface.IsEmpty, scope: Scope) -> Typed:
    source = ask.domain(c, node.operand, scope, "is empty")
    held = size(source, node.span)
    if isinstance(held.type, Unknown):
        return Typed(held.expr, Flag())
    return compare(
        "is not" if node.negated else "is", held, Typed(Const(0), Number(0, 0)), node.span
    )


def _is_in(c: Context, node: surface.IsIn, scope: Scope) -> Typed:
    value, source = expression(c, node.operand, scope), ask.domain(c, node.domain, scope)
    if isinstance(source.type, SetOf) and not comparable(bare(value.type), source.type.element):
        c.report(types.never_in(hints.told(c, value), plural(source.type.element), node.span))
    among = Typed(Among(value.expr, source.expr, node.span), Flag())
    return negation(among, node.span) if node.negated else among


def text(c: Context, node: surface.Text, scope: Scope) -> core.Text:
    """Elaborate a string with values in it."""
    parts: list[str | core.Said] = []
    for part in node.parts:
        if isinstance(part, str):
            parts.append(part)
        else:
            typed = expression(c, part, scope)
            parts.append(core.Said(typed.expr, typed.type))
    return core.Text(tuple(parts), wording.template(c, node))


ELABORATOR: Final = Elaborator(expression, searching.collection, calls.fact, calls.again)
"""What elaborates expressions, and what they go through, wherever they stand."""
