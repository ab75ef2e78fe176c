"""Code for memories: how often the present picture is kept, and to keep it.

    before:  Recalled(0)
    after:   tag = mix of the words; where it is marked, for each picture: n += its tag is that,
             its words are those

The words of a picture are loaded once. A tag that is not marked is none of those that are kept.
Nothing is kept up to date between two questions: to mix a board of some words costs less than to
follow each write.
"""

from __future__ import annotations

from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Operand
from interpreter.native.ir.statuses import FAULT
from interpreter.native.memory.pictures import MIX, WORD_BITS, shift_of
from interpreter.native.memory.slots import MemorySlots
from rulelang.core.intervals import Range


def recalled(code: Code, memory: int) -> Scalar:
    """Return how many pictures in a memory equal the present one."""
    b, slots = code.b, code.unit.slots.memories[memory]
    words = _present(b, slots)
    tag, found = _tag(b, words), b.variable()
    b.set(found, 0)

    def compare(at: Operand) -> None:
        start = b.op("mul", at, slots.stride)
        with b.when(b.op("eq", b.load(slots.kept, start), tag)):
            same: Operand = 1
            for place, word in enumerate(words, 1):
                kept = b.load(slots.kept, b.op("add", start, place))
                equal = b.op("eq", kept, word)
                same = equal if same == 1 else b.op("and", same, equal, width=1)
            b.set(found, b.op("add", b.get(found), b.flag(same)))

    word, bit = _mark(b, slots, tag)
    with b.when(b.op("ne", b.op("and", b.load(slots.marks, word), bit), 0), "marked"):
        b.count_up(0, b.load(slots.length), compare)
    return Scalar(b.get(found), Range(0, slots.memory.most))


def remember(code: Code, memory: int, *, forgets: bool) -> None:
    """Write `remember`, a fault where there is no room, or `forget`."""
    b, slots = code.b, code.unit.slots.memories[memory]
    if forgets:
        b.store(slots.length, 0)
        for at in range(slots.marks.count):
            b.store(slots.marks, 0, at)
        return
    length = b.load(slots.length)
    fits = b.op("lt", length, slots.memory.most)
    b.fault_unless(fits, FAULT)
    with b.when(fits):
        words = _present(b, slots)
        start = b.op("mul", length, slots.stride)
        tag = _tag(b, words)
        for place, word in enumerate((tag, *words)):
            b.store(slots.kept, word, b.op("add", start, place))
        b.store(slots.length, b.op("add", length, 1))
        marked, bit = _mark(b, slots, tag)
        b.store(slots.marks, b.op("or", b.load(slots.marks, marked), bit), marked)


def _mark(b: Builder, slots: MemorySlots, tag: Operand) -> tuple[Operand, Operand]:
    """Return which word marks a tag, and the bit of it that does."""
    place = b.op("shr", tag, shift_of(slots.marks.count), width=64)
    bit = b.op("shl", 1, b.op("and", place, WORD_BITS - 1), width=64)
    return b.op("shr", place, 6), bit


def _present(b: Builder, slots: MemorySlots) -> list[Operand]:
    return [b.load(field, at) for field in slots.words for at in range(field.count)]


def _tag(b: Builder, words: list[Operand]) -> Operand:
    tag: Operand = 0
    for word in words:
        tag = b.op("mul", b.op("xor", tag, word, width=64), MIX)
    return tag
