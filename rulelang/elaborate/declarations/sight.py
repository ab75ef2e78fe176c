"""Who sees a zone or a variable, settled for each member of its family."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

from rulelang import surface
from rulelang.core import Const
from rulelang.diagnostics import Diagnostic
from rulelang.elaborate import ask
from rulelang.elaborate.context import Context
from rulelang.elaborate.symbols import Scope, Typed
from rulelang.messages import flow, names
from rulelang.rule_types import Member, Type, Unknown, is_member, values_of
from rulelang.suggest import nearest

SeenBy: TypeAlias = tuple[tuple[int, ...], ...]

OWNER = "owner"


def seen_by(
    c: Context,
    sight: surface.Sight | None,
    index: Sequence[Type],
    parameters: Sequence[surface.Parameter],
    name: surface.Name,
) -> SeenBy:
    """Return the players who see each member of a family, in the order of its cells."""
    everybody = tuple(range(c.setting.players))
    cells = list(product(*(values_of(kind) for kind in index)))
    if sight is None or sight.how == "open":
        return tuple(everybody for _ in cells)
    if sight.how == "hidden":
        return tuple(() for _ in cells)
    if sight.how == "owner":
        return _owners(c, sight, index, name)
    named = [_players(c, sight, values, index, parameters, name) for values in cells]
    if sight.how == "these":
        return tuple(tuple(p for p in everybody if p in players) for players in named)
    return tuple(tuple(p for p in everybody if p not in players) for players in named)


def _owners(c: Context, sight: surface.Sight, index: Sequence[Type], name: surface.Name) -> SeenBy:
    cells = product(*(values_of(kind) for kind in index))
    for i, kind in enumerate(index):
        if isinstance(kind, Member) and kind.family == "Player":
            return tuple((values[i],) for values in cells)
    if not any(isinstance(kind, Unknown) for kind in index):
        c.report(flow.no_owner(name.text, len(index), sight.span))
    c.broken.add(name.text)  # whoever names an owner where it is used is right
    return tuple(() for _ in cells)


def _players(  # noqa: PLR0913, PLR0917 - a member of a family, and what declares it
    c: Context,
    sight: surface.Sight,
    values: Sequence[int],
    index: Sequence[Type],
    parameters: Sequence[surface.Parameter],
    name: surface.Name,
) -> frozenset[int]:
    """Return the players that a sight names, for one member of the family."""
    scope = Scope()
    for parameter, value, kind in zip(parameters, values, index, strict=True):
        if parameter.name is not None:
            scope = scope.bind_constant(parameter.name, Typed(Const(value), kind))
    found = set()
    for node in sight.players:
        if _names_all(node):
            c.report(flow.no_fixed_player("all players", node.span, named=name.text))
            continue
        if isinstance(node, surface.Apply) and _is_slip_of_owner(c, node.name):
            c.report(names.unknown_name(node.name.text, node.name.span, (OWNER,)))
            return frozenset()
        unnamed = _unnamed(c, node, index, parameters)
        if unnamed is not None:
            c.report(unnamed)
            return frozenset()
        before = c.reported
        typed = c.elaborator.expression(c, node, scope)
        match ask.fitted(c, typed, node, Member("Player", c.setting.players)):
            case Const(value=int(player)):
                found.add(player)
            case _ if c.reported > before or isinstance(typed.type, Unknown):
                return frozenset()  # a name that nothing declares is reported for the first alone
            case _:
                c.report(flow.no_fixed_player("somebody who may change", node.span))
    return frozenset(found)


def _unnamed(
    c: Context, node: surface.Expr, index: Sequence[Type], parameters: Sequence[surface.Parameter]
) -> Diagnostic | None:
    """Return what is wrong with `p sees` where the one index that is a player has no name."""
    named = {one.name.text for one in parameters if one.name is not None}
    players = [
        one for one, kind in zip(parameters, index, strict=True) if is_member(kind, "Player")
    ]
    match node, players:
        case surface.Apply(name=name, args=()), [surface.Parameter(name=None, span=span)]:
            is_new = name.text not in c.symbols and name.text not in named
            is_new = is_new and name.text not in c.broken and not _is_slip_of_owner(c, name)
            return flow.unnamed_index(name.text, name.span, span) if is_new else None
        case _:
            return None


def _is_slip_of_owner(c: Context, name: surface.Name) -> bool:
    return name.text not in c.symbols and nearest(name.text, (OWNER,)) is not None


def _names_all(node: surface.Expr) -> bool:
    """Return whether the type stands where one player is meant: `next(Player) sees`."""
    match node:
        case surface.Apply(name=surface.Name(text="Player"), args=()):
            return True
        case surface.Apply(args=args):
            return any(map(_names_all, args))
        case _:
            return False
