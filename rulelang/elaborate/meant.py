"""What an author may have meant by an expression that does not fit, as words to put there."""

from __future__ import annotations

import re
from typing import Final

from rulelang import surface
from rulelang.elaborate import hints
from rulelang.elaborate.context import Context
from rulelang.elaborate.symbols import FactName, Scope, Typed, TypeName, ZoneName
from rulelang.elaborate.typing import as_number, bare, comparable
from rulelang.messages import names, types
from rulelang.messages.foreign import BOUNDS, CALLED
from rulelang.rule_types import Component, Maybe, Member, Number, SetOf, Type
from rulelang.source import Span

_INSTEAD: Final = re.compile(r"(?:.*write|name a number of it:) `([^`…]+)`")


def instead_in(hint: str) -> str:
    """Return what a hint says to write in the place of all that a finding is about.

    >>> instead_in("for how many these are, write `count hand(p)`"), instead_in("compare it: `x`")
    ('count hand(p)', '')
    """
    found = _INSTEAD.fullmatch(hint)
    return found[1] if found else ""


def instead_behind(after: str, op: str) -> str:
    """Return what stands behind `op` in `… or d.face is wild`; "" where that has another one."""
    instead = after.removeprefix(f"… {op} ")
    return "" if "…" in instead else instead


def fitting_instead(c: Context, typed: Typed, wanted: Type, node: surface.Expr) -> str:
    """Return `team(p)` for a player where a team is wanted; "" for anything else."""
    match bare(typed.type), bare(wanted):
        case Member(family="Player"), Member(family="Team") if c.teams is not None:
            told = hints.written(node)
            return "" if "…" in told else f"team({told})"
        case _:
            return ""


def part_instead(c: Context, left: Typed, right: Typed, node: surface.Binary) -> str:
    """Return what `lantern is red` must be written as, where one part of a lantern is a colour."""
    first, second = hints.written(node.left), hints.written(node.right)
    if "…" in first or "…" in second:
        return ""
    mine, theirs = _parts(c, left, node.left, right), _parts(c, right, node.right, left)
    match mine, theirs:
        case [asked], []:
            return f"write `{asked} {node.op} {second}`"
        case [], [asked]:
            return f"write `{first} {node.op} {asked}`"
        case _:
            return ""


def _parts(c: Context, typed: Typed, node: surface.Expr, other: Typed) -> list[str]:
    """Return what of a value may be compared with another one."""
    kind, told = bare(typed.type), hints.written(node)
    owner = kind.family if isinstance(kind, Member) else ""
    found = [
        f"{told}.{name}"
        for name in hints.attributes_of(c, kind)
        if comparable(bare(c.attributes[(owner, name)].type), bare(other.type))
    ]
    if isinstance(bare(other.type), Component) and isinstance(node, surface.Apply):
        held = {
            name
            for name, known in c.symbols.items()
            if isinstance(known, ZoneName) and known.zone.shape == "one"
        }
        found += [
            zone for zone in hints.zones_of(c, node, kind, None) if zone.split("(")[0] in held
        ]
    return found


def called_instead(c: Context, node: surface.Apply) -> str:
    """Return what `empty(deck)`, `len(hand(p))` and `range(1, 7)` must be written as."""
    told = [hints.written(arg) for arg in node.args]
    if any("…" in one for one in told):
        return ""
    match node.name.text, told:
        case name, [one] if name in CALLED and hints.is_known(c, CALLED[name]):
            return f"{CALLED[name]}({one})"
        case "len" | "length" | "size", [place]:
            return f"count {place}"
        case "empty" | "is_empty" | "isempty", [place]:
            return f"{place} is empty"
        case "contains" | "includes", [place, what]:
            return f"{what} is in {place}"
        case "range", [end] if end.isdigit():
            return f"0..{int(end) - 1}"
        case "range", [end]:
            return f"0..{end} - 1"
        case "range", [begin, end] if begin.isdigit() and end.isdigit():
            return f"{begin}..{int(end) - 1}"
        case _:
            return ""


def number_instead(c: Context, typed: Typed, text: str) -> str:
    """Return what may have been meant where a number is needed; "" if nobody knows."""
    match bare(typed.type):
        case SetOf():
            return f"for how many these are, write `count {text}`"
        case Component(kinds=kinds):
            known = hints.attributes(c, "", kinds)
        case Member(family=family):
            known = hints.attributes(c, family, ())
        case _:
            return ""
    owner = "" if isinstance(bare(typed.type), Component) else family
    numbers = [name for name in known if as_number(c.attributes[(owner, name)].type)]
    asked = [f"{text}.{name}" for name in numbers]
    return f"name a number of it: {names.listed(asked)}" if numbers else ""


