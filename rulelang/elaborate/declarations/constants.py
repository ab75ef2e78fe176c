"""Numbers that are settled before play: how many copies there are, and cells of tables.

    before:  10 * count Player - 10, in the instance for three
    after:   20

They may name players, spaces and options, and what stands above them in the order in which
declarations are understood: no fact, no variable, no zone.
"""

from __future__ import annotations

import re

from rulelang import surface
from rulelang.core.constants import Evaluator, NotStaticError
from rulelang.core.walk import free
from rulelang.elaborate import ask
from rulelang.elaborate.context import Context
from rulelang.elaborate.symbols import Constant, Scope, Typed
from rulelang.messages import types
from rulelang.parse import constant
from rulelang.rule_types import Flag, Number, Unknown
from rulelang.source import Span

_RECKONED = re.compile(r"[-(\w].*[-+*/( \t].*")


def number(c: Context, node: int | surface.Expr, wanted: str) -> int:
    """Return what a constant expression comes to; 1 where it is none, which is reported."""
    if isinstance(node, int):
        return node
    typed = ask.number(c, node, Scope())
    if not _is_understood(typed):
        return 1
    try:
        return Evaluator(c).number(typed.expr, {})
    except NotStaticError:
        c.report(types.does_not_fit("a number that changes", wanted, node.span))
        return 1


def holds(c: Context, node: surface.Expr) -> bool | None:
    """Return whether a constant condition holds; None where it is none, which is reported."""
    before = c.reported
    typed = ask.claim(c, node, Scope())
    if c.reported > before or not _is_understood(typed):
        return None
    try:
        return bool(Evaluator(c).number(typed.expr, {}))
    except NotStaticError:
        c.report(types.does_not_fit("one that changes", "a fixed condition", node.span))
        return None


def _is_understood(typed: Typed) -> bool:
    """Return whether nothing in an expression is unknown; what is told already is not told again.

    What is not understood reads a local, and a constant reads none that it does not bind.
    """
    return not isinstance(typed.type, Unknown) and not free(typed.expr)


def of_cell(c: Context, text: str, span: Span) -> int | None:
    """Return what a cell comes to that is more than a number; None where that is nothing."""
    symbol = c.symbols.get(text)
    if isinstance(symbol, Constant) and isinstance(symbol.type, Number | Flag):
        c.used.add(text)
        return symbol.value if isinstance(symbol.value, int) else None
    node = constant(text, span) if _RECKONED.fullmatch(text) else None
    return None if node is None else number(c, node, "a fixed number")
