"""The parts of an expression, and copies of it with other locals.

Knowledge is kept in *canonical* form: what a query binds is renamed to -1, -2, … by depth, so that
equal queries are equal wherever they stand. Locals of the surrounding text keep their slots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, assert_never

import attrs

from rulelang import core

Query: TypeAlias = (
    core.Exists | core.Tally | core.Total | core.Extreme | core.First | core.Best | core.Groups
)
BINDING = (
    core.Exists,
    core.Tally,
    core.Total,
    core.Extreme,
    core.First,
    core.Best,
    core.Groups,
    core.Within,
)
Replace: TypeAlias = Callable[[core.Expr], core.Expr | None]


@attrs.frozen
class Renaming:
    """How to copy: `replace` is asked about each free part first; `bound` renames what is bound.

    `depth`: how many names are bound around this place.
    """

    replace: Replace
    bound: tuple[tuple[int, int], ...] = ()
    depth: int = 0

    def binding(self, slot: int, width: int = 1) -> Renaming:
        """Return the renaming below a binder of one or two slots."""
        added = tuple((nth(slot, i), -self.depth - 1 - i) for i in range(width))
        return Renaming(self.replace, (*self.bound, *added), self.depth + width)

    def slot(self, slot: int) -> int | None:
        """Return the new name of a bound slot; None for a free one."""
        for old, new in reversed(self.bound):
            if old == slot:
                return new
        return None


def nth(slot: int, i: int) -> int:
    """Return the slot `i` behind one: canonical slots count downwards."""
    return slot + i if slot >= 0 else slot - i


def copied(e: core.Expr, names: Renaming) -> core.Expr:  # noqa: C901 - a flat dispatch
    """Return a copy with other locals."""
    if isinstance(e, core.Local):
        new = names.slot(e.slot)
        if new is not None:
            return core.Local(new, e.span)
    replacement = names.replace(e)
    if replacement is not None:
        return replacement
    match e:
        case core.Const() | core.Local():
            return e
        case core.Read(variable=number, args=args, span=span):
            return core.Read(number, _all(args, names), span)
        case core.Contents(zone=number, args=args, span=span):
            return core.Contents(number, _all(args, names), span)
        case core.Held(zone=number, args=args, last=last, span=span):
            return core.Held(number, _all(args, names), last, span)
        case core.Lookup(table=number, args=args, span=span):
            return core.Lookup(number, _all(args, names), span)
        case core.Call(fact=number, args=args, span=span):
            return core.Call(number, _all(args, names), span)
        case core.Arithmetic(op=op, left=left, right=right, span=span):
            return core.Arithmetic(op, copied(left, names), copied(right, names), span)
        case core.Compare(op=relation, left=left, right=right, span=span):
            return core.Compare(relation, copied(left, names), copied(right, names), span)
        case core.Not(expr=inner):
            return core.Not(copied(inner, names), e.span)
        case core.And(parts=parts):
            return core.And(_all(parts, names), e.span)
        case core.Or(parts=parts):
            return core.Or(_all(parts, names), e.span)
        case core.IfThen(test=test, then=then, other=other):
            parts = _all((test, then, other), names)
            return core.IfThen(parts[0], parts[1], parts[2], e.span)
        case core.Size(source=source):
            return core.Size(copied(source, names), e.span)
        case core.Spread(source=source):
            return core.Spread(e.table, copied(source, names), e.span)
        case core.Among(value=value, source=source):
            return core.Among(copied(value, names), copied(source, names), e.span)
        case core.Interval(low=low, high=high):
            return core.Interval(copied(low, names), copied(high, names), e.span)
        case core.Around(source=source, start=start):
            around, begun = copied(source, names), copied(start, names)
            return core.Around(around, begun, e.backwards, e.after, e.span)
        case core.Within():
            return _within(e, names)
        case core.ReturnOf(player=player):
            return core.ReturnOf(copied(player, names), e.span)
        case (
            core.Exists()
            | core.Tally()
            | core.Total()
            | core.Extreme()
            | core.First()
            | core.Best()
            | core.Groups()
        ):
            return _query(e, names)
        case _:
            assert_never(e)


def _all(parts: tuple[core.Expr, ...], names: Renaming) -> tuple[core.Expr, ...]:
    return tuple([copied(part, names) for part in parts])


def _maybe(e: core.Expr | None, names: Renaming) -> core.Expr | None:
    return None if e is None else copied(e, names)


def _within(e: core.Within, names: Renaming) -> core.Expr:
    inner = names.binding(e.slot)
    return attrs.evolve(
        e,
        target=copied(e.target, names),
        radius=copied(e.radius, names),
        start=copied(e.start, names),
        slot=-inner.depth,
        where=_maybe(e.where, inner),
    )


def search_copied(search: core.Search, names: Renaming) -> tuple[core.Search, Renaming]:
    """Return a copy of a search, and the renaming inside it."""
    binders: list[core.Binder] = []
    for binder in search.binders:
        domain = copied(binder.domain, names)
        names = names.binding(binder.slot, 2 if binder.followed else 1)
        slot = -names.depth + (1 if binder.followed else 0)
        binders.append(core.Binder(slot, domain, binder.followed))
    return core.Search(tuple(binders), _maybe(search.where, names)), names


def _query(e: Query, names: Renaming) -> core.Expr:
    search, inner = search_copied(e.search, names)
    match e:
        case core.Exists() | core.Tally():
            return attrs.evolve(e, search=search)
        case core.Total(value=value):
            return attrs.evolve(e, search=search, value=copied(value, inner))
        case core.Extreme(value=value, otherwise=other):
            return attrs.evolve(
                e, search=search, value=copied(value, inner), otherwise=copied(other, names)
            )
        case core.First(otherwise=other):
            return attrs.evolve(e, search=search, otherwise=copied(other, names))
        case core.Best(keys=keys, otherwise=other):
            copies = tuple(core.Key(copied(key.value, inner), key.most) for key in keys)
            return attrs.evolve(e, search=search, keys=copies, otherwise=copied(other, names))
        case core.Groups(joined=joined):
            space = names.binding(e.slot)
            return attrs.evolve(e, search=search, slot=-space.depth, joined=copied(joined, space))
        case _:
            assert_never(e)


def canonical(e: core.Expr) -> core.Expr:
    """Return an expression in the form in which knowledge about it is kept."""
    return copied(e, Renaming(lambda _: None)) if binds(e) else e


def binds(e: core.Expr) -> bool:
    """Return whether a query or search in an expression binds a name."""
    return isinstance(e, BINDING) or any(binds(part) for part in children(e))


def applied(body: core.Expr, args: tuple[core.Expr, ...]) -> core.Expr:
    """Return the body of a fact with its arguments in place of the parameters, canonical."""

    def replace(e: core.Expr) -> core.Expr | None:
        return args[e.slot] if isinstance(e, core.Local) and e.slot < len(args) else None

    return copied(body, Renaming(replace))


def children(e: core.Expr) -> Iterator[core.Expr]:  # noqa: C901 - a flat dispatch
    """Go through the direct parts of an expression, those of its queries among them."""
    match e:
        case core.Const() | core.Local():
            return
        case core.Read() | core.Contents() | core.Held() | core.Lookup() | core.Call():
            yield from e.args
        case core.Arithmetic() | core.Compare():
            yield from (e.left, e.right)
        case core.Not(expr=inner):
            yield inner
        case core.And() | core.Or():
            yield from e.parts
        case core.IfThen(test=test, then=then, other=other):
            yield from (test, then, other)
        case core.Size(source=source) | core.Spread(source=source):
            yield source
        case core.Among(value=value, source=source):
            yield from (value, source)
        case core.Interval(low=low, high=high):
            yield from (low, high)
        case core.Around(source=source, start=start):
            yield from (source, start)
        case core.Within(target=target, radius=radius, start=start, where=where):
            yield from (target, radius, start)
            yield from () if where is None else (where,)
        case core.ReturnOf(player=player):
            yield player
        case (
            core.Exists()
            | core.Tally()
            | core.Total()
            | core.Extreme()
            | core.First()
            | core.Best()
            | core.Groups()
        ):
            yield from _in_query(e)
        case _:
            assert_never(e)


def _in_query(e: Query) -> Iterator[core.Expr]:
    yield from (binder.domain for binder in e.search.binders)
    if e.search.where is not None:
        yield e.search.where
    match e:
        case core.Exists() | core.Tally():
            return
        case core.Total(value=value):
            yield value
        case core.Extreme(value=value, otherwise=other):
            yield from (value, other)
        case core.First(otherwise=other):
            yield other
        case core.Best(keys=keys, otherwise=other):
            yield from (key.value for key in keys)
            yield other
        case core.Groups(joined=joined):
            yield joined
        case _:
            assert_never(e)