def claim_instead(typed: Typed, node: surface.Expr) -> str:
    """Return what may have been meant where a claim is needed."""
    match typed.type:
        case Number():
            return f"compare it: `{hints.written(node)} > 0`"
        case SetOf():
            return f"write `{hints.written(node)} is not empty`"
        case Maybe():
            return f"write `{hints.written(node)} is not none`"
        case _:
            return f"compare it with something: `{hints.written(node)} is …`"


def counted_before(c: Context, node: surface.Expr) -> Span | None:
    """Return the query that `count x in D where holds(x) is 20` was meant to compare."""
    match node:
        case surface.FoldOf(binders=surface.Binders(where=surface.Binary() as last), span=span):
            while last.op in ("and", "or") and isinstance(last.right, surface.Binary):
                last = last.right
            compared = last.op not in ("and", "or") and isinstance(
                last.right, surface.LiteralValue
            )
            return span.to(last.left.span) if compared and _is_claim(c, last.left) else None
        case _:
            return None


def domain_before(c: Context, node: surface.Binders, scope: Scope) -> Span | None:
    """Return the domain of `sum of x.worth for x in hand(p) + 2`, meant to end before the `+`."""
    first = node.bindings[-1].domain
    if node.where is not None or not isinstance(first, surface.Binary):
        return None
    while isinstance(first, surface.Binary):
        first = first.left
    if not isinstance(first, surface.Apply) or first.name.text in scope.locals:
        return None
    symbol = c.symbols.get(first.name.text)
    return first.span if isinstance(symbol, ZoneName | TypeName) else None


def _is_claim(c: Context, node: surface.Expr) -> bool:
    """Return whether an expression names a fact that is true or false."""
    symbol = c.symbols.get(node.name.text) if isinstance(node, surface.Apply) else None
    if not isinstance(symbol, FactName):
        return False
    match symbol.node.value:
        case surface.Binary(op="and" | "or" | "is" | "is not" | "<" | "<=" | ">" | ">="):
            return True
        case value:
            return isinstance(value, surface.Not | surface.Quantified | surface.Every)


def in_full(c: Context, node: surface.Binary) -> str:
    """Return what `p is North or South` must be written as, if `node` looks like it."""
    first = node.left
    while isinstance(first, surface.Binary) and first.op in ("or", "and"):
        first = first.left
    match first, node.right:
        case (
            surface.Binary(op="is" | "is not" as op, left=subject),
            surface.Apply() | surface.LiteralValue() as other,
        ):
            symbol = (
                c.symbols.get(subject.name.text) if isinstance(subject, surface.Apply) else None
            )
            if isinstance(symbol, ZoneName) and symbol.zone.shape != "one":
                lies = f"{hints.written(other)} {op} in {hints.written(subject)}"
                return f"… {'or' if node.op == 'or' else 'and'} {lies}"
            joiner = "or" if op == "is" else "and"
            return f"… {joiner} {hints.written(subject)} {op} {hints.written(other)}"
        case _:
            return ""


def bound_instead(c: Context, node: surface.Binary, scope: Scope) -> str:
    """Return what `x is 3 or more` must be written as; "" if `node` does not look like it."""
    match node:
        case surface.Binary(
            op="or",
            left=surface.Binary(op="is", left=subject, right=bound),
            right=surface.Apply(name=surface.Name(text=more), args=()),
        ) if more not in c.symbols and more not in scope.locals:
            sign = BOUNDS.get(more, "")
            return f"{hints.written(subject)} {sign} {hints.written(bound)}" if sign else ""
        case _:
            return ""


def equal_instead(left: Typed, right: Typed, node: surface.Binary) -> str:
    """Return what may have been meant by a comparison that never holds; "" if nobody knows."""
    told = "not " if node.op == "is not" else ""
    match left.type, bare(right.type):
        case SetOf(element=element), other if comparable(element, other):
            return f"write `{hints.written(node.right)} is {told}in {hints.written(node.left)}`"
        case SetOf(), SetOf() if isinstance(node.right, surface.Listed) and not told:
            listed = [hints.written(element) for element in node.right.elements]
            return f"write `{types.lying(hints.written(node.left), listed)}`"
        case SetOf(), SetOf():
            both = f"x in {hints.written(node.left)} has x is in {hints.written(node.right)}"
            return f"compare how many there are, or ask `every {both}`"
        case SetOf(), Number():
            return f"write `count {hints.written(node.left)} is {told}{hints.written(node.right)}`"
        case other, SetOf(element=element) if comparable(element, other):
            return f"write `{hints.written(node.left)} is {told}in {hints.written(node.right)}`"
        case _:
            return ""
