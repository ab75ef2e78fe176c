"""Which kinds of components action numbers name, and the same actions with others named."""

from __future__ import annotations

from bisect import bisect_right

from interpreter.layout import ArmLayout, Layout
from interpreter.native.memory.shares import ARGUMENT_WORDS, ARM_WORDS, HEAD_WORDS
from rulelang.rule_types import Component, Type


class Namer:
    """The action numbers of one instance, by the kinds that they name."""

    def __init__(self, layout: Layout) -> None:
        self._arms = layout.numbering
        self._firsts = [arm.arm.first_id for arm in self._arms]
        self._known: dict[int, tuple[ArmLayout, tuple[int, ...]] | None] = {}

    def named(self, one: int, other: int) -> tuple[int, int] | None:
        """Return the kinds in which two actions of one arm differ, if it is in that alone."""
        mine, its = self._split(one), self._split(other)
        if mine is None or its is None or mine[0] is not its[0]:
            return None
        pairs = zip(mine[0].kinds, mine[1], its[1], strict=True)
        apart = [(kind, a, b) for kind, a, b in pairs if a != b]
        if len(apart) != 1 or not _is_component(apart[0][0]):
            return None
        return apart[0][1:]

    def traded(self, number: int, pair: tuple[int, int]) -> int:
        """Return an action in which two kinds trade places, where its arguments name them."""
        split = self._split(number)
        if split is None:
            return number
        arm, arguments = split
        one, other = pair
        for at, (kind, argument) in enumerate(zip(arm.kinds, arguments, strict=True)):
            if argument in pair and _is_component(kind):
                weights = arm.weights[at]
                if one in weights and other in weights:
                    number += weights[one + other - argument] - weights[argument]
        return number

    def words(self, kinds: int) -> list[int]:
        """Return the same for native code, as `native.memory.shares` says; `kinds`: how many."""
        heads: list[int] = [len(self._arms), kinds]
        records: list[int] = []
        values: list[int] = []
        first_record = HEAD_WORDS + ARM_WORDS * len(self._arms)
        first_value = first_record + ARGUMENT_WORDS * sum(len(arm.kinds) for arm in self._arms)
        for arm in self._arms:
            first = arm.arm.first_id
            heads += [first, first + arm.size, len(arm.kinds), first_record + len(records)]
            step = arm.size
            for kind, static in zip(arm.kinds, arm.statics, strict=True):
                step //= len(static)
                at = first_value + len(values)
                if _is_component(kind):
                    places = {value: digit for digit, value in enumerate(static)}
                    records += [step, len(static), at, at + len(static)]
                    values += [*static, *(places.get(named, -1) for named in range(kinds))]
                else:
                    records += [step, len(static), -1, -1]
        return [*heads, *records, *values]

    def _split(self, number: int) -> tuple[ArmLayout, tuple[int, ...]] | None:
        if number not in self._known:
            at = bisect_right(self._firsts, number) - 1
            arm = self._arms[at] if at >= 0 else None
            found = arm is not None and number < arm.arm.first_id + arm.size
            self._known[number] = (arm, arm.arguments(number)) if arm and found else None
        return self._known[number]


def _is_component(kind: Type) -> bool:
    return isinstance(kind, Component)
