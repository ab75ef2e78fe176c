"""Write a function of the IR, block by block. Operations on constants are done at once.

before:  op("add", 2, 3)          op("and", x, 0)
after:   5                        0
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from interpreter.native.ir.folding import folded, possible_bits
from interpreter.native.ir.nodes import (
    Block,
    Branch,
    CallFunction,
    ContextSlot,
    Fault,
    Field,
    Function,
    Get,
    Instruction,
    Jump,
    Load,
    LoadBuffer,
    LoadContext,
    LoadKept,
    LoadTable,
    Op,
    Operand,
    OpName,
    Reg,
    Return,
    Room,
    Set,
    Spend,
    Store,
    StoreBuffer,
    StoreContext,
    StoreKept,
    Switch,
    Terminator,
    Width,
)
from interpreter.native.ir.runtime_calls import RUNTIME
from rulelang.source import NOWHERE, Span

WRITTEN_OUT: Final = 3
"""Constant masks of so many bits are gone through without a loop."""
_COMPARES: Final = frozenset(("eq", "ne", "lt", "le", "gt", "ge"))


class Builder:
    """Writes one function; `here` is the block that instructions are added to."""

    def __init__(self, name: str, parameters: int, result: Width) -> None:
        registers = tuple(Reg(number, 64) for number in range(parameters))
        self.function = Function(name, registers, result, registers=parameters)
        self.here = self._new_block("entry")
        self._bits: dict[Operand, int] = {}
        self._line: str = ""

    # ------------------------------------------------------------ blocks

    def block(self, note: str = "") -> Block:
        """Return a new block, to be entered later."""
        return self._new_block(note)

    def _new_block(self, note: str) -> Block:
        made = Block(len(self.function.blocks), note, getattr(self, "_line", ""))
        self.function.blocks.append(made)
        return made

    def at(self, span: Span) -> None:
        """Note where the rules say what comes next."""
        if span != NOWHERE:
            self._line = str(span)
            if not self.here.line:
                self.here.line = self._line

    def enter(self, block: Block) -> None:
        """Go on writing in a block."""
        self.here = block
        if not block.line:
            block.line = self._line

    @property
    def is_open(self) -> bool:
        """Whether the present block still wants a terminator."""
        return self.here.terminator is None

    def end(self, terminator: Terminator) -> None:
        """End the present block; what is written after an end is dropped."""
        if self.here.terminator is None:
            self.here.terminator = terminator

    def jump(self, to: Block) -> None:
        """Go on elsewhere."""
        self.end(Jump(to.label))

    def branch(self, test: Operand, yes: Block, no: Block) -> None:
        """Go on in one of two blocks."""
        if isinstance(test, int):
            self.jump(yes if test else no)
        else:
            self.end(Branch(test, yes.label, no.label))

    def switch(self, value: Operand, cases: list[tuple[int, Block]], default: Block) -> None:
        """Go on in the block of a case."""
        if isinstance(value, int):
            self.jump(next((block for case, block in cases if case == value), default))
        elif not cases:
            self.jump(default)
        else:
            self.end(Switch(value, tuple((n, block.label) for n, block in cases), default.label))

    def give(self, value: Operand | None) -> None:
        """Return from the function."""
        self.end(Return(value))

    # ------------------------------------------------------------ instructions

    def add(self, instruction: Instruction) -> None:
        """Append an instruction; in a block that has ended it is dropped."""
        if self.here.terminator is None:
            self.here.instructions.append(instruction)

    def register(self, width: Width = 64) -> Reg:
        """Return a new register."""
        return self.function.register(width)

    def op(self, name: OpName, *args: Operand, width: Width = 0) -> Operand:
        """Return the result of an operation; constants are folded."""
        known = folded(name, args)
        if name == "narrow" and isinstance(known, int):
            return known & (1 << width) - 1
        if known is not None:
            return known
        if not width:
            width = 1 if name in _COMPARES else _width_of(args)
        bits = possible_bits(name, args, width, self._bits)
        if name == "and" and width == 64 and any(isinstance(one, int) for one in args):
            (mask,) = (one for one in args if not isinstance(one, int))
            if bits == self._bits.get(mask):  # of wider masks LLVM wants to be told once more
                return mask
        dst = self.register(width)
        self.add(Op(dst, name, args))
        if bits is not None:
            self._bits[dst] = bits
        return dst

    def invert(self, test: Operand) -> Operand:
        """Return a condition turned round."""
        return 1 - test if isinstance(test, int) else self.op("xor", test, 1)

    def flag(self, test: Operand) -> Operand:
        """Return a condition as a value."""
        return test if isinstance(test, int) else self.op("extend", test, width=64)

    def load(self, field: Field, index: Operand = 0, width: Width = 64) -> Operand:
        """Return what a slot of the state holds."""
        dst = self.register(width)
        self.add(Load(dst, field, index))
        if field.bits:
            self._bits[dst] = (1 << field.bits) - 1
        return dst

    def store(self, field: Field, value: Operand, index: Operand = 0, width: Width = 64) -> None:
        """Set a slot of the state."""
        self.add(Store(field, index, value, width))

    def table(self, name: str, index: Operand, width: Width = 64) -> Operand:
        """Return an entry of a constant table."""
        dst = self.register(width)
        self.add(LoadTable(dst, name, index))
        return dst

    def variable(self, width: Width = 64) -> int:
        """Return a new variable."""
        return self.function.variable(width)

    def get(self, variable: int) -> Operand:
        """Return what a variable holds."""
        dst = self.register(self.function.variables[variable])
        self.add(Get(dst, variable))
        return dst

    def set(self, variable: int, value: Operand) -> None:
        """Set a variable."""
        self.add(Set(variable, value))

    def buffer(self, length: int) -> int:
        """Return a new buffer of so many slots."""
        self.function.buffers.append(max(1, length))
        return len(self.function.buffers) - 1

    def peek(self, buffer: int, index: Operand) -> Operand:
        """Return a slot of a buffer."""
        dst = self.register()
        self.add(LoadBuffer(dst, buffer, index))
        return dst

    def poke(self, buffer: int, index: Operand, value: Operand) -> None:
        """Set a slot of a buffer."""
        self.add(StoreBuffer(buffer, index, value))

    def call(self, name: str, args: tuple[Operand, ...] = (), width: Width = 64) -> Operand:
        """Return what a function returns; 0 where it returns nothing."""
        dst = self.register(width) if width else None
        self.add(CallFunction(dst, name, args))
        return 0 if dst is None else dst

    def call_runtime(self, name: str, *args: Operand) -> Operand:
        """Return what a function of the runtime returns; 0 where it returns nothing."""
        return self.call(name, args, RUNTIME[name].result)

    def fault(self, code: int) -> None:
        """Note a fault; the code goes on, with harmless values."""
        self.add(Fault(code))

    def fault_unless(self, test: Operand, code: int) -> None:
        """Note a fault where a condition fails."""
        if isinstance(test, int):
            if not test:
                self.fault(code)
            return
        bad, on = self.block("fault"), self.block()
        self.branch(test, on, bad)
        self.enter(bad)
        self.fault(code)
        self.jump(on)
        self.enter(on)

    def room(self, rows: int) -> Operand:
        """Return whether so many rows of legal actions still fit; a fault where they do not."""
        dst = self.register(1)
        self.add(Room(dst, rows))
        return dst

    def spend(self, loop: int) -> Operand:
        """Count a round of the loop with this number, and return whether the budget is gone."""
        dst = self.register(1)
        self.add(Spend(dst, loop))
        return dst

    def context(self, slot: ContextSlot) -> Operand:
        """Return a slot of the context."""
        dst = self.register()
        self.add(LoadContext(dst, slot))
        return dst

    def tell(self, slot: ContextSlot, value: Operand) -> None:
        """Set a slot of the context."""
        self.add(StoreContext(slot, value))

    def recall(self, at: int, width: Width) -> Operand:
        """Return a mask that the context keeps."""
        dst = self.register(width)
        self.add(LoadKept(dst, at))
        return dst

    def keep(self, at: int, value: Operand, width: Width) -> None:
        """Let the context keep a mask."""
        self.add(StoreKept(at, value, width))

    # ------------------------------------------------------------ shapes of control

    @contextmanager
    def when(self, test: Operand, note: str = "") -> Iterator[None]:
        """Write what happens only where a condition holds."""
        if isinstance(test, int) and test:
            yield
            return
        inside, after = self.block(note), self.block()
        self.branch(test, inside, after)
        self.enter(inside)
        yield
        self.jump(after)
        self.enter(after)

    def count_up(self, low: Operand, limit: Operand, body: Callable[[Operand], None]) -> None:
        """Run `body(i)` for `i` from `low` to below `limit`."""
        at = self.variable()
        self.set(at, low)
        head, inside, after = self.block("loop"), self.block(), self.block()
        self.jump(head)
        self.enter(head)
        head.is_head = True
        i = self.get(at)
        self.branch(self.op("lt", i, limit), inside, after)
        self.enter(inside)
        body(i)
        self.set(at, self.op("add", i, 1))
        self.jump(head)
        self.enter(after)

    def each_bit(self, mask: Operand, width: Width, body: Callable[[Operand], None]) -> None:
        """Run `body(i)` for every bit of a mask, from the lowest."""
        if isinstance(mask, int) and mask.bit_count() <= WRITTEN_OUT:
            for place in range(mask.bit_length()):
                if mask >> place & 1:
                    body(place)
            return
        rest = self.variable(width)
        self.set(rest, mask)
        head, inside, after = self.block("bits"), self.block(), self.block()
        self.jump(head)
        self.enter(head)
        head.is_head = True
        left = self.get(rest)
        self.branch(self.op("ne", left, 0), inside, after)
        self.enter(inside)
        bit: Operand = self.op("ctz", left, width=64)
        self.set(rest, self.op("and", left, self.op("sub", left, 1)))
        body(bit)
        self.jump(head)
        self.enter(after)


def _width_of(args: tuple[Operand, ...]) -> Width:
    return next((arg.width for arg in args if isinstance(arg, Reg)), 64)
