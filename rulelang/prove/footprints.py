"""What expressions read and what statements may change: zones, variables, locals."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from typing import TYPE_CHECKING, TypeAlias, assert_never

import attrs

from rulelang import core
from rulelang.core import Value
from rulelang.core.changes import Sort, changes
from rulelang.core.references import references
from rulelang.core.walk import below, blocks_in, nested, operands
from rulelang.freezing import define, frozen
from rulelang.prove.gathering import Gathered, called, gathered

if TYPE_CHECKING:
    from rulelang.prove.lying import Lying


@frozen(cache_hash=True)
class Cell:
    """A family of zones or variables; with `index`, that one of it."""

    sort: Sort
    number: int
    index: tuple[Value, ...] | None


Cells: TypeAlias = frozenset[Cell]


@frozen
class Footprint:
    """What the value of an expression depends on: cells, and locals that it does not bind."""

    cells: Cells
    locals: frozenset[int]


def cell_of(sort: Sort, number: int, args: tuple[core.Expr, ...]) -> Cell:
    """Return the cell that arguments name; the whole family where they are no constants."""
    index = tuple(arg.value for arg in args if isinstance(arg, core.Const))
    return Cell(sort, number, index if len(index) == len(args) else None)


def meet(left: Cells, right: Cells) -> bool:
    """Return whether two sets of cells may have one in common."""
    for a in left:
        for b in right:
            if (
                a.number == b.number
                and a.sort == b.sort
                and (a.index is None or b.index is None or a.index == b.index)
            ):
                return True
    return False


Digested: TypeAlias = dict[
    int, tuple[core.Block | core.Expr, str, tuple[int, ...], tuple[int, ...]]
]
"""By the identity of a body: it, a digest of it, and the effects and facts that it calls."""

Wholes: TypeAlias = dict[tuple[str, tuple[str, ...], tuple[str, ...]], str]
"""Digests of bodies with all that they call, by their own and those of effects and facts."""

Rows: TypeAlias = Mapping[tuple[core.Value, ...], core.Value]
Noticed: TypeAlias = tuple[bool, bool, str]
"""Of an effect: whether it pauses, whether it returns, and how it tells that it is reached."""
Seen: TypeAlias = "tuple[tuple[int, ...], dict[tuple[int, ...], frozenset[int]]] | None"
"""Of a family: on which indices it depends who sees it, and by those who does; None: all do."""
Marked: TypeAlias = dict[
    tuple[Hashable, int], tuple[core.Block | core.Expr, Mapping[int, Hashable]]
]
"""By what is told of a body, and its identity: it, and what tells the nodes in it."""


@frozen
class Named:
    """What stands in a body or statement: families, and the facts and effects that it calls.

    `memories`: those that are asked or added to; what they keep is read, too.
    """

    node: core.Block | core.Statement
    cells: Cells
    facts: tuple[int, ...]
    effects: tuple[int, ...]
    memories: tuple[int, ...]


def named(node: core.Block | core.Statement) -> Named:
    """Return what stands in a body or statement."""
    cells: set[Cell] = set()
    facts: dict[int, None] = {}
    effects: dict[int, None] = {}
    memories: dict[int, None] = {}
    for part in below(node):
        for what, number in references(part):
            match what:
                case "memory":
                    memories[number] = None
                    cells.add(Cell(what, number, None))
                case "variable" | "zone":
                    cells.add(Cell(what, number, None))
                case "fact":
                    facts[number] = None
                case "effect":
                    effects[number] = None
                case "table":
                    pass  # it is the same all through a game
                case _:
                    assert_never(what)
    return Named(node, frozenset(cells), tuple(facts), tuple(effects), tuple(memories))


@define
class Gatherer:
    """What was found of bodies, once for all specifications that have them.

    A body is known by which object it is: variants of a text share theirs. `found`: their
    footprints, by what else those follow from; `digested`, `marked`: what walks for secrets tell
    them by, and the nodes in them; `wholes`: what they are told by with all that they call;
    `unseen`, `noticed`: what effects change unseen, and what others notice of them; `telling`:
    whether they tell anything; `framed`: what bodies read and change with all that they call;
    `lying`: what may lie where, by the ways on which it comes there, and kinds and zones; `seen`:
    who sees zones and variables, by how many players there are.
    """

    found: dict[tuple[int, Hashable], tuple[object, Cells]] = attrs.field(factory=dict)
    digested: Digested = attrs.field(factory=dict)
    wholes: Wholes = attrs.field(factory=dict)
    marked: Marked = attrs.field(factory=dict)
    unseen: dict[Hashable, tuple[core.Block, Cells]] = attrs.field(factory=dict)
    noticed: dict[Hashable, tuple[core.Block, Noticed]] = attrs.field(factory=dict)
    telling: dict[Hashable, tuple[core.Block, bool]] = attrs.field(factory=dict)
    framed: dict[Hashable, tuple[Named, Cells]] = attrs.field(factory=dict)
    lying: dict[Hashable, tuple[object, Lying]] = attrs.field(factory=dict)
    seen: dict[tuple[int, int], tuple[object, Seen]] = attrs.field(factory=dict)
    _rows: dict[int, tuple[core.Table, Rows]] = attrs.field(factory=dict)
    _named: dict[int, Named] = attrs.field(factory=dict)
    _blocks: dict[int, Gathered] = attrs.field(factory=dict)
    _called: dict[int, tuple[core.Expr, tuple[int, ...]]] = attrs.field(factory=dict)

    def of(self, block: core.Block) -> Gathered:
        """Return what stands in a block."""
        known = self._blocks.get(id(block))
        if known is None:
            known = self._blocks[id(block)] = gathered(block)
        return known

    def named(self, body: core.Block) -> Named:
        """Return the families, facts and effects that stand in a body."""
        known = self._named.get(id(body))
        if known is None:
            known = self._named[id(body)] = named(body)
        return known

    def rows(self, table: core.Table) -> Rows:
        """Return the values of a table by its keys."""
        known = self._rows.get(id(table))
        if known is None:
            known = self._rows[id(table)] = (table, dict(table.entries))
        return known[1]

    def called(self, body: core.Expr) -> tuple[int, ...]:
        """Return the facts that the body of a fact calls, each once."""
        known = self._called.get(id(body))
        if known is None:
            known = self._called[id(body)] = (body, called(body))
        return known[1]


@define
class Footprints:
    """The footprints of one specification; each is found once.

    `effects`, `facts`: all of them, callees first. `gatherer`: what is known of bodies that others
    have, too. `anytime`: what the arms of all `anytime` may change. Any choice may be preceded by
    that.
    """

    spec: core.Spec
    effects: tuple[int, ...]
    facts: tuple[int, ...]
    gatherer: Gatherer
    anytime: Cells = frozenset()
    _read: dict[int, Cells] = attrs.field(factory=dict)
    _changed: dict[int, Cells] = attrs.field(factory=dict)
    _blocks: dict[int, Cells] = attrs.field(factory=dict)

    def of(self, e: core.Expr) -> Footprint:
        """Return what a canonical expression depends on."""
        cells: set[Cell] = set()
        free: set[int] = set()
        todo = [e]
        while todo:
            part = todo.pop()
            todo.extend(operands(part))
            if isinstance(part, core.Operation):
                continue
            match part:
                case core.Read(variable=number, args=args):
                    cells.add(cell_of("variable", number, args))
                case core.Contents(zone=number, args=args) | core.Held(zone=number, args=args):
                    cells.add(cell_of("zone", number, args))
                case core.Recalled(memory=number):
                    cells.add(Cell("memory", number, ()))
                    cells |= {Cell(sort, n, None) for sort, n in self.spec.memories[number].of}
                case core.Call(fact=fact):
                    cells |= self.of_fact(fact)
                case core.Local(slot=slot):
                    free.add(slot)
                case core.Const() | core.Lookup() | core.Fold() | core.Groups() | core.Trail():
                    pass
                case core.Regions() | core.Within() | core.ReturnOf():
                    pass
                case _:
                    assert_never(part)
        return Footprint(frozenset(cells), frozenset(free))

    def of_fact(self, number: int) -> Cells:
        """Return what a fact reads, as whole families."""
        if number not in self._read:
            body = self.spec.facts[number].body
            callees = tuple(map(self.of_fact, self.gatherer.called(body)))
            self._read[number] = self._found(
                body, (callees, self.spec.memories), lambda: families(self.of(body).cells)
            )
        return self._read[number]

    def of_effect(self, number: int) -> Cells:
        """Return what an effect may change."""
        if number not in self._changed:
            body = self.spec.effects[number].body
            callees = tuple(map(self.of_effect, self.gatherer.of(body).invoked))
            there = (len(self.spec.zones), self.of_fresh())
            self._changed[number] = self._found(
                body, (self.anytime, callees, there), lambda: self.of_block(body)
            )
        return self._changed[number]

    def _found(
        self, body: core.Block | core.Expr, follows_from: Hashable, find: Callable[[], Cells]
    ) -> Cells:
        """Return what was found of the same body where all else that it follows from is alike."""
        key = (id(body), follows_from)
        known = self.gatherer.found.get(key)
        if known is None:
            known = self.gatherer.found[key] = (body, find())
        return known[1]

    def of_block(self, block: core.Block) -> Cells:
        """Return what a block may change."""
        if block.number not in self._blocks:
            changed = (self.of_statement(node) for node in block.statements)
            self._blocks[block.number] = frozenset().union(*changed)
        return self._blocks[block.number]

    def of_statement(self, node: core.Statement) -> Cells:
        """Return what a statement may change, with all that it runs."""
        inner = (self.of_block(block) for block in blocks_in(node))
        return frozenset(self._own(node)).union(*inner)

    def of_fresh(self) -> Cells:
        """Return the variables that go back to their initial values when a turn begins."""
        return frozenset(
            Cell("variable", number, None)
            for number, variable in enumerate(self.spec.variables)
            if variable.fresh
        )

    def _own(self, node: core.Statement) -> Iterator[Cell]:
        if isinstance(node, core.Invoke):
            yield from self.of_effect(node.effect)
        elif isinstance(node, core.Choose):
            yield from self.anytime
        yield from _changed(node, self.spec)


def _changed(node: core.Statement, spec: core.Spec) -> Iterator[Cell]:
    for sort, number, args in changes(node, spec):
        yield Cell(sort, number, None) if args is None else cell_of(sort, number, args)


def changed_by_itself(block: core.Block, spec: core.Spec) -> Cells:
    """Return what a block changes, but for what effects do that it calls."""
    statements = (node for node in nested(block) if not isinstance(node, core.Block))
    return frozenset(cell for node in statements for cell in _changed(node, spec))


def families(cells: Iterable[Cell]) -> Cells:
    """Return the families of some cells."""
    return frozenset(
        [cell if cell.index is None else Cell(cell.sort, cell.number, None) for cell in cells]
    )


def reached(spec: core.Spec, body: core.Block) -> Iterator[core.Statement]:
    """Go through all statements of a block and of the effects that it calls."""
    todo, called = [body], set[int]()
    while todo:
        for node in todo.pop().statements:
            yield node
            todo.extend(blocks_in(node))
            if isinstance(node, core.Invoke) and node.effect not in called:
                called.add(node.effect)
                todo.append(spec.effects[node.effect].body)


def callees_first(calls: Sequence[Collection[int]]) -> tuple[int, ...]:
    """Return what calls each other so that each comes after all that it calls.

    Chains of calls may be long, so this goes without recursion.

    >>> callees_first([(1,), (), (0, 1)])
    (1, 0, 2)
    """
    done: dict[int, None] = {}
    todo = [*range(len(calls))][::-1]
    while todo:
        missing = [callee for callee in calls[todo[-1]] if callee not in done]
        if missing:
            todo += missing
        else:
            done.setdefault(todo.pop())
    return tuple(done)


def effects_in_order(spec: core.Spec, gatherer: Gatherer) -> tuple[int, ...]:
    """Return the effects, callees first."""
    return callees_first([gatherer.of(effect.body).invoked for effect in spec.effects])


def facts_in_order(spec: core.Spec, gatherer: Gatherer) -> tuple[int, ...]:
    """Return the facts, callees first."""
    return callees_first([gatherer.called(fact.body) for fact in spec.facts])


def footprints_of(spec: core.Spec, gatherer: Gatherer | None = None) -> Footprints:
    """Return the footprints of a specification. `gatherer`: what is known of others."""
    known = Gatherer() if gatherer is None else gatherer
    effects, facts = effects_in_order(spec, known), facts_in_order(spec, known)
    arms = [arm for block in spec.roots for arm in known.of(block).offered]
    alone = _called_first(Footprints(spec, effects, facts, known))
    if not arms:
        return alone
    anytime = frozenset[Cell]().union(*map(alone.of_block, arms))
    return _called_first(Footprints(spec, effects, facts, known, anytime))


def _called_first(footprints: Footprints) -> Footprints:
    """Find the footprints of effects and facts, callees first: chains of calls may be long."""
    for effect in footprints.effects:
        footprints.of_effect(effect)
    for fact in footprints.facts:
        footprints.of_fact(fact)
    return footprints
