"""Let trials work on variables, so that nothing has to be put back behind them.

    before:  trial1_0: r3 = stone.boards[r1]   r4 = r3 ^ r2   stone.boards[r1] := r4
             legal1:   u0 := state 24..143   r14 = trial1_0(r11)   state 24..143 := u0
    after:   trial1_0: v0 := stone.boards[0]   v1 := stone.boards[1] …   r4 = r3 ^ r2 …
             legal1:   r14 = trial1_0(r11)

A trial that writes only boards, and what these say too, leaves the state as it is where variables
take their place. Whoever lists what is legal tries each action that may be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from interpreter.native.ir.nodes import (
    Block,
    Field,
    Function,
    Instruction,
    KeepState,
    Load,
    Module,
    Op,
    PutBack,
    Store,
)
from interpreter.native.ir.passes.boards import Masks, ask_boards
from interpreter.native.ir.passes.inline import called
from interpreter.native.ir.passes.promote import CELLS, keep_in_variables
from interpreter.native.ir.passes.specialize import specialize
from interpreter.native.ir.runtime_calls import calls, calls_stateful

_WORD = 8
"""Bytes of a word that lies over other fields."""


def confine(module: Module, name: str, boards: Mapping[Field, Masks]) -> None:
    """Confine a trial to variables where it can be, in place, and put nothing back behind it.

    `boards`: for arrays the masks that say the same.
    """
    trial = module.functions[name]
    stored = {node.field for node in trial.nodes if isinstance(node, Store)}
    arrays = {field: masks for field, masks in boards.items() if field in stored}
    kept = (stored - arrays.keys()) | {masks.field for masks in arrays.values()}
    over = [n for n in trial.nodes if isinstance(n, Load) and n.field.is_over]
    if any(_hands_on(node, module) for node in trial.nodes) or not kept:
        return
    if any(field.count > CELLS for field in kept):
        return
    small = (field for field in stored if field in arrays or field.bytes % _WORD)
    if any(_lies_over(load, field) for field in small for load in over):
        return
    for block in trial.blocks:
        block.instructions = [
            new for node in block.instructions for new in _seen_through(trial, node, kept)
        ]
    ask_boards(trial, arrays)
    for block in trial.blocks:
        nodes = block.instructions
        block.instructions = [n for n in nodes if not (isinstance(n, Store) and n.field in arrays)]
    specialize(trial)
    keep_in_variables(trial, module, kept)
    trial.is_trial, trial.is_inlined = False, True
    for function in module.functions.values():
        _put_nothing_back(function, name)


def _hands_on(node: Instruction, module: Module) -> bool:
    """Return whether an instruction lets others read or write the state."""
    if isinstance(node, Load) and node.field.is_over:
        return not isinstance(node.index, int)
    if isinstance(node, KeepState | PutBack) or called(node, module) is not None:
        return True
    return calls_stateful(node)


def _lies_over(load: Load, field: Field) -> bool:
    """Return whether a word that is loaded lies over a field, or a part of it."""
    assert isinstance(load.index, int), "words are loaded by their number"
    at = load.field.offset + _WORD * load.index
    return at < field.offset + field.bytes * field.count and field.offset < at + _WORD


def _seen_through(
    trial: Function, node: Instruction, kept: Collection[Field]
) -> Iterator[Instruction]:
    """Yield what loads a word of a field that is kept, in place of a word that lies over it."""
    if not isinstance(node, Load) or not node.field.is_over:
        yield node
        return
    field = next((one for one in kept if _lies_over(node, one)), None)
    if field is None:
        yield node
        return
    assert isinstance(node.index, int), "words are loaded by their number"
    slot, at = divmod(node.field.offset + _WORD * node.index - field.offset, field.bytes)
    if field.bytes == _WORD:
        yield Load(node.dst, field, slot)
        return
    whole, moved = trial.register(8 * field.bytes), trial.register(8 * field.bytes)
    yield Load(whole, field, slot)
    yield Op(moved, "shr", (whole, 8 * at))
    yield Op(node.dst, "narrow", (moved,))


def _put_nothing_back(function: Function, name: str) -> None:
    """Drop what puts the state back behind a trial, and what kept it."""
    buffers = {buffer for block in function.blocks for buffer in _put_back(block, name)}
    for block in function.blocks:
        block.instructions = [
            node
            for node in block.instructions
            if not (isinstance(node, KeepState | PutBack) and node.buffer in buffers)
        ]


def _put_back(block: Block, name: str) -> Iterator[int]:
    """Yield the buffers from which a block puts the state back behind a trial."""
    tried = False
    for node in block.instructions:
        tried = tried or calls(node, name)
        if tried and isinstance(node, PutBack):
            yield node.buffer
            tried = False
