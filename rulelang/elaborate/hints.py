"""What messages say about expressions: how they are written, and what things are called."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
from rulelang.elaborate.typing import bare, comparable, described, fits
from rulelang.messages import names
from rulelang.rule_types import Component, Member, Type, Word, values_of
from rulelang.surface.reserved import OF_ONE


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
    assert isinstance(local, LocalValue), "a query binds it"
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


def asked_of(c: Context, name: str, subject: surface.Expr) -> str:
    """Return `points(p)` for `p.points`, where that is a fact or variable of one thing."""
    match c.symbols.get(name):
        case FactName(node=node) if len(node.parameters) == 1:
            pass
        case VariableName(variable=variable) if len(variable.index) == 1:
            pass
        case ZoneName(zone=zone) if len(zone.index) == 1:
            pass
        case None if name in OF_ONE:
            pass
        case _:
            return ""
    told = written(subject)
    return "" if "…" in told else f"{name}({told})"


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


def with_values(c: Context, name: str, index: Sequence[Type]) -> str:
    """Return a name with values that it may have in brackets: `Stone(Red)`; "" without any."""
    some = [values_of(kind)[:1] for kind in index]
    if not all(some):
        return ""
    told = [c.label(bare(kind), value) for kind, (value,) in zip(index, some, strict=True)]
    return f"{name}({', '.join(told)})"


def is_known(c: Context, name: str) -> bool:
    """Return whether a fact that is built in can be asked here: only two have an opponent."""
    return name != "opponent" or c.setting.players == 2
