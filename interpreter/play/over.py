"""Why play is over: the `end` that was reached, and the loops, conditions and calls on its way.

The lines are quoted, each with the numbers that its condition compared below it.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.document import Cause, causes_of_end
from interpreter.play.citing import folded, quoted
from interpreter.play.columns import lines
from interpreter.state import State


def why_over(state: State, width: int) -> list[str]:
    """Return the lines that say why play is over, under a heading; [] where it is not.

    They are for who may see everything now.
    """
    found = lines_to_end(causes_of_end(state), width)
    return ["", "Why play is over:", *found] if found else []


def lines_to_end(way: Sequence[Cause], width: int) -> list[str]:
    r"""Return the lines of the text that led to the end of play, with what they hung on.

    >>> from interpreter import load
    >>> state = load("tic_tac_toe").start()
    >>> for cell in "a1", "a2", "b1", "b2", "c1":
    ...     state = state.apply(state.find("mark", (cell,)))
    >>> print("\n".join(lines_to_end(causes_of_end(state), 88)[1:]))
       16  if some l in lines(Cell, 3) where every c in l has on(c) is Mark(p):
       17      end: p wins
    """
    values: dict[tuple[str, int], tuple[str, ...]] = {}
    for one in way:
        at = one.span.file, one.span.line
        values[at] = values.get(at, ()) + one.values
    found: list[str] = []
    for line, number in quoted([one.span for one in way]):
        found += folded(line, width).splitlines()
        told = values.get(number, ()) if number is not None else ()
        if told:
            edge = " " * (len(line) - len(line[5:].lstrip()) + 2)
            found += lines(", ".join(dict.fromkeys(told)), width, edge, edge + "  ")
    return found
