"""What is legal of one arm, in masks, and which of that is at a place.

    before:  four masks for the ways of a man, on 64 cells
    after:   four words, in which bit 4 * a + way says that he may go that way from a;
             two where all men stand on the cells of one colour

Steps that lead from a digit to some of the others only part digits into sorts, as diagonal ones
do. Who begins on one sort stays there; so words are made for the digits of one, where all are of
it. Where some are not is seen before, and drawn otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import or_

import attrs

from interpreter.layout import ArmLayout
from interpreter.native.evaluate.unit import Code
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Operand, Width
from interpreter.native.lower.actions.digits import stride
from rulelang.freezing import frozen


@frozen
class Drawn:
    """What is legal of an arm: for each way the first digits from which it may be gone.

    `steps`: for each value of the turn, or one where it tells nothing, and each way: by how much
    the second digit is more than the first. () where an action has one digit, or none. `may`: by
    how much the first digit changes, and which ever may; `firsts`: those among which the masks
    are. `sort`: those that words are made for; 0: for all.
    """

    arm: ArmLayout
    width: Width
    masks: tuple[Operand, ...]
    steps: tuple[tuple[int, ...], ...] = ()
    may: tuple[tuple[int, int], ...] = ()
    firsts: Operand = 0
    sort: int = 0

    @property
    def ways(self) -> int:
        """How many bits a first digit has in the words: a power of two."""
        return 1 << (len(self.masks) - 1).bit_length()

    @property
    def digits(self) -> tuple[int, ...]:
        """The first digits that have bits in the words."""
        all_of_them = range(len(self.arm.statics[0]) if self.arm.statics else 1)
        return tuple(at for at in all_of_them if not self.sort or self.sort >> at & 1)

    @property
    def words(self) -> int:
        """How many words there are."""
        return -(-len(self.digits) * self.ways // 64)

    def count(self, b: Builder) -> Operand:
        """Return how many actions are legal."""
        return total_of(b, [b.op("popcount", mask, width=64) for mask in self.masks])

    def strays(self, b: Builder) -> Operand:
        """Return the first digits that are not of the sort."""
        others = (1 << self.width) - 1 & ~self.sort if self.sort else 0
        return b.op("and", self.firsts, others, width=self.width)

    def at(self, code: Code, place: Operand, turn: Operand) -> Operand:
        """Return the action at a place among them. `turn`: the digit of its value."""
        b = code.b
        if not self.arm.arm.choices:
            return self.arm.arm.first_id
        words = self._words(b)
        if not words:  # nothing is ever asked for, as in `lay(c in {})`
            return self.arm.arm.first_id
        row: Operand = 0
        before: Operand = 0
        begin: Operand = 0
        there = words[0]
        for word, following in pairwise(words):
            before = b.op("add", before, b.op("popcount", word, width=64))
            behind = b.op("ge", place, before)
            begin = b.op("select", behind, before, begin, width=64)
            there = b.op("select", behind, following, there, width=64)
            row = b.op("add", row, b.flag(behind))
        alone = b.call_runtime("lone_bit", there, b.op("sub", place, begin))
        bit = b.op("add", b.op("mul", row, 64), b.op("ctz", alone, width=64))
        if not self.steps:
            return b.op("add", self.arm.arm.first_id, bit)
        actions = [number for steps in self.steps for number in self._actions(steps)]
        own = b.op("mul", turn, 64 * len(words)) if len(self.steps) > 1 else 0
        return b.table(code.unit.constants.table(tuple(actions)), b.op("add", own, bit))

    def _words(self, b: Builder) -> list[Operand]:
        masks = self.masks
        if self.sort:
            masks = tuple(b.call_runtime("gather", mask, self.sort) for mask in masks)
        return [self._word(b, masks, at * (64 // self.ways)) for at in range(self.words)]

    def _word(self, b: Builder, masks: Sequence[Operand], first: int) -> Operand:
        """Write the word for the digits from the one at a place on."""
        word: Operand = 0
        for way, mask in enumerate(masks):
            part = b.op("shr", mask, first, width=self.width)
            low = b.op("narrow", part, width=64) if self.width > 64 else part
            one = b.call_runtime("spread", low, self.ways, way) if self.ways > 1 else low
            word = b.op("or", word, one)
        return word

    def _actions(self, steps: tuple[int, ...]) -> list[int]:
        """Return the numbers of the actions that the bits of all words stand for; 0: of none."""
        found, seconds = [0] * (64 * self.words), range(len(self.arm.statics[1]))
        for way, step in enumerate(steps):
            for place, at in enumerate(self.digits):
                if at + step in seconds:
                    number = self.arm.arm.first_id + at * stride(self.arm, 0) + at + step
                    found[place * self.ways + way] = number
        return found


def total_of(b: Builder, parts: Sequence[Operand]) -> Operand:
    """Return a sum."""
    total: Operand = 0
    for part in parts:
        total = b.op("add", total, part)
    return total


def of_one_sort(arms: Sequence[Drawn]) -> tuple[Drawn, ...]:
    """Return arms of which words are made for the sort of the first digit, if that is half."""
    ways = [way for drawn in arms for way in drawn.may]
    some = reduce(or_, (firsts for _, firsts in ways), 0)
    known, sort = 0, some & -some
    while known != sort:
        known = sort
        for step, firsts in ways:
            sort |= _moved(sort & firsts, step) | _moved(sort, -step) & firsts
    return tuple(
        attrs.evolve(drawn, sort=sort)
        if drawn.may and drawn.width <= 64 and 2 * sort.bit_count() <= len(drawn.digits)
        else drawn
        for drawn in arms
    )


def _moved(mask: int, by: int) -> int:
    return mask << by if by >= 0 else mask >> -by
