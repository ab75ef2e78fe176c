"""IR to LLVM's own text, instruction by instruction; LLVM does the rest.

    before:  r3 = coins[r1]
    after:   %a3 = getelementptr i8, ptr %s, i64 24 …; %b3 = load i8 …; %r3 = sext i8 %b3 to i64

Every function takes the state `%s` and the context `%c`. What is the same for every game, such
as the loop of a playout, lies in `.ll` files in `runtime`.
"""

from __future__ import annotations

from typing import Final, assert_never

from interpreter.native.emit.tables import between, literal, tables_of
from interpreter.native.ir.clean import successors
from interpreter.native.ir.nodes import (
    Branch,
    CallFunction,
    Count,
    Fault,
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
    Terminator,
    Width,
)
from interpreter.native.ir.runtime_calls import calls

PREFIX: Final = "rulelang_"
"""Every symbol begins with it: a function called `step` was once bound to one of the C library."""

INLINED: Final = 300
"""Functions of more instructions are not copied into their callers: LLVM's time grows faster than
the function that it works on."""

_LARGE_BODY, _LARGE_FUNCTION = 60, 600
"""Loops of more instructions, and those of functions of more, are not unrolled: such loops run a
few rounds, and copies of them cost more time to compile, and of the cache, than they save."""

CONTEXT: Final = {
    name: at
    for at, name in enumerate(
        (
            "fault", "steps", "looks", "taken", "rows", "own", "extra", "closing", "first",
            "actor", "auto", "capacity", "outcomes", "outcome_capacity", "row_buffer",
            "outcome_buffer", "player_stream", "chance_stream", "choices", "decisions", "chances",
            "branches", "widest", "scratch", "coverage_offset", "log", "horizon", "looking",
            "depth", "gone_through", "word", "words",
        )
    )
}  # fmt: skip
"""The slots of the context, 64 bits each."""

SLOTS: Final = len(CONTEXT)
"""How many there are; behind them the context keeps masks."""

RESULT: Final = ("choices", "decisions", "chances", "branches", "widest")
"""What a playout tells, 64 bits each: a fault, these, then the returns of the players."""

_PLAIN: Final = {"add": "add", "sub": "sub", "mul": "mul", "and": "and", "or": "or", "xor": "xor",
                 "shl": "shl", "shr": "lshr"}  # fmt: skip
