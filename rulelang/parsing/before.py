"""What stands before a place in a declaration that may not be whole: for who is still writing.

The grammar reads up to the place. What it has put together so far, and the words that wait for
more, tell which names are in sight; what it would take next tells what may come.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.freezing import frozen
from rulelang.parsing.tree import Node

TRIES = 12
_PLACEHOLDERS = ("if true:", "x:")


@frozen
class Before:
    """The parts that are complete and the words that wait for more, in their order.

    `expected`: kinds of what may come, as in a `Stop`; none where something before the place on
    its own line cannot be read.
    """

    nodes: tuple[Node, ...]
    expected: frozenset[str]


def harmless(codes: Sequence[str], at: int) -> str:
    """Return a line to read in place of one that cannot be read, which may open a block.

    >>> harmless(["play:", "    if x >:", "        stop"], 1)
    '    if true:'
    >>> harmless(["play:", "    set to 3"], 1)
    ''
    """
    line = codes[at]
    indent = " " * _indent(line)
    below = next((code for code in codes[at + 1 :] if code), "")
    if _indent(below) <= len(indent):
        return ""
    tried = line.strip()
    number = _PLACEHOLDERS.index(tried) + 1 if tried in _PLACEHOLDERS else 0
    return indent + _PLACEHOLDERS[number] if number < len(_PLACEHOLDERS) else ""


def _indent(code: str) -> int:
    return len(code) - len(code.lstrip(" "))
