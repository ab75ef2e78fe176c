"""Count what loops go through, where the text alone does not bound it well enough.

    before:  b3 loop: r2 = r1 < 81                           if r2: b4 else b5
    after:   b3 loop: r2 = r1 < 81   r3 = one more   r4 = r2 and r3   if r4: b4 else b5

Facts that are functions count their calls (`facts`). Once the count is used up every loop is left
at its head, so that play is given up soon, however deep loops lie in each other. Only games whose
worst case is too long pay for it (`budget`).
"""

from __future__ import annotations

from interpreter.native.ir.nodes import Branch, Count, Function, Op


def count(function: Function) -> None:
    """Let the loops of a function count their rounds, in place."""
    for block in function.blocks:
        end = block.terminator
        if not block.is_head or not isinstance(end, Branch):
            continue
        fits, both = function.register(1), function.register(1)
        block.instructions += (Count(fits), Op(both, "and", (end.test, fits)))
        block.terminator = Branch(both, end.yes, end.no)
