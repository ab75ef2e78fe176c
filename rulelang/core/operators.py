"""What operators make of numbers that are known: in types, in proofs, before native play.

The reference engine has its own: what it does in play is the meaning, which tests hold to this.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Final

from rulelang.core.expressions import ArithmeticOp

ARITHMETIC: Final[Mapping[ArithmeticOp, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "mod": operator.mod,
    "/down": operator.floordiv,
    "/up": lambda a, b: -(-a // b),
    "min": min,
    "max": max,
}
ORDER: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
