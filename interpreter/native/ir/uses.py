"""What an instruction of the IR writes, and what it reads besides variables and memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from interpreter.native.ir.nodes import (
    Block,
    Branch,
    CallFunction,
    Count,
    Fault,
    Get,
    Hold,
    Instruction,
    Jump,
    KeepState,
    Load,
    LoadBuffer,
    LoadContext,
    LoadKept,
    LoadTable,
    Op,
    Operand,
    Outcome,
    PutBack,
    Reg,
    Return,
    Room,
    Row,
    Set,
    Spend,
    Store,
    StoreBuffer,
    StoreContext,
    StoreKept,
    Switch,
    Terminator,
)


def destination(node: Instruction | Terminator) -> Reg | None:
    """Return the register that an instruction writes; None where it writes none."""
    match node:
        case (
            Op(dst=dst)
            | Load(dst=dst)
            | LoadTable(dst=dst)
            | Get(dst=dst)
            | LoadBuffer(dst=dst)
            | CallFunction(dst=dst)
            | Spend(dst=dst)
            | Count(dst=dst)
            | Room(dst=dst)
            | LoadContext(dst=dst)
            | LoadKept(dst=dst)
        ):
            return dst
        case Store() | Set() | StoreBuffer() | Fault() | Row() | Outcome() | StoreContext():
            return None
        case KeepState() | PutBack() | StoreKept() | Hold():
            return None
        case Jump() | Branch() | Switch() | Return():
            return None
        case _:
            assert_never(node)


def operands(node: Instruction | Terminator) -> tuple[Operand, ...]:  # noqa: C901 - one arm a node
    """Return what an instruction reads besides variables and memory."""
    match node:
        case Op(args=args) | CallFunction(args=args):
            return args
        case Load(index=index, low=low, high=high):
            return tuple(one for one in (index, low, high) if one is not None)
        case LoadTable(index=index) | LoadBuffer(index=index):
            return (index,)
        case Hold(index=index, low=low, high=high):
            return (index, low, high)
        case Store(index=index, value=value) | StoreBuffer(index=index, value=value):
            return (index, value)
        case Set(value=value) | StoreContext(value=value) | StoreKept(value=value):
            return (value,)
        case Switch(value=value):
            return (value,)
        case Row(base=base, mask=mask):
            return (base, mask)
        case Outcome(id=number, weight=weight):
            return (number, weight)
        case Branch(test=test):
            return (test,)
        case Return(value=value):
            return () if value is None else (value,)
        case Get() | Fault() | Spend() | Count() | Room() | LoadContext() | Jump():
            return ()
        case KeepState() | PutBack() | LoadKept():
            return ()
        case _:
            assert_never(node)


def read(block: Block) -> Iterator[Operand]:
    """Yield what all instructions of a block read so, and its end."""
    for node in block.instructions:
        yield from operands(node)
    if block.terminator is not None:
        yield from operands(block.terminator)
