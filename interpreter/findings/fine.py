"""What native code and looks make of a text where nothing is wrong, so that it is not asked again.

Each is named by all that it follows from, this package among it; None where that cannot be told.
"""

from __future__ import annotations

from interpreter.findings.outlines import Outlines
from interpreter.keeping import front_end
from rulelang import core
from rulelang.keeping import disk
from rulelang.prove.memory import Memory
from rulelang.prove.whole import digests
from rulelang.results import Checked


def natively(spec: core.Spec, memory: Memory) -> str | None:
    """Return what tells whether native code holds a variant; `memory` has just proved it."""
    package = front_end.whole()
    if package is None:
        return None
    return disk.key_of("natively", package, digests(spec, memory.parts).whole)


def look(checked: Checked, outlines: Outlines, beside: str | None, *, hides: bool) -> str | None:
    """Return what tells what is found about the look of a text, in its variants.

    `beside`: the digest of the look, if it can be told. Where it hides nothing the rest is what
    they declare, else also what their rules name.
    """
    package = front_end.whole()
    if package is None or beside is None:
        return None
    outline = outlines.with_rules if hides else outlines.of
    said = [part for spec in checked.specs for part in (outline(spec), repr(spec.options))]
    return disk.key_of("look", package, beside, *said)


def is_known(memory: Memory, name: str | None) -> bool:
    """Return whether nothing was wrong when this was asked before."""
    return name is not None and memory.is_fine(name)


def note(memory: Memory, name: str | None, found: object) -> None:
    """Note that nothing is wrong; `found`: what is."""
    if name is not None and not found:
        memory.note_fine(name)
