"""Statements that move components or roll them: `move`, `draw`, `roll`."""

from __future__ import annotations

from rulelang import core, surface
from rulelang.core import Const
from rulelang.diagnostics import Edit
from rulelang.elaborate import ask, dice, hints, naming
from rulelang.elaborate import expressions as ex
from rulelang.elaborate.context import Context
from rulelang.elaborate.symbols import KindName, LocalPlace, Scope, Typed, TypeName, ZoneName
from rulelang.elaborate.typing import bare, comparable, described
from rulelang.messages import flow, names, types
from rulelang.rule_types import Component, SetOf
from rulelang.source import Span

ONE = Const(1)


def move(c: Context, node: surface.Move, scope: Scope) -> core.Statement | None:
    """Elaborate `move`. All of a bag into a row is drawn: nothing else says in which order."""
    target = naming.zone_place(c, node.target, scope, node.what)
    source = None if node.source is None else naming.zone_place(c, node.source, scope, node.what)
    if _lacks_from(c, node, scope) or _lacks_brackets(c, node, scope):
        return None
    what = None if node.what is None else ex.expression(c, node.what, scope)
    if what is not None and node.what is not None and isinstance(what.type, SetOf):
        c.report(types.moves_a_set(*_written(c, node, scope), node.what.span))
        return None
    count = ONE if node.count is None else ask.number(c, node.count, scope).expr
    if target is None or (node.source is not None and source is None):
        return None
    place = None if source is None else source[1]
    if what is not None:
        check_held(c, what, target[0], node.span if node.what is None else node.what.span, scope)
        return core.Move(what.expr, count, place, target[1], node.beneath, node.span)
    assert source is not None, "`move all` says from where"
    _check_kinds(c, source[0], target[0], node.target.span)
    if source[0].zone.shape == "bag" and target[0].zone.shape == "row":
        here = core.Contents(source[0].number, source[1].args, node.span)
        everything = core.Size(here, node.span)
        return core.Draw(c.next_number(), everything, False, source[1], target[1], node.span)
    return core.Move(None, count, place, target[1], node.beneath, node.span)


def _lacks_from(c: Context, node: surface.Move, scope: Scope) -> bool:
    """Return whether `move Stone(p) supply to on(c)` lacks its `from`; it is reported then."""
    match node.count, node.what:
        case surface.Apply() as count, surface.Apply(name=name) if node.source is None:
            is_zone = isinstance(c.symbols.get(name.text), ZoneName)
            if not is_zone or name.text in scope.locals:
                return False
            moved = ex.expression(c, count, scope)
            if isinstance(bare(moved.type), Component):
                zone = hints.written(node.what)
                c.report(names.lacks_from(name.text, zone, node.what.span))
                return True
            return False
        case _:
            return False


def _lacks_brackets(c: Context, node: surface.Move, scope: Scope) -> bool:
    """Return whether `move Stone p from supply to on(c)` lacks brackets; it is reported then."""
    match node.count, node.what:
        case surface.Apply(name=kind, args=()) as count, surface.Apply(args=()) as what:
            symbol = c.symbols.get(kind.text)
            made = symbol.constructor if isinstance(symbol, TypeName) else symbol
            if not isinstance(made, KindName) or len(made.index) != 1:
                return False
            given = ex.expression(c, what, scope)
            if comparable(bare(given.type), bare(made.index[0])):
                in_full = f"{kind.text}({what.name.text})"
                declared = names.Indexed(made.what, 1, made.span, "", in_full)
                c.report(names.wrong_arity(kind.text, declared, 0, count.span.to(what.span)))
                return True
            return False
        case _:
            return False


def _written(c: Context, node: surface.Move, scope: Scope) -> tuple[str, str, str]:
    """Return which whole zone a `move` moves, "" if it is none; from where, and to where."""
    source = "" if node.source is None else hints.written(node.source)
    target = hints.written(node.target)
    match node.what:
        case surface.Apply(name=name) as what if node.count is None:
            is_zone = isinstance(
                scope.locals.get(name.text, c.symbols.get(name.text)), ZoneName | LocalPlace
            )
            whole = hints.written(what) if is_zone else ""
            return whole if source in ("", whole) else "", source, target
        case _:
            return "", source, target


def check_held(
    c: Context, what: Typed, target: ZoneName, span: Span, scope: Scope | None = None
) -> None:
    """Report something that a zone does not hold."""
    if isinstance(what.type, SetOf):
        c.report(types.names_a_set(target.zone.name, span))
    elif not comparable(bare(what.type), Component(target.zone.kinds)):
        kind = bare(what.type)
        found = c.called(kind) if isinstance(kind, Component) else described(what.type)
        held = Component(target.zone.kinds)
        meant = None if scope is None else hints.local_of(scope, held)
        c.report(types.not_held(found, target.zone.name, c.called(held), span, meant))


def _check_kinds(c: Context, source: ZoneName, target: ZoneName, span: Span) -> None:
    """Report a move between zones that hold nothing of one sort."""
    if not comparable(Component(source.zone.kinds), Component(target.zone.kinds)):
        what = f"what lies in `{source.zone.name}`"
        holds = c.called(Component(target.zone.kinds))
        c.report(types.not_held(what, target.zone.name, holds, span))


def draw(c: Context, node: surface.Draw, scope: Scope) -> core.Statement | None:
    """Elaborate `draw`.

    From a set of alike components it is a `move`: there is nothing to chance.
    """
    source = naming.zone_place(c, node.source, scope)
    target = naming.zone_place(c, node.target, scope)
    count = ask.number(c, node.count, scope)
    if source is None or target is None:
        return None
    _check_kinds(c, source[0], target[0], node.target.span)
    if source[0].zone.shape == "set":
        if len(source[0].zone.kinds) != 1:
            is_turned = target[0].zone.shape in ("bag", "row")
            zones = (hints.written(node.target), hints.written(node.source))
            turned = zip((node.source.span, node.target.span), zones, strict=True)
            mend = tuple(Edit(span, zone) for span, zone in turned) if is_turned else ()
            c.report(flow.unfit_source("set", node.source.span, mend))
        held = core.Size(core.Contents(source[0].number, source[1].args, node.span))
        least = core.Arithmetic("min", count.expr, held, node.count.span)
        number = least if node.up_to else count.expr
        alike = Const(source[0].zone.kinds[0]) if source[0].zone.kinds else Const(None)
        return core.Move(alike, number, source[1], target[1], False, node.span)
    return core.Draw(c.next_number(), count.expr, node.up_to, source[1], target[1], node.span)


def roll(c: Context, node: surface.Roll, scope: Scope) -> core.Statement | None:
    """Elaborate `roll`."""
    found = naming.zone_place(c, node.place, scope)
    if found is None:
        return None
    if not dice.has_dice(c, found[0].zone):
        c.report(
            types.does_not_fit("a zone without dice", "a zone that holds dice", node.place.span)
        )
    return core.Roll(c.next_number(), found[1], node.span)
