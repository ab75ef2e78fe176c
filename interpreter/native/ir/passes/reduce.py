"""Know that what is drawn from the free places of boards lies on none: strength reduction.

    before:  b5: r4 = r3 ^ 0x1ff   r5 = popcount(r4)   r6 = draw_place(r5)   r7 = lone_bit(r4, r6)
                 r8 = ctz(r7)   r9 = r3 >> r8   r10 = r9 & 1   r11 = on.boards[r1]   r12 = r11 ^ r7
                 on.boards[r1] := r12
    after:   b5: r4 = r3 ^ 0x1ff   r5 = v3   r6 = draw_place(r5)   r7 = lone_bit(r4, r6)
                 r10 = r3 & 0   r11 = on.boards[r1]   r12 = r11 ^ r7   on.boards[r1] := r12
                 r13 = v3   r14 = r13 - 1   v3 := r14

`r3` is what lies on all boards. Whether the place is taken need not be asked, and there is one
free place less than before: the next choice does not wait until they are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from interpreter.native.ir.dataflow import at_entries
from interpreter.native.ir.nodes import (
    Block,
    CallFunction,
    Field,
    Function,
    Get,
    Instruction,
    Load,
    Op,
    Operand,
    OpName,
    Set,
    Store,
)
from interpreter.native.ir.uses import destination
from rulelang.freezing import frozen

Kind: TypeAlias = Literal["on", "free", "lone", "place", "moved", "added"]


@frozen
class Fact:
    """What a register holds, of the boards of a field as they are now.

    `on`: what lies on some `slots`; `free`: all places on none; `lone`: one of these; `place`: its
    number; `moved`: what lies on all, down by a place; `added`: what lies on a slot, and a lone
    one.
    """

    kind: Kind
    field: Field
    slots: frozenset[Operand] = frozenset()

    @property
    def is_whole(self) -> bool:
        """Whether it is what lies on all slots."""
        return self.kind == "on" and self.slots.issuperset(range(self.field.count))


Facts: TypeAlias = dict[Operand, Fact]


def reduce(function: Function) -> None:
    """Do without what is known of places that were drawn, in a function of playouts, in place."""
    _Reduction(function).rewrite()


class _Reduction:
    """Rewrites one function. `facts`: what is known where each block begins, by label."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.facts = at_entries(function, _pass_by)
        self.counts: dict[Field, int] = {}

    def rewrite(self) -> None:
        """Rewrite all blocks."""
        for field in self.counted():
            self.counts[field] = self.function.variable(64)
        for block in self.function.blocks:
            block.instructions = [*self.instead(block)]
        begin = (new for field in self.counts for new in self.begin(field))
        self.function.blocks[0].instructions[:0] = begin

    def counted(self) -> list[Field]:
        """Return the fields whose free places are counted, and to which nothing else is added."""
        counted: set[Field] = set()
        others: set[Field] = set()
        for block in self.function.blocks:
            facts = dict(self.facts.get(block.label, {}))
            for node in block.instructions:
                field = _counts_all(node, facts)
                if field is not None:
                    counted.add(field)
                elif isinstance(node, Store) and not _adds(node, facts):
                    others.add(node.field)
                _pass_by(node, facts)
        return sorted(counted - others, key=lambda field: field.offset)

    def instead(self, block: Block) -> Iterator[Instruction]:
        """Yield the instructions in place of those of a block."""
        facts = dict(self.facts.get(block.label, {}))
        for node in block.instructions:
            field = _counts_all(node, facts)
            match node:
                case Op(dst=dst, op="and", args=(moved, 1)) if moved in facts and (
                    facts[moved].kind == "moved"
                ):
                    yield Op(dst, "and", (moved, 0))
                case Op(dst=dst) if field is not None and field in self.counts:
                    yield Get(dst, self.counts[field])
                case Store(field=stored) if stored in self.counts:
                    old, new = (self.function.register(64) for _ in range(2))
                    yield node
                    yield Get(old, self.counts[stored])
                    yield Op(new, "sub", (old, 1))
                    yield Set(self.counts[stored], new)
                case _:
                    yield node
            _pass_by(node, facts)

    def begin(self, field: Field) -> Iterator[Instruction]:
        """Yield what counts the free places of a field."""
        width = 8 * field.bytes
        whole: Operand = 0
        for at in range(field.count):
            held, both = (self.function.register(width) for _ in range(2))
            yield Load(held, field, at)
            yield Op(both, "or", (whole, held))
            whole = both
        taken, left = (self.function.register(64) for _ in range(2))
        yield Op(taken, "popcount", (whole,))
        yield Op(left, "sub", (field.bits, taken))
        yield Set(self.counts[field], left)


def _pass_by(node: Instruction, facts: Facts) -> None:
    """Change what is known as an instruction does."""
    made, fact = destination(node), _made(node, facts)
    if made is not None and fact is not None:
        facts[made] = fact
    if isinstance(node, Store):
        for one in [one for one, of in facts.items() if of.field == node.field]:
            del facts[one]


def _made(node: Instruction, facts: Facts) -> Fact | None:
    """Return what is known of the register that an instruction writes."""
    match node:
        case Load(field=field, index=index) if field.bits:
            return Fact("on", field, frozenset((index,)))
        case CallFunction(name="lone_bit", args=(mask, _)) | Op(op="ctz", args=(mask,)):
            return _drawn(node, facts.get(mask))
        case Op(op=op, args=(a, b)):
            one, other = facts.get(a), facts.get(b)
            return None if one is None else _of_two(op, one, b if other is None else other)
        case _:
            return None


def _drawn(node: Instruction, of: Fact | None) -> Fact | None:
    """Return what is known of a bit that is drawn, or of where it is."""
    if of is None:
        return None
    if isinstance(node, CallFunction):
        return Fact("lone", of.field) if of.kind == "free" else None
    return Fact("place", of.field) if of.kind == "lone" else None


def _of_two(op: OpName, one: Fact, other: Fact | Operand) -> Fact | None:
    """Return what is known of an operation with something that is known."""
    if not isinstance(other, Fact):
        is_every = other == (1 << one.field.bits) - 1
        is_free = op == "xor" and one.is_whole and is_every
        return Fact("free", one.field) if is_free else None
    if one.field != other.field or one.kind != "on":
        return None
    match op, other.kind:
        case "or", "on":
            return Fact("on", one.field, one.slots | other.slots)
        case "xor", "lone" if len(one.slots) == 1:
            return Fact("added", one.field, one.slots)
        case "shr", "place" if one.is_whole:
            return Fact("moved", one.field)
        case _:
            return None


def _counts_all(node: Instruction, facts: Facts) -> Field | None:
    """Return the field of which an instruction counts all places that are free."""
    fact = facts.get(node.args[0]) if isinstance(node, Op) and node.op == "popcount" else None
    return fact.field if fact is not None and fact.kind == "free" else None


def _adds(store: Store, facts: Facts) -> bool:
    """Return whether a store adds a lone place to what is there."""
    fact = facts.get(store.value)
    return fact is not None and fact == Fact("added", store.field, frozenset((store.index,)))
