"""What expressions read and what statements may change: zones, variables, locals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, assert_never

import attrs

from rulelang import core
from rulelang.prove.trees import children


@attrs.frozen
class Cell:
    """A family of zones or variables; with `index`, that one of it."""

    sort: Literal["zone", "variable"]
    number: int
    index: tuple[core.Value, ...] | None


Cells: TypeAlias = frozenset[Cell]


@attrs.frozen
class Footprint:
    """What the value of an expression depends on: cells, and locals that it does not bind."""

    cells: Cells
    locals: frozenset[int]


def cell_of(sort: Literal["zone", "variable"], number: int, args: tuple[core.Expr, ...]) -> Cell:
    """Return the cell that arguments name; the whole family where they are no constants."""
    index = tuple(arg.value for arg in args if isinstance(arg, core.Const))
    return Cell(sort, number, index if len(index) == len(args) else None)


def meet(left: Cells, right: Cells) -> bool:
    """Return whether two sets of cells may have one in common."""
    return any(
        a.sort == b.sort
        and a.number == b.number
        and (a.index is None or b.index is None or a.index == b.index)
        for a in left
        for b in right
    )


@attrs.define
class Footprints:
    """The footprints of one specification; each is found once."""

    spec: core.Spec
    _facts: dict[int, Cells] = attrs.field(factory=dict)
    _effects: dict[int, Cells] = attrs.field(factory=dict)
    _blocks: dict[int, Cells] = attrs.field(factory=dict)

    def of(self, e: core.Expr) -> Footprint:
        """Return what a canonical expression depends on."""
        cells: set[Cell] = set()
        free: set[int] = set()
        todo = [e]
        while todo:
            part = todo.pop()
            todo.extend(children(part))
            match part:
                case core.Read(variable=number, args=args):
                    cells.add(cell_of("variable", number, args))
                case core.Contents(zone=number, args=args) | core.Held(zone=number, args=args):
                    cells.add(cell_of("zone", number, args))
                case core.Call(fact=fact):
                    cells |= self.of_fact(fact)
                case core.Local(slot=slot):
                    free.add(slot)
                case _:
                    pass
        return Footprint(frozenset(cells), frozenset(free))

    def of_fact(self, number: int) -> Cells:
        """Return what a fact reads, as whole families."""
        if number not in self._facts:
            read = self.of(self.spec.facts[number].body).cells
            self._facts[number] = families(read)
        return self._facts[number]

    def of_effect(self, number: int) -> Cells:
        """Return what an effect may change."""
        if number not in self._effects:
            self._effects[number] = self.of_block(self.spec.effects[number].body)
        return self._effects[number]

    def of_block(self, block: core.Block) -> Cells:
        """Return what a block may change."""
        if block.number not in self._blocks:
            changed = (self.of_statement(node) for node in block.statements)
            self._blocks[block.number] = frozenset().union(*changed)
        return self._blocks[block.number]

    def of_statement(self, node: core.Statement) -> Cells:
        """Return what a statement may change, with all that it runs."""
        inner = (self.of_block(block) for block in blocks(node))
        return frozenset(self._own(node)).union(*inner)

    def of_anytime(self) -> Cells:
        """Return what the arms of all `anytime` may change: any choice may be preceded by that."""
        return frozenset().union(
            *(
                self.of_block(arm.body)
                for node in every_statement(self.spec)
                if isinstance(node, core.Anytime)
                for arm in node.arms
            )
        )

    def _own(self, node: core.Statement) -> Iterator[Cell]:
        match node:
            case core.Move(source=source, target=target):
                yield cell_of("zone", target.zone, target.args)
                if source is None:
                    yield from (Cell("zone", n, None) for n in range(len(self.spec.zones)))
                else:
                    yield cell_of("zone", source.zone, source.args)
            case core.Draw(source=source, target=target):
                yield cell_of("zone", source.zone, source.args)
                yield cell_of("zone", target.zone, target.args)
            case core.Roll(place=place):
                yield cell_of("zone", place.zone, place.args)
            case core.Assign(variable=number, args=args):
                yield cell_of("variable", number, args)
            case core.Turns():
                for number, variable in enumerate(self.spec.variables):
                    if variable.fresh:
                        yield Cell("variable", number, None)
            case core.Invoke(effect=effect):
                yield from self.of_effect(effect)
            case _:
                return


def families(cells: Iterable[Cell]) -> Cells:
    """Return the families of some cells."""
    return frozenset(Cell(cell.sort, cell.number, None) for cell in cells)


def blocks(node: core.Statement) -> Iterator[core.Block]:
    """Go through the blocks directly inside a statement."""
    match node:
        case core.If(then=then, other=other):
            yield then
            yield from () if other is None else (other,)
        case core.For() | core.Repeat() | core.Turns() | core.Phase() | core.Random():
            yield node.body
        case core.Choose(arms=arms, otherwise=otherwise):
            yield from (arm.body for arm in arms)
            yield from () if otherwise is None else (otherwise,)
        case core.Anytime(arms=arms, body=body):
            yield from (arm.body for arm in arms)
            yield body
        case (
            core.Let()
            | core.Move()
            | core.Draw()
            | core.Roll()
            | core.Assign()
            | core.Reveal()
            | core.Show()
            | core.Say()
            | core.NextTurn()
            | core.Stop()
            | core.End()
            | core.Invoke()
        ):
            return
        case _:
            assert_never(node)


def every_statement(spec: core.Spec) -> Iterator[core.Statement]:
    """Go through all statements of a specification."""
    todo = [spec.setup, spec.play, *(effect.body for effect in spec.effects)]
    while todo:
        for node in todo.pop().statements:
            yield node
            todo.extend(blocks(node))


def reached(spec: core.Spec, body: core.Block) -> Iterator[core.Statement]:
    """Go through all statements of a block and of the effects that it calls."""
    todo, called = [body], set[int]()
    while todo:
        for node in todo.pop().statements:
            yield node
            todo.extend(blocks(node))
            if isinstance(node, core.Invoke) and node.effect not in called:
                called.add(node.effect)
                todo.append(spec.effects[node.effect].body)


def callees_first(spec: core.Spec) -> tuple[int, ...]:
    """Return the effects so that each comes after all that it calls; chains may be long."""
    calls = [_called(effect.body) for effect in spec.effects]
    done: dict[int, None] = {}
    todo = [*range(len(spec.effects))]
    while todo:
        missing = [callee for callee in calls[todo[-1]] if callee not in done]
        if missing:
            todo += missing
        else:
            done.setdefault(todo.pop())
    return tuple(done)


def _called(body: core.Block) -> tuple[int, ...]:
    found: dict[int, None] = {}
    todo = [body]
    while todo:
        for node in todo.pop().statements:
            todo.extend(blocks(node))
            if isinstance(node, core.Invoke):
                found.setdefault(node.effect)
    return tuple(found)
