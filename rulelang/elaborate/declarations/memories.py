"""Memories: which zones and variables they keep, and the statements that change them."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang import core, surface
from rulelang.elaborate import ask, naming
from rulelang.elaborate.context import Context
from rulelang.elaborate.declarations.things import declare
from rulelang.elaborate.symbols import MemoryName, Scope, Typed, VariableName, ZoneName
from rulelang.messages import flow, names, types
from rulelang.rule_types import Number
from rulelang.surface.bodies import statements

MAX_PICTURES = 10_000


def memory(c: Context, node: surface.Memory) -> None:
    """Declare a memory: of what all players see, with a bound that does not change."""
    kept = tuple(_family(c, name) for name in node.families)
    found = tuple(one for one in kept if one is not None)
    most = _most(c, node)
    if most is None or len(found) < len(kept):
        c.broken.add(node.name.text)
        return
    made = core.Memory(node.name.text, tuple(dict.fromkeys(found)), most, node.name.span)
    declare(c, node.name, MemoryName(len(c.memories), made))
    c.memories.append(made)


def _family(c: Context, name: surface.Name) -> tuple[core.Sort, int] | None:
    symbol = naming.find(c, name.text)
    sort: core.Sort
    match symbol:
        case ZoneName(number=number, zone=family):
            sort = "zone"
        case VariableName(number=number, variable=family):
            sort = "variable"
            c.read.add(number)  # whether a position comes back depends on it
        case None:
            known = (n for n, s in c.symbols.items() if isinstance(s, ZoneName | VariableName))
            c.unknown(name, known, "no zone or variable")
            return None
        case _:
            c.report(names.not_a(name.text, symbol.what, "a zone or a variable", name.span))
            return None
    if any(len(seen) < c.setting.players for seen in family.seen_by):
        c.report(flow.memory_of_hidden(name.text, name.span, family.span))
        return None
    return sort, number


def _most(c: Context, node: surface.Memory) -> int | None:
    typed, span = ask.number(c, node.most, Scope()), node.most.span
    match typed:
        case Typed(expr=core.Const(value=int(number))) if 0 < number <= MAX_PICTURES:
            return number
        case Typed(expr=core.Const(value=int(number))) if number > 0:
            what = f"`{node.name.text}` would keep too many pictures"
            c.report(flow.too_large(what, number, MAX_PICTURES, span))
        case Typed(expr=core.Const(value=int(number))):
            c.report(types.does_not_fit(str(number), "a bound of at least 1", span))
        case Typed(type=Number()):
            c.report(types.does_not_fit("a number that changes", "a fixed bound", span))
        case _:
            pass
    return None


def check_used(c: Context, declared: Sequence[surface.Declaration]) -> None:
    """Report memories that nothing fills, and what only grows in one: no picture comes back."""
    memories = [node for node in declared if isinstance(node, surface.Memory)]
    kept = [node for node in memories if node.name.text not in c.broken]
    if not kept:
        return
    bodies = (surface.Setup, surface.Play, surface.Effect)
    done = [s for node in declared if isinstance(node, bodies) for s in statements(node.body)]
    filled = {s.memory.text for s in done if isinstance(s, surface.Remember) and not s.forgets}
    grows = _only_added_to(declared, done)
    for node in kept:
        if node.name.text not in filled:
            c.report(flow.never_remembered(node.name.text, node.name.span))
        for name in node.families:
            if name.text in grows:
                c.report(flow.only_grows(name.text, node.name.text, name.span))


def _only_added_to(
    declared: Sequence[surface.Declaration], done: Sequence[surface.Statement]
) -> set[str]:
    """Return the variables that are added to and changed in no other way."""
    added: set[str] = set()
    else_changed = {
        name.text
        for node in declared
        if isinstance(node, surface.Var) and node.fresh is not None
        for name in node.names
    }
    for s in done:
        match s:
            case surface.Set(how="add", place=place):
                added.add(place.name.text)
            case surface.Set(place=place):
                else_changed.add(place.name.text)
            case surface.CallEffect(call=call):
                args = (arg for arg in call.args if isinstance(arg, surface.Apply))
                else_changed.update(arg.name.text for arg in args)
            case _:
                pass
    return added - else_changed


def remember(c: Context, node: surface.Remember) -> core.Statement | None:
    """Elaborate `remember m` and `forget m`."""
    name = node.memory
    symbol = naming.find(c, name.text)
    match symbol:
        case MemoryName(number=number):
            return core.Remember(number, node.forgets, node.span)
        case None:
            known = (n for n, s in c.symbols.items() if isinstance(s, MemoryName))
            c.unknown(name, known, "no memory")
        case _:
            hint = f"declare one: `memory times of {name.text}, at most …`"
            c.report(names.not_a(name.text, symbol.what, "a memory", name.span, hint))
    return None
