"""What is known when a round of a `for` begins, although earlier rounds have changed something.

`for f in Field where on(f) is not empty: move on(f) from on(f) to box`: every round changes a
place of its own. So what the loop found out about that place, before it began, still holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from rulelang import core
from rulelang.core.changes import changes
from rulelang.core.walk import blocks_in, operands
from rulelang.evolving import evolve
from rulelang.prove import knowledge
from rulelang.prove.contexts import Prover
from rulelang.prove.footprints import Cell, Cells, families, meet
from rulelang.prove.knowledge import Knowledge

Places: TypeAlias = frozenset[tuple[int, int]]  # locals, and their places among arguments


def at_each_round(p: Prover, k: Knowledge, node: core.For) -> Knowledge:
    """Return what is known at each round of what was known of its finds."""
    undone = p.w.footprints.of_block(node.body)
    after = knowledge.changed(k, undone)
    slots = _distinct(node.search)
    if slots is None:
        return after
    own = {
        cell: places
        for cell in families(undone)
        if (places := _own_places(p, node.body, cell, slots))
    }
    if not own:
        return after
    owned = frozenset(own)
    rest = frozenset(cell for cell in undone if not meet(frozenset({cell}), owned))

    def holds(key: core.Expr, cells: Cells) -> bool:
        return not meet(cells, rest) and _reads_own(p, key, own, slots)

    values = {key: known for key, known in k.values.items() if holds(key, known[1].cells)}
    claims = {key: print_ for key, print_ in k.claims.items() if holds(key, print_.cells)}
    return evolve(after, values={**values, **after.values}, claims={**claims, **after.claims})


def _distinct(search: core.Search) -> frozenset[int] | None:
    """Return the slots of a search whose finds all differ in them; None if some may be alike.

    A set that is known from the start has each of its elements once.
    """
    slots: set[int] = set()
    for binder in search.binders:
        match binder:
            case core.Binder(
                slot=slot, domain=core.Const(value=tuple()) | core.Interval(), followed=False
            ):
                slots.add(slot)
            case _:
                return None
    return frozenset(slots)


def _own_places(p: Prover, body: core.Block, family: Cell, slots: frozenset[int]) -> Places:
    """Return where all changes of a family name what tells their round from the others.

    Empty where a change does not: it may be of the place of another round.
    """
    alone = frozenset({family})
    if meet(p.w.anytime, alone):
        return frozenset()
    places: Places | None = None
    todo = [body]
    while todo:
        for node in todo.pop().statements:
            todo.extend(blocks_in(node))
            for cell, args in _changes(p, node):
                if meet(frozenset({cell}), alone):
                    named = _named(args)
                    places = named if places is None else places & named
    return places if places is not None and _tells(places, slots) else frozenset()


def _named(args: tuple[core.Expr, ...] | None) -> Places:
    """Return which locals stand at which place among some arguments."""
    return frozenset(
        (arg.slot, i) for i, arg in enumerate(args or ()) if isinstance(arg, core.Local)
    )


def _tells(places: Places, slots: frozenset[int]) -> bool:
    return slots <= {slot for slot, _ in places}


def _changes(
    p: Prover, node: core.Statement
) -> Iterator[tuple[Cell, tuple[core.Expr, ...] | None]]:
    """Yield what a statement itself changes, and by which arguments; None: by any."""
    if isinstance(node, core.Invoke | core.Turns):
        yield from ((cell, None) for cell in p.w.footprints.of_statement(node))
    else:
        for sort, number, args in changes(node, p.w.spec):
            yield Cell(sort, number, None), args


def _reads_own(p: Prover, e: core.Expr, own: Mapping[Cell, Places], slots: frozenset[int]) -> bool:
    """Return whether an expression reads of some families only the place of its round."""
    places: Places | None = None
    match e:
        case core.Read(variable=number, args=args):
            places = own.get(Cell("variable", number, None))
        case core.Contents(zone=number, args=args) | core.Held(zone=number, args=args):
            places = own.get(Cell("zone", number, None))
        case core.Call(fact=fact, args=args):
            if meet(p.w.footprints.of_fact(fact), frozenset(own)):
                return False
        case _:
            args = ()
    if places is not None and not _tells(places & _named(args), slots):
        return False
    return all(_reads_own(p, part, own, slots) for part in operands(e))
