"""What is known of an operation before it is made: its result, or which bits it may have.

before:  add 2, 3      and x, 0      and x, 0x1ff where x is a mask of nine bits
after:   5             0             x
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from interpreter.native.ir.nodes import Operand, OpName, Width

_FOLDED: Final[dict[str, Callable[[int, int], int]]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "min": min,
    "max": max,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << b,
    "shr": lambda a, b: a >> b,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "floordiv": lambda a, b: a // b,
    "floormod": lambda a, b: a % b,
}
_NEUTRAL: Final[dict[str, int]] = {"add": 0, "sub": 0, "or": 0, "xor": 0, "shl": 0, "shr": 0}
_ABSORBING: Final[dict[str, int]] = {"mul": 0, "and": 0}
_BITWISE: Final = frozenset(("and", "or", "xor", "select", "shl", "shr", "widen", "narrow"))


def folded(name: OpName, args: tuple[Operand, ...]) -> Operand | None:  # noqa: C901 - one case a law
    """Return the result of an operation where constants tell it, else None.

    >>> folded("add", (2, 3)), folded("ctz", (8,)), folded("clz", (8,))
    (5, 3, None)
    """
    if len(args) == 2:
        a, b = args
        if isinstance(a, int) and isinstance(b, int):
            return _FOLDED[name](a, b)
        if isinstance(b, int):
            if _NEUTRAL.get(name) == b:
                return a
            if _ABSORBING.get(name) == b:
                return 0
            if name in ("mul", "floordiv") and b == 1:
                return a
        elif isinstance(a, int):
            if a == 0 and name in ("add", "or", "xor"):
                return b
            if a == 0 and name in ("mul", "and", "shl", "shr"):
                return 0
            if name == "mul" and a == 1:
                return b
        return None
    if name == "select":
        test, yes, no = args
        if isinstance(test, int):
            return yes if test else no
        return yes if yes is no or (isinstance(yes, int) and yes == no) else None
    if isinstance(args[0], int):
        return _of_one(name, args[0])
    return None


def _of_one(name: OpName, arg: int) -> Operand | None:
    if name == "popcount":
        return arg.bit_count()
    if name == "ctz":
        return (arg & -arg).bit_length() - 1 if arg else None
    return None if name == "clz" else arg  # a constant has no width whose zeros could be counted


def possible_bits(
    name: OpName, args: tuple[Operand, ...], width: Width, known: Mapping[Operand, int]
) -> int | None:
    """Return which bits the result of an operation may have; None where any may be set.

    `known`: the same of registers.
    """
    if name not in _BITWISE:
        return None
    bits = [one if isinstance(one, int) and one >= 0 else known.get(one) for one in args]
    match name, bits:
        case "and", [int(one), int(other)]:
            return one & other
        case "and", [int(one), None] | [None, int(one)]:
            return one
        case ("or" | "xor", [int(one), int(other)]) | ("select", [_, int(one), int(other)]):
            return one | other
        case "shr", [int(one), _] if isinstance(args[1], int):
            return one >> args[1]
        case "shl", [int(one), _] if isinstance(args[1], int):
            return one << args[1] & (1 << width) - 1
        case "widen" | "narrow", [int(one)]:
            return one & (1 << width) - 1
        case _:
            return None
