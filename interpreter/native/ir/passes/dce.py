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

from interpreter.native.ir.nodes import (
    Block,
    Branch,
    Field,
    Function,
    Get,
    Hold,
    Instruction,
    Jump,
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
from interpreter.native.ir.passes.inline import called
from interpreter.native.ir.runtime_calls import calls_stateful
from interpreter.native.ir.uses import destination, operands, read

_PURE = Op | Load | LoadTable | LoadBuffer | LoadContext | LoadKept | Get | Set
"""What changes nothing but registers and variables."""

_WITHOUT_EFFECT = _PURE | Store | Hold


def dce(
    module: Module, names: Collection[str], others: Iterable[str], kept: Collection[Field]
) -> None:
    """Drop what is dead in some functions, in place.

    `others`: what else playouts enter. `kept`: the fields that are read behind them. Nothing is
    dropped where one of these hands on the whole state.
    """
    reached = reached_from(module, (*names, *others))
    if hands_on(reached, module):
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


def reached_from(module: Module, names: Iterable[str]) -> list[Function]:
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


def hands_on(functions: Iterable[Function], module: Module) -> bool:
    """Return whether something reads of the state what is not seen in these functions."""
    return any(_hands_on(node, module) for function in functions for node in function.nodes)


def _hands_on(node: Instruction, module: Module) -> bool:
    if isinstance(node, Load):
        return node.field.is_over
    return calls_stateful(node) and called(node, module) is None


class _Cleaned:
    """A function from which dead code is dropped; `alive`: what is read in the end."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.made: dict[Reg, Instruction] = {}
        self.stored = defaultdict[Field | int, list[Instruction]](list)
        self.alive: set[int] = set()
        self.fields: set[Field] = set()
        self.todo: list[Instruction | Terminator] = []
        for node in function.nodes:
            made = destination(node)
            if made is not None:
                self.made[made] = node
            if isinstance(node, Store | Hold):
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
        _drop_idle_loops(self.function)


def _drop_idle_loops(function: Function) -> None:
    """Pass by loops through elements of which nothing is left but that they go through them."""
    blocks = {block.label: block for block in function.blocks}
    for head in function.blocks:
        if not head.is_head or not isinstance(head.terminator, Branch):
            continue
        body, behind = blocks[head.terminator.yes], head.terminator.no
        others = [block for block in function.blocks if block is not head and block is not body]
        if body.terminator == Jump(head.label) and _is_idle([head, body], others):
            head.instructions, head.terminator, head.is_head = [], Jump(behind), False


def _is_idle(loop: list[Block], others: list[Block]) -> bool:
    """Return whether a loop has no effect, and nothing that it makes is read in other blocks."""
    nodes = [node for block in loop for node in block.instructions]
    made = {destination(node) for node in nodes}
    set_ = {node.variable for node in nodes if isinstance(node, Set)}
    if not all(isinstance(node, _PURE) for node in nodes):
        return False
    asked = {n.variable for block in others for n in block.instructions if isinstance(n, Get)}
    return set_.isdisjoint(asked) and not any(
        one in made for block in others for one in read(block)
    )
