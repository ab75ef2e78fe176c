"""Drop what playouts make and never read: dead code elimination, of the state too.

    before:  b23: r48 = tray[r41]   r50 = r48 & r49   tray[r41] := r50   on[r38] := r40
    after:   b23: on[r38] := r40

Of a state that is played to its end only the returns are looked at. Reading begins with what
decides the way, with faults, and with what is told to others. Where a field or a variable is read,
all that is stored there is read too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from interpreter.native.ir.inline import called
from interpreter.native.ir.nodes import (
    CallFunction,
    Field,
    Function,
    Get,
    Instruction,
    Load,
    LoadBuffer,
    LoadContext,
    LoadKept,
    LoadTable,
    Module,
    Op,
    Reg,
    Set,
    Store,
    Terminator,
)
from interpreter.native.ir.promote import STATELESS
from interpreter.native.ir.uses import operands, written

_WITHOUT_EFFECT = Op | Load | LoadTable | LoadBuffer | LoadContext | LoadKept | Get | Set | Store


def drop_dead(
    module: Module, names: Collection[str], others: Iterable[str], kept: Collection[Field]
) -> None:
    """Drop what is dead in some functions, in place.

    `others`: what else playouts enter. `kept`: the fields that are read behind them. Nothing is
    dropped where one of these hands on the whole state.
    """
    reached = _reached(module, (*names, *others))
    if any(_hands_on(node, module) for function in reached for node in function.nodes):
        return
    read, cleaned = set(kept), []
    for function in reached:
        if function.name in names:
            cleaned.append(_Cleaned(function))
        else:
            read |= {node.field for node in function.nodes if isinstance(node, Load)}
    while read:  # what one reads, another may store
        read = set().union(*(one.read(read) for one in cleaned))
    for one in cleaned:
        one.drop()


def _reached(module: Module, names: Iterable[str]) -> list[Function]:
    """Return some functions, and all that they call."""
    seen = {name: module.functions[name] for name in names}
    todo = list(seen.values())
    while todo:
        for node in todo.pop().nodes:
            callee = called(node, module)
            if callee is not None and callee.name not in seen:
                seen[callee.name] = callee
                todo.append(callee)
    return list(seen.values())


def _hands_on(node: Instruction, module: Module) -> bool:
    """Return whether an instruction lets something read of the state what is not seen here."""
    if isinstance(node, Load):
        return node.field.is_over
    stays = not isinstance(node, CallFunction) or node.name in STATELESS
    return not stays and called(node, module) is None


class _Cleaned:
    """A function of which what is dead is dropped; `alive`: what is read in the end."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.made: dict[Reg, Instruction] = {}
        self.stored = defaultdict[Field | int, list[Instruction]](list)
        self.alive: set[int] = set()
        self.fields: set[Field] = set()
        self.todo: list[Instruction | Terminator] = []
        for node in function.nodes:
            made = written(node)
            if made is not None:
                self.made[made] = node
            if isinstance(node, Store):
                self.stored[node.field].append(node)
            elif isinstance(node, Set):
                self.stored[node.variable].append(node)
            if not isinstance(node, _WITHOUT_EFFECT):
                self.mark(node)
        self.todo += [block.terminator for block in function.blocks if block.terminator]

    def mark(self, node: Instruction) -> None:
        """Note that an instruction is read."""
        if id(node) not in self.alive:
            self.alive.add(id(node))
            self.todo.append(node)

    def read(self, fields: Iterable[Field]) -> set[Field]:
        """Note that fields are read, with all that follows; return those that are newly read."""
        before = set(self.fields)
        self.fields.update(fields)
        for field in self.fields - before:
            for node in self.stored[field]:
                self.mark(node)
        while self.todo:
            reader = self.todo.pop()
            if isinstance(reader, Load | Get):
                place = reader.field if isinstance(reader, Load) else reader.variable
                if isinstance(place, Field):
                    self.fields.add(place)
                for store in self.stored[place]:
                    self.mark(store)
            for operand in operands(reader):
                if isinstance(operand, Reg) and operand in self.made:
                    self.mark(self.made[operand])
        return self.fields - before

    def drop(self) -> None:
        """Drop what is not read."""
        for block in self.function.blocks:
            block.instructions = [node for node in block.instructions if id(node) in self.alive]
