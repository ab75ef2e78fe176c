"""What a place asks of an expression in it: a number, a claim, something that fits, a collection.

Modules that stand below `expressions` and `queries` ask these through `Context.elaborator`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rulelang import core, surface
from rulelang.core import Const, IfThen, Lookup
from rulelang.elaborate import hints, meant
from rulelang.elaborate.context import NOTHING, UNKNOWN, Context
from rulelang.elaborate.symbols import Scope, Typed
from rulelang.elaborate.typing import as_number, bare, described, fits, join
from rulelang.messages import names, types
from rulelang.rule_types import Flag, Maybe, Nothing, Number, SetOf, Type, Unknown, Word
from rulelang.source import Span

Later: TypeAlias = Callable[[], Typed]
Branch: TypeAlias = tuple[Later, Span]


def number(c: Context, node: surface.Expr, scope: Scope) -> Typed:
    """Elaborate an expression that must count as a number.

    Its type is then `Number` or `Unknown`.
    """
    return counted(c, c.elaborator.expression(c, node, scope), node)


def counted(c: Context, typed: Typed, node: surface.Expr | surface.Cases) -> Typed:
    """Return a value as a number, or report that it is none."""
    held = as_number(bare(typed.type))
    if held is None and typed.type == Unknown(of_none=True):
        return Typed(typed.expr, Number(0, 0))
    if held is None:
        if not isinstance(typed.type, Unknown):
            hint = meant.number_instead(c, typed, hints.written(node))
            instead = meant.instead_in(hint)
            c.report(types.not_a_number(described(typed.type), node.span, hint, instead))
        return NOTHING
    return Typed(typed.expr, held)


def ordered(c: Context, node: surface.Expr, scope: Scope) -> Typed:
    """Elaborate what is to be compared or sorted: a number, or a word of a `rising` kind."""
    typed = c.elaborator.expression(c, node, scope)
    kind = bare(typed.type)
    if isinstance(kind, Word):
        for words, table in c.rising.items():
            if set(kind.words) <= set(words):
                held = Number(0 if isinstance(typed.type, Maybe) else 1, len(words))
                return Typed(Lookup(table, (typed.expr,), node.span), held)
    return counted(c, typed, node)


def claim(c: Context, node: surface.Expr, scope: Scope, after: str = "", op: str = "") -> Typed:
    """Elaborate an expression that must be true or false.

    `after`: what it must be in full, behind another claim and `op`.
    """
    typed = c.elaborator.expression(c, node, scope)
    if not isinstance(typed.type, Flag | Unknown):
        hint = f"say it in full: `{after}`" if after else meant.claim_instead(typed, node)
        counted = meant.counted_before(c, node)
        instead = meant.instead_in(hint) or meant.instead_behind(after, op)
        c.report(types.not_a_claim(described(typed.type), node.span, hint, counted, instead))
    return Typed(typed.expr, Flag())


def fitting(c: Context, node: surface.Expr, scope: Scope, wanted: Type) -> core.Expr:
    """Elaborate an expression whose value must be one of a type."""
    return fitted(c, c.elaborator.expression(c, node, scope), node, wanted)


def fitted(c: Context, typed: Typed, node: surface.Expr, wanted: Type) -> core.Expr:
    """Return a value that must be one of a type; it is reported where it can never be."""
    if fits(typed.type, wanted):
        return typed.expr
    check_fit(c, typed, wanted, node.span, meant.fitting_instead(c, typed, wanted, node))
    return typed.expr


def check_fit(c: Context, typed: Typed, wanted: Type, span: Span, instead: str = "") -> None:
    """Report a value that can never be one of `wanted`; `instead`: what may have been meant."""
    if fits(typed.type, wanted):
        return
    given, room = as_number(typed.type), bare(wanted)
    if given and isinstance(room, Number):
        c.report(types.out_of_range(shown(given), shown(room), span))
    else:
        found, hint = described(typed.type), hints.words(c, wanted)
        hint = f"write `{instead}`" if instead else hint
        c.report(types.does_not_fit(found, described(wanted), span, hint, instead))


def shown(held: Number) -> str:
    """Return the range of a number as a text would write it."""
    return str(held.low) if held.low == held.high else f"{held.low}..{held.high}"


def domain(c: Context, node: surface.Domain, scope: Scope, use: str = "in") -> Typed:
    """Elaborate what stands after `in`: its type is `SetOf` or `Unknown`.

    `use`: the word that asks for a collection, for messages.
    """
    typed = c.elaborator.collection(c, node, scope)
    if not isinstance(typed.type, SetOf | Unknown):
        found = types.not_a_collection(described(typed.type), node.span, use)
        zones: list[str] = []
        if isinstance(node, surface.Apply) and node.args == ():
            zones = hints.zones_of(c, node, bare(typed.type), None)
        c.report(names.no_zone(found, zones, node.span) if zones else found)
        return NOTHING
    return typed


def choice_of(c: Context, test: Typed, then: Branch, other: Branch, span: Span) -> Typed:
    """Elaborate a choice between two values; under a constant test, only the branch that lives."""
    if isinstance(test.expr, Const):
        return then[0]() if test.expr.value else other[0]()
    a, b = then[0](), other[0]()
    joined = join(a.type, b.type)
    if joined is None:
        c.report(types.no_common_type(described(a.type), described(b.type), other[1], then[1]))
        joined = UNKNOWN
    return Typed(IfThen(test.expr, held_as(a, joined), held_as(b, joined), span), joined)


def held_as(typed: Typed, whole: Type) -> core.Expr:
    """Return a value where `whole` is wanted, which its type is part of: no set is `none`."""
    is_empty = isinstance(typed.type, Nothing) and isinstance(whole, SetOf)
    return Const((), typed.expr.span) if is_empty else typed.expr
