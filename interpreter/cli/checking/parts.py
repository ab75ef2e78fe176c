"""The parts of a text that native code is known to hold, so that they are not written again.

Each is named by all that decides whether it is refused, this package among it.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from interpreter.keeping import front_end
from interpreter.native.lower.instances import Once, Part, always
from rulelang import core
from rulelang.keeping import disk
from rulelang.prove.digests import Digests
from rulelang.prove.memory import Memory
from rulelang.prove.world import world_of


@attrs.define
class Parts:
    """The parts of a variant that native code is known to hold; others are written, and noted.

    `around`: all that each of them follows from besides itself.
    """

    memory: Memory
    around: str
    digests: Digests

    def __call__(self, node: Part, given: Callable[[], object], write: Callable[[], None]) -> None:
        """Have a node written, unless it is known; what cannot be held is raised."""
        name = disk.key_of("part", self.around, self.digests.entered(node), repr(given()))
        if not self.memory.is_fine(name):
            write()
            self.memory.note_fine(name)


def unknown_parts(spec: core.Spec, memory: Memory) -> Once:
    """Return who has those written that are not known; `memory` has just proved the variant."""
    package = front_end.whole()
    if package is None:
        return always
    world = world_of(spec, memory.gatherer, memory.forms)
    around = disk.key_of(package, memory.parts.declared(spec).digest)
    return Parts(memory, around, Digests(world, memory.anchors.told, memory.plain))
