"""How the text writes expressions and sentences: labels for whoever plays, never read by play."""

from __future__ import annotations

from rulelang import surface
from rulelang.elaborate.context import Context
from rulelang.formatting import expressions
from rulelang.formatting.flow import flat


def expression(c: Context, node: surface.Expr) -> str:
    """Return an expression on one line, as the formatter writes it; "" where it is too deep."""
    return "" if c.overflowed else flat(expressions.expression(node))


def template(c: Context, node: surface.Text) -> str:
    """Return a sentence with its braces, without its quotes; "" where it is too deep."""
    return "" if c.overflowed else expressions.text(node)[1:-1]
