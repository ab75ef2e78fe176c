"""Keep what a loop of choices reads and writes most in variables, which LLVM puts into registers.

    before:  b3: r1 = on.boards[0]    b9: r7 = on.boards[r6]
    after:   b0: r20 = on.boards[0]   v1 := r20   r21 = on.boards[1]   v2 := r21
             b3: r1 = v1   b9: r9 = v1   r10 = v2   r11 = r6 == 1   r7 = r10 if r11 else r9

What a choice writes is what the next one waits for: through memory that takes the processor seven
cycles, through a register none. A playout stays in one function, so fields are read where it is
entered and written back where it is left. Of two disjoint masks one more variable holds what is in
any: what is asked of both does not wait for which of them was written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from interpreter.native.ir.clean import going_on
from interpreter.native.ir.nodes import (
    Field,
    Function,
    Get,
    Instruction,
    KeepState,
    Load,
    Module,
    Op,
    Operand,
    PutBack,
    Reg,
    Return,
    Set,
    Store,
    Width,
)
from interpreter.native.ir.passes.inline import called
from interpreter.native.ir.runtime_calls import calls_stateful

MOST: Final = 5
"""Words of fields in variables: with more, registers run short, and all lie in memory again."""

CELLS: Final = 2
"""Slots of a field, among which one is selected where its index is not known."""

BOARDS: Final = 4
"""Slots of a field of which bits are turned where the index is not known, and nothing else."""


def is_promotable(module: Module, name: str) -> bool:
    """Return whether fields may be promoted in a function.

    Not where it calls one that reads or writes the state too, but for rare ones.
    """
    return all(_leaves_alone(node, module) for node in module.functions[name].nodes)


def promote(module: Module, name: str) -> None:
    """Promote fields in a function that asks for choices in a loop, in place."""
    function = module.functions[name]
    _Promoted(function, module, _chosen(function, function.nodes)).rewrite()


def keep_in_variables(function: Function, module: Module, fields: Collection[Field]) -> None:
    """Keep fields in variables in place, and leave the state as it is."""
    in_order = sorted(fields, key=lambda field: field.offset)
    widths = {field: max(64, 8 * field.bytes) for field in in_order}
    _Promoted(function, module, widths, writes_back=False).rewrite()


def _leaves_alone(node: Instruction, module: Module) -> bool:
    """Return whether an instruction leaves the state as it is, but for single slots."""
    callee = called(node, module)
    if callee is not None:
        return callee.is_rare
    return not isinstance(node, KeepState | PutBack) and not calls_stateful(node)


def _chosen(function: Function, nodes: list[Instruction]) -> dict[Field, Width]:
    """Return the fields to promote, with the width of what is read and written."""
    asked = [node for node in nodes if isinstance(node, Load | Store)]
    if any(node.field.is_over for node in asked):
        return {}
    widths: dict[Field, set[Width]] = {}
    for node in asked:
        width = node.dst.width if isinstance(node, Load) else node.width
        widths.setdefault(node.field, set()).add(width)
    again = (node for block in going_on(function) for node in block.instructions)
    often = Counter(node.field for node in again if isinstance(node, Load | Store))
    unknown = _unknown(function, asked)
    chosen: dict[Field, Width] = {}
    left = MOST
    for field, times in often.most_common():
        width, *others = widths[field]
        words = field.count * -(-width // 64)
        most = CELLS if unknown[field] else BOARDS
        if field.count <= most and words <= left and times > 1 and not others:
            chosen[field] = width
            left -= words
    return chosen


def _unknown(function: Function, asked: list[Load | Store]) -> Counter[Field]:
    """Return how often a slot is asked for whose index is not known, but to turn bits of it."""
    turned, _ = _turned_and_joined(function)
    found = Counter[Field]()
    for node in asked:
        if isinstance(node.index, Reg):
            found[node.field] += -1 if id(node) in turned else 1
    return found


def _turned_and_joined(
    function: Function,
) -> tuple[dict[int, Operand], list[tuple[Reg, Field]]]:
    """Return the stores that only turn bits of a slot, with these, and the unions of all slots.

    Stores by their identity. Of fields of which no two slots have a bit in common.
    """
    turned: dict[int, Operand] = {}
    joined: list[tuple[Reg, Field]] = []
    for block in function.blocks:
        held: dict[Operand, tuple[Field, Operand]] = {}
        flipped: dict[Operand, tuple[Field, Operand, Operand]] = {}
        for node in block.instructions:
            match node:
                case Load(dst=dst, field=field, index=index) if field.bits:
                    held[dst] = field, index
                case Op(dst=dst, op="xor", args=(one, bits)) if one in held:
                    flipped[dst] = (*held[one], bits)
                case Op(dst=dst, op="or", args=(one, other)) if one in held and other in held:
                    places = {held[one], held[other]}
                    field = held[one][0]
                    if field.count == len(places) == 2 and {at for _, at in places} == {0, 1}:
                        joined.append((dst, field))
                case Store(field=field, index=index, value=value):
                    if value in flipped and flipped[value][:2] == (field, index):
                        turned[id(node)] = flipped[value][2]
                    held = {one: place for one, place in held.items() if place[0] != field}
                    flipped = {one: turn for one, turn in flipped.items() if turn[0] != field}
                case _:
                    pass
    return turned, joined


class _Promoted:
    """Rewrites one function."""

    def __init__(
        self,
        function: Function,
        module: Module,
        chosen: dict[Field, Width],
        *,
        writes_back: bool = True,
    ) -> None:
        self.function, self.module, self.widths = function, module, chosen
        self.first = {}
        for field, width in chosen.items():
            self.first[field] = len(function.variables)
            function.variables += [width] * field.count
        blocks = function.blocks
        stores = [node for one in blocks for node in one.instructions if isinstance(node, Store)]
        self.written = {node.field for node in stores} & chosen.keys() if writes_back else set()
        self.turned, joined = _turned_and_joined(function)
        self.joined: dict[Reg, Field] = {}
        self.union: dict[Field, int] = {}
        for dst, field in joined:
            if field in chosen:
                self.joined[dst] = field
                if field not in self.union:
                    self.union[field] = function.variable(chosen[field])

    def rewrite(self) -> None:
        """Rewrite all blocks."""
        for block in self.function.blocks:
            nodes = [new for node in block.instructions for new in self.instead(node)]
            if isinstance(block.terminator, Return):
                nodes += self.back()
            block.instructions = nodes
        self.function.blocks[0].instructions[:0] = self.read()

    def instead(self, node: Instruction) -> Iterator[Instruction]:
        """Yield what is done in place of an instruction."""
        match node:
            case Load(dst=dst, field=field, index=index) if field in self.widths:
                yield from self.load(dst, field, index)
            case Store(field=field, index=index, value=value) if field in self.widths:
                if id(node) in self.turned:
                    yield from self.turn(field, index, self.turned[id(node)])
                else:
                    yield from self.store(field, index, value)
            case Op(dst=dst) if dst in self.joined:
                yield Get(dst, self.union[self.joined[dst]])
            case _:
                if called(node, self.module) is not None:
                    yield from self.back()
                yield node

    def load(self, dst: Reg, field: Field, index: Operand) -> Iterator[Instruction]:
        """Yield what reads a slot: where it is not known which, all are read."""
        first = self.first[field]
        if field.count == 1 or isinstance(index, int):
            yield Get(dst, first + (0 if field.count == 1 else index))  # type: ignore[operator]
            return
        found = self.function.register(dst.width)
        yield Get(found, first)
        for at in range(1, field.count):
            held, here = self.function.register(dst.width), self.function.register(1)
            made = dst if at + 1 == field.count else self.function.register(dst.width)
            yield Get(held, first + at)
            yield Op(here, "eq", (index, at))
            yield Op(made, "select", (here, held, found))
            found = made

    def store(self, field: Field, index: Operand, value: Operand) -> Iterator[Instruction]:
        """Yield what writes a slot: where it is not known which, all are written again."""
        first, width = self.first[field], self.widths[field]
        if field in self.union:
            old, turned = self.function.register(width), self.function.register(width)
            yield from self.load(old, field, index)
            yield Op(turned, "xor", (old, value))
            yield from self.flip(self.union[field], width, turned)
        if field.count == 1 or isinstance(index, int):
            yield Set(first + (0 if field.count == 1 else index), value)  # type: ignore[operator]
            return
        for at in range(field.count):
            held, here, made = (
                self.function.register(width),
                self.function.register(1),
                self.function.register(width),
            )
            yield Get(held, first + at)
            yield Op(here, "eq", (index, at))
            yield Op(made, "select", (here, value, held))
            yield Set(first + at, made)

    def turn(self, field: Field, index: Operand, bits: Operand) -> Iterator[Instruction]:
        """Yield what turns bits of a slot: where it is not known which, all are written again."""
        first, width = self.first[field], self.widths[field]
        for at in range(field.count):
            if isinstance(index, int) and index != at:
                continue
            some = bits
            if not isinstance(index, int) and field.count > 1:
                here, some = self.function.register(1), self.function.register(width)
                yield Op(here, "eq", (index, at))
                yield Op(some, "select", (here, bits, 0))
            yield from self.flip(first + at, width, some)
        if field in self.union:
            yield from self.flip(self.union[field], width, bits)

    def flip(self, variable: int, width: Width, bits: Operand) -> Iterator[Instruction]:
        """Yield what turns bits of a variable."""
        held, made = self.function.register(width), self.function.register(width)
        yield Get(held, variable)
        yield Op(made, "xor", (held, bits))
        yield Set(variable, made)

    def read(self) -> Iterator[Instruction]:
        """Yield what reads all fields into their variables."""
        for field, width in self.widths.items():
            whole: Operand = 0
            for at in range(field.count):
                held = self.function.register(width)
                yield Load(held, field, at)
                yield Set(self.first[field] + at, held)
                if field in self.union:
                    both = self.function.register(width)
                    yield Op(both, "or", (held, whole))
                    whole = both
            if field in self.union:
                yield Set(self.union[field], whole)

    def back(self) -> Iterator[Instruction]:
        """Yield what writes fields back to where the state has them."""
        for field, width in self.widths.items():
            for at in range(field.count if field in self.written else 0):
                held = self.function.register(width)
                yield Get(held, self.first[field] + at)
                yield Store(field, at, held, width)