_COMPARED: Final = {"eq": "eq", "ne": "ne", "lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}


def emit(module: Module) -> str:
    """Return the module as LLVM text, without what `runtime` adds."""
    tables, places = tables_of(module, PREFIX)
    functions = [
        _Emitter(function, module, places).text() for function in module.functions.values()
    ]
    return "\n".join((tables, *functions, _ROLLED))


def emit_function(function: Function) -> str:
    """Return a function as LLVM text: one that reads no table, to stand beside its module."""
    return _Emitter(function, Module(), {}).text()


_ROLLED: Final = """
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
"""
"""What the end of a loop refers to that is not to be unrolled."""


def keeps_rows(function: Function) -> bool:
    """Return whether a function counts its rows by itself, and tells the context at its end.

    Not where a call in between would see them.
    """
    nodes = function.nodes
    looks = any(calls(node, "look") for node in nodes)
    return not looks and any(isinstance(node, Row) and not node.checked for node in nodes)


def _rolled(function: Function) -> frozenset[int]:
    """Return the blocks at the ends of loops that are not to be unrolled."""
    sizes = [len(block.instructions) for block in function.blocks]
    places = {block.label: place for place, block in enumerate(function.blocks)}
    is_large = sum(sizes) > _LARGE_FUNCTION
    return frozenset(
        block.label
        for place, block in enumerate(function.blocks)
        for head in (places[label] for label in successors(block))
        if head <= place and (is_large or sum(sizes[head : place + 1]) > _LARGE_BODY)
    )


class _Emitter:
    """Writes one function."""

    def __init__(self, function: Function, module: Module, places: dict[str, int]) -> None:
        self.function = function
        self.module = module
        self.places = places
        self.lines: list[str] = []
        self.fresh = 0
        self.keeps_rows = keeps_rows(function)
        self.rolled = _rolled(function)

    def text(self) -> str:
        """Return the function."""
        function = self.function
        parameters = ", ".join(f"i64 %r{reg.number}" for reg in function.parameters)
        more = f", {parameters}" if parameters else ""
        result = f"i{function.result}" if function.result else "void"
        stays = " noinline" if len(function.nodes) > INLINED or function.is_rare else ""
        if function.is_inlined:
            stays = " alwaysinline"
        head = (
            f"define internal {result} @{PREFIX}{function.name}"
            f"(ptr noalias nocapture %s, ptr noalias nocapture %c{more})"
            f" nounwind mustprogress{stays} {{"
        )
        self.lines = [head, "start:"]
        for number, width in enumerate(function.variables):
            self.lines.append(f"  %v{number} = alloca i{width}")
        for number, length in enumerate(function.buffers):
            self.lines.append(f"  %u{number} = alloca [{length} x i64]")
        if self.keeps_rows:
            self.begin_rows()
        self.lines.append("  br label %b0")
        for block in function.blocks:
            self.lines.append(f"b{block.label}:")
            for instruction in block.instructions:
                self.instruction(instruction)
            assert block.terminator is not None, f"block {block.label} has no end"
            self.terminator(block.terminator)
            if block.label in self.rolled:
                self.lines[-1] += ", !llvm.loop !0"
        self.lines.append("}")
        return "\n".join(self.lines)

    def begin_rows(self) -> None:
        """Write where rows go, and how many there are."""
        self.put("%rows = alloca i64")
        self.put(f"%rows_at = getelementptr inbounds i8, ptr %c, i64 {8 * CONTEXT['rows']}")
        self.put("%rows_before = load i64, ptr %rows_at")
        self.put("store i64 %rows_before, ptr %rows")
        self.put(
            f"%buffer_at = getelementptr inbounds i8, ptr %c, i64 {8 * CONTEXT['row_buffer']}"
        )
        self.put("%row_buffer = load ptr, ptr %buffer_at")

    def row(self, base: Operand, mask: Operand) -> None:
        """Write a row behind the others; it is written over where it is empty."""
        count, twice, first, second, some, one, more = (self.name() for _ in range(7))
        self.put(f"{count} = load i64, ptr %rows")
        self.put(f"{twice} = shl i64 {count}, 1")
        self.put(f"{first} = getelementptr inbounds i64, ptr %row_buffer, i64 {twice}")
        self.put(f"store i64 {self.operand(base)}, ptr {first}")
        self.put(f"{second} = getelementptr inbounds i64, ptr {first}, i64 1")
        self.put(f"store i64 {self.operand(mask)}, ptr {second}")
        self.put(f"{some} = icmp ne i64 {self.operand(mask)}, 0")
        self.put(f"{one} = zext i1 {some} to i64")
        self.put(f"{more} = add i64 {count}, {one}")
        self.put(f"store i64 {more}, ptr %rows")

    def put(self, line: str) -> None:
        """Write a line."""
        self.lines.append(f"  {line}")

    def name(self) -> str:
        """Return a new name."""
        self.fresh += 1
        return f"%t{self.fresh}"

    @staticmethod
    def operand(value: Operand, width: Width = 64) -> str:
        """Return an operand as text; constants get their width from where they stand."""
        return f"%r{value.number}" if isinstance(value, Reg) else literal(value, width)

    # ------------------------------------------------------------ instructions

    def instruction(self, node: Instruction) -> None:  # noqa: C901 - one arm a node
        """Write one instruction."""
        match node:
            case Op():
                self.op(node)
            case Load(dst=dst, field=field, index=index, low=low, high=high):
                at = self.slot("%s", field.offset, field.bytes, index)
                self.load(dst, at, 8 * field.bytes)
                self.assume(dst, "sge", low)
                self.assume(dst, "sle", high)
            case Hold():
                pass  # loads say so by now
            case Store(field=field, index=index, value=value, width=width):
                at = self.slot("%s", field.offset, field.bytes, index)
                self.store(at, value, width, 8 * field.bytes)
            case LoadTable(dst=dst, table=table, index=index):
                read = self.module.tables[table]
                at = self.slot(f"@{PREFIX}tables", self.places[table], read.bytes, index)
                self.load(dst, at, 8 * read.bytes, between(read))
            case Get(dst=dst, variable=variable):
                self.put(f"%r{dst.number} = load i{dst.width}, ptr %v{variable}")
            case Set(variable=variable, value=value):
                width = self.function.variables[variable]
                self.put(f"store i{width} {self.operand(value, width)}, ptr %v{variable}")
            case LoadBuffer(dst=dst, buffer=buffer, index=index):
                at = self.slot(f"%u{buffer}", 0, 8, index)
                self.put(f"%r{dst.number} = load i64, ptr {at}")
            case StoreBuffer(buffer=buffer, index=index, value=value):
                at = self.slot(f"%u{buffer}", 0, 8, index)
                self.put(f"store i64 {self.operand(value)}, ptr {at}")
            case KeepState(buffer=buffer, spans=spans):
                self.copied(buffer, spans, back=False)
            case PutBack(buffer=buffer, spans=spans):
                self.copied(buffer, spans, back=True)
            case CallFunction(dst=dst, name=name, args=args):
                self.call(dst, name, args)
            case Fault(code=code):
                self.put(f"call void @{PREFIX}fault(ptr %c, i64 {code})")
            case Spend(dst=dst, steps=steps):
                self.put(f"%r{dst.number} = call i1 @{PREFIX}spend(ptr %c, i64 {steps})")
            case Count(dst=dst):
                self.put(f"%r{dst.number} = call i1 @{PREFIX}count_one(ptr %c)")
            case Row(base=base, mask=mask) if self.keeps_rows and not node.checked:
                self.row(base, mask)
            case Row(base=base, mask=mask):
                row = f"i64 {self.operand(base)}, i64 {self.operand(mask)}"
                name = "row" if node.checked else "row_unchecked"
                self.put(f"call void @{PREFIX}{name}(ptr %c, {row})")
            case Room(dst=dst, rows=rows):
                self.put(f"%r{dst.number} = call i1 @{PREFIX}room(ptr %c, i64 {rows})")
            case Outcome(id=number, weight=weight):
                outcome = f"i64 {self.operand(number)}, i64 {self.operand(weight)}"
                self.put(f"call void @{PREFIX}outcome(ptr %c, {outcome})")
            case LoadContext(dst=dst, slot=slot):
                at = self.slot("%c", 8 * CONTEXT[slot], 8, 0)
                self.put(f"%r{dst.number} = load i64, ptr {at}")
            case StoreContext(slot=slot, value=value):
                at = self.slot("%c", 8 * CONTEXT[slot], 8, 0)
                self.put(f"store i64 {self.operand(value)}, ptr {at}")
            case LoadKept(dst=dst, at=at):
                place = self.slot("%c", 8 * (SLOTS + at), 8, 0)
                self.put(f"%r{dst.number} = load i{dst.width}, ptr {place}, align 8")
            case StoreKept(at=at, value=value, width=width):
                place = self.slot("%c", 8 * (SLOTS + at), 8, 0)
                kept = self.operand(value, width)
                self.put(f"store i{width} {kept}, ptr {place}, align 8")
            case _:
                assert_never(node)

    def copied(self, buffer: int, spans: Spans, *, back: bool) -> None:
        """Copy pieces of the state into a buffer, or back."""
        at = 0
        for start, length in spans:
            state = self.slot("%s", start, 1, 0)
            kept = self.slot(f"%u{buffer}", at, 1, 0)
            to, source = (state, kept) if back else (kept, state)
            copied = f"ptr {to}, ptr {source}, i64 {length}, i1 false"
            self.put(f"call void @llvm.memcpy.p0.p0.i64({copied})")
            at += length

    def slot(self, base: str, offset: int, size: int, index: Operand) -> str:
        """Return the address of a slot."""
        if isinstance(index, int):
            at = offset + index * size
            if not at:
                return base
            name = self.name()
            self.put(f"{name} = getelementptr inbounds i8, ptr {base}, i64 {at}")
            return name
        if offset:
            start = self.name()
            self.put(f"{start} = getelementptr inbounds i8, ptr {base}, i64 {offset}")
            base = start
        unit, place = 8 * size, f"%r{index.number}"
        if size > 8:
            unit, place = 64, self.name()
            self.put(f"{place} = mul i64 %r{index.number}, {size // 8}")
        name = self.name()
        self.put(f"{name} = getelementptr inbounds i{unit}, ptr {base}, i64 {place}")
        return name

    def load(self, dst: Reg, at: str, bits: Width, more: str = "") -> None:
        """Load a signed slot into a register; `more` is what LLVM is told of it."""
        align = min(8, bits // 8)
        if bits == dst.width:
            self.put(f"%r{dst.number} = load i{bits}, ptr {at}, align {align}{more}")
            return
        name = self.name()
        self.put(f"{name} = load i{bits}, ptr {at}, align {align}{more}")
        self.put(f"%r{dst.number} = sext i{bits} {name} to i{dst.width}")

    def assume(self, found: Reg, than: str, end: Operand | None) -> None:
        """Tell LLVM at which number the values of a register end, if one is known."""
        if end is None:
            return
        holds, width = self.name(), found.width
        self.put(f"{holds} = icmp {than} i{width} %r{found.number}, {self.operand(end, width)}")
        self.put(f"call void @llvm.assume(i1 {holds})")

    def store(self, at: str, value: Operand, width: Width, bits: Width) -> None:
        """Store a register into a slot."""
        text = self.operand(value, bits if isinstance(value, int) else width)
        if isinstance(value, Reg) and bits < width:
            name = self.name()
            self.put(f"{name} = trunc i{width} {text} to i{bits}")
            text = name
        self.put(f"store i{bits} {text}, ptr {at}, align {min(8, bits // 8)}")

    def call(self, dst: Reg | None, name: str, args: tuple[Operand, ...]) -> None:
        """Call a function of the module, or one of the runtime."""
        more = "".join(f", i64 {self.operand(arg)}" for arg in args)
        result = f"%r{dst.number} = call i{dst.width}" if dst else "call void"
        self.put(f"{result} @{PREFIX}{name}(ptr %s, ptr %c{more})")

    def op(self, node: Op) -> None:
        """Write an operation."""
        dst, width = f"%r{node.dst.number}", node.dst.width
        match node.op:
            case "select":
                test, yes, no = node.args
                choice = f"i{width} {self.operand(yes, width)}, i{width} {self.operand(no, width)}"
                self.put(f"{dst} = select i1 {self.operand(test, 1)}, {choice}")
            case "extend" | "widen":
                have = _width(node.args)
                self.put(f"{dst} = zext i{have} {self.operand(node.args[0], have)} to i{width}")
            case "narrow":
                have = _width(node.args)
                self.put(f"{dst} = trunc i{have} {self.operand(node.args[0], have)} to i{width}")
            case "popcount" | "ctz" | "clz":
                self.counted(node)
            case "floordiv" | "floormod":
                left, right = (self.operand(arg) for arg in node.args)
                self.put(f"{dst} = call i64 @{PREFIX}{node.op}(i64 {left}, i64 {right})")
            case "min" | "max":
                left, right = (self.operand(arg, width) for arg in node.args)
                self.put(f"{dst} = call i64 @llvm.s{node.op}.i64(i64 {left}, i64 {right})")
            case _:
                self.binary(node)

    def binary(self, node: Op) -> None:
        """Write an operation on two operands of one width."""
        have = _width(node.args)
        left, right = (self.operand(arg, have) for arg in node.args)
        what = f"icmp {_COMPARED[node.op]}" if node.op in _COMPARED else _PLAIN[node.op]
        self.put(f"%r{node.dst.number} = {what} i{have} {left}, {right}")

    def counted(self, node: Op) -> None:
        """Write an operation that counts bits; what it gives has 64 bits."""
        have = _width(node.args)
        arg = self.operand(node.args[0], have)
        intrinsic = {"popcount": "ctpop", "ctz": "cttz", "clz": "ctlz"}[node.op]
        flag = "" if node.op == "popcount" else ", i1 true"
        name = f"%r{node.dst.number}" if have == 64 else self.name()
        self.put(f"{name} = call i{have} @llvm.{intrinsic}.i{have}(i{have} {arg}{flag})")
        if have != 64:
            self.put(f"%r{node.dst.number} = trunc i{have} {name} to i64")

    # ------------------------------------------------------------ ends

    def terminator(self, node: Terminator) -> None:
        """Write the end of a block."""
        if isinstance(node, Return) and self.keeps_rows:
            self.put(f"{(count := self.name())} = load i64, ptr %rows")
            self.put(f"store i64 {count}, ptr %rows_at")
        match node:
            case Jump(to=to):
                self.put(f"br label %b{to}")
            case Branch(test=test, yes=yes, no=no):
                self.put(f"br i1 {self.operand(test, 1)}, label %b{yes}, label %b{no}")
            case Switch(value=value, cases=cases, default=default):
                text = " ".join(f"i64 {number}, label %b{to}" for number, to in cases)
                self.put(f"switch i64 {self.operand(value)}, label %b{default} [ {text} ]")
            case Return(value=None):
                self.put("ret void")
            case Return(value=value):
                width = self.function.result
                assert value is not None
                self.put(f"ret i{width} {self.operand(value, width)}")
            case _:
                assert_never(node)


def _width(args: tuple[Operand, ...]) -> Width:
    return next((arg.width for arg in args if isinstance(arg, Reg)), 64)
