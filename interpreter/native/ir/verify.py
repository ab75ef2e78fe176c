"""The invariants of the IR, as code. Run in tests, never in production.

    verify(lowered.module)    # returns, or raises `BrokenIR` naming function, block, instruction

Held for every function: blocks have unique labels and all that can be reached end, with a jump to
blocks that exist; a register is written once, and on every path before it is read; so is a
variable before it is read for the first time; the widths of an operation agree; what is named
(variables, buffers, tables, functions, fields) exists, and a constant index lies inside it. Held
for the module: fields lie inside the state and never overlap, entries of tables fit, no function
calls itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, assert_never

import attrs

from interpreter.faults import EngineBug
from interpreter.native.ir.clean import successors
from interpreter.native.ir.definite_assignment import in_order, misassigned
from interpreter.native.ir.nodes import (
    KEPT,
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
    Spend,
    Store,
    StoreBuffer,
    StoreContext,
    StoreKept,
    Switch,
    Terminator,
    Width,
)
from interpreter.native.ir.runtime_calls import RUNTIME, RuntimeFunction
from interpreter.native.ir.statuses import CROWDED
from interpreter.native.ir.uses import operands

_ALIKE: Final = frozenset(("add", "sub", "mul", "and", "or", "xor", "shl", "shr"))
_COMPARED: Final = frozenset(("eq", "ne", "lt", "le", "gt", "ge"))
_NUMBERS: Final = frozenset(("floordiv", "floormod", "min", "max"))


class BrokenIR(EngineBug):
    """The IR does not hold what it promises; the message says where."""


@attrs.frozen
class _Place:
    """Where something is wrong, for the message."""

    function: str
    block: Block
    node: Instruction | Terminator | None = None


@attrs.frozen
class _Checked:
    """One function, and the module around it."""

    module: Module
    function: Function

    def need(self, holds: object, what: str, place: _Place) -> None:
        """Raise `BrokenIR` unless something holds."""
        if not holds:
            where = f"function {place.function}, block {place.block.label}"
            note = f" ({place.block.note})" if place.block.note else ""
            node = "" if place.node is None else f", {place.node}"
            raise BrokenIR(f"{where}{note}{node}: {what}")


def verify(module: Module) -> None:
    """Check all functions and tables of a module.

    Raises:
        BrokenIR: an invariant fails; the message names function, block and instruction.
    """
    for table in module.tables.values():
        bits = 8 * table.bytes
        if not all(_fits(entry, bits) for entry in table.entries):
            raise BrokenIR(f"table {table.name}: an entry does not fit into {table.bytes} bytes")
    for name, function in module.functions.items():
        if name != function.name:
            raise BrokenIR(f"function {function.name} is filed as {name}")
        _function(_Checked(module, function))
    _fields(module)
    _calls(module)


def _fits(value: int, bits: Width) -> bool:
    """Return whether a constant is a number of so many bits, signed or not."""
    return -(1 << bits - 1) <= value < 1 << bits


def _function(c: _Checked) -> None:
    blocks = {block.label: block for block in c.function.blocks}
    nowhere = _Place(c.function.name, c.function.blocks[0])
    c.need(len(blocks) == len(c.function.blocks), "two blocks have one label", nowhere)
    c.need(0 in blocks, "there is no block 0", nowhere)
    numbers = [(reg.number, reg.width) for reg in c.function.parameters]
    c.need(numbers == [(at, 64) for at in range(len(numbers))], "the parameters", nowhere)
    for block in c.function.blocks:
        for to in successors(block):
            place = _Place(c.function.name, block, block.terminator)
            c.need(to in blocks, f"there is no block {to}", place)
    for block in in_order(c.function):
        place = _Place(c.function.name, block)
        c.need(block.terminator is not None, "the block does not end", place)
    for block, node, what in misassigned(c.function):
        c.need(False, what, _Place(c.function.name, block, node))
    for block in c.function.blocks:
        for node in block.instructions:
            _instruction(c, node, _Place(c.function.name, block, node))
        if block.terminator is not None:
            _terminator(c, block.terminator, _Place(c.function.name, block, block.terminator))


# ---------------------------------------------------------------- widths, names, places


def _instruction(c: _Checked, node: Instruction, place: _Place) -> None:  # noqa: C901 - one arm a node
    need = _needs(c, place)
    match node:
        case Op():
            _operation(node, need)
        case Load(dst=dst, field=field, index=index, low=low, high=high):
            _index(index, field.count, need)
            need(dst.width >= 8 * field.bytes, "the register is narrower than the slot")
            ends = [end for end in (low, high) if end is not None]
            need(all(_is(end, dst.width) for end in ends), "its ends have another width")
        case Hold(field=field, index=index, low=low, high=high):
            _index(index, field.count, need)
            need(_is(low, 64) and _is(high, 64), "it lies between numbers of 64 bits")
        case Store(field=field, index=index, value=value, width=width):
            _index(index, field.count, need)
            if isinstance(value, Reg):
                need(value.width == width, "the register has another width than the store")
                need(width >= 8 * field.bytes, "the register is narrower than the slot")
            else:
                need(_fits(value, 8 * field.bytes), "the constant does not fit into the slot")
        case LoadTable(dst=dst, table=table, index=index):
            need(table in c.module.tables, f"there is no table {table}")
            found = c.module.tables[table]
            _index(index, len(found.entries), need)
            need(dst.width >= 8 * found.bytes, "the register is narrower than the entry")
        case Get(dst=dst, variable=variable):
            need(0 <= variable < len(c.function.variables), f"there is no variable {variable}")
            need(dst.width == c.function.variables[variable], "the variable has another width")
        case Set(variable=variable, value=value):
            need(0 <= variable < len(c.function.variables), f"there is no variable {variable}")
            need(_is(value, c.function.variables[variable]), "the variable has another width")
        case LoadBuffer(dst=dst, buffer=buffer, index=index):
            need(0 <= buffer < len(c.function.buffers), f"there is no buffer {buffer}")
            _index(index, c.function.buffers[buffer], need)
            need(dst.width == 64, "buffers hold 64 bits")
        case StoreBuffer(buffer=buffer, index=index, value=value):
            need(0 <= buffer < len(c.function.buffers), f"there is no buffer {buffer}")
            _index(index, c.function.buffers[buffer], need)
            need(_is(value, 64), "buffers hold 64 bits")
        case KeepState(buffer=buffer, spans=spans) | PutBack(buffer=buffer, spans=spans):
            need(0 <= buffer < len(c.function.buffers), f"there is no buffer {buffer}")
            size = sum(length for _, length in spans)
            need(size <= 8 * c.function.buffers[buffer], "the buffer is too small")
            inside = all(at >= 0 and at + length <= c.module.size for at, length in spans)
            need(inside, "it lies outside the state")
        case CallFunction():
            _call(c, node, need)
        case Fault(code=code):
            need(1 <= code <= CROWDED, "there is no such fault")
        case Spend(dst=dst):
            need(dst.width == 1, "whether the budget is gone is a condition")
        case Count(dst=dst):
            need(dst.width == 1, "whether a round may begin is a condition")
        case Room(dst=dst, rows=rows):
            need(dst.width == 1, "whether there is room is a condition")
            need(rows >= 1, "room for nothing is asked for")
        case Row(checked=checked):
            need(checked or _makes_room(c.function), "nothing made sure of room for it")
            need(all(_is(value, 64) for value in operands(node)), "these are 64 bits each")
        case Outcome() | StoreContext():
            need(all(_is(value, 64) for value in operands(node)), "these are 64 bits each")
        case LoadContext(dst=dst):
            need(dst.width == 64, "slots of the context have 64 bits")
        case LoadKept(dst=Reg(width=width), at=at) | StoreKept(at=at, width=width):
            inside = at >= 0 and at + width // 64 <= KEPT
            need(inside and width > 0 and width % 64 == 0, "no such mask is kept")
            need(all(_is(value, width) for value in operands(node)), "its width is another")
        case _:
            assert_never(node)


def _makes_room(function: Function) -> bool:
    return any(isinstance(node, Room) for block in function.blocks for node in block.instructions)


def _terminator(c: _Checked, node: Terminator, place: _Place) -> None:
    need = _needs(c, place)
    match node:
        case Jump():
            pass
        case Branch(test=test):
            need(_is(test, 1), "a branch needs a condition")
        case Switch(value=value, cases=cases):
            need(_is(value, 64), "a switch needs a value")
            need(len({number for number, _ in cases}) == len(cases), "a case is there twice")
        case Return(value=value):
            wanted = c.function.result
            if value is None:
                need(wanted == 0, "the function returns something")
            else:
                need(wanted and _is(value, wanted), "the result's width")
        case _:
            assert_never(node)


def _call(c: _Checked, node: CallFunction, need: Callable[[object, str], None]) -> None:
    called = c.module.functions.get(node.name)
    known = RUNTIME.get(node.name)
    if called:
        known = RuntimeFunction(len(called.parameters), called.result)
    need(known, f"there is no function {node.name}")
    assert known is not None, "that is needed"
    wanted, result = known.parameters, known.result
    need(len(node.args) == wanted, f"{node.name} takes {wanted} arguments")
    need((node.dst.width if node.dst else 0) == result, f"{node.name} gives {result} bits")
    need(all(_is(value, 64) for value in node.args), "arguments have 64 bits")


def _operation(node: Op, need: Callable[[object, str], None]) -> None:
    have = next((arg.width for arg in node.args if isinstance(arg, Reg)), 0)
    need(have, "nothing is left to compute: this is a constant")
    width, name = node.dst.width, node.op
    if name == "select":
        need(len(node.args) == 3 and _is(node.args[0], 1), "a selection needs a condition")
        need(all(_is(arg, width) for arg in node.args[1:]), "what is selected has another width")
    elif name in ("extend", "widen"):
        need(len(node.args) == 1 and have < width, "it does not grow")
    elif name == "narrow":
        need(len(node.args) == 1 and have > width, "it does not shrink")
    elif name in ("popcount", "ctz", "clz"):
        need(len(node.args) == 1 and have % 64 == 0 and width == 64, "it counts bits of masks")
    else:
        need(name in _ALIKE | _COMPARED | _NUMBERS and len(node.args) == 2, "two operands")
        need(all(_is(arg, have) for arg in node.args), "the operands have different widths")
        need(width == (1 if name in _COMPARED else have), "the result has another width")
        need(have == 64 or name not in _NUMBERS, "this is for numbers")


def _needs(c: _Checked, place: _Place) -> Callable[[object, str], None]:
    def need(holds: object, what: str) -> None:
        c.need(holds, what, place)

    return need


def _is(value: Operand, width: Width) -> bool:
    """Return whether an operand has a width; constants take that of where they stand."""
    return value.width == width if isinstance(value, Reg) else _fits(value, width)


def _index(index: Operand, count: int, need: Callable[[object, str], None]) -> None:
    if isinstance(index, Reg):
        need(index.width == 64, "an index has 64 bits")
    else:
        need(0 <= index < count, f"there are {count} slots")


# ---------------------------------------------------------------- the whole module


def _fields(module: Module) -> None:
    used: Iterable[Field] = {
        node.field
        for function in module.functions.values()
        for block in function.blocks
        for node in block.instructions
        if isinstance(node, Load | Store)
    }
    end = 0
    for field in sorted(used, key=lambda field: field.offset):
        if field.offset < end and not field.is_over:
            raise BrokenIR(f"field {field.name} lies where another one lies")
        if field.offset % min(8, field.bytes):
            raise BrokenIR(f"field {field.name} is not aligned")
        past = field.offset + field.bytes * field.count
        end = end if field.is_over else past
        if past > module.size:
            raise BrokenIR(f"field {field.name} lies outside the state")


def _calls(module: Module) -> None:
    """Check that no function calls itself, over others or not."""
    calls = {
        name: {
            node.name
            for block in function.blocks
            for node in block.instructions
            if isinstance(node, CallFunction) and node.name in module.functions
        }
        for name, function in module.functions.items()
    }
    while calls:
        leaves = {name for name, called in calls.items() if not called & calls.keys()}
        if not leaves:
            raise BrokenIR(f"these call each other: {', '.join(sorted(calls))}")
        calls = {name: called for name, called in calls.items() if name not in leaves}
