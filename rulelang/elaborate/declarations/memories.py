"""Memories: which zones and variables they keep, and the statements that change them."""

from __future__ import annotations

from rulelang import core, surface
from rulelang.elaborate import ask, naming
from rulelang.elaborate.context import Context
from rulelang.elaborate.declarations.things import declare
from rulelang.elaborate.symbols import MemoryName, Scope, Typed, VariableName, ZoneName
from rulelang.messages import flow, names, types
from rulelang.rule_types import Number

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
