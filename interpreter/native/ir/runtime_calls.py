"""What the code of a game may call of the runtime, whose text lies in `runtime/game`.

There each function takes the state and the context before the parameters that are counted here.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.ir.nodes import CallFunction, Instruction, Width
from rulelang.freezing import frozen


@frozen
class RuntimeFunction:
    """How many parameters a function has, and what width it gives.

    `is_stateless`: play may draw by it, and it leaves the state alone.
    """

    parameters: int
    result: Width = 0
    is_stateless: bool = False


RUNTIME: Final = {
    "look": RuntimeFunction(2, 64),
    "draw_action": RuntimeFunction(0, 64, is_stateless=True),
    "draw_from_few": RuntimeFunction(0, 64, is_stateless=True),
    "draw_outcome": RuntimeFunction(0, 64, is_stateless=True),
    "draw_place": RuntimeFunction(1, 64, is_stateless=True),
    "lone_bit": RuntimeFunction(2, 64, is_stateless=True),
    "spread": RuntimeFunction(3, 64, is_stateless=True),
    "gather": RuntimeFunction(2, 64, is_stateless=True),
    "probe": RuntimeFunction(1),
    "record_moved": RuntimeFunction(2),
    "record_rolled": RuntimeFunction(2),
    "record_shown": RuntimeFunction(3),
    "record_kind": RuntimeFunction(2),
    "record_all": RuntimeFunction(0),
    "record_changed": RuntimeFunction(3),
    "record_said": RuntimeFunction(2),
    "record_note": RuntimeFunction(3),
}
"""All of them. Probes and records are not stateless: code that is watched has no own playouts."""


def calls(node: Instruction | None, name: str) -> bool:
    """Return whether an instruction calls a function."""
    return isinstance(node, CallFunction) and node.name == name


def calls_stateful(node: Instruction) -> bool:
    """Return whether an instruction calls what may read or write the state."""
    if not isinstance(node, CallFunction):
        return False
    known = RUNTIME.get(node.name)
    return known is None or not known.is_stateless
