"""The intermediate representation: functions of basic blocks over one flat state.

Registers are assigned once and have a width in bits: 1 for conditions, 64 for values, 64 or a
multiple of it for masks. Variables are assigned many times. Either is written on every path to
where it is read (`definite_assignment`). Memory is the state (`Field`), the context of a call,
constant tables and buffers of the function. `show` prints it, `verify` holds the invariants.

A value is a whole number. `NONE` stands for `none`: no type that may be `none` holds it.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import attrs

from rulelang.core import intervals
from rulelang.freezing import define, frozen

NONE: Final = intervals.NONE
"""What stands for `none` in registers and slots: the least number of one byte."""

KEPT: Final = 64
"""Words of masks that a context keeps from one call to the next."""

Width: TypeAlias = int

OpName: TypeAlias = Literal[
    "add", "sub", "mul", "floordiv", "floormod", "min", "max",
    "and", "or", "xor", "shl", "shr",
    "eq", "ne", "lt", "le", "gt", "ge",
    "select", "popcount", "ctz", "clz", "widen", "narrow", "extend",
]  # fmt: skip


@frozen
class Reg:
    """A register of a function."""

    number: int
    width: Width


Operand: TypeAlias = Reg | int


@attrs.frozen(cache_hash=True)  # slots are found by it whenever a state is read
class Field:
    """An array of `count` equal slots in the state, `bytes` bytes each, signed.

    `offset` in bytes from the start of the state. `bytes` is 1, 2, 4 or 8; masks take 8 for each
    64 bits and count as one slot. `is_over`: words that lie over other fields, and are only read.
    `bits`: not 0 for masks of so many bits, no two of which have one in common. `turns`: not 0
    where it says whose turn it is, as a number below that.
    """

    name: str
    offset: int
    bytes: int
    count: int
    is_over: bool = False
    bits: int = 0
    turns: int = 0


@frozen
class Op:
    """`dst = op args`."""

    dst: Reg
    op: OpName
    args: tuple[Operand, ...]


@frozen
class Load:
    """`dst = state.field[index]`; `low` and `high`: between which numbers that lies, if known."""

    dst: Reg
    field: Field
    index: Operand
    low: Operand | None = None
    high: Operand | None = None


@frozen
class Hold:
    """`state.field[index]` lies between `low` and `high` here; `bound` tells loads of it."""

    field: Field
    index: Operand
    low: Operand
    high: Operand


@frozen
class Store:
    """`state.field[index] = value`."""

    field: Field
    index: Operand
    value: Operand
    width: Width = 64


@frozen
class LoadTable:
    """`dst = table[index]`, a constant of the module."""

    dst: Reg
    table: str
    index: Operand


@frozen
class Get:
    """`dst = variable`."""

    dst: Reg
    variable: int


@frozen
class Set:
    """`variable = value`."""

    variable: int
    value: Operand


@frozen
class LoadBuffer:
    """`dst = buffer[index]`; all slots have 64 bits."""

    dst: Reg
    buffer: int
    index: Operand


@frozen
class StoreBuffer:
    """`buffer[index] = value`."""

    buffer: int
    index: Operand
    value: Operand


Spans: TypeAlias = tuple[tuple[int, int], ...]
"""Pieces of the state: where each begins, and how many bytes it has."""


@frozen
class KeepState:
    """Copy pieces of the state into a buffer, one behind the other."""

    buffer: int
    spans: Spans


@frozen
class PutBack:
    """Copy pieces of the state back from the buffer that `KeepState` put them in."""

    buffer: int
    spans: Spans


@frozen
class CallFunction:
    """`dst = name(state, context, args…)`."""

    dst: Reg | None
    name: str
    args: tuple[Operand, ...]


@frozen
class Fault:
    """Note a fault in the context, unless one is noted: the first counts."""

    code: int


@frozen
class Spend:
    """Count a round of the loop with this number; `dst`: the budget is gone, which is a fault.

    `steps`: what the round takes of the budget; `budget` settles that.
    """

    dst: Reg
    loop: int
    steps: int = 1


@frozen
class Count:
    """Count a round of a loop that goes through elements; `dst`: it may be gone through.

    Else that is a fault: no point is reached after so many.
    """

    dst: Reg


@frozen
class Room:
    """Note that the buffer is full unless so many rows still fit; `dst` is whether they do."""

    dst: Reg
    rows: int


@frozen
class Row:
    """Append legal actions to the context: `base + i` for every bit `i` of a mask of 64 bits.

    `checked`: only where the buffer has room, and the mask is not empty; else a `Room` before it
    has made sure, and of an empty mask nothing is appended.
    """

    base: Operand
    mask: Operand
    checked: bool = True


@frozen
class Outcome:
    """Append an outcome of chance to the context."""

    id: Operand
    weight: Operand


ContextSlot: TypeAlias = Literal[
    "taken", "rows", "own", "extra", "closing", "first", "actor", "auto", "outcomes", "looking"
]


@frozen
class LoadContext:
    """`dst = context.slot`: what a call and its caller tell each other."""

    dst: Reg
    slot: ContextSlot


@frozen
class StoreContext:
    """`context.slot = value`."""

    slot: ContextSlot
    value: Operand


@frozen
class LoadKept:
    """`dst = kept[at]`: a mask that the context keeps from one call to the next, zeros at first.

    Code of the same game may have kept another mask there.
    """

    dst: Reg
    at: int


@frozen
class StoreKept:
    """`kept[at] = value`, a mask of `width` bits; `at` counts words."""

    at: int
    value: Operand
    width: Width


@frozen
class Jump:
    """Go on with a block."""

    to: int


@frozen
class Branch:
    """Go on with one of two blocks."""

    test: Operand
    yes: int
    no: int


@frozen
class Switch:
    """Go on with the block of the case that the value equals, else with `default`."""

    value: Operand
    cases: tuple[tuple[int, int], ...]
    default: int


@frozen
class Return:
    """Leave the function."""

    value: Operand | None


Instruction: TypeAlias = (
    Op | Load | Hold | Store | LoadTable | Get | Set | LoadBuffer | StoreBuffer | KeepState
    | PutBack | CallFunction | Fault | Spend | Count | Room | Row | Outcome | LoadContext
    | StoreContext | LoadKept | StoreKept
)  # fmt: skip
Terminator: TypeAlias = Jump | Branch | Switch | Return


@define
class Block:
    """Instructions, then a terminator. `line` is where the rules say so, `file:line:column`.

    `is_head`: it is the head of a loop through elements, its end a branch into a round or behind.
    """

    label: int
    note: str = ""
    line: str = ""
    instructions: list[Instruction] = attrs.Factory(list)
    terminator: Terminator | None = None
    is_head: bool = False


@define
class Function:
    """A function of state, context and parameters of 64 bits. Block 0 is entered first.

    `result` is the width of what it returns, 0 for nothing. `variables` have widths, `buffers`
    lengths in slots. `is_hot`: playouts call it at each choice. `is_loop`: it has a loop in which
    they choose. `is_rare`: they seldom call it, so that it is no use to copy it into its callers;
    it reads the state, and leaves it as it is. `is_trial`: its caller puts back what it writes.
    `is_inlined`: it is copied into its callers, however long it is.
    """

    name: str
    parameters: tuple[Reg, ...]
    result: Width
    blocks: list[Block] = attrs.Factory(list)
    variables: list[Width] = attrs.Factory(list)
    buffers: list[int] = attrs.Factory(list)
    registers: int = 0
    is_hot: bool = False
    is_loop: bool = False
    is_rare: bool = False
    is_trial: bool = False
    is_inlined: bool = False

    @property
    def nodes(self) -> list[Instruction]:
        """All its instructions, but for the ends of blocks."""
        return [node for block in self.blocks for node in block.instructions]

    @property
    def labels(self) -> int:
        """A label that none of its blocks has, nor any above it."""
        return 1 + max(block.label for block in self.blocks)

    def register(self, width: Width) -> Reg:
        """Return a new register."""
        made = Reg(self.registers, width)
        self.registers += 1
        return made

    def variable(self, width: Width) -> int:
        """Return a new variable."""
        self.variables.append(width)
        return len(self.variables) - 1


@frozen
class Table:
    """A constant array: each entry `bytes` bytes, signed; masks are below 2**width."""

    name: str
    bytes: int
    entries: tuple[int, ...]


@define
class Module:
    """All functions and tables of one game instance; `size` of the state in bytes."""

    functions: dict[str, Function] = attrs.Factory(dict)
    tables: dict[str, Table] = attrs.Factory(dict)
    size: int = 0
