"""What messages say about expressions: how they are written, and what may have been meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulelang import surface
from rulelang.core import Const
from rulelang.elaborate.context import Context
from rulelang.elaborate.symbols import (
    FactName,
    KindName,
    LocalValue,
    Scope,
    Typed,
    TypeName,
    VariableName,
    ZoneName,
)
from rulelang.elaborate.typing import as_number, bare, comparable, described, fits
from rulelang.messages import names, types
from rulelang.messages.foreign import BOUNDS, CALLED
from rulelang.rule_types import Component, Maybe, Member, Number, SetOf, Type, Word, values_of
from rulelang.source import Span


def written(node: surface.Expr | surface.Cases) -> str:
    """Return a short expression as its author wrote it, for hints."""
    match node:
        case surface.Apply(name=name, args=()):
            return name.text
        case surface.Apply(name=name, args=args):
            return f"{name.text}({', '.join(written(arg) for arg in args)})"
        case surface.AttributeOf(subject=subject, name=name):
            return f"{written(subject)}.{name.text}"
        case surface.LiteralValue(value=value):
            return "none" if value is None else str(value).lower()
        case _:
            return "…"


def local_of(scope: Scope, wanted: Type) -> str | None:
    """Return the one local name whose value may stand where one of a type is wanted.

    Where things are compared, that of each of them comes before others.
    """
    sort = type(bare(wanted))
    found = [
        name
        for name, local in scope.locals.items()
        if isinstance(local, LocalValue)
        and isinstance(bare(local.type), sort)
        and comparable(bare(local.type), bare(wanted))
    ]
    if scope.compared in found:
        return scope.compared
    return found[0] if len(found) == 1 else None


def has_name(text: str, name: str) -> bool:
    """Return whether a name stands in an expression.

    >>> has_name("points(p)", "p"), has_name("c.p", "p")
    (True, False)
    """
    return re.search(_standing(name), text) is not None


def _standing(name: str) -> str:
    """Return the pattern of a name where it is none of an attribute."""
    return rf"(?<![\w.]){re.escape(name)}\b"


def told_of(text: str, scope: Scope, wanted: str) -> str:
    """Return an expression as it is told of another local name; "" where that is not plain."""
    local = scope.locals[wanted]
    if not isinstance(local, LocalValue):
        return ""
    others = [
        name
        for name, other in scope.locals.items()
        if has_name(text, name)
        and isinstance(other, LocalValue)
        and comparable(bare(other.type), bare(local.type))
    ]
    if len(others) != 1:
        return ""
    return re.sub(_standing(others[0]), wanted, text)


def local_called(c: Context, name: str, scope: Scope) -> str | None:
    """Return the local name that may be meant by that of its sort: `player`, `card`."""
    sorts = {name.casefold(), name.casefold().removesuffix("s")}
    for known, symbol in c.symbols.items():
        if known.casefold() in sorts and isinstance(symbol, TypeName):
            return local_of(scope, symbol.type)
    return next(iter(scope.locals)) if len(name) == len(scope.locals) == 1 else None


def with_arguments(name: str, index: Sequence[Type], scope: Scope) -> str:
    """Return a name with the arguments that it must have here; "" where several would do."""
    found = [local_of(scope, wanted) for wanted in index]
    known = [one for one in found if one is not None]
    return f"{name}({', '.join(known)})" if known and len(known) == len(index) else ""


def zones_of(
    c: Context, place: surface.Apply, index: Type, what: surface.Expr | None
) -> list[str]:
    """Return the zones that may be meant by what they belong to: `on(c3)` by `c3`.

    `what`: what is to lie there; None where that is not known.
    """
    symbol = c.symbols.get(what.name.text) if isinstance(what, surface.Apply) else None
    kinds: Sequence[int] = ()
    match symbol:
        case KindName(kinds=kinds) | TypeName(type=Component(kinds=kinds)):
            pass
        case _:
            pass
    return [
        f"{name}({written(place)})"
        for name, known in c.symbols.items()
        if isinstance(known, ZoneName)
        and len(known.zone.index) == 1
        and comparable(bare(known.zone.index[0]), bare(index))
        and (not kinds or not {*kinds}.isdisjoint(known.zone.kinds))
    ]


def words(c: Context, wanted: Type) -> str:
    """Return the words that may stand where one is wanted, as a hint; "" for any other type."""
    match bare(wanted):
        case Word(words=known):
            return f"it may be {names.listed([c.label(bare(wanted), word) for word in known])}"
        case _:
            return ""


def told(c: Context, typed: Typed) -> str:
    """Return what a value is called in a message: by its name if that is known."""
    match typed:
        case Typed(expr=Const(value=int(value)), type=Word() | Component() | Member() as kind):
            return f"`{c.label(kind, value)}`"
        case Typed(type=Word(words=words)):
            return f"one of {names.listed([c.label(typed.type, word) for word in words])}"
        case _:
            return described(typed.type)


def attributes(c: Context, family: str, kinds: Sequence[int]) -> list[str]:
    """Return the attributes that individuals of a family, or these kinds, have."""
    return [
        name
        for (owner, name), column in c.attributes.items()
        if owner == family and not (kinds and column.kinds.isdisjoint(kinds))
    ]


_OF_ONE = frozenset(
    ("column", "ends", "neighbours", "next", "opponent", "partner", "previous", "row", "team")
)
"""The built-in facts of one thing."""


def asked_of(c: Context, name: str, subject: surface.Expr) -> str:
    """Return `points(p)` for `p.points`, where that is a fact or variable of one thing."""
    match c.symbols.get(name):
        case FactName(node=node) if len(node.parameters) == 1:
            pass
        case VariableName(variable=variable) if len(variable.index) == 1:
            pass
        case ZoneName(zone=zone) if len(zone.index) == 1:
            pass
        case None if name in _OF_ONE:
            pass
        case _:
            return ""
    told = written(subject)
    return "" if "…" in told else f"{name}({told})"


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
            told = written(node)
            return "" if "…" in told else f"team({told})"
        case _:
            return ""


def turned_round(
    given: Sequence[tuple[Typed, surface.Expr]], wanted: Sequence[Type]
) -> tuple[int, int] | None:
    """Return the two arguments that would fit if each stood in the place of the other.

    None where all fit, or another two would do as well.
    """
    misfits = [at for at, (typed, _) in enumerate(given) if not fits(typed.type, wanted[at])]
    if len(misfits) != 2:
        return None
    one, other = misfits
    fit = fits(bare(given[one][0].type), bare(wanted[other])) and fits(
        bare(given[other][0].type), bare(wanted[one])
    )
    plain = not any("…" in written(given[at][1]) for at in misfits)
    return (one, other) if fit and plain else None


def of_local(c: Context, name: str, scope: Scope) -> list[str]:
    """Return the attributes that may be meant by their name alone: `l.glow` by `glow`."""
    return [
        f"{local}.{name}"
        for local, symbol in scope.locals.items()
        if isinstance(symbol, LocalValue) and name in attributes_of(c, symbol.type)
    ]


def attributes_of(c: Context, kind: Type) -> list[str]:
    """Return the attributes of a value."""
    match bare(kind):
        case Component(kinds=kinds):
            return attributes(c, "", kinds)
        case Member(family=family):
            return attributes(c, family, ())
        case _:
            return []


def part_instead(c: Context, left: Typed, right: Typed, node: surface.Binary) -> str:
    """Return what `lantern is red` must be written as, where one part of a lantern is a colour."""
    first, second = written(node.left), written(node.right)
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
    kind, told = bare(typed.type), written(node)
    owner = kind.family if isinstance(kind, Member) else ""
    found = [
        f"{told}.{name}"
        for name in attributes_of(c, kind)
        if comparable(bare(c.attributes[(owner, name)].type), bare(other.type))
    ]
    if isinstance(bare(other.type), Component) and isinstance(node, surface.Apply):
        held = {
            name
            for name, known in c.symbols.items()
            if isinstance(known, ZoneName) and known.zone.shape == "one"
        }
        found += [zone for zone in zones_of(c, node, kind, None) if zone.split("(")[0] in held]
    return found


def with_values(c: Context, name: str, index: Sequence[Type]) -> str:
    """Return a name with values that it may have in brackets: `Stone(Red)`; "" without any."""
    some = [values_of(kind)[:1] for kind in index]
    if not all(some):
        return ""
    told = [c.label(bare(kind), value) for kind, (value,) in zip(index, some, strict=True)]
    return f"{name}({', '.join(told)})"


def _is_known(c: Context, name: str) -> bool:
    return name != "opponent" or c.setting.players == 2


def called_instead(c: Context, node: surface.Apply) -> str:
    """Return what `empty(deck)`, `len(hand(p))` and `range(1, 7)` must be written as."""
    told = [written(arg) for arg in node.args]
    if any("…" in one for one in told):
        return ""
    match node.name.text, told:
        case name, [one] if name in CALLED and _is_known(c, CALLED[name]):
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
            known = attributes(c, "", kinds)
        case Member(family=family):
            known = attributes(c, family, ())
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
            return f"compare it: `{written(node)} > 0`"
        case SetOf():
            return f"write `{written(node)} is not empty`"
        case Maybe():
            return f"write `{written(node)} is not none`"
        case _:
            return f"compare it with something: `{written(node)} is …`"


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
                lies = f"{written(other)} {op} in {written(subject)}"
                return f"… {'or' if node.op == 'or' else 'and'} {lies}"
            joiner = "or" if op == "is" else "and"
            return f"… {joiner} {written(subject)} {op} {written(other)}"
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
            return f"{written(subject)} {sign} {written(bound)}" if sign else ""
        case _:
            return ""


def equal_instead(left: Typed, right: Typed, node: surface.Binary) -> str:
    """Return what may have been meant by a comparison that never holds; "" if nobody knows."""
    told = "not " if node.op == "is not" else ""
    match left.type, bare(right.type):
        case SetOf(element=element), other if comparable(element, other):
            return f"write `{written(node.right)} is {told}in {written(node.left)}`"
        case SetOf(), SetOf() if isinstance(node.right, surface.Listed) and not told:
            listed = [written(element) for element in node.right.elements]
            return f"write `{types.lying(written(node.left), listed)}`"
        case SetOf(), SetOf():
            both = f"x in {written(node.left)} has x is in {written(node.right)}"
            return f"compare how many there are, or ask `every {both}`"
        case SetOf(), Number():
            return f"write `count {written(node.left)} is {told}{written(node.right)}`"
        case other, SetOf(element=element) if comparable(element, other):
            return f"write `{written(node.left)} is {told}in {written(node.right)}`"
        case _:
            return ""
