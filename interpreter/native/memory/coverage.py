"""What instrumented code notes: coverage points, as places in a buffer outside the state.

    before:  a block of two statements
    after:   call probe(17); …; call probe(18); …

Other code has nothing of this in it. `probe` is a call to whoever asks what an expression may do,
so that instrumented parts are evaluated one by one, in the order of the rules: masks and tables of
all values at once are for what has no probes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from interpreter.facts.coverage_points import (
    DECIDES,
    PROBES,
    Instrumented,
    Key,
    Reports,
    Step,
    deciding_probes,
)
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Operand
from rulelang import core
from rulelang.freezing import frozen


@frozen
class CoveragePoints:
    """Numbers of what is noted: probes in the tree come first.

    `steps`: statements that begin. `skipped`: blocks whose condition is false. `chosen`: arms that
    somebody chooses, those whose body tells it aside.
    """

    probes: int = 0
    steps: Mapping[Step, int] = attrs.Factory(dict)
    skipped: Mapping[int, int] = attrs.Factory(dict)
    chosen: Mapping[Key, int] = attrs.Factory(dict)

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return self.probes + len(self.steps) + len(self.skipped) + len(self.chosen)

    def reports(self, noted: bytes) -> Reports:
        """Return what was seen; `noted` has a byte for each number, not 0 where it was."""
        return Reports(
            [number for number in range(self.probes) if noted[number]],
            {step for step, number in self.steps.items() if noted[number]},
            {block for block, number in self.skipped.items() if noted[number]},
            {key for key, number in self.chosen.items() if noted[number]},
        )


NO_COVERAGE: Final = CoveragePoints()


def coverage_points_of(instrumented: Instrumented) -> CoveragePoints:
    """Return the numbers of all that is noted of an instance."""
    firsts = (arm.first for arm in instrumented.arms if arm.first is not None)
    steps = dict.fromkeys((*(place.step for place in instrumented.places), *firsts))
    skipped = dict.fromkeys(p.into for p in instrumented.places if p.into is not None)
    chosen = dict.fromkeys(arm.key for arm in instrumented.arms if arm.first is None)
    begin = len(instrumented.points)
    return CoveragePoints(
        begin,
        {step: number for number, step in enumerate(steps, begin)},
        {block: number for number, block in enumerate(skipped, begin + len(steps))},
        {key: number for number, key in enumerate(chosen, begin + len(steps) + len(skipped))},
    )


def note(b: Builder, number: int | None) -> None:
    """Note a coverage point; None: nothing is to be noted."""
    if number is not None:
        b.call_runtime("probe", number)


def is_probe(e: core.Expr, spec: core.Spec) -> bool:
    """Return whether an expression is a probe."""
    return isinstance(e, core.Lookup) and spec.tables[e.table].name == PROBES


def asked(b: Builder, probe: core.Lookup, spec: core.Spec) -> Operand:
    """Note a probe and return its value, the same at any time. Keys note theirs later."""
    (number,) = probe.args
    assert isinstance(number, core.Const)
    assert isinstance(number.value, int)
    found = spec.tables[probe.table].entries[number.value][1]
    assert isinstance(found, int)
    if found == DECIDES:
        return 1
    note(b, number.value)
    return found


def are_noted(keys: Sequence[core.Key], spec: core.Spec) -> bool:
    """Return whether it is noted what some sorting keys decide."""
    return any(number is not None for number in deciding_probes(keys, spec))


def note_decided(
    b: Builder, probes: Sequence[int | None], two: Sequence[tuple[Operand, Operand]]
) -> None:
    """Note what decides between two things, given what each has to show for each of the probes."""
    level: Operand = 1
    for probe, (one, other) in zip(probes, two, strict=True):
        if probe is not None:
            with b.when(b.op("and", level, b.op("ne", one, other), width=1)):
                note(b, probe)
        level = b.op("and", level, b.op("eq", one, other), width=1)
