"""What documents of the variants of one text have in common, made once for all of them.

Variants share the bodies of their rules, the same objects. What follows from a body, and from the
facts and effects that it calls, is the same wherever all of those are the same objects.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from interpreter.document.parameters import Pointed, Traced, body_of, traced
from interpreter.document.roles import Uses, uses
from interpreter.document.walking import Bodies
from interpreter.layout import ArmLayout
from rulelang import core
from rulelang.core.canonical import Known
from rulelang.freezing import define

_Traces: TypeAlias = list[tuple[core.Arm, Traced]]


@define
class Shared:
    """All that is known so far.

    `texts`: of what hashes are taken; None: nobody asks for hashes, and documents have none.
    `bodies`: what bodies read and write.
    """

    texts: Known | None = attrs.field(factory=dict)
    bodies: Bodies = attrs.field(factory=Bodies)
    _uses: dict[int, tuple[core.Block, Uses]] = attrs.field(factory=dict)
    _traced: dict[tuple[int, ...], _Traces] = attrs.field(factory=dict)

    def uses(self, spec: core.Spec) -> list[Uses]:
        """Return what each body of a specification reads."""
        for block in spec.roots:
            if id(block) not in self._uses:
                self._uses[id(block)] = (block, uses(block))
        return [self._uses[id(block)][1] for block in spec.roots]

    def pointed(self, arm: ArmLayout, spec: core.Spec) -> tuple[Pointed, ...]:
        """Return what each parameter of an arm points at."""
        parts = (arm.arm.choices, arm.arm.needs, arm.arm.body)
        known = self._traced.setdefault(tuple(map(id, parts)), [])
        for _, found in known:
            if all(body_of(spec, *called) is body for called, body in found.entered.items()):
                return found.pointed
        made = traced(arm, spec)
        known.append((arm.arm, made))
        return made.pointed
