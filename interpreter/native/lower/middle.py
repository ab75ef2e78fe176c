"""The passes over the IR of a whole game, from what was written to what LLVM is given.

    before:  a `Lowered`, as it is written
    after:   the same, with code of their own for playouts that choose in a loop

Other play waits at each choice, and gains nothing by them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import attrs

from interpreter.native.ir.clean import simplify
from interpreter.native.ir.clone import clone
from interpreter.native.ir.dce import drop_dead
from interpreter.native.ir.inline import inline
from interpreter.native.ir.promote import is_promotable, promote
from interpreter.native.ir.specialize import specialize
from interpreter.native.memory.lowered import ROOT, Lowered

PassName: TypeAlias = Literal[
    "write", "charge", "count", "inline", "clone", "dce", "specialize", "promote", "clean"
]
"""The passes, in their order: see `game.lower`."""


def _inlined(lowered: Lowered) -> Lowered:
    inline(lowered.module)
    return lowered


def _cloned(lowered: Lowered) -> Lowered:
    module, playouts = lowered.module, {}
    for root, name in lowered.roots.items():
        if module.functions[name].is_loop and is_promotable(module, name):
            playouts[root] = f"playout{root}"
            clone(module, name, playouts[root], _answers(lowered, root), is_cut=lowered.is_cut)
    return attrs.evolve(lowered, playouts=playouts)


def _answers(lowered: Lowered, root: int) -> list[int]:
    """Return the blocks at which a root is entered with what a player chose."""
    points = (point for point in lowered.control.points if not point.chance)
    return [point.label % ROOT for point in points if point.label // ROOT == root]


def _without_dead(lowered: Lowered) -> Lowered:
    """Drop what playouts never read; behind them the returns are read, and a standing."""
    if not lowered.playouts:
        return lowered
    others = [name for root, name in lowered.roots.items() if root not in lowered.playouts]
    read = [lowered.returns]
    if lowered.is_cut:
        others.append("standing")
        read.append(lowered.pc)
    drop_dead(lowered.module, tuple(lowered.playouts.values()), others, read)
    return lowered


def _specialized(lowered: Lowered) -> Lowered:
    for name in lowered.playouts.values():
        specialize(lowered.module.functions[name])
    return lowered


def _promoted(lowered: Lowered) -> Lowered:
    for name in lowered.playouts.values():
        promote(lowered.module, name)
    return lowered


def _clean(lowered: Lowered) -> Lowered:
    for function in lowered.module.functions.values():
        simplify(function)
    return lowered


PASSES: Final[dict[PassName, Callable[[Lowered], Lowered]]] = {
    "inline": _inlined,
    "clone": _cloned,
    "dce": _without_dead,
    "specialize": _specialized,
    "promote": _promoted,
    "clean": _clean,
}
"""What each of the last ones does with a game; they change its module in place."""
