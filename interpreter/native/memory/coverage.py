"""What code notes that is written to be watched: the places in a buffer, outside the state.

    before:  a block of two statements
    after:   call mark(17); …; call mark(18); …

Code that is not watched has no sites, and nothing of this in it. `mark` is a call to whoever asks
what an expression may do, so that watched parts are evaluated one by one, in the order of the
rules: masks and tables of all values at once are for what has no marks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from interpreter.facts.coverage_points import (
    DECIDES,
    MARKS,
    Key,
    Marked,
    Reports,
    Step,
    deciding_marks,
)
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Operand
from rulelang import core
from rulelang.freezing import frozen


@frozen
class Sites:
    """Numbers of what is noted: marks in the tree come first.

    `steps`: statements that begin. `passed`: blocks whose condition is false. `chosen`: arms that
    somebody chooses, those whose body tells it aside.
    """

    marks: int = 0
    steps: Mapping[Step, int] = attrs.Factory(dict)
    passed: Mapping[int, int] = attrs.Factory(dict)
    chosen: Mapping[Key, int] = attrs.Factory(dict)

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return self.marks + len(self.steps) + len(self.passed) + len(self.chosen)

    def reports(self, noted: bytes) -> Reports:
        """Return what was seen; `noted` has a byte for each number, not 0 where it was."""
        return Reports(
            [number for number in range(self.marks) if noted[number]],
            {step for step, number in self.steps.items() if noted[number]},
            {block for block, number in self.passed.items() if noted[number]},
            {key for key, number in self.chosen.items() if noted[number]},
        )


NO_SITES: Final = Sites()


def sites_of(marked: Marked) -> Sites:
    """Return the numbers of all that is noted of an instance."""
    firsts = (arm.first for arm in marked.arms if arm.first is not None)
    steps = dict.fromkeys((*(place.step for place in marked.places), *firsts))
    passed = dict.fromkeys(p.into for p in marked.places if p.into is not None)
    chosen = dict.fromkeys(arm.key for arm in marked.arms if arm.first is None)
    begin = len(marked.points)
    return Sites(
        begin,
        {step: number for number, step in enumerate(steps, begin)},
        {block: number for number, block in enumerate(passed, begin + len(steps))},
        {key: number for number, key in enumerate(chosen, begin + len(steps) + len(passed))},
    )


def note(b: Builder, number: int | None) -> None:
    """Note a site; None: nothing is to be noted."""
    if number is not None:
        b.call("mark", (number,), width=0)


def is_mark(e: core.Expr, spec: core.Spec) -> bool:
    """Return whether an expression is a mark."""
    return isinstance(e, core.Lookup) and spec.tables[e.table].name == MARKS


def asked(b: Builder, mark: core.Lookup, spec: core.Spec) -> Operand:
    """Note a mark, and return its value, which is the same at any time. Keys note theirs later."""
    (number,) = mark.args
    assert isinstance(number, core.Const)
    assert isinstance(number.value, int)
    found = spec.tables[mark.table].entries[number.value][1]
    assert isinstance(found, int)
    if found == DECIDES:
        return 1
    note(b, number.value)
    return found


def are_noted(keys: Sequence[core.Key], spec: core.Spec) -> bool:
    """Return whether it is noted what some sorting keys decide."""
    return any(number is not None for number in deciding_marks(keys, spec))


def note_decided(
    b: Builder, marks: Sequence[int | None], two: Sequence[tuple[Operand, Operand]]
) -> None:
    """Note what decides between two things, given what each has to show for each of the marks."""
    level: Operand = 1
    for mark, (one, other) in zip(marks, two, strict=True):
        if mark is not None:
            with b.when(b.op("and", level, b.op("ne", one, other), width=1)):
                note(b, mark)
        level = b.op("and", level, b.op("eq", one, other), width=1)
