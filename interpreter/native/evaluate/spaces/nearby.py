"""Whether anything is found near one place, as a bit of the mask of all places near which it is.

    before:  some b in steps(a, diagonal, 2) where can_jump(p, a, b), for one a
    after:   the mask of all a for which that holds, as whoever asks for any of them has it; bit a

A loop through the few places near one ends after one round or three, which nobody can foresee.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.evaluate import asking
from interpreter.native.evaluate.lane import Lane, aside
from interpreter.native.evaluate.scalars import Scalar, in_bitset
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import Bitset
from interpreter.native.ir.nodes import Block, Operand
from interpreter.native.memory.slots import mask_width
from rulelang import core

MOST: Final = 160
"""Instructions of a mask that take less time than to guess how often a loop goes round."""


def branch_on_nearby(code: Code, search: core.Search, env: Env, to: tuple[Block, Block]) -> bool:
    """Go on in the first block where anything is found near the last local, else in the second.

    Return whether that takes no loop, and few instructions. Near `none` is nothing.
    """
    domain, last = search.binders[0].domain, env[-1] if env else None
    near = isinstance(domain, core.Lookup) and domain.args == (core.Local(len(env) - 1),)
    if not near or not isinstance(last, Scalar) or isinstance(last.op, int):
        return False
    low, count = last.range.low, last.range.high - last.range.low + 1
    lane = Lane(len(env) - 1, low, count, mask_width(low, last.range.high))
    alone, all_at_once = Code(code.unit, aside()), Code(code.unit, aside())
    if lane.width > 64 or _is_straight(alone, asking.found_bitset(alone, search, env)):
        return False
    if not _is_straight(all_at_once, _mask(all_at_once, search, env, lane)):
        return False
    mask = _mask(code, search, env, lane)
    assert mask is not None, "what is written aside can be written"
    code.b.branch(in_bitset(code.b, Bitset(low, 64, mask, count), last), *to)
    return True


def _is_straight(draft: Code, found: object) -> bool:
    """Return whether something was written that takes no loop, and few instructions."""
    function = draft.b.function
    return found is not None and len(function.blocks) == 1 and len(function.nodes) <= MOST


def _mask(code: Code, search: core.Search, env: Env, lane: Lane) -> Operand | None:
    return asking.lane_mask(code, core.Fold("some", search), env[:-1], lane)
