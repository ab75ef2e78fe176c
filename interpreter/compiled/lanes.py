"""Conditions over all elements of a domain at once, as masks. None are written yet."""

from __future__ import annotations

from interpreter.compiled import expressions
from interpreter.compiled.builder import Builder
from interpreter.compiled.code import Code, Env
from interpreter.compiled.constants import Grid
from interpreter.compiled.ir import Block, Operand
from interpreter.compiled.ranges import NotCompilableError
from interpreter.compiled.sets import Lanes, Scalar, Value
from rulelang import core


def found_lanes(_code: Code, _search: core.Search, _env: Env) -> Lanes | None:
    """Return what a search with one binder finds, as a mask; None where that takes a loop."""
    return None


def branch_on_lines(
    _code: Code, _search: core.Search, _env: Env, _to: tuple[Block, Block]
) -> bool:
    """Write a test over a family of sets at once; False where that takes a loop."""
    return False


def is_plain(_code: Code, _domain: core.Expr, _env: Env) -> bool:
    """Return whether the elements of a domain are distinct and ascend."""
    return False


def row_of(code: Code, grid: Grid, element: Value) -> Operand:
    """Return the set that a lookup with one argument gives, as a number in its pool."""
    b = code.b
    if not isinstance(element, Scalar):
        raise NotCompilableError("a set is looked up")
    low, span = grid.lows[0], grid.spans[0]
    at = b.op("sub", element.op, low)
    if element.range.within(low, low + span - 1):
        return b.table(grid.name, at)
    inside = b.op("and", b.op("ge", at, 0), b.op("lt", at, span), width=1)
    row = b.table(grid.name, b.op("select", inside, at, 0, width=64))
    return b.op("select", inside, row, grid.default, width=64)


def bound(code: Code, search: core.Search, env: Env) -> int:
    """Return how many tuples a search may find at most."""
    most = 1
    inner = env
    for binder in search.binders:
        size, element = domain_bound(code, binder.domain, inner)
        most *= size
        inner = (*inner, element, element) if binder.followed else (*inner, element)
    return most


def domain_bound(code: Code, domain: core.Expr, env: Env) -> tuple[int, Value]:
    """Return how many elements a domain has at most, and one of them; the code is not used."""
    aside = Code(code.unit, Builder("aside", 0, 64))
    found = expressions.set_of(aside, domain, env)
    elements: list[Value] = []
    found.each(aside, elements.append)
    return found.most, elements[0] if elements else Scalar(0, found.range)


MAX_WIDTH = 4096


def filtered(
    _code: Code,
    parts: list[core.Expr],
    _env: Env,
    what: tuple[Operand, int, tuple[int, ...]],
) -> tuple[Operand, list[core.Expr]]:
    """Return a mask without the digits for which a part fails, and the parts left to be asked."""
    return what[0], parts


def moved(code: Code, found: Lanes, low: int, width: int) -> Operand:
    """Return a mask as one whose bit 0 is `low`, with another width; no bit is lost."""
    b = code.b
    mask, have = found.mask, found.width
    if isinstance(mask, int):
        shift = found.base - low
        return mask << shift if shift >= 0 else mask >> -shift
    if width > have:
        mask, have = b.op("widen", mask, width=width), width
    shift = found.base - low
    if shift > 0:
        mask = b.op("shl", mask, shift, width=have)
    elif shift < 0:
        mask = b.op("shr", mask, -shift, width=have)
    return b.op("narrow", mask, width=width) if have > width else mask
