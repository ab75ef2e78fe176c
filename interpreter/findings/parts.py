"""The parts of a text that native code is known to hold, so that they are not written again.

Each is named by all that decides whether it is refused, this package among it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.keeping import front_end
from interpreter.native.lower.instances import Once, Part, always
from rulelang import core
from rulelang.keeping import disk
from rulelang.prove.digests import Digests
from rulelang.prove.memory import Memory
from rulelang.prove.world import world_of


def unknown_parts(spec: core.Spec, memory: Memory) -> Once:
    """Return who has those written that are not known; `memory` has just proved the variant."""
    package = front_end.whole()
    if package is None:
        return always
    world = world_of(spec, memory.footprints(spec), memory.forms)
    common = memory.common_digests(spec)
    digests = Digests(spec, lambda: world, memory.anchors.told, memory.plain, common)
    around = disk.key_of(package, memory.parts.declared(spec).digest)

    def once(
        nodes: Sequence[Part], given: Callable[[], object], write: Callable[[], None]
    ) -> None:
        name = disk.key_of("part", around, digests.entered(*nodes), repr(given()))
        if not memory.is_fine(name):
            write()
            memory.note_fine(name)

    return once
