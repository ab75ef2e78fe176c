"""The passes over the IR of a whole game, from what was written to what LLVM is given.

    before:  a `Lowered`, as it is written
    after:   the same, with code of their own for playouts that choose in a loop

Other play waits at each choice. Its code is rewritten by what stands before `clone`, and by
`clean`; all between them is for playouts alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal, TypeAlias, get_args

import attrs

from interpreter.native.ir.clean import clean
from interpreter.native.ir.nodes import Field, Function, Load
from interpreter.native.ir.passes.boards import Masks, ask_boards
from interpreter.native.ir.passes.bound import bound, forget
from interpreter.native.ir.passes.clone import clone
from interpreter.native.ir.passes.confine import confine
from interpreter.native.ir.passes.dce import dce, hands_on, reached_from
from interpreter.native.ir.passes.forward import forward
from interpreter.native.ir.passes.inline import inline
from interpreter.native.ir.passes.promote import is_promotable, promote
from interpreter.native.ir.passes.reduce import reduce
from interpreter.native.ir.passes.specialize import specialize
from interpreter.native.ir.passes.tabulate import tabulate
from interpreter.native.ir.passes.thread import thread
from interpreter.native.memory.lowered import COROUTINE, SETUP, Lowered
from interpreter.native.memory.slots import Boards

MOST_BOARDS: Final = 2
"""Boards of a family of which a kind is found sooner than it is loaded."""

PassName: TypeAlias = Literal[
    "write",
    "charge",
    "count",
    "confine",
    "inline",
    "tabulate",
    "clone",
    "boards",
    "dce",
    "thread",
    "forward",
    "bound",
    "reduce",
    "specialize",
    "promote",
    "clean",
]
"""The passes, in their order, which stands here alone. `game.lower` makes the first three."""

_ORDER: Final[tuple[PassName, ...]] = get_args(PassName)


def _confined(lowered: Lowered) -> Lowered:
    slots = lowered.slots
    zones = [(zone.kind, zone.boards) for zone in slots.zones]
    said = _said_by(zones + [(variable.value, variable.boards) for variable in slots.variables])
    for name, function in lowered.module.functions.items():
        if function.is_trial:
            confine(lowered.module, name, said)
    return lowered


def _said_by(families: Iterable[tuple[Field | None, Boards | None]]) -> dict[Field, Masks]:
    """Return the boards that say what arrays say, where a family has few."""
    return {
        array: Masks(boards.field, boards.low, boards.width)
        for array, boards in families
        if array is not None
        and boards is not None
        and not boards.classes
        and boards.field.count <= MOST_BOARDS
    }


def _inlined(lowered: Lowered) -> Lowered:
    inline(lowered.module)
    return lowered


def _tabulated(lowered: Lowered) -> Lowered:
    tabulate(lowered.module)
    return lowered


def _cloned(lowered: Lowered) -> Lowered:
    module, playouts = lowered.module, {}
    for coroutine, name in lowered.coroutines.items():
        if module.functions[name].is_loop and is_promotable(module, name):
            playouts[coroutine] = f"playout{coroutine}"
            clone(
                module,
                name,
                playouts[coroutine],
                _answers(lowered, coroutine),
                is_cut=lowered.is_cut,
            )
    for name, function in module.functions.items():
        if name not in playouts.values():
            forget(function)
    return attrs.evolve(lowered, playouts=playouts)


def _answers(lowered: Lowered, coroutine: int) -> list[int]:
    """Return the blocks at which a coroutine is entered with what a player chose."""
    points = (point for point in lowered.control.points if not point.chance)
    return [point.label % COROUTINE for point in points if point.label // COROUTINE == coroutine]


def _by_boards(lowered: Lowered) -> Lowered:
    """Let playouts ask boards what zones hold that nobody else looks into."""
    module, playouts = lowered.module, lowered.playouts.values()
    reached = reached_from(module, (*playouts, *_entered_too(lowered)))
    if playouts and not hands_on(reached, module):
        others = [function for function in reached if function.name not in playouts]
        read = {node.field for one in others for node in one.nodes if isinstance(node, Load)}
        said = _said_by((zone.kind, zone.boards) for zone in lowered.slots.zones)
        said = {one: m for one, m in said.items() if one not in read and m.width == 64}
        for name in playouts:
            ask_boards(module.functions[name], said)
    return lowered


def _entered_too(lowered: Lowered) -> list[str]:
    """Return what else playouts enter once play has begun, when set-up is over for good."""
    coroutines = lowered.coroutines.items()
    others = [
        name
        for coroutine, name in coroutines
        if coroutine != SETUP and coroutine not in lowered.playouts
    ]
    return [*others, "standing"] if lowered.is_cut else others


def _without_dead(lowered: Lowered) -> Lowered:
    """Drop what playouts never read; behind them the returns are read, and a standing."""
    if lowered.playouts:
        read = [lowered.returns, lowered.pc] if lowered.is_cut else [lowered.returns]
        names = tuple(lowered.playouts.values())
        dce(lowered.module, names, _entered_too(lowered), read)
    return lowered


def _of_playouts(rewrite: Callable[[Function], None]) -> Callable[[Lowered], Lowered]:
    """Return a pass that rewrites the functions of playouts, one by one."""

    def one_by_one(lowered: Lowered) -> Lowered:
        for name in lowered.playouts.values():
            rewrite(lowered.module.functions[name])
        return lowered

    return one_by_one


def _promoted(lowered: Lowered) -> Lowered:
    for name in lowered.playouts.values():
        promote(lowered.module, name)
    return lowered


def _clean(lowered: Lowered) -> Lowered:
    for function in lowered.module.functions.values():
        clean(function)
    return lowered


_PASSES: Final[dict[PassName, Callable[[Lowered], Lowered]]] = {
    "confine": _confined,
    "inline": _inlined,
    "tabulate": _tabulated,
    "clone": _cloned,
    "boards": _by_boards,
    "dce": _without_dead,
    "thread": _of_playouts(thread),
    "forward": _of_playouts(forward),
    "bound": _of_playouts(bound),
    "reduce": _of_playouts(reduce),
    "specialize": _of_playouts(specialize),
    "promote": _promoted,
    "clean": _clean,
}
"""What each of the others does with a game; they change its module in place."""


def rewritten(lowered: Lowered, until: PassName) -> Lowered:
    """Make the passes of this file up to `until`, if that is one of them, and return the game."""
    for name in _ORDER[_ORDER.index("confine") : _ORDER.index(until) + 1]:
        lowered = _PASSES[name](lowered)
    return lowered
