"""Look up what conditions say of a mask of few bits, instead of computing it.

    before:  r1 = on.boards[r0]   r2 = r1 >> 1   r3 = r1 & r2   …   r24 = r23 != 0
    after:   r1 = on.boards[r0]   r25 = r1 >> 6   r26 = said3[r25]   r27 = r1 & 63
             r28 = r26 >> r27   r29 = r28 & 1   r24 = r29 != 0

What hangs on such a mask alone has an answer for each: whether there is a line of three on a
board of nine cells, 512 bits. They are found all at once: in place of each bit that is computed
with stands a number, which has one for each mask.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import zip_longest
from operator import and_, or_
from typing import Final, TypeAlias

from interpreter.native.ir.nodes import (
    Function,
    Instruction,
    Load,
    LoadTable,
    Module,
    Op,
    Operand,
    Reg,
    Table,
)
from interpreter.native.ir.uses import destination, operands, read
from rulelang.freezing import frozen

MOST_BITS: Final = 12
"""Bits of a mask: with each more, a table takes twice as much of the cache."""

LEAST: Final = 10
"""Operations for which it is worth a look, which takes five itself and a load."""

LOW: Final = 6
WORD: Final = 1 << LOW

Planes: TypeAlias = tuple[int, ...]
"""A value for each mask: of each of its bits, the lowest first, for which masks it is set."""


def tabulate(module: Module) -> None:
    """Look up what conditions say of small masks in all functions, in place."""
    for function in module.functions.values():
        _Tabulation(function, module).rewrite()


@frozen
class _Told:
    """What hangs on one mask alone: a value for each, and the registers that find it."""

    mask: Reg
    bits: int
    planes: Planes
    by: frozenset[Reg] = frozenset()

    @property
    def every(self) -> int:
        """A bit for each mask."""
        return (1 << (1 << self.bits)) - 1


class _Tabulation:
    """Rewrites one function."""

    def __init__(self, function: Function, module: Module) -> None:
        self.function, self.module = function, module
        self.told: dict[Operand, _Told] = {}

    def rewrite(self) -> None:
        """Rewrite all blocks."""
        for node in self.function.nodes:
            self.tell(node)
        if any(len(told.by) >= LEAST for told in self.told.values()):
            wanted = self.wanted()
            for block in self.function.blocks:
                nodes = block.instructions
                block.instructions = [new for one in nodes for new in self.instead(one, wanted)]
            self.drop(set().union(*(self.told[one].by for one in wanted)))

    def tell(self, node: Instruction) -> None:
        """Find what a register says, where that hangs on one small mask alone."""
        if isinstance(node, Load) and 0 < node.field.bits <= MOST_BITS:
            self.told[node.dst] = _Told(node.dst, node.field.bits, _each(node.field.bits))
        elif isinstance(node, Op):
            of = [self.told[one] for one in node.args if one in self.told]
            if of and len({one.mask for one in of}) == 1:
                planes = [self.planes(one, of[0].every) for one in node.args]
                found = _result(node, planes, of[0].every)
                if found is not None:
                    by = frozenset((node.dst,)).union(*(one.by for one in of))
                    self.told[node.dst] = _Told(of[0].mask, of[0].bits, found, by)

    def planes(self, one: Operand, every: int) -> Planes | None:
        """Return an operand for each mask, where that is known."""
        if one in self.told:
            return self.told[one].planes
        if isinstance(one, Reg) or one < 0:
            return None
        return tuple(every * (one >> at & 1) for at in range(one.bit_length()))

    def wanted(self) -> set[Operand]:
        """Return the conditions to look up: what is not told is told by them."""
        others = {
            one
            for block in self.function.blocks
            for node in (*block.instructions, block.terminator)
            if node is not None and destination(node) not in self.told
            for one in operands(node)
        }
        return {
            one
            for one, told in self.told.items()
            if isinstance(one, Reg) and one.width == 1 and len(told.by) >= LEAST and one in others
        }

    def instead(self, node: Instruction, wanted: set[Operand]) -> Iterator[Instruction]:
        """Yield what is done in place of an instruction."""
        if not isinstance(node, Op) or node.dst not in wanted:
            yield node
            return
        told, register = self.told[node.dst], self.function.register
        at, answers, place, moved, bit = (register(WORD) for _ in range(5))
        yield Op(at, "shr", (told.mask, LOW))
        yield LoadTable(answers, self.table(told), at)
        yield Op(place, "and", (told.mask, WORD - 1))
        yield Op(moved, "shr", (answers, place))
        yield Op(bit, "and", (moved, 1))
        yield Op(node.dst, "ne", (bit, 0))

    def table(self, told: _Told) -> str:
        """Return the table of what is told, a bit for each mask."""
        (answers,) = told.planes or (0,)
        entries = tuple(answers >> at & (1 << WORD) - 1 for at in range(0, 1 << told.bits, WORD))
        tables = self.module.tables
        same = (name for name, table in tables.items() if table.entries == entries)
        name = next(same, f"said{len(tables)}")
        tables.setdefault(name, Table(name, WORD // 8, entries))
        return name

    def drop(self, once: set[Reg]) -> None:
        """Drop what was computed once, and is read no more."""
        blocks = self.function.blocks
        while dead := once - {one for block in blocks for one in read(block)}:
            once -= dead
            for block in blocks:
                kept = [one for one in block.instructions if destination(one) not in dead]
                block.instructions = kept


def _each(bits: int) -> Planes:
    """Return each mask for itself.

    >>> [f"{one:08b}" for one in _each(3)]
    ['10101010', '11001100', '11110000']
    """
    every = (1 << (1 << bits)) - 1
    return tuple(every // ((1 << (1 << at)) + 1) << (1 << at) for at in range(bits))


def _result(node: Op, args: list[Planes | None], every: int) -> Planes | None:
    """Return what an operation gives for each mask; None where that is not found so."""
    match node.op, args:
        case "and", [tuple(a), tuple(b)]:
            return tuple(map(and_, a, b))
        case "or", [tuple(a), tuple(b)]:
            return tuple(one | other for one, other in zip_longest(a, b, fillvalue=0))
        case "xor", [tuple(a), tuple(b)]:
            return tuple(one ^ other for one, other in zip_longest(a, b, fillvalue=0))
        case "shr", [tuple(a), _] if isinstance(node.args[1], int):
            return a[node.args[1] :]
        case "shl", [tuple(a), _] if isinstance(node.args[1], int):
            return ((0,) * node.args[1] + a)[: node.dst.width]
        case (("widen" | "narrow"), [tuple(a)]):
            return a[: node.dst.width]
        case (("eq" | "ne"), [tuple(a), tuple(b)]):
            differs = reduce(or_, (x ^ y for x, y in zip_longest(a, b, fillvalue=0)), 0)
            return (differs if node.op == "ne" else every ^ differs,)
        case "select", [tuple(test), tuple(a), tuple(b)]:
            yes = test[0] if test else 0
            return tuple(x & yes | y & (every ^ yes) for x, y in zip_longest(a, b, fillvalue=0))
        case _:
            return None
