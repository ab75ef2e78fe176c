"""The IR as text for people. Nothing reads it back.

    function legal1(r0):
    b0 entry
        r1 = supply.counts[0]
        r2 = r1 >= 1
        if r2: b1 else b2

`rN` are registers, `vN` variables, `uN` buffers, `bN` blocks; a width is named where it is not the
usual one: 64 bits, 1 for conditions. Behind a block stands what it is for and the rule line it
comes from. Wide masks are in hexadecimal; `none` is what slots hold for `none`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from interpreter.native.ir.nodes import (
    NONE,
    Block,
    Branch,
    CallFunction,
    Count,
    Fault,
    Field,
    Function,
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
    Module,
    Op,
    Operand,
    Outcome,
    PutBack,
    Reg,
    Return,
    Room,
    Row,
    Set,
    Spans,
    Spend,
    Store,
    StoreBuffer,
    StoreContext,
    StoreKept,
    Switch,
    Table,
    Terminator,
    Width,
)
from interpreter.native.ir.statuses import CROWDED, DEAD_END, FAULT, SPENT

_INFIX: Final[dict[str, str]] = {
    "add": "+", "sub": "-", "mul": "*", "floordiv": "//", "floormod": "%",
    "and": "&", "or": "|", "xor": "^", "shl": "<<", "shr": ">>",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}  # fmt: skip
_BITS: Final = frozenset(("and", "or", "xor"))
_MAY_BE_NONE: Final = frozenset(("eq", "ne", "select"))
_FAULTS: Final = {
    FAULT: "rule fault",
    DEAD_END: "dead end",
    SPENT: "no end of it",
    CROWDED: "too many",
}
_ENTRIES: Final = 16
"""So many entries of a table are shown."""


def show_module(module: Module, fields: Iterable[Field]) -> str:
    """Return the state, the tables and all functions as text."""
    parts = [show_state(module.size, fields)]
    parts += [_table(table) for table in module.tables.values()]
    parts += [show_function(function) for function in module.functions.values()]
    return "\n\n".join(parts)


def show_state(size: int, fields: Iterable[Field]) -> str:
    """Return what lies where in the state: offset, slots, bytes of each."""
    lines = [f"state of {size} bytes"]
    for field in fields:
        slots = f" x {field.count}" if field.count > 1 else ""
        lines.append(f"{field.offset:8} {field.name}: {field.bytes}{slots}")
    return "\n".join(lines)


def _table(table: Table) -> str:
    entries = [str(entry) for entry in table.entries[:_ENTRIES]]
    if len(table.entries) > _ENTRIES:
        entries.append(f"... {len(table.entries)} in all")
    return f"table {table.name}, {table.bytes} bytes each: {', '.join(entries)}"


def show_function(function: Function) -> str:
    """Return a function as text."""
    parameters = ", ".join(_reg(reg) for reg in function.parameters)
    result = f" -> {_bits(function.result)}" if function.result else ""
    lines = [f"function {function.name}({parameters}){result}:"]
    for number, length in enumerate(function.buffers):
        lines.append(f"    u{number}: {length} slots")
    for block in function.blocks:
        lines += _block(function, block)
    return "\n".join(lines)


def _block(function: Function, block: Block) -> list[str]:
    head = " ".join(filter(None, (f"b{block.label}", block.note)))
    if block.line:
        head = f"{head}  # {block.line}"
    lines = [head, *(f"    {_instruction(function, node)}" for node in block.instructions)]
    if block.terminator is not None:
        lines.append(f"    {_terminator(block.terminator)}")
    return lines


def _bits(width: Width) -> str:
    return "a condition" if width == 1 else "a value" if width == 64 else f"{width} bits"


def _reg(reg: Reg) -> str:
    """Return a register where it is written, with its width unless that is the usual one."""
    return f"r{reg.number}" if reg.width in (1, 64) else f"r{reg.number}:{reg.width}"


def _operand(value: Operand, *, mask: bool = False, maybe: bool = False) -> str:
    if isinstance(value, Reg):
        return f"r{value.number}"
    if maybe and value == NONE:
        return "none"
    return hex(value) if mask and value > 9 else str(value)


def _at(name: str, index: Operand, *, single: bool = False) -> str:
    return name if single and index == 0 else f"{name}[{_operand(index)}]"


def _slot(field: Field, index: Operand) -> str:
    return _at(field.name, index, single=field.count == 1)


def _instruction(function: Function, node: Instruction) -> str:  # noqa: C901 - one arm a node
    match node:
        case Op(dst=dst):
            return f"{_reg(dst)} = {_operation(node)}"
        case Load(dst=dst, field=field, index=index, low=low, high=high):
            known = "" if low is None or high is None else f", {_operand(low)} to {_operand(high)}"
            return f"{_reg(dst)} = {_slot(field, index)}{known}"
        case Hold(field=field, index=index, low=low, high=high):
            return f"known: {_slot(field, index)} is {_operand(low)} to {_operand(high)}"
        case Store(field=field, index=index, value=value):
            mask = field.bytes >= 8
            return f"{_slot(field, index)} := {_operand(value, mask=mask, maybe=not mask)}"
        case LoadTable(dst=dst, table=table, index=index):
            return f"{_reg(dst)} = {_at(f'table {table}', index)}"
        case Get(dst=dst, variable=variable):
            return f"{_reg(dst)} = v{variable}"
        case Set(variable=variable, value=value):
            mask = function.variables[variable] > 64
            return f"v{variable} := {_operand(value, mask=mask, maybe=not mask)}"
        case LoadBuffer(dst=dst, buffer=buffer, index=index):
            return f"{_reg(dst)} = {_at(f'u{buffer}', index)}"
        case StoreBuffer(buffer=buffer, index=index, value=value):
            return f"{_at(f'u{buffer}', index)} := {_operand(value, maybe=True)}"
        case KeepState(buffer=buffer, spans=spans):
            return f"u{buffer} := state {_pieces(spans)}"
        case PutBack(buffer=buffer, spans=spans):
            return f"state {_pieces(spans)} := u{buffer}"
        case CallFunction(dst=dst, name=name, args=args):
            call = f"{name}({', '.join(_operand(arg, maybe=True) for arg in args)})"
            return call if dst is None else f"{_reg(dst)} = {call}"
        case Fault(code=code):
            return f"fault: {_FAULTS.get(code, code)}"
        case Spend(dst=dst, steps=steps):
            return f"{_reg(dst)} = {steps} more steps are too many"
        case Count(dst=dst):
            return f"{_reg(dst)} = one more is not too many"
        case Room(dst=dst, rows=rows):
            return f"{_reg(dst)} = room for {rows} more rows"
        case Row(base=base, mask=mask_operand):
            return f"legal: {_operand(base)} + bits of {_operand(mask_operand, mask=True)}"
        case Outcome(id=number, weight=weight):
            return f"outcome: {_operand(number)} with weight {_operand(weight)}"
        case LoadContext(dst=dst, slot=slot):
            return f"{_reg(dst)} = context.{slot}"
        case StoreContext(slot=slot, value=value):
            return f"context.{slot} := {_operand(value)}"
        case LoadKept(dst=dst, at=at):
            return f"{_reg(dst)} = kept[{at}]"
        case StoreKept(at=at, value=value):
            return f"kept[{at}] := {_operand(value, mask=True)}"
        case _:
            assert_never(node)


def _pieces(spans: Spans) -> str:
    return ", ".join(f"{start}..{start + length - 1}" for start, length in spans)


def _operation(node: Op) -> str:
    if node.op == "select":
        test, yes, no = (_operand(arg, maybe=True) for arg in node.args)
        return f"{yes} if {test} else {no}"
    mask, maybe = node.op in _BITS, node.op in _MAY_BE_NONE
    args = [_operand(arg, mask=mask, maybe=maybe) for arg in node.args]
    if node.op in _INFIX:
        return f" {_INFIX[node.op]} ".join(args)
    return f"{node.op}({', '.join(args)})"


def _terminator(node: Terminator) -> str:
    match node:
        case Jump(to=to):
            return f"go to b{to}"
        case Branch(test=test, yes=yes, no=no):
            return f"if {_operand(test)}: b{yes} else b{no}"
        case Switch(value=value, cases=cases, default=default):
            listed = "".join(f"{number}: b{to}, " for number, to in cases)
            return f"case {_operand(value)} of {listed}else b{default}"
        case Return(value=value):
            return "return" if value is None else f"return {_operand(value, maybe=True)}"
        case _:
            assert_never(node)
